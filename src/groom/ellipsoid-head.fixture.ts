import type { DistanceField } from '../body/field.ts';
import { makeMesh, type TriangleMesh } from '../body/mesh.ts';
import { sphereMesh } from '../body/shapes.ts';
import { length3 } from '../numeric/elementary.ts';

/** A head for the tests whose distance is known without a grid: an ellipsoid of a head's size, hair on its upper part. */
export const SEMI_AXES = [0.0775, 0.1, 0.095] as const;
const CENTRE_Y = 0.02;

export function ellipsoidHead(subdivisions = 4): TriangleMesh {
  const unit = sphereMesh(1, subdivisions);
  const count = unit.positions.length / 3;
  const positions = new Float32Array(unit.positions.length);
  const weight = new Float32Array(count);
  const uv = new Float32Array(2 * count);
  for (let v = 0; v < count; v++) {
    const x = unit.positions[3 * v]!;
    const y = unit.positions[3 * v + 1]!;
    const z = unit.positions[3 * v + 2]!;
    positions.set([SEMI_AXES[0] * x, CENTRE_Y + SEMI_AXES[1] * y, SEMI_AXES[2] * z], 3 * v);
    // The hairline rises from the nape to the forehead.
    const line = 0.1 + 0.45 * z;
    weight[v] = Math.min(1, Math.max(0, (y - line) / 0.05));
    uv.set([0.5 + 0.5 * x, 0.5 + 0.5 * z], 2 * v);
  }
  return makeMesh({ positions, triangles: unit.triangles, uv, regions: new Map([['scalp', { weight }]]) });
}

/** First-order distance: exact on the surface, where the laws look. */
export function ellipsoidField(): DistanceField {
  const [a, b, c] = SEMI_AXES;
  const sample = (x: number, py: number, z: number, out: Float64Array): void => {
    const y = py - CENTRE_Y;
    const k0 = length3(x / a, y / b, z / c);
    const gx = x / (a * a);
    const gy = y / (b * b);
    const gz = z / (c * c);
    const k1 = length3(gx, gy, gz) || 1;
    out[0] = k0 === 0 ? -a : (k0 * (k0 - 1)) / k1;
    out[1] = gx / k1;
    out[2] = gy / k1;
    out[3] = gz / k1;
  };
  const scratch = new Float64Array(4);
  return {
    sample,
    distance: (x, y, z) => {
      sample(x, y, z, scratch);
      return scratch[0]!;
    },
  };
}
