import { InputError } from '../../strands/input-error.ts';
import type { AnimationSource } from '../format.ts';
import { isIdentity, transformPoints } from '../matrix.ts';
import type { PartMotion } from '../mesh-motion.ts';
import type { MeshPart } from '../polygons.ts';
import { triangulate } from '../polygons.ts';
import { framesOf } from './curves.ts';
import { placementOf } from './placement.ts';
import { firstValue } from './primvars.ts';
import { textOf, type UsdPrim, type UsdProperty, type UsdValue } from './types.ts';

/** `Mesh`: bodies. Corners run counter-clockwise unless the prim says that it is left-handed. */

export const isMesh = (prim: UsdPrim): boolean => prim.type === 'Mesh';

export function readUsdMesh(prim: UsdPrim, { name, budget, note, options }: AnimationSource): MeshPart {
  const whole = (property: string): Int32Array => {
    const value = firstValue(prim.properties.get(property));
    const out = budget.int32(value?.count() ?? 0, property);
    value?.fill(out);
    return out;
  };
  const points = prim.properties.get('points');
  const isMoving = (points?.times.length ?? 0) > 1;
  const value = options.withMotion && isMoving ? points!.sample(0) : firstValue(points);
  if (!value) throw new InputError('usd/no-points', `${name}: the mesh ${prim.path} has no points`);
  const numbers = budget.float32(value.count(), 'vertices');
  value.fill(numbers);
  const positions = numbers.subarray(0, numbers.length - (numbers.length % 3));
  if (isMoving && !options.withMotion) note(`${prim.path} moves: its first sample was taken`);
  const placement = placementOf(prim);
  const matrix = placement.at(points?.times[0] ?? placement.times[0]!);
  if (!isIdentity(matrix)) transformPoints(positions, matrix);
  const faces = {
    counts: whole('faceVertexCounts'),
    corners: whole('faceVertexIndices'),
    isClockwise: textOf(prim.properties.get('orientation')?.value) === 'leftHanded',
  };
  return {
    positions,
    triangles: triangulate(faces, positions.length / 3, budget, (what) => note(`${prim.path}: ${what}`)),
    ...(options.withMotion ? { motion: motionOf(prim, points!, value, placement, note) } : {}),
  };
}

/** In time codes. */
function motionOf(
  prim: UsdPrim,
  points: UsdProperty,
  first: UsdValue,
  placement: PartMotion['placement'],
  note: (sentence: string) => void,
): PartMotion {
  const numbers = first.count();
  const { times, values } = framesOf(prim, points, first, numbers, note);
  const fill = (sample: number, out: Float32Array): void => {
    const room = out.length === numbers ? out : new Float32Array(numbers);
    values[sample]!.fill(room);
    if (room !== out) out.set(room.subarray(0, out.length));
  };
  return { times, fill, placement };
}
