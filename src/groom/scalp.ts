import type { TriangleMesh } from '../body/mesh.ts';
import { InputError } from '../strands/input-error.ts';
import type { Style } from './style.ts';

/** The head as a hairdresser sees it: where its crown, sides, forehead and back are, measured from the scalp region. */
export interface ScalpShape {
  /** Middle of the skull, m. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Height of the crown, m. */
  readonly top: number;
  readonly halfBreadth: number;
  readonly halfDepth: number;
  /** Size against a head 0.153 m broad; heights and distances of a style are multiplied by it. */
  readonly scale: number;
}

const REFERENCE_HALF_BREADTH = 0.0765;
// The skull's middle lies about half a breadth below the crown.
const CENTRE_DEPTH = 1.05;
const ENOUGH_WEIGHT = 0.25;

export function measureScalp(mesh: TriangleMesh, region = 'scalp'): ScalpShape {
  const weight = mesh.regions.get(region)?.weight;
  if (!weight) throw new InputError('groom/no-region', `The mesh has no region "${region}" to grow hair on.`);
  const shape = scalpShape(mesh, weight);
  if (!shape)
    throw new InputError('groom/empty-region', `The region "${region}" has no extent: its weights are all too small.`);
  return shape;
}

/** The shape of a region with these weights, or null where it has no extent. */
export function scalpShape(mesh: TriangleMesh, weight: Float32Array): ScalpShape | null {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let v = 0; v < weight.length; v++) {
    if (weight[v]! < ENOUGH_WEIGHT) continue;
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k]!, mesh.positions[3 * v + k]!);
      high[k] = Math.max(high[k]!, mesh.positions[3 * v + k]!);
    }
  }
  if (!(high[0]! > low[0]!)) return null;
  const halfBreadth = 0.5 * (high[0]! - low[0]!);
  return {
    x: 0.5 * (high[0]! + low[0]!),
    y: high[1]! - CENTRE_DEPTH * halfBreadth,
    z: 0.5 * (high[2]! + low[2]!),
    top: high[1]!,
    halfBreadth,
    halfDepth: 0.5 * (high[2]! - low[2]!),
    scale: halfBreadth / REFERENCE_HALF_BREADTH,
  };
}

/** What part of the hairstyle a root belongs to. Guides of different parts are never blended. */
export interface HairPart {
  /** -1 and 1 on the two sides of a parting, 0 behind its end or without one. */
  readonly side: -1 | 0 | 1;
  readonly zone: 0 | 1 | 2;
}

export const ZONE_REST = 0;
export const ZONE_FRINGE = 1;
export const ZONE_CREST = 2;

export function partAt(style: Style, shape: ScalpShape, x: number, _y: number, z: number): HairPart {
  const across = (x - shape.x) / shape.halfBreadth;
  const along = (z - shape.z) / shape.halfDepth;
  const { comb, fringe, crest } = style;
  const side = comb.parted && along > comb.back ? (across < comb.side ? -1 : 1) : 0;
  if (comb.mode === 'crest' && Math.abs(across) < crest.width) return { side, zone: ZONE_CREST };
  if (fringe.width > 0 && along > fringe.depth && Math.abs(across) < fringe.width) return { side, zone: ZONE_FRINGE };
  return { side, zone: ZONE_REST };
}

/** A part as the number kept in the strand attribute `group`. */
export const groupOf = (part: HairPart): number => 3 * part.zone + part.side + 1;

/** Whether hair of two groups may be blended: the same zone, and not the two sides of a parting. */
export function isSameHair(a: number, b: number): boolean {
  if (Math.floor(a / 3) !== Math.floor(b / 3)) return false;
  return ((a % 3) - 1) * ((b % 3) - 1) >= 0;
}
