import type { HairState } from '../../contact/interaction.ts';
import { length3 } from '../../numeric/elementary.ts';
import { type Cone, clipToCone, coneFraction } from './cone.ts';

/** Three-point Gauss rule on 0..1. */
const PLACES = [0.1127016653792583, 0.5, 0.8872983346207417] as const;
const WEIGHTS = [5 / 18, 8 / 18, 5 / 18] as const;

/**
 * What arrives from a tool at every node, by strand: a fraction of 1 is all of it for the whole step.
 *
 * Each segment takes ∫ a φ ds for the two hat functions of its nodes, over the part of it that is inside, so that a cone
 * narrower than a segment is not missed and what arrives in all does not depend on how finely a strand is divided.
 */
export class Deposit {
  /** One a node of the hair; 0 except on the strands in `strands`. */
  amount: Float64Array = new Float64Array(0);
  /** Places of the strands that something reached, rising. */
  readonly strands: number[] = [];
  /** Where the strands begin that have some. */
  private first: Uint32Array = new Uint32Array(1);
  private readonly interval = new Float64Array(2);

  /** Forgets what was there; the amounts of `hair` are 0 afterwards. */
  clear(hair: HairState): void {
    const nodes = hair.first[hair.ids.length]!;
    if (this.amount.length !== nodes) this.amount = new Float64Array(nodes);
    else for (const k of this.strands) this.amount.fill(0, this.first[k]!, this.first[k + 1]!);
    this.strands.length = 0;
    this.first = hair.first;
  }

  /** The mean over the cones, which a tool passed through in equal times. */
  addCones(hair: HairState, cones: readonly Cone[]): void {
    for (let k = 0; k < hair.ids.length; k++) {
      let isReached = false;
      for (const cone of cones) if (this.addStrand(hair, k, cone, 1 / cones.length)) isReached = true;
      if (isReached) this.normalise(hair, k);
    }
  }

  private addStrand(hair: HairState, k: number, cone: Cone, fraction: number): boolean {
    const { first, position, s } = hair;
    const { amount, interval } = this;
    let isReached = false;
    // A sphere about the cone's middle that holds the whole cone.
    const half = 0.5 * cone.reach;
    const radius = Math.sqrt(half * half + cone.reach * cone.reach * cone.slope * cone.slope);
    const mx = cone.apex[0] + half * cone.axis[0];
    const my = cone.apex[1] + half * cone.axis[1];
    const mz = cone.apex[2] + half * cone.axis[2];
    for (let i = first[k]!; i + 1 < first[k + 1]!; i++) {
      const a = 3 * i;
      const length = s[i + 1]! - s[i]!;
      const far = length3(position[a]! - mx, position[a + 1]! - my, position[a + 2]! - mz);
      if (far > radius + length) continue;
      if (!clipToCone(cone, position, a, a + 3, interval)) continue;
      isReached = true;
      const width = interval[1]! - interval[0]!;
      for (let g = 0; g < 3; g++) {
        const t = interval[0]! + width * PLACES[g]!;
        const value = coneFraction(
          cone,
          position[a]! + t * (position[a + 3]! - position[a]!),
          position[a + 1]! + t * (position[a + 4]! - position[a + 1]!),
          position[a + 2]! + t * (position[a + 5]! - position[a + 2]!),
        );
        const part = fraction * WEIGHTS[g]! * width * length * value;
        amount[i] = amount[i]! + (1 - t) * part;
        amount[i + 1] = amount[i + 1]! + t * part;
      }
    }
    return isReached;
  }

  private normalise(hair: HairState, k: number): void {
    const { first, s } = hair;
    const begin = first[k]!;
    const last = first[k + 1]! - 1;
    for (let i = begin; i <= last; i++) {
      const hat = 0.5 * (s[i < last ? i + 1 : last]! - s[i > begin ? i - 1 : begin]!);
      this.amount[i] = hat > 0 ? this.amount[i]! / hat : 0;
    }
    this.strands.push(k);
  }
}
