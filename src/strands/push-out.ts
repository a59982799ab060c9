import type { BodyDistance, Depth } from './depth.ts';
import { type WorkingStrand, workingCount } from './working-strand.ts';

/** What is asked of a body to push strands out of it. */
export interface BodyField extends BodyDistance {
  /** Writes distance and unit outward gradient (d, nx, ny, nz). */
  sample(x: number, y: number, z: number, out: Float64Array): void;
}

/** Steps along the gradient; an exact field needs one. */
const STEPS = 8;

/**
 * Moves the points that `depth` marks along the distance gradient until they are `clearance` outside; the root stays.
 * An ingrown strand is mirrored at the surface instead: projected, a hair that grows straight inwards would become a point.
 * Returns the largest distance moved.
 */
export function pushOut(work: WorkingStrand, body: BodyField, depth: Depth, clearance: number): number {
  const { positions } = work;
  const sample = new Float64Array(4);
  let farthest = 0;
  for (let i = 1; i < workingCount(work); i++) {
    if (!depth.isInside[i]) continue;
    let x = positions[3 * i]!;
    let y = positions[3 * i + 1]!;
    let z = positions[3 * i + 2]!;
    for (let step = 0; step < STEPS; step++) {
      body.sample(x, y, z, sample);
      const d = sample[0]!;
      // Half the clearance absorbs what rounding to single precision takes.
      if (d >= 0.5 * clearance) break;
      const distance = depth.isIngrown && step === 0 ? clearance - 2 * d : clearance - d;
      x += distance * sample[1]!;
      y += distance * sample[2]!;
      z += distance * sample[3]!;
    }
    const dx = x - positions[3 * i]!;
    const dy = y - positions[3 * i + 1]!;
    const dz = z - positions[3 * i + 2]!;
    farthest = Math.max(farthest, Math.sqrt(dx * dx + dy * dy + dz * dz));
    positions[3 * i] = x;
    positions[3 * i + 1] = y;
    positions[3 * i + 2] = z;
  }
  return farthest;
}
