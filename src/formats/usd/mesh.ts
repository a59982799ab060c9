import { InputError } from '../../strands/input-error.ts';
import type { FilmSource } from '../format.ts';
import { isIdentity, transformPoints } from '../matrix.ts';
import type { MeshPart } from '../polygons.ts';
import { triangulate } from '../polygons.ts';
import { placementOf } from './placement.ts';
import { firstValue } from './primvars.ts';
import { textOf, type UsdPrim } from './types.ts';

/** `Mesh`: bodies. Corners run counter-clockwise unless the prim says that it is left-handed. */

export const isMesh = (prim: UsdPrim): boolean => prim.type === 'Mesh';

export function readUsdMesh(prim: UsdPrim, { name, budget, note }: FilmSource): MeshPart {
  const whole = (property: string): Int32Array => {
    const value = firstValue(prim.properties.get(property));
    const out = budget.int32(value?.count() ?? 0, property);
    value?.fill(out);
    return out;
  };
  const points = prim.properties.get('points');
  const value = firstValue(points);
  if (!value) throw new InputError('usd/no-points', `${name}: the mesh ${prim.path} has no points`);
  const numbers = budget.float32(value.count(), 'vertices');
  value.fill(numbers);
  const positions = numbers.subarray(0, numbers.length - (numbers.length % 3));
  if (points && points.times.length > 1) note(`${prim.path} moves: its first sample was taken`);
  const matrix = placementOf(prim).at(points?.times[0] ?? 0);
  if (!isIdentity(matrix)) transformPoints(positions, matrix);
  const faces = {
    counts: whole('faceVertexCounts'),
    corners: whole('faceVertexIndices'),
    isClockwise: textOf(prim.properties.get('orientation')?.value) === 'leftHanded',
  };
  return {
    positions,
    triangles: triangulate(faces, positions.length / 3, budget, (what) => note(`${prim.path}: ${what}`)),
  };
}
