import { smoothstep } from '../../numeric/curve.ts';
import { noiseValue } from '../../numeric/noise.ts';
import { hashUnit } from '../../numeric/random.ts';
import { growCore, keepOver, lookAhead, normalise, SIGHT, type Steering } from '../core.ts';
import { curlFields } from '../curl.ts';
import type { Edge } from '../edge.ts';
import { ONE, ONES } from '../fields/field.ts';
import { type HairFieldSources, type HairFields, overrideFields } from '../fields/hair-fields.ts';
import { groupOf } from '../groups.ts';
import { CoreScratch, type HairEnd, type HairGrowth, type HairSource } from '../growth.ts';
import type { Path } from '../path.ts';
import type { Skin, SkinPlace } from '../skin.ts';
import {
  aboveCut,
  combDirection,
  cutHeight,
  faceDistance,
  type GrowingHair,
  heightOver,
  restOnShoulders,
} from './comb.ts';
import { growToTie, MEAN_WAY_TO_TIE, makeTail, type Tail } from './gather.ts';
import { makeHairline } from './hairline.ts';
import { lengthAt } from './length.ts';
import { PART_FRINGE, PART_REST, partAt, tressOf } from './parts.ts';
import { scalpName } from './scalp.ts';
import { type HeadShape, measureHead } from './shape.ts';
import type { HeadStyle } from './style.ts';

/** Hair of the head in a style; fields that are given take the place of the style's own. */
export function headHair(style: HeadStyle, fields: HairFieldSources = {}): HairSource {
  return {
    style,
    region: scalpName,
    on: (skin, seed) => new Head(skin, style, seed, fields),
  };
}

/** Length over which the edge between two parts of the hair strays to one side, m. */
const RAGGED_LENGTH = 0.007;
const FACE_DISTANCE = 0.003;
/** A fringe lies flat on the forehead. */
const FRINGE_HEIGHT = 0.35;

/**
 * Hair of a head: all that is special about one. Its fields are procedures of crown, forehead, nape and parting, and its hair is
 * combed through the space around it: down, out, up to a crest or to a tie, clear of the face and resting on the shoulders.
 */
export class Head implements HairGrowth {
  readonly skin: Skin;
  readonly style: HeadStyle;
  readonly seed: number;
  readonly shape: HeadShape;
  readonly fields: HairFields;
  readonly edge: Edge | null;
  private readonly tail: Tail | null;
  private readonly isCombed: boolean;

  constructor(skin: Skin, style: HeadStyle, seed: number, given: HairFieldSources = {}) {
    this.skin = skin;
    this.style = style;
    this.seed = seed;
    this.shape = measureHead(skin);
    this.fields = overrideFields(this.ownFields(), given, skin.mesh);
    this.isCombed = given.direction === undefined;
    this.edge = style.hairline.fade === 0 ? null : makeHairline(skin, this.shape, style.hairline, seed);
    this.tail = style.comb.mode === 'gather' ? makeTail(this, new CoreScratch()) : null;
  }

  get field(): Skin['field'] {
    return this.skin.field;
  }

  private ownFields(): HairFields {
    const { style, shape, seed } = this;
    const { lift } = style.body;
    const w = new CoreScratch();
    return {
      length: { at: (place) => lengthAt(style, shape, place, seed) },
      direction: {
        at: (place, out) => {
          w.p.set(place.position);
          w.sample.set(place.normal, 1);
          combDirection(this, { ...this.growingHair(place, 1, 0), stray: 0 }, 0, w.p, w.sample, out);
        },
      },
      lift: { at: () => lift, constant: lift },
      density: ONE,
      ...curlFields(style, seed),
      stiffness: ONE,
      clumping: ONE,
      width: ONE,
      colour: ONES,
    };
  }

  lead(place: SkinPlace, length: number, curlRadius: number, path: Path, w: CoreScratch): HairEnd {
    const { style, tail } = this;
    const ragged = style.length.levelVariation * (2 * hashUnit(place.id, this.seed, 3) - 1);
    if (tail) {
      const atTie = growToTie(this, tail, place, tressOf(this.partOf(place).part), path, w);
      const more = style.gather.even * (atTie - MEAN_WAY_TO_TIE * this.shape.scale);
      return { length: length + more, cut: Number.POSITIVE_INFINITY, ragged };
    }
    const steering = this.steering(place, this.growingHair(place, length, curlRadius));
    return { length, cut: growCore(this.field, steering, place, path, w), ragged };
  }

