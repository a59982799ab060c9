import { completeParameters, quantity, type ValuesOf } from '../numeric/parameters.ts';
import { OBSTACLE_ROW, type Obstacles } from './model.ts';
import type { BASE_FIELDS, CONTACT_FIELDS, StrandRecord } from './store/fields.ts';

/** How strands lie on the body and on other hair: parameters that every model of nodes has. */
export const layerOffsetParameters = {
  thickness: quantity({
    unit: 'm',
    about: 'Distance that a strand keeps from the body, for the clump of hair that it stands for.',
    min: 0,
    max: 0.05,
    default: 0.0015,
  }),
  layerOffset: quantity({
    unit: 'm',
    about: 'Depth of the hair below that carries a strand: up to half of it the groomed distance to the body is kept.',
    min: 0,
    max: 0.5,
    default: 0.05,
  }),
};

export type LayerParameters = ValuesOf<typeof layerOffsetParameters>;

/** What the parameters of a model say about it; the defaults where they say nothing. */
export function layerParameters(parameters: object): LayerParameters {
  const said = Object.entries(parameters).filter(([name]) => name in layerOffsetParameters);
  return completeParameters(layerOffsetParameters, Object.fromEntries(said));
}

/**
 * The layer of hair that a strand lies on.
 *
 * A simulated strand stands for a clump on top of other hair. Where the groom puts it close above the body, what lies
 * below carries it: the strand keeps its groomed distance there, and its weight rests on the hair below instead of on its own
 * bending. Up to half the layer offset the groomed distance is kept whole; from there it fades to the strand's thickness.
 * It fades as well where the strand stands out of the skin: nothing lies below it there, and the distance would be held against the
 * fibre's own length (tensions of 1,300 weights on a ball of standing hair).
 */
export interface HairBelow {
  /** Distance that each node keeps from bodies. */
  readonly clearance: Float64Array;
  /** Three a node: the outward normal where the node lies on the hair below, zero where it does not. */
  readonly normal: Float64Array;
  /** Coulomb coefficient of what is below each node. */
  readonly friction: Float64Array;
}

/** Product of direction and normal from which on a strand stands out, and at which nothing lies below it. */
const STANDING = [0.5, 0.8] as const;

/** The layer below points along strands; `first` tells where strands begin: one strand where it is absent. */
export function findHairBelow(
  positions: Float64Array,
  obstacles: Obstacles | null,
  time: number,
  { thickness, layerOffset }: LayerParameters,
  first: ArrayLike<number> = [0, positions.length / 3],
): HairBelow {
  const count = positions.length / 3;
  const clearance = new Float64Array(count).fill(thickness);
  const normal = new Float64Array(3 * count);
  const friction = new Float64Array(count);
  if (!obstacles) return { clearance, normal, friction };
  const rows = new Float64Array(OBSTACLE_ROW * count);
  obstacles.nearest(positions, count, time, rows);
  const whole = Math.max(0.5 * layerOffset, thickness);
  for (let k = 0; k + 1 < first.length; k++)
    for (let i = first[k]!; i < first[k + 1]!; i++) {
      const row = OBSTACLE_ROW * i;
      const gap = rows[row]!;
      friction[i] = rows[row + 7]!;
      if (gap >= layerOffset && gap > thickness) continue;
      const lying = gap <= thickness ? 1 : 1 - ramp(STANDING, steepness(positions, first[k]!, first[k + 1]!, i, rows));
      if (gap <= whole && lying === 1) {
        // What lies inside a body is let out to its surface.
        clearance[i] = Math.max(gap, 0);
        for (let c = 0; c < 3; c++) normal[3 * i + c] = rows[row + 1 + c]!;
        continue;
      }
      const groomed = Math.min(gap, whole);
      const kept = gap <= whole ? lying : (lying * (layerOffset - gap)) / (layerOffset - whole);
      clearance[i] = thickness + kept * (groomed - thickness);
    }
  return { clearance, normal, friction };
}

/** How steeply the strand of points from .. to leaves the surface at point i: the product of its direction with the normal. */
function steepness(x: Float64Array, from: number, to: number, i: number, rows: Float64Array): number {
  const before = 3 * Math.max(from, i - 1);
  const after = 3 * Math.min(to - 1, i + 1);
  let along = 0;
  let square = 1e-60;
  for (let c = 0; c < 3; c++) {
    const d = x[after + c]! - x[before + c]!;
    along += d * rows[OBSTACLE_ROW * i + 1 + c]!;
    square += d * d;
  }
  return Math.abs(along) / Math.sqrt(square);
}

/** From 0 to 1 between two values. */
const ramp = ([low, high]: readonly [number, number], value: number): number =>
  Math.min(1, Math.max(0, (value - low) / (high - low)));

/**
 * Middles of edges keep this much less than they are groomed to: on a round body they would carry the strand instead of its
 * nodes, and where both just touch they take turns. A strand dragged over a ball for 1,920 steps: 73,000 contacts let go or put
 * on without it, 31,000 with it.
 */
const MIDDLE_SLACK = 2e-4;

/** Sets the distances that a groomed strand of nodes keeps. Returns the hair below that its nodes lie on. */
export function setClearances(
  strand: Pick<
    StrandRecord<typeof CONTACT_FIELDS & typeof BASE_FIELDS>,
    'nodes' | 'position' | keyof typeof CONTACT_FIELDS
  >,
  obstacles: Obstacles | null,
  time: number,
  layer: LayerParameters,
): HairBelow {
  const { position: x, nodes } = strand;
  const hairBelow = findHairBelow(x, obstacles, time, layer);
  // The tip, which has no edge, stands for its own middle.
  const middles = x.map((here, i) => 0.5 * (here + x[i < 3 * nodes - 3 ? i + 3 : i]!));
  strand.thickness[0] = layer.thickness;
  strand.clearance.set(hairBelow.clearance);
  findHairBelow(middles, obstacles, time, layer).clearance.forEach((kept, i) => {
    strand.middleClearance[i] = Math.max(Math.min(kept, 0), kept - MIDDLE_SLACK);
  });
  return hairBelow;
}
