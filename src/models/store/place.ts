import { conjugate, fromAxes, multiply, type Quat, rotate } from '../../numeric/rotation.ts';
import { add, addScaled, at, cross, dot, normalize, perpendicular, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import type { RootStates } from '../model.ts';
import { type BASE_FIELDS, type FieldTable, makeRecord, type StrandRecord } from './fields.ts';

/** The orientation of a root. */
export function quatRow(array: ArrayLike<number>, row: number): Quat {
  return [array[4 * row]!, array[4 * row + 1]!, array[4 * row + 2]!, array[4 * row + 3]!];
}

/** Strand k of a groom as a strand of nodes: its points, and a root. */
export function growStrand<F extends FieldTable & typeof BASE_FIELDS>(
  table: F,
  { id, first, positions }: Strands,
  k: number,
): StrandRecord<F> {
  const [from, to] = [first[k]!, first[k + 1]!];
  const strand: StrandRecord<F> = makeRecord(table, id[k]!, { nodes: to - from, elements: 0, quadrature: 0 });
  strand.position.set(positions.subarray(3 * from, 3 * to));
  strand.rooted[0] = 1;
  return strand;
}

/** Notes the present shape in root coordinates as the groomed one. */
export function bindToRoot({ position, groomed }: StrandRecord, roots: RootStates, row: number): void {
  const toRoot = conjugate(quatRow(roots.orientation, row));
  const origin = at(roots.position, row);
  for (let i = 0; 3 * i < position!.length; i++)
    groomed!.set(rotate(toRoot, subtract(at(position!, i), origin)), 3 * i);
}

/**
 * The present shape of a rooted strand becomes the groomed one. Its first edge and the vector `u1` across it, which ride with the root,
 * tell the root's rotation, which is returned.
 */
export function groomAsPresent(strand: StrandRecord): Quat {
  const { position, groomed, nodes } = strand;
  const turn = turnOfRoot(strand);
  const first = at(groomed!, 0);
  for (let i = 1; i < nodes; i++)
    groomed!.set(add(first, rotate(conjugate(turn), subtract(at(position!, i), at(position!, 0)))), 3 * i);
  return turn;
}

/** The rotation of the root of a strand with a vector `u1` across its edges, from its first edge, which rides with the root. */
function turnOfRoot({ position, groomed, u1, groomedU1 }: StrandRecord): Quat {
  const frame = (points: Float64Array, u: Vec3): Quat => {
    const t = normalize(subtract(at(points, 1), at(points, 0)));
    const across = normalize(addScaled(u, t, -dot(u, t)), perpendicular(t));
    return fromAxes(t, across, cross(t, across));
  };
  return multiply(frame(position!, at(u1!, 0)), conjugate(frame(groomed!, at(groomedU1!, 0))));
}

/** Puts the points of a rooted strand where they were groomed, beside the root as it is now; returns the root's rotation. */
export function placeAsGroomed(strand: StrandRecord): Quat {
  const { position, groomed, nodes } = strand;
  const turn = turnOfRoot(strand);
  const [root, first] = [at(position!, 0), at(groomed!, 0)];
  for (let i = 1; i < nodes; i++) position!.set(add(root, rotate(turn, subtract(at(groomed!, i), first))), 3 * i);
  return turn;
}

/** Carries a strand rigidly from where its root was to where it is, at rest relative to it. */
export function teleportStrand(
  table: FieldTable,
  strand: StrandRecord,
  before: RootStates,
  after: RootStates,
  row: number,
): void {
  const turn = multiply(quatRow(after.orientation, row), conjugate(quatRow(before.orientation, row)));
  const origin = at(before.position, row);
  const armOf = (place: Float64Array, i: number): Vec3 => rotate(turn, subtract(at(place, i), origin));
  for (const [name, { at: places }] of Object.entries(table))
    if (places) ride(strand[name]!, after, row, (i) => armOf(strand[places]!, i));
  const target = at(after.position, row);
  for (const [name, { space, unit, isPast }] of Object.entries(table)) {
    const values = strand[name]!;
    if (isPast) values.fill(0);
    if (space !== 'world' || unit === 'm/s') continue;
    if (unit === 'm') for (let i = 0; 3 * i < values.length; i++) values.set(add(target, armOf(values, i)), 3 * i);
    else if (unit === 'pose') values.set([...add(target, armOf(values, 0)), ...multiply(turn, poseTurn(values))]);
    else turnAll(values, values, turn);
  }
}

/** Puts a rooted strand into its groomed shape, at rest relative to its root; what describes the past is cleared. */
export function resetStrand(table: FieldTable, strand: StrandRecord, roots: RootStates, row: number): void {
  const turn = quatRow(roots.orientation, row);
  const origin = at(roots.position, row);
  for (const [name, field] of Object.entries(table)) {
    const { space, unit } = field;
    const values = strand[name]!;
    if (!field.moves) continue;
    if (field.at) {
      const groomed = strand[table[field.at]!.rest ?? ''];
      if (groomed) ride(values, roots, row, (i) => rotate(turn, at(groomed, i)));
    } else if (!field.rest) values.fill(0);
    else if (space !== 'world') values.set(strand[field.rest]!);
    else if (unit === 'm') {
      const groomed = strand[field.rest]!;
      for (let i = 0; 3 * i < values.length; i++) values.set(add(origin, rotate(turn, at(groomed, i))), 3 * i);
    } else if (unit === 'pose') {
      const bind = strand[field.rest]!;
      values.set([...add(origin, rotate(turn, at(bind, 0))), ...multiply(turn, poseTurn(bind))]);
    } else turnAll(values, strand[field.rest]!, turn);
  }
}

/** Velocities of points that ride with a root as if it were rigid; `armOf` leads from the root to point i. */
function ride(out: Float64Array, roots: RootStates, row: number, armOf: (i: number) => Vec3): void {
  const velocity = at(roots.velocity, row);
  const spin = at(roots.angularVelocity, row);
  for (let i = 0; 3 * i < out.length; i++) out.set(add(velocity, cross(spin, armOf(i))), 3 * i);
}

/** The rotation of a pose, which is a place and a quaternion. */
const poseTurn = (pose: Float64Array): Quat => [pose[3]!, pose[4]!, pose[5]!, pose[6]!];

/** Turns directions, three numbers each. */
function turnAll(out: Float64Array, values: Float64Array, turn: Quat): void {
  for (let i = 0; 3 * i < out.length; i++) out.set(rotate(turn, at(values, i)), 3 * i);
}
