import { smoothstep } from '../../numeric/curve.ts';
import { cos, sin } from '../../numeric/elementary.ts';
import { hashUnit } from '../../numeric/random.ts';
import { keepOver, lookAhead, normalise, SIGHT, type Steering } from '../core.ts';
import { layAt } from '../fields/hair-fields.ts';
import type { CoreScratch, HairGrowth } from '../growth.ts';
import type { SkinPlace } from '../skin.ts';
import type { CoatStyle } from './style.ts';

/** Hair that stands off the skin by this fraction of its length no longer turns as the skin does. */
const FREE = 0.4;
/** Length over which height is kept, m; short hair keeps it, and sees walls, over a fraction of its own length. */
const SOFT = 0.006;
const FRACTION = 0.25;

/** What laying asks of a growth. */
export interface LaidGrowth extends Pick<HairGrowth, 'skin' | 'seed' | 'fields'> {
  readonly style: CoatStyle;
}

/**
 * Steers one hair of a coat: it carries its direction with it along the skin, turns from its lift at the root to that of its tip,
 * and hangs down as far as gravity may bend it.
 */
export class LaidHair implements Steering {
  readonly length: number;
  readonly lift: number;
  readonly bend: number;
  private readonly growth: LaidGrowth;
  private readonly place: SkinPlace;
  private readonly height: number;
  private readonly curlRoom: number;
  /** Along the skin, and out of it, where the hair is. */
  private readonly lay = new Float64Array(3);
  private readonly out = new Float64Array(3);

  /** The place is only read while this hair grows. */
  constructor(growth: LaidGrowth, place: SkinPlace, length: number, curlRadius: number) {
    const { style, seed, fields } = growth;
    this.growth = growth;
    this.place = place;
    this.length = length;
    this.bend = style.body.bend;
    this.height = style.body.volume * (0.35 + 0.65 * hashUnit(place.id, seed, 4));
    this.curlRoom = 0.7 * curlRadius;
    const isLaid = layAt(fields.direction, place, this.lay);
    const lift = isLaid ? fields.lift.at(place) : 1;
    // Hair that gravity bends falls to one side where short hair stands up.
    const stand = (1 - style.body.droop) * (fields.direction.stand?.at(place) ?? 0);
    this.lift = lift + Math.max(0, 1 - lift) * stand;
    this.stray(style.body.jitter * (2 * hashUnit(place.id, seed, 5) - 1));
  }

  /** Turns the lay about the normal. */
  private stray(angle: number): void {
    const { lay } = this;
    const n = this.place.normal;
    const [c, s] = [cos(angle), sin(angle)];
    const [x, y, z] = [lay[0]!, lay[1]!, lay[2]!];
    lay[0] = c * x + s * (n[1]! * z - n[2]! * y);
    lay[1] = c * y + s * (n[2]! * x - n[0]! * z);
    lay[2] = c * z + s * (n[0]! * y - n[1]! * x);
  }

  comb(_s: number, w: CoreScratch): void {
    w.wanted.set(this.lay);
  }

  steer(s: number, w: CoreScratch): void {
    const { lay, out, length } = this;
    const { field } = this.growth.skin;
    const { body, curl } = this.growth.style;
    const { sample, wanted } = w;
    // On the surface an exact distance knows no direction, but the root does.
    if (s === 0) sample.set([0, ...this.place.normal]);
    this.carry(sample);
    for (let k = 0; k < 3; k++) wanted[k] = (1 - body.tip) * lay[k]! + body.tip * out[k]!;
    normalise(wanted);
    wanted[1] = wanted[1]! - (body.droop * s) / length;
    normalise(wanted);
    const curled = smoothstep((s / length - curl.start) / (curl.ease + 1e-6));
    const height = (this.height * s) / (s + body.rise) + this.curlRoom * curled;
    const soft = Math.min(SOFT, FRACTION * length) + height;
    keepOver(sample[0]!, sample[1]!, sample[2]!, sample[3]!, height, soft, wanted);
    lookAhead(field, w, Math.min(SIGHT, FRACTION * length));
    normalise(wanted);
  }

  /** Turns the hair's axes as the skin below it turns, the less the farther it stands off. */
  private carry(sample: Float64Array): void {
    const { lay, out } = this;
    const n = this.place.normal;
    const near = 1 - smoothstep(sample[0]! / (FREE * this.length));
    for (let k = 0; k < 3; k++) out[k] = n[k]! + near * (sample[k + 1]! - n[k]!);
    normalise(out);
    const along = lay[0]! * out[0]! + lay[1]! * out[1]! + lay[2]! * out[2]!;
    const size = Math.sqrt(lay[0]! * lay[0]! + lay[1]! * lay[1]! + lay[2]! * lay[2]!);
    // Hair without a lay stands, and has none to carry.
    if (size < 0.5) return;
    for (let k = 0; k < 3; k++) lay[k] = lay[k]! - along * out[k]!;
    normalise(lay);
  }

  isCut(): boolean {
    return false;
  }
}
