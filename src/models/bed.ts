import { quantity } from '../numeric/parameters.ts';
import { OBSTACLE_ROW, type Obstacles } from './model.ts';

/** How strands lie on the body and on other hair: parameters that every model of nodes has. */
export const bedParameters = {
  thickness: quantity({
    unit: 'm',
    about: 'Distance that a strand keeps from the body, for the lock of hair that it stands for.',
    min: 0,
    max: 0.05,
    default: 0.0015,
  }),
  bed: quantity({
    unit: 'm',
    about: 'Depth of the hair below that carries a strand: up to half of it the groomed distance to the body is kept.',
    min: 0,
    max: 0.5,
    default: 0.05,
  }),
};

/**
 * The bed: hair that a strand lies on.
 *
 * A simulated strand stands for a lock on top of other hair. Where the groom puts it close above the body, what lies
 * below carries it: the strand keeps its groomed distance there, and its weight rests on the bed instead of on its own
 * bending. Up to half the bed's depth the groomed distance is kept whole; from there it fades to the strand's thickness.
 * It fades as well where the strand stands out of the skin: there nothing lies below it, and the distance would be held
 * against the fibre's own length (tensions of 1,300 weights on a ball of standing hair).
 */
export interface Bed {
  /** Distance that each node keeps from bodies. */
  readonly clearance: Float64Array;
  /** Three a node: the outward normal where the node lies on the bed, zero where it does not. */
  readonly normal: Float64Array;
  /** Coulomb coefficient of what is below each node. */
  readonly friction: Float64Array;
}

/** Product of direction and normal from which on a strand stands out, and at which nothing of the bed is left. */
const STANDING = [0.5, 0.8] as const;

/** The bed of points along strands; `first` tells where strands begin, one strand where it is absent. */
export function layOnBed(
  positions: Float64Array,
  obstacles: Obstacles | null,
  time: number,
  thickness: number,
  depth: number,
  first: ArrayLike<number> = [0, positions.length / 3],
): Bed {
  const count = positions.length / 3;
  const clearance = new Float64Array(count).fill(thickness);
  const normal = new Float64Array(3 * count);
  const friction = new Float64Array(count);
  if (!obstacles) return { clearance, normal, friction };
  const rows = new Float64Array(OBSTACLE_ROW * count);
  obstacles.nearest(positions, count, time, rows);
  const whole = Math.max(0.5 * depth, thickness);
  for (let k = 0; k + 1 < first.length; k++)
    for (let i = first[k]!; i < first[k + 1]!; i++) {
      const gap = rows[OBSTACLE_ROW * i]!;
      friction[i] = rows[OBSTACLE_ROW * i + 7]!;
      if (gap >= depth) continue;
      const before = Math.max(first[k]!, i - 1);
      const after = Math.min(first[k + 1]! - 1, i + 1);
      const lying = gap > thickness ? 1 - ramp(STANDING, steepness(positions, before, after, rows, i)) : 1;
      const kept = gap <= whole ? Math.max(gap, 0) : whole + ((gap - whole) / (depth - whole)) * (thickness - whole);
      // What lies inside a body is let out to its surface.
      clearance[i] = gap <= thickness ? kept : thickness + lying * (kept - thickness);
      if (gap <= whole && lying === 1) for (let c = 0; c < 3; c++) normal[3 * i + c] = rows[OBSTACLE_ROW * i + 1 + c]!;
    }
  return { clearance, normal, friction };
}

/** How steeply a strand goes from one point to another: the product of its direction with the normal at row i. */
function steepness(x: Float64Array, from: number, to: number, rows: Float64Array, i: number): number {
  let along = 0;
  let square = 1e-60;
  for (let c = 0; c < 3; c++) {
    const d = x[3 * to + c]! - x[3 * from + c]!;
    along += d * rows[OBSTACLE_ROW * i + 1 + c]!;
    square += d * d;
  }
  return Math.abs(along) / Math.sqrt(square);
}

/** From 0 to 1 between the two values. */
const ramp = ([low, high]: readonly [number, number], value: number): number =>
  Math.min(1, Math.max(0, (value - low) / (high - low)));

/**
 * Middles of edges keep this much less than they are groomed to: on a round body they would carry the strand instead of its
 * nodes, and where both just touch they take turns. A strand dragged over a ball for 1,920 steps: 73,000 contacts let go or put
 * on without it, 31,000 with it.
 */
const MIDDLE_SLACK = 2e-4;

/** A strand of nodes whose distances from bodies are to be set. */
export interface ClearStrand {
  readonly nodes: number;
  readonly position: Float64Array;
  readonly clearance: Float64Array;
  readonly middleClearance: Float64Array;
  readonly thickness: Float64Array;
}

/** Sets the distances that a groomed strand of nodes keeps. Returns the bed that its nodes lie on. */
export function setClearances(
  strand: ClearStrand,
  obstacles: Obstacles | null,
  time: number,
  thickness: number,
  depth: number,
): Bed {
  const { position: x, nodes } = strand;
  const bed = layOnBed(x, obstacles, time, thickness, depth);
  // The tip, which has no edge, stands for its own middle.
  const middles = x.map((here, i) => 0.5 * (here + x[i < 3 * nodes - 3 ? i + 3 : i]!));
  strand.thickness[0] = thickness;
  strand.clearance.set(bed.clearance);
  layOnBed(middles, obstacles, time, thickness, depth).clearance.forEach((kept, i) => {
    strand.middleClearance[i] = Math.max(Math.min(kept, 0), kept - MIDDLE_SLACK);
  });
  return bed;
}
