/**
 * A linear complementarity problem and its solution by projected successive over-relaxation (oriented strands, SIGGRAPH 2008 course, Algorithm 2):
 * forces f with K f + x = b for rows that hold both ways, and K f + x ≥ b, f ≥ 0, f (K f + x − b) = 0 for one-sided ones. Rows of
 * friction stand in pairs behind their normal row and stay in the disc of μ times its force: the published box with a second direction.
 */
export interface Complementarity {
  count: number;
  /** Rows of K at the distance `stride`; what rows lack without any force, b − x; and the forces. */
  stride: number;
  matrix: Float64Array;
  lack: Float64Array;
  force: Float64Array;
  kind: Uint8Array;
  /** What is added to the diagonal: rows that cannot all hold, or hold twice, then share what they lack. */
  give: Float64Array;
  /** Of the first row of a pair. */
  friction: Float64Array;
}

export const BOTH_WAYS = 0;
export const ONE_SIDED = 1;
/** First and second row of a pair of friction. */
export const RUBS = 2;
export const RUBS_ACROSS = 3;

const RELAXATION = 1.2;

export function makeComplementarity(rows: number): Complementarity {
  return {
    count: 0,
    stride: rows,
    matrix: new Float64Array(rows * rows),
    lack: new Float64Array(rows),
    force: new Float64Array(rows),
    kind: new Uint8Array(rows),
    give: new Float64Array(rows),
    friction: new Float64Array(rows),
  };
}

/** Sweeps so often, from the forces that are there on: a fixed number, because a solution need not exist. */
export function projectedSor(problem: Complementarity, sweeps: number): void {
  const { count, stride, matrix, lack, force, kind, give, friction } = problem;
  for (let sweep = 0; sweep < sweeps; sweep++)
    for (let i = 0; i < count; i++) {
      const row = stride * i;
      let rest = lack[i]!;
      for (let j = 0; j < count; j++) rest -= matrix[row + j]! * force[j]!;
      const own = matrix[row + i]!;
      const diagonal = own + give[i]!;
      // With what the row's own force does left out, as Algorithm 2 has it.
      if (diagonal > 0) force[i] = (1 - RELAXATION) * force[i]! + (RELAXATION * (rest + own * force[i]!)) / diagonal;
      if (kind[i] === ONE_SIDED && !(force[i]! > 0)) force[i] = 0;
      if (kind[i] === RUBS_ACROSS) intoDisc(force, i - 1, friction[i - 1]! * force[i - 2]!);
    }
}

function intoDisc(force: Float64Array, i: number, radius: number): void {
  const size = Math.sqrt(force[i]! * force[i]! + force[i + 1]! * force[i + 1]!);
  if (size <= radius) return;
  const scale = radius / size;
  force[i] = scale * force[i]!;
  force[i + 1] = scale * force[i + 1]!;
}
