import { expMap, IDENTITY, multiply, normalizeQuat, type Quat, rotate, transport } from '../../numeric/rotation.ts';
import { add, at, cross, dot, normalize, scale, subtract, type Vec3, ZERO } from '../../numeric/vector.ts';
import { resample } from '../../strands/resample.ts';
import type { Strands } from '../../strands/strands.ts';
import { bare } from '../animation.ts';
import type { Cards } from './cards.ts';
import type { Geometry } from './geometry.ts';

/**
 * Cards that follow their hair. A section of a card goes where the middle of its wisp goes; it turns with the head, which the
 * roots of all strands tell, and then as the wisp's direction does, without twist. Breadth and pictures stay as they are.
 */
export function movingCards(cards: Cards, strands: Strands): Geometry {
  const { groups, sections } = cards;
  const start = middlesOf(strands, groups, sections);
  return {
    name: 'hair cards',
    indices: cards.triangles,
    fixed: { TEXCOORD_0: { size: 2, values: cards.sheet }, TEXCOORD_1: { size: 2, values: cards.place } },
    at: (points) => {
      const [positions, normals, tangents] = [cards.positions.slice(), cards.normals.slice(), cards.tangents.slice()];
      const turn = turnOfRoots(strands, points);
      const now = middlesOf({ ...strands, positions: points }, groups, sections);
      for (let v = 0; v < positions.length / 3; v++) {
        const section = v >> 1;
        const from = rotate(turn, directionAt(start, section, sections));
        const to = directionAt(now, section, sections);
        const turned = (vector: Vec3): Vec3 => transport(from, to, rotate(turn, vector));
        const arm = subtract(at(cards.positions, v), at(start, section));
        positions.set(add(at(now, section), turned(arm)), 3 * v);
        normals.set(turned(at(cards.normals, v)), 3 * v);
        const [x, y, z] = [tangents[4 * v]!, tangents[4 * v + 1]!, tangents[4 * v + 2]!];
        tangents.set(turned([x, y, z]), 4 * v);
      }
      return {
        POSITION: { size: 3, values: positions },
        NORMAL: { size: 3, values: normals },
        TANGENT: { size: 4, values: tangents },
      };
    },
  };
}

/** The middle of each wisp at each section, xyz rows: card by card, root first. */
function middlesOf(strands: Strands, groups: readonly Uint32Array[], sections: number): Float64Array {
  const even = resample(bare(strands), { points: sections });
  const middles = new Float64Array(3 * sections * groups.length);
  groups.forEach((group, card) => {
    for (const strand of group) {
      const first = 3 * even.first[strand]!;
      for (let i = 0; i < 3 * sections; i++)
        middles[3 * sections * card + i]! += even.positions[first + i]! / group.length;
    }
  });
  return middles;
}

function directionAt(middles: Float64Array, section: number, sections: number): Vec3 {
  const i = section % sections;
  const before = at(middles, i > 0 ? section - 1 : section);
  const after = at(middles, i + 1 < sections ? section + 1 : section);
  return normalize(subtract(after, before), [0, -1, 0]);
}

const ITERATIONS = 60;

/**
 * How all roots together have turned since the first frame: the nearest rotation, after Müller et al. 2016, "A robust method
 * to extract the rotational part of deformations".
 */
function turnOfRoots(strands: Strands, points: Float32Array): Quat {
  const [a, b] = [rootsOf(strands.positions, strands), rootsOf(points, strands)];
  // Columns of the sum of b aᵀ over the roots.
  const columns: [Vec3, Vec3, Vec3] = [ZERO, ZERO, ZERO];
  a.forEach((root, s) => {
    for (let c = 0; c < 3; c++) columns[c] = add(columns[c]!, scale(b[s]!, root[c]!));
  });
  let turn = IDENTITY;
  for (let k = 0; k < ITERATIONS; k++) {
    let [torque, along]: [Vec3, number] = [ZERO, 0];
    columns.forEach((column, c) => {
      const axis = rotate(turn, [c === 0 ? 1 : 0, c === 1 ? 1 : 0, c === 2 ? 1 : 0]);
      torque = add(torque, cross(axis, column));
      along += dot(axis, column);
    });
    const size = Math.abs(along);
    if (!(size > 0) || !(dot(torque, torque) > 1e-24 * size * size)) break;
    turn = normalizeQuat(multiply(expMap(scale(torque, 1 / size)), turn));
  }
  return turn;
}

/** The first points of all strands that have any, about their middle. */
function rootsOf(points: Float32Array, { first }: Strands): Vec3[] {
  const roots: Vec3[] = [];
  for (let s = 0; s + 1 < first.length; s++) if (first[s]! < first[s + 1]!) roots.push(at(points, first[s]!));
  const middle = scale(
    roots.reduce((sum, root) => add(sum, root), ZERO),
    1 / Math.max(1, roots.length),
  );
  return roots.map((root) => subtract(root, middle));
}
