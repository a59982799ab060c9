import { conjugate, multiply, rotate } from '../numeric/rotation.ts';
import { at, type Vec3 } from '../numeric/vector.ts';
import type { CarryingBodies } from './carrying-bodies.ts';
import type { Cut } from './changes.ts';
import type { HairView } from './hair-view.ts';

/** How a strand ends where it was cut, carried back to where its body was at the start: strands that follow it end in the same plane. */
export interface CutEdge {
  /** Unit normal of the plane of the blades. */
  readonly across: Vec3;
  /** Direction of the strand where they cut it. */
  readonly tangent: Vec3;
}

const WIDTH = 7;

/** The last cut of every strand, by id. */
export class CutEdges {
  private readonly edges = new Map<number, CutEdge>();

  get(id: number): CutEdge | undefined {
    return this.edges.get(id);
  }

  clear(): void {
    this.edges.clear();
  }

  /** Takes note of cuts, of which the one nearest to the root of a strand comes last. */
  take(cuts: readonly Cut[], view: HairView, bodies: CarryingBodies): void {
    for (const { id, s, across } of cuts) {
      const k = view.place.get(id);
      if (k === undefined || !across) continue;
      const body = bodies.bodyOf(view.hair, k);
      const back = multiply(bodies.startOf(body).orientation, conjugate(bodies.state(body).orientation));
      const tangent = view.tangentAt(view.locate(k, s));
      this.edges.set(id, { across: rotate(back, across), tangent: rotate(back, tangent) });
    }
  }

  /** Rows of id, normal and direction, by rising id. */
  numbers(): Float64Array {
    const rows = [...this.edges].sort(([a], [b]) => a - b);
    return Float64Array.from(rows.flatMap(([id, { across, tangent }]) => [id, ...across, ...tangent]));
  }

  restore(numbers: Float64Array): void {
    this.clear();
    for (let row = 0; row < numbers.length; row += WIDTH)
      this.edges.set(numbers[row]!, {
        across: at(numbers.subarray(row + 1), 0),
        tangent: at(numbers.subarray(row + 4), 0),
      });
  }
}
