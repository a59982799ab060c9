import { makeRootStates, type Roots } from '../models/model.ts';
import { conjugate, rotate } from '../numeric/rotation.ts';
import { at, subtract } from '../numeric/vector.ts';
import type { Strands } from '../strands/strands.ts';

/** The groom in root coordinates, at any arc length: models may have other nodes than the groom. */
export class GroomedPose {
  private readonly strandOf: ReadonlyMap<number, number>;
  private readonly first: Uint32Array;
  private readonly local: Float64Array;
  private readonly s: Float64Array;

  /** `guides` in world coordinates at time 0. */
  constructor(roots: Roots, guides: Strands) {
    const { id, first, positions } = guides;
    this.strandOf = new Map(Array.from(id, (one, k) => [one, k]));
    this.first = first;
    this.local = new Float64Array(positions.length);
    this.s = new Float64Array(positions.length / 3);
    const rows = makeRootStates(id.length);
    roots.sample(id, 0, rows);
    for (let k = 0; k < id.length; k++) {
      const o = rows.orientation;
      const toRoot = conjugate([o[4 * k]!, o[4 * k + 1]!, o[4 * k + 2]!, o[4 * k + 3]!]);
      for (let i = first[k]!; i < first[k + 1]!; i++) {
        this.local.set(rotate(toRoot, subtract(at(positions, i), at(rows.position, k))), 3 * i);
        if (i === first[k]!) continue;
        const [dx, dy, dz] = subtract(at(positions, i), at(positions, i - 1));
        this.s[i] = this.s[i - 1]! + Math.sqrt(dx * dx + dy * dy + dz * dz);
      }
    }
  }

  /** Writes the groomed place of a point in root coordinates; false where the strand was not groomed. */
  at(id: number, s: number, out: Float64Array): boolean {
    const k = this.strandOf.get(id);
    if (k === undefined) return false;
    const last = this.first[k + 1]! - 1;
    let i = this.first[k]!;
    while (i < last - 1 && this.s[i + 1]! < s) i++;
    const j = Math.min(i + 1, last);
    const width = this.s[j]! - this.s[i]!;
    const t = width > 0 ? Math.min(1, Math.max(0, (s - this.s[i]!) / width)) : 0;
    for (let c = 0; c < 3; c++) out[c] = (1 - t) * this.local[3 * i + c]! + t * this.local[3 * j + c]!;
    return true;
  }
}
