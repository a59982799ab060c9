import type { RigidState } from '../body/motion.ts';
import { conjugate, rotate } from '../numeric/rotation.ts';
import { add, at, distance, subtract, type Vec3 } from '../numeric/vector.ts';
import { pointCount, type Strands, strandCount } from '../strands/strands.ts';

/** Guides that a strand listens to. */
const NEAREST = 3;

/**
 * Strands that somebody else made, moved by a few simulated ones among them.
 *
 * Each strand keeps its own shape and adds what its nearest guides moved relative to the head, at the same fraction of the
 * length. Without motion of the guides nothing changes, and a rigid motion of all is followed exactly.
 */
export class Followers {
  private readonly strands: Strands;
  private readonly leaders: Strands;
  /** Three guides a strand, by index, and their weights. */
  readonly guides: Uint32Array;
  readonly weights: Float64Array;
  private readonly shift: Float64Array;

  /** `leader` names the one guide that each strand follows, by index, where that is known. */
  constructor(strands: Strands, guides: Strands, leader: ArrayLike<number> | null = null) {
    this.strands = strands;
    this.leaders = guides;
    const count = strandCount(strands);
    this.guides = new Uint32Array(NEAREST * count);
    this.weights = new Float64Array(NEAREST * count);
    this.shift = new Float64Array(3 * pointCount(guides));
    for (let k = 0; k < count; k++) {
      if (leader) this.follow(k, [{ index: leader[k]!, far: 0 }]);
      else this.bind(k);
    }
  }

  private bind(k: number): void {
    const root = at(this.strands.positions, this.strands.first[k]!);
    const near: { index: number; far: number }[] = [];
    for (let g = 0; g < strandCount(this.leaders); g++) {
      const far = distance(root, at(this.leaders.positions, this.leaders.first[g]!));
      if (near.length === NEAREST && far >= near[NEAREST - 1]!.far) continue;
      near.push({ index: g, far });
      near.sort((a, b) => a.far - b.far || a.index - b.index);
      near.length = Math.min(near.length, NEAREST);
    }
    this.follow(k, near);
  }

  private follow(k: number, near: readonly { index: number; far: number }[]): void {
    // Inverse squares: a strand that is itself a guide listens to nobody else.
    const inverse = near.map(({ far }) => 1 / (far * far + 1e-12));
    const sum = inverse.reduce((total, value) => total + value, 0);
    near.forEach(({ index }, n) => {
      this.guides[NEAREST * k + n] = index;
      this.weights[NEAREST * k + n] = inverse[n]! / sum;
    });
  }

  /** Writes all strands for the guides' positions; `body` is where the head has gone since the groom was made. */
  update(guidePositions: Float32Array, body: RigidState, out: Float32Array): void {
    const back = conjugate(body.orientation);
    for (let p = 0; p < this.shift.length / 3; p++) {
      const local = rotate(back, subtract(at(guidePositions, p), body.position));
      this.shift.set(subtract(local, at(this.leaders.positions, p)), 3 * p);
    }
    const { positions, first } = this.strands;
    for (let k = 0; k < strandCount(this.strands); k++) {
      const last = first[k + 1]! - 1 - first[k]!;
      for (let i = 0; i <= last; i++) {
        const p = first[k]! + i;
        const moved = add(at(positions, p), this.shiftAt(k, last > 0 ? i / last : 0));
        out.set(add(body.position, rotate(body.orientation, moved)), 3 * p);
      }
    }
  }

  private shiftAt(k: number, fraction: number): Vec3 {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let n = NEAREST * k; n < NEAREST * (k + 1); n++) {
      const w = this.weights[n]!;
      if (w === 0) continue;
      const g = this.guides[n]!;
      const begin = this.leaders.first[g]!;
      const edges = this.leaders.first[g + 1]! - begin - 1;
      const at = fraction * edges;
      const i = Math.min(Math.floor(at), Math.max(edges - 1, 0));
      const t = at - i;
      const a = 3 * (begin + i);
      const b = edges > 0 ? a + 3 : a;
      x += w * ((1 - t) * this.shift[a]! + t * this.shift[b]!);
      y += w * ((1 - t) * this.shift[a + 1]! + t * this.shift[b + 1]!);
      z += w * ((1 - t) * this.shift[a + 2]! + t * this.shift[b + 2]!);
    }
    return [x, y, z];
  }
}
