import { Random } from '../../numeric/random.ts';
import type { HairState, InteractionLoads } from '../interaction.ts';

export interface HairOptions {
  readonly strands?: number;
  readonly nodes?: number;
  readonly radius?: number;
  /** Side of the box that the roots stand in, metres. */
  readonly room?: number;
  readonly edge?: number;
  /** Largest component of the nodes' velocities, m/s. */
  readonly speed?: number;
  readonly dt?: number;
}

/** Tangled strands with random velocities, the first two nodes held. */
export function randomHair(seed: number, options: HairOptions = {}): HairState {
  const { strands = 30, nodes = 12, radius = 0.003, room = 0.04, edge = 0.005, speed = 0.3, dt = 1 / 120 } = options;
  const random = new Random(seed);
  const total = strands * nodes;
  const position = new Float64Array(3 * total);
  const velocity = Float64Array.from({ length: 3 * total }, () => random.between(-speed, speed));
  const s = new Float64Array(total);
  const inverseMass = new Float64Array(total);
  for (let k = 0; k < strands; k++) {
    const point = [0, 1, 2].map(() => random.between(0, room));
    let direction = [0, 1, 2].map(() => random.between(-1, 1));
    for (let i = 0; i < nodes; i++) {
      const at = k * nodes + i;
      position.set(point, 3 * at);
      s[at] = i * edge;
      inverseMass[at] = i < 2 ? 0 : 1 / random.between(5e-8, 2e-7);
      direction = direction.map((x) => x + random.between(-0.4, 0.4));
      const length = Math.hypot(...direction);
      direction = direction.map((x) => x / length);
      direction.forEach((x, c) => {
        point[c] = point[c]! + edge * x;
      });
    }
  }
  return {
    time: 0,
    dt,
    ids: Uint32Array.from({ length: strands }, (_, k) => 7 * k + 3),
    first: Uint32Array.from({ length: strands + 1 }, (_, k) => k * nodes),
    position,
    velocity,
    s,
    inverseMass,
    radius: new Float64Array(total).fill(radius),
  };
}

/** The same strands, each squeezed towards the middle by `factor`. */
export function squeezed(hair: HairState, factor: number): HairState {
  const middle = [0, 1, 2].map((c) => mean(hair.position, c));
  const position = hair.position.map((x, i) => middle[i % 3]! + factor * (x - middle[i % 3]!));
  return { ...hair, position };
}

function mean(rows: Float64Array, c: number): number {
  let sum = 0;
  for (let i = c; i < rows.length; i += 3) sum += rows[i]!;
  return (3 * sum) / rows.length;
}

/** Sum of the forces relative to the sum of their sizes, and that sum. */
export function balance({ forces }: InteractionLoads): { readonly error: number; readonly size: number } {
  const sum = [0, 0, 0];
  let size = 0;
  for (let i = 0; i < 3 * forces.count; i++) {
    sum[i % 3] = sum[i % 3]! + forces.force[i]!;
    size += Math.abs(forces.force[i]!);
  }
  return { error: Math.hypot(...sum) / Math.max(size, 1e-300), size };
}

/** Work that forces do on the nodes a second. */
export function power(hair: HairState, loads: InteractionLoads): number {
  return nodeForces(hair, loads).reduce((sum, force, i) => sum + force * hair.velocity[i]!, 0);
}

/** Forces of all nodes, three numbers each. */
export function nodeForces(hair: HairState, { forces }: InteractionLoads): Float64Array {
  const out = new Float64Array(hair.position.length);
  let row = 0;
  for (let k = 0; k < hair.ids.length; k++)
    for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++)
      if (row < forces.count && forces.id[row] === hair.ids[k] && forces.s[row] === hair.s[i])
        out.set(forces.force.subarray(3 * row, 3 * ++row), 3 * i);
  return out;
}
