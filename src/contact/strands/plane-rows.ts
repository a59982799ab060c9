import type { PointContacts } from '../../models/model.ts';
import type { HairState, OwnStrands } from '../interaction.ts';
import type { Topology } from './topology.ts';

/** A plane that a node may not pass: unit normal, a point of it at the end of the step, and its velocity. */
interface Plane {
  readonly node: number;
  readonly normal: readonly number[];
  readonly point: readonly number[];
  readonly velocity: readonly number[];
}

/** Planes that nodes may not pass, gathered in any order and written by (id, s). For few strands: objects are good enough. */
export class PlaneRows {
  private readonly planes: Plane[] = [];

  clear(): void {
    this.planes.length = 0;
  }

  add(plane: Plane): void {
    this.planes.push(plane);
  }

  write(hair: HairState, topology: Topology, own?: OwnStrands): PointContacts {
    const strandOf = (plane: Plane): number => topology.strand[plane.node]!;
    const idOf = (plane: Plane): number => hair.ids[strandOf(plane)]!;
    // Planes of one node stay in the order in which they came.
    const rows = this.planes
      .filter((plane) => own?.[strandOf(plane)] !== 0)
      .sort((a, b) => idOf(a) - idOf(b) || a.node - b.node);
    return {
      count: rows.length,
      id: Uint32Array.from(rows, idOf),
      s: Float64Array.from(rows, ({ node }) => hair.s[node]!),
      normal: Float64Array.from(rows.flatMap(({ normal }) => normal)),
      plane: Float64Array.from(rows.flatMap(({ point }) => point)),
      velocity: Float64Array.from(rows.flatMap(({ velocity }) => velocity)),
      friction: new Float64Array(rows.length),
    };
  }
}
