import { InputError } from '../strands/input-error.ts';
import { squaredDistances } from './bake-distances.ts';
import { lineWinding } from './bake-signs.ts';
import { lowerToSurface } from './bake-surface.ts';
import { BakedField } from './baked-field.ts';
import { gridAround } from './grid.ts';
import { closeHoles } from './holes.ts';
import type { TriangleMesh } from './mesh.ts';
import { gatherCorners } from './triangle.ts';

export interface BakeOptions {
  /** Nodes along the longest side, 16..512. Time and memory grow with the cube: 128 takes half a second, 256 four. */
  resolution?: number;
  /** Free space around the mesh, in lengths of its longest side, 0..4. Beyond it distances become underestimates. */
  margin?: number;
}

export const BAKE_DEFAULTS: Required<BakeOptions> = /* @__PURE__ */ Object.freeze({ resolution: 96, margin: 0.05 });

/**
 * Bakes the signed distance of a closed or nearly closed mesh; holes are closed first, overlapping parts count as one.
 */
export function bakeDistanceField(
  mesh: Pick<TriangleMesh, 'positions' | 'triangles'>,
  options: BakeOptions = {},
): BakedField {
  const { resolution, margin } = { ...BAKE_DEFAULTS, ...options };
  check(mesh, resolution, margin);
  const closed = closeHoles(mesh);
  const corners = gatherCorners(closed.positions, closed.triangles);
  checkVolume(corners);
  const grid = gridAround(corners, resolution, margin);
  const values = squaredDistances(corners, grid);
  const winding = lineWinding(corners, grid);
  for (let n = 0; n < values.length; n++) {
    const d = Math.sqrt(values[n]!);
    values[n] = winding[n]! > 0 ? -d : d;
  }
  lowerToSurface(values, grid, corners);
  return new BakedField({
    origin: [grid.originX, grid.originY, grid.originZ],
    cell: grid.cell,
    size: [grid.nx, grid.ny, grid.nz],
    values,
  });
}

function check(mesh: Pick<TriangleMesh, 'positions' | 'triangles'>, resolution: number, margin: number): void {
  if (!(Number.isInteger(resolution) && resolution >= 16 && resolution <= 512))
    throw new InputError(
      'field/resolution',
      `A distance field's resolution must be a whole number from 16 to 512, not ${resolution}.`,
    );
  if (!(margin >= 0 && margin <= 4))
    throw new InputError('field/margin', `A distance field's margin must be from 0 to 4 longest sides, not ${margin}.`);
  const { positions, triangles } = mesh;
  for (let t = 0; t < triangles.length; t++) {
    const v = 3 * triangles[t]!;
    if (!Number.isFinite(positions[v]! + positions[v + 1]! + positions[v + 2]!))
      throw new InputError(
        'mesh/not-finite',
        `Triangle ${Math.floor(t / 3)} uses vertex ${v / 3}, which has no finite position: repair the mesh or remove the triangle.`,
      );
  }
}

function checkVolume(corners: Float32Array): void {
  let volume = 0;
  let area = 0;
  for (let t = 0; t < corners.length; t += 9) {
    // Relative to the first corner, so that a mesh far from the origin loses no digits.
    const [ax, ay, az] = [corners[t]! - corners[0]!, corners[t + 1]! - corners[1]!, corners[t + 2]! - corners[2]!];
    const [ux, uy, uz] = [
      corners[t + 3]! - corners[t]!,
      corners[t + 4]! - corners[t + 1]!,
      corners[t + 5]! - corners[t + 2]!,
    ];
    const [vx, vy, vz] = [
      corners[t + 6]! - corners[t]!,
      corners[t + 7]! - corners[t + 1]!,
      corners[t + 8]! - corners[t + 2]!,
    ];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    volume += (ax * nx + ay * ny + az * nz) / 6;
    area += Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
  }
  // A ball has volume / area^1.5 = 0.094; a sheet folded on itself has rounding.
  if (volume > 1e-6 * area * Math.sqrt(area)) return;
  throw new InputError(
    'mesh/no-inside',
    volume < 0
      ? 'The mesh is inside out: its triangles run clockwise seen from outside. Flip them.'
      : 'The mesh encloses no volume, so it has no inside: a distance field needs a closed or nearly closed surface.',
  );
}
