import { deflateSync } from 'fflate';
import { base64Of } from '../src/body/base64.ts';
import { BUST_RESOLUTION, type StoredField } from '../src/body/bust.ts';
import { bakeDistanceField } from '../src/body/distance-field.ts';
import { encodeGrid } from '../src/body/grid-code.ts';
import { type HalfMesh, mirrorHalf } from '../src/body/mirror.ts';
import { pack } from '../src/strands/pack.ts';
import { sculptHalf } from './bust.ts';
import { findLandmarks } from './landmarks.ts';

/** The text of src/body/bust-file.ts. */
export function bakeBust(): string {
  const half = sculptHalf();
  const mesh = pack({ ...half, triangles: Uint16Array.from(half.triangles) });
  const { grid, distances } = bakeField(half);
  return `import type { BustLandmarks, StoredField } from './bust.ts';

/** The built-in bust, sculpted in sculpt/ and written by \`npm run bake-bust\`: not to be edited by hand. */

export const BUST_LANDMARKS: BustLandmarks = ${JSON.stringify(findLandmarks())};

/** The half at x >= 0: packed (src/strands/pack.ts), deflated, base64. */
export const BUST_MESH: string =
  '${base64Of(deflateSync(mesh, { level: 9 }))}';

export const BUST_FIELD: StoredField = ${JSON.stringify(grid)};

/** Signed distances in steps (src/body/grid-code.ts), base64. */
export const BUST_DISTANCES: string =
  '${base64Of(distances)}';
`;
}

/** Steps a cell of the field: 3.7 µm each. */
const STEPS = 1024;

/** The bust's distances in whole steps, the lower of both sides: lowering them to the surface goes from triangle to triangle, which is not symmetric. */
function bakeField(half: HalfMesh): { readonly grid: StoredField; readonly distances: Uint8Array } {
  const { origin, cell, size, values } = bakeDistanceField(mirrorHalf(half), { resolution: BUST_RESOLUTION });
  const [nx, ny, nz] = size;
  const step = cell / STEPS;
  const kept = nx - (nx >> 1);
  const numbers = new Int32Array(kept * ny * nz);
  for (let row = 0, n = 0; row < values.length; row += nx)
    for (let i = nx - kept; i < nx; i++, n++)
      numbers[n] = Math.round(Math.min(values[row + i]!, values[row + nx - 1 - i]!) / step);
  return { grid: { origin, cell, size, step }, distances: encodeGrid(numbers, [kept, ny, nz]) };
}
