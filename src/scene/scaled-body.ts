import type { DeformingMesh } from '../body/deforming-mesh.ts';
import type { DistanceField } from '../body/field.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import type { Scaling } from '../body/scaling.ts';

/** Bodies of another size than their shape. */

export function scaledMesh(mesh: TriangleMesh, size: number): TriangleMesh {
  return size === 1 ? mesh : { ...mesh, positions: mesh.positions.map((c) => c * size) };
}

/** The distance to a shape that is larger by a factor. */
export class ScaledField implements DistanceField {
  private readonly field: DistanceField;
  private readonly size: number;

  constructor(field: DistanceField, size: number) {
    this.field = field;
    this.size = size;
  }

  distance(x: number, y: number, z: number): number {
    const { size } = this;
    return size * this.field.distance(x / size, y / size, z / size);
  }

  sample(x: number, y: number, z: number, out: Float64Array): void {
    const { size } = this;
    this.field.sample(x / size, y / size, z / size, out);
    out[0] = size * out[0]!;
  }
}

/** A mesh that grows and shrinks about its origin, and may move by itself besides. */
export class ScaledMesh implements DeformingMesh {
  readonly triangles: Uint32Array;
  readonly vertexCount: number;
  private readonly rest: Float32Array;
  private readonly own: DeformingMesh | null;
  private readonly scaling: Scaling;
  private readonly size = new Float64Array(2);

  constructor(mesh: TriangleMesh, own: DeformingMesh | null, scaling: Scaling) {
    this.triangles = mesh.triangles;
    this.vertexCount = mesh.positions.length / 3;
    this.rest = mesh.positions;
    this.own = own;
    this.scaling = scaling;
  }

  positionsAt(time: number, out: Float32Array | Float64Array): void {
    this.scaling.at(time, this.size);
    const s = this.size[0]!;
    if (this.own) this.own.positionsAt(time, out);
    else out.set(this.rest);
    for (let i = 0; i < out.length; i++) out[i] = s * out[i]!;
  }

  around(time: number, reach: number): readonly [number, number] {
    return this.own?.around?.(time, reach) ?? [time - reach, time + reach];
  }
}
