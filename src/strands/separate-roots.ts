import { cos, sin } from '../numeric/elementary.ts';
import { hashUnit } from '../numeric/random.ts';
import { at, cross, normalize, perpendicular, subtract, type Vec3 } from '../numeric/vector.ts';
import type { Bulk } from './bulk.ts';
import { findCoincidentRoots, type RootGrid } from './root-grid.ts';
import type { Strands } from './strands.ts';

export interface SeparateRootsOptions {
  /** Roots coincide below this fraction of the mean root spacing. */
  readonly coincidence: number;
  /** How far a root is moved, as a fraction of the mean root spacing. */
  readonly jitter: number;
}

export interface SeparatedRoot {
  readonly strand: number;
  /** The strand on whose root it stood. */
  readonly twin: number;
  /** Metres. */
  readonly distance: number;
}

export interface SeparatedRoots {
  readonly strands: Strands;
  readonly moved: readonly SeparatedRoot[];
}

/** Taken for the spacing where all roots are in one place, metres: about the thickness of a hair. */
const SPACING_OF_NONE = 1e-4;
/** The reach doubles every eighth attempt, so even roots finer than their coordinates' resolution come apart. */
const ATTEMPTS = 128;

/**
 * Moves every strand that stands on an earlier one's root, as a whole, in the plane across its first edge (which on a groom
 * is close to the skin). Where to is a hash of its id: the same on every machine, and whatever other strands there are.
 * The first strand of a spot stays. Where nothing coincides, the strands themselves are returned.
 */
export function separateRoots(strands: Strands, options: SeparateRootsOptions, bulk?: Bulk): SeparatedRoots {
  const { twin, grid, ...found } = findCoincidentRoots(strands, options.coincidence, bulk);
  const moved: SeparatedRoot[] = [];
  const spacing = roundToPower(found.spacing || SPACING_OF_NONE);
  const apart = Math.max(2 * options.coincidence, 0.01) * spacing;
  const reach = Math.max(options.jitter * spacing, 2 * apart);
  const positions = twin.some((t) => t >= 0) ? strands.positions.slice() : strands.positions;
  for (let i = 0; i < twin.length; i++) {
    if (twin[i]! < 0) continue;
    const begin = strands.first[i]!;
    const offset = findFreeOffset(strands, i, grid, reach, apart);
    const root = at(positions, begin);
    for (let p = begin; p < strands.first[i + 1]!; p++)
      for (let c = 0; c < 3; c++) positions[3 * p + c] = positions[3 * p + c]! + offset[c]!;
    const [x, y, z] = at(positions, begin);
    grid.add(i, x, y, z);
    const [dx, dy, dz] = subtract([x, y, z], root);
    moved.push({ strand: i, twin: twin[i]!, distance: Math.sqrt(dx * dx + dy * dy + dz * dz) });
  }
  return { strands: moved.length > 0 ? { ...strands, positions } : strands, moved };
}

/** The next power of two below: one strand more or less seldom changes it, and so does not change where others are moved. */
function roundToPower(length: number): number {
  let power = 1;
  while (power > length) power *= 0.5;
  while (2 * power <= length) power *= 2;
  return power;
}

function findFreeOffset(strands: Strands, strand: number, grid: RootGrid, reach: number, apart: number): Vec3 {
  const begin = strands.first[strand]!;
  const root = at(strands.positions, begin);
  const hasEdge = strands.first[strand + 1]! - begin > 1;
  const tangent = hasEdge ? normalize(subtract(at(strands.positions, begin + 1), root)) : normalize(root);
  const u = perpendicular(tangent);
  const v = cross(tangent, u);
  const id = strands.id[strand]!;
  let radius = reach;
  let offset: Vec3 = u;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt % 8 === 7) radius *= 2;
    const angle = 2 * Math.PI * hashUnit(id, attempt, 1);
    const r = radius * (0.5 + 0.5 * hashUnit(id, attempt, 2));
    const a = r * cos(angle);
    const b = r * sin(angle);
    offset = [a * u[0] + b * v[0], a * u[1] + b * v[1], a * u[2] + b * v[2]];
    const x = Math.fround(root[0] + offset[0]);
    const y = Math.fround(root[1] + offset[1]);
    const z = Math.fround(root[2] + offset[2]);
    if (grid.find(x, y, z, apart) < 0) break;
  }
  return offset;
}