  /** Away from the skull's middle, and level below it: hair hangs there. */
  away(p: Float64Array, out: Float64Array): void {
    const { shape } = this;
    out[0] = p[0]! - shape.x;
    out[1] = Math.max(0, p[1]! - shape.y);
    out[2] = p[2]! - shape.z;
  }

  hand(place: SkinPlace): number {
    return this.partOf(place).side < 0 ? -1 : 1;
  }

  group(place: SkinPlace): number {
    return groupOf(this.partOf(place));
  }

  /** No comb draws a straight edge. */
  shownGroup({ id, position }: SkinPlace): number {
    const { style, shape, seed } = this;
    const [x, y, z] = [position[0]!, position[1]!, position[2]!];
    const ragged = style.comb.ragged * shape.scale;
    const f = 1 / (RAGGED_LENGTH * shape.scale);
    const stray = ragged === 0 ? 0 : noiseValue(seed + 74, f * x, f * y, f * z) + 0.8 * (hashUnit(id, seed, 74) - 0.5);
    return groupOf(partAt(style, shape, x + ragged * stray, z + ragged * stray));
  }

  private partOf({ position }: SkinPlace): ReturnType<typeof partAt> {
    return partAt(this.style, this.shape, position[0]!, position[2]!);
  }

  private growingHair(place: SkinPlace, length: number, curlRadius: number): GrowingHair {
    const { style, seed } = this;
    const { part } = this.partOf(place);
    const [x, y, z] = place.position;
    const smooth = noiseValue(seed + 2, 30 * x!, 30 * y!, 30 * z!);
    const fraction = 0.35 + 0.65 * hashUnit(place.id, seed, 4);
    return {
      part,
      height: style.body.volume * (part === PART_FRINGE ? FRINGE_HEIGHT : 1) * fraction,
      curlRoom: 0.7 * curlRadius,
      length,
      cut: cutHeight(this, part),
      cutSlope: part === PART_REST ? style.length.levelSlope : 0,
      stray: style.comb.jitter * (1.2 * smooth + 0.6 * (hashUnit(place.id, seed, 5) - 0.5)),
    };
  }

  private steering(place: SkinPlace, hair: GrowingHair): Steering {
    return {
      length: hair.length,
      lift: this.fields.lift.at(place),
      bend: this.style.body.bend,
      // A direction that somebody painted is where hair begins; the comb leads it on.
      comb: (s, w) =>
        this.isCombed
          ? combDirection(this, hair, s, w.p, w.sample, w.wanted)
          : this.fields.direction.at(place, w.wanted),
      steer: (s, w) => this.steer(hair, s, w),
      isCut: (p) => this.isCut(hair, p),
    };
  }

  private steer(hair: GrowingHair, s: number, w: CoreScratch): void {
    const { style } = this;
    const { sample, wanted } = w;
    combDirection(this, hair, s, w.p, sample, wanted);
    normalise(wanted);
    const risen = s / (s + style.body.rise);
    const curled = smoothstep((s / hair.length - style.curl.start) / (style.curl.ease + 1e-6));
    const height = heightOver(this, hair.height * risen, w.p, sample[0]!) + hair.curlRoom * curled;
    keepOver(sample[0]!, sample[1]!, sample[2]!, sample[3]!, height, 0.006 + height, wanted);
    restOnShoulders(this, w.p, sample, wanted);
    lookAhead(this.field, w, SIGHT);
    if (hair.part !== PART_FRINGE && faceDistance(this, w.p, sample))
      keepOver(sample[0]!, sample[1]!, sample[2]!, sample[3]!, FACE_DISTANCE + hair.curlRoom * curled, 0.02, wanted);
    normalise(wanted);
  }

  private isCut(hair: GrowingHair, p: Float64Array): boolean {
    if (aboveCut(this, hair, p) < 0) return true;
    const ball = this.style.length.ball * this.shape.scale;
    if (ball === 0) return false;
    const dx = p[0]! - this.shape.x;
    const dy = p[1]! - this.shape.y;
    const dz = p[2]! - this.shape.z;
    return dx * dx + dy * dy + dz * dz > ball * ball;
  }
}
