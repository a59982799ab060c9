import { makeNearestPoint, TriangleBvh } from '../body/bvh.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import { log } from '../numeric/elementary.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { moveStrands } from '../strands/move-strands.ts';
import { type Strands, strandCount } from '../strands/strands.ts';
import { rootPoints } from './body-binding.ts';
import type { HairBody } from './skin.ts';

/**
 * Hair that somebody else made for another body, laid on this one: of all ways to turn it by quarter turns, the place and the size with which its
 * roots come nearest to the skin and cover it. Roots are matched to the nearest skin, skin to the nearest roots, and place and
 * size follow in closed form, again and again (iterated closest points, Besl and McKay 1992).
 */

export interface FitOptions {
  /** How much of the skin carries hair, 0..1 a vertex; all of it where absent. */
  readonly weight?: ArrayLike<number> | undefined;
  /** Which axis of the given strands points up, where that is known. */
  readonly up?: 'y' | 'z' | undefined;
}

export interface BodyFit {
  readonly strands: Strands;
  /** Metres of one unit of the given strands. */
  readonly scale: number;
  /** The axis of the given strands that points up now, and the one that the face looks to. */
  readonly up: string;
  readonly front: string;
  readonly moved: Vec3;
  /** Distance of roots from the skin before they were set on it, root mean square, metres; how it was before the fit. */
  readonly gap: number;
  readonly gapBefore: number;
}

/** Places that are matched, of roots and of skin. */
const MATCHED = 300;
/** Points of hair that are asked whether they are inside. */
const ASKED = 400;
const ROUNDS = 12;
const LAST_ROUNDS = 40;
/** Hair stays turned as it is unless another way is better by this factor: heads are nearly round. */
const BETTER = 0.75;
/** Skin without roots counts less than roots without skin: a groom may be a part of a head of hair. */
const SKIN_SHARE = 0.25;

const square = (x: number): number => x * x;

/** Where rows of three numbers go: the turn by rows, the size, the shift. */
interface Placement {
  readonly turn: Float64Array;
  size: number;
  readonly shift: Float64Array;
}

export function fitToBody(strands: Strands, body: HairBody, options: FitOptions = {}): BodyFit {
  const skin = hairySkin(body.mesh, options.weight);
  const roots = spreadRows(rootPoints(strands), MATCHED);
  const points = spreadRows(strands.positions, ASKED);
  const here: Placement = { turn: TURNS[0]!.slice(), size: 1, shift: new Float64Array(3) };
  const gapBefore = rootGap(here, roots, skin);
  let best = here;
  let least = Number.POSITIVE_INFINITY;
  for (const turn of TURNS) {
    if (!isAllowed(turn, options.up)) continue;
    const tried = start(turn, roots, skin);
    for (let k = 0; k < ROUNDS; k++) improve(tried, roots, skin);
    const cost = misfit(tried, roots, skin, points, body) * (turn === TURNS[0] ? BETTER : 1);
    if (cost >= least) continue;
    best = tried;
    least = cost;
  }
  for (let k = 0; k < LAST_ROUNDS; k++) improve(best, roots, skin);
  return {
    strands: seated(placed(strands, best), skin),
    scale: best.size,
    up: axisThatIs(best.turn, 1),
    front: axisThatIs(best.turn, 2),
    moved: [best.shift[0]!, best.shift[1]!, best.shift[2]!],
    gap: rootGap(best, roots, skin),
    gapBefore,
  };
}

/** The 24 ways to turn by quarter turns, by rows; the first leaves everything. */
const TURNS: readonly Float64Array[] = /* @__PURE__ */ quarterTurns();

function quarterTurns(): Float64Array[] {
  const turns: Float64Array[] = [];
  for (const [a, b, c] of [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
  ] as const)
    for (let signs = 0; signs < 8; signs++) {
      const sign = [1, 2, 4].map((bit) => (signs & bit ? -1 : 1));
      const isEven = (b - a + 3) % 3 === 1;
      if (sign[0]! * sign[1]! * sign[2]! !== (isEven ? 1 : -1)) continue;
      const turn = new Float64Array(9);
      turn[a] = sign[0]!;
      turn[3 + b] = sign[1]!;
      turn[6 + c] = sign[2]!;
      turns.push(turn);
    }
  return turns;
}

const isAllowed = (turn: Float64Array, up: FitOptions['up']): boolean =>
  up === undefined || turn[up === 'y' ? 4 : 5] === 1;

/** The given axis that row `row` of a turn takes: +X, −Z and so on. */
function axisThatIs(turn: Float64Array, row: number): string {
  const c = [0, 1, 2].find((k) => turn[3 * row + k] !== 0)!;
  return `${turn[3 * row + c]! > 0 ? '' : '−'}${'XYZ'[c]}`;
}

/** Skin that carries hair: its triangles for distances, and places of it, evenly by area as far as vertices are. */
interface HairySkin {
  readonly bvh: TriangleBvh;
  readonly places: Float64Array;
}

function hairySkin({ positions, triangles }: TriangleMesh, weight?: ArrayLike<number>): HairySkin {
  const carries = (v: number): boolean => weight === undefined || weight[v]! > 0.5;
  const kept = triangles.filter((_, i) => {
    const t = i - (i % 3);
    return carries(triangles[t]!) && carries(triangles[t + 1]!) && carries(triangles[t + 2]!);
  });
  const own = kept.length > 0 ? kept : triangles;
  const centres = new Float64Array(own.length);
  for (let t = 0; t < own.length; t += 3)
    for (let c = 0; c < 3; c++) for (let v = 0; v < 3; v++) centres[t + c]! += positions[3 * own[t + v]! + c]! / 3;
  return { bvh: new TriangleBvh({ positions, triangles: own }), places: spreadRows(centres, MATCHED) };
}

/** At most so many rows of three, evenly out of all. */
function spreadRows(rows: ArrayLike<number>, most: number): Float64Array {
  const all = rows.length / 3;
  const count = Math.min(all, most);
  const out = new Float64Array(3 * count);
  for (let k = 0; k < count; k++)
    for (let c = 0; c < 3; c++) out[3 * k + c] = rows[3 * Math.floor((k * all) / count) + c]!;
  return out;
}

function centreOf(rows: Float64Array): Float64Array {
  const centre = new Float64Array(3);
  for (let i = 0; i < rows.length; i++) centre[i % 3]! += (3 * rows[i]!) / rows.length;
  return centre;
}

function sizeOf(rows: Float64Array): number {
  const centre = centreOf(rows);
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += square(rows[i]! - centre[i % 3]!);
  return Math.sqrt((3 * sum) / rows.length) || 1;
}

/** As large as the skin and in its middle. */
function start(turn: Float64Array, roots: Float64Array, { places }: HairySkin): Placement {
  const placement: Placement = { turn, size: sizeOf(places) / sizeOf(roots), shift: new Float64Array(3) };
  const turned = centreOf(place(placement, roots));
  const centre = centreOf(places);
  for (let c = 0; c < 3; c++) placement.shift[c] = centre[c]! - turned[c]!;
  return placement;
}

function place({ turn, size, shift }: Placement, rows: ArrayLike<number>): Float64Array {
  const out = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i += 3)
    for (let c = 0; c < 3; c++)
      out[i + c] =
        size * (turn[3 * c]! * rows[i]! + turn[3 * c + 1]! * rows[i + 1]! + turn[3 * c + 2]! * rows[i + 2]!) +
        shift[c]!;
  return out;
}

/** One round: matches roots and skin, then finds the size and the shift that bring matches together. */
function improve(placement: Placement, roots: Float64Array, skin: HairySkin): void {
  const now = place(placement, roots);
  const pairs = matches(now, skin);
  const total = pairs.reduce((sum, { share }) => sum + share, 0);
  const from = new Float64Array(3);
  const to = new Float64Array(3);
  for (const { root, at, share } of pairs)
    for (let c = 0; c < 3; c++) {
      from[c]! += (share * now[root + c]!) / total;
      to[c]! += (share * at[c]!) / total;
    }
  let along = 0;
  let spread = 0;
  for (const { root, at, share } of pairs)
    for (let c = 0; c < 3; c++) {
      const r = now[root + c]! - from[c]!;
      along += share * r * (at[c]! - to[c]!);
      spread += share * r * r;
    }
  const grow = spread > 0 && along > 0 ? along / spread : 1;
  placement.size *= grow;
  for (let c = 0; c < 3; c++) placement.shift[c] = to[c]! + grow * (placement.shift[c]! - from[c]!);
}

interface Match {
  /** Place of the root in its rows. */
  readonly root: number;
  readonly at: readonly [number, number, number];
  readonly share: number;
}

function matches(roots: Float64Array, { bvh, places }: HairySkin): Match[] {
  const found = makeNearestPoint();
  const pairs: Match[] = [];
  for (let i = 0; i < roots.length; i += 3) {
    bvh.nearest(roots[i]!, roots[i + 1]!, roots[i + 2]!, Number.POSITIVE_INFINITY, found);
    pairs.push({ root: i, at: [found.x, found.y, found.z], share: 3 / roots.length });
  }
  for (let i = 0; i < places.length; i += 3)
    pairs.push({
      root: nearestRow(roots, places[i]!, places[i + 1]!, places[i + 2]!),
      at: [places[i]!, places[i + 1]!, places[i + 2]!],
      share: (3 * SKIN_SHARE) / places.length,
    });
  return pairs;
}

function nearestRow(rows: Float64Array, x: number, y: number, z: number): number {
  let least = Number.POSITIVE_INFINITY;
  let nearest = 0;
  for (let i = 0; i < rows.length; i += 3) {
    const d = square(rows[i]! - x) + square(rows[i + 1]! - y) + square(rows[i + 2]! - z);
    if (d >= least) continue;
    least = d;
    nearest = i;
  }
  return nearest;
}

/** How badly roots lie, metres; hair that is inside the body counts against a way to turn it. */
function misfit(
  placement: Placement,
  roots: Float64Array,
  skin: HairySkin,
  points: Float64Array,
  { field }: HairBody,
): number {
  const now = place(placement, roots);
  let sum = 0;
  for (const { root, at, share } of matches(now, skin))
    for (let c = 0; c < 3; c++) sum += share * square(now[root + c]! - at[c]!);
  const hair = place(placement, points);
  let inside = 0;
  // What lies shallowly inside may only be rooted too deep.
  for (let i = 0; i < hair.length; i += 3) if (field.distance(hair[i]!, hair[i + 1]!, hair[i + 2]!) < -0.01) inside++;
  return Math.sqrt(sum) * (1 + (12 * inside) / hair.length);
}

function rootGap(placement: Placement, roots: Float64Array, { bvh }: HairySkin): number {
  const now = place(placement, roots);
  const found = makeNearestPoint();
  let sum = 0;
  for (let i = 0; i < now.length; i += 3) {
    bvh.nearest(now[i]!, now[i + 1]!, now[i + 2]!, Number.POSITIVE_INFINITY, found);
    sum += found.squaredDistance;
  }
  return Math.sqrt((3 * sum) / now.length);
}

function placed(strands: Strands, placement: Placement): Strands {
  const turned: Placement = { ...placement, size: 1, shift: new Float64Array(3) };
  return moveStrands(strands, {
    points: (rows) => Float32Array.from(place(placement, rows)),
    directions: (rows) => Float32Array.from(place(turned, rows)),
    factor: placement.size,
  });
}

/** Each strand moved as it is, so that its root stands on the skin: no two heads have one shape. */
function seated(strands: Strands, { bvh }: HairySkin): Strands {
  const { first, positions } = strands;
  const found = makeNearestPoint();
  for (let k = 0; k < strandCount(strands); k++) {
    const root = 3 * first[k]!;
    bvh.nearest(positions[root]!, positions[root + 1]!, positions[root + 2]!, Number.POSITIVE_INFINITY, found);
    const way = [found.x - positions[root]!, found.y - positions[root + 1]!, found.z - positions[root + 2]!];
    for (let i = root; i < 3 * first[k + 1]!; i++) positions[i]! += way[(i - root) % 3]!;
  }
  return strands;
}

/** Below this, metres, roots lie on the skin as they are. */
const CLOSE = 0.004;

/** Whether strands were moved at all: those that lie on the skin stay where they are. */
export const needsFit = ({ gapBefore, gap }: BodyFit): boolean => gapBefore > CLOSE && gapBefore > 1.5 * gap;

const UNITS: readonly (readonly [string, number])[] = [
  ['metres', 1],
  ['decimetres', 0.1],
  ['centimetres', 0.01],
  ['millimetres', 0.001],
  ['inches', 0.0254],
  ['feet', 0.3048],
];

/** A sentence about what was done; `metres` is what one unit of the file was taken for before the fit. */
export function describeFit(fit: BodyFit, strands: Strands, metres = 1): string {
  const { scale, moved, up, front, gap, gapBefore } = fit;
  const mm = (x: number): string => `${Number((1000 * x).toPrecision(2))} mm`;
  const count = strandCount(strands);
  if (!needsFit(fit)) return `roots of ${count} strands lie ${mm(gapBefore)} from the skin: they stay where they are`;
  const size = scale * metres;
  const ratio = (own: number): number => Math.abs(log(size / own));
  const [unit, own] = UNITS.reduce((a, b) => (ratio(b[1]) < ratio(a[1]) ? b : a));
  const isUnit = ratio(own) < 0.45;
  const times = isUnit ? size / own : size;
  const shift = moved.map((x) => Number(x.toFixed(3))).join(', ');
  return [
    isUnit ? `taken for ${unit}` : `in no unit that is known`,
    up === 'Y' && front === 'Z' ? 'not turned' : `turned so that its ${up} is up and its ${front} in front`,
    `made ${Number(times.toPrecision(3))} times as large${isUnit ? '' : ' (1 would be metres)'}`,
    `moved by ${shift} m; roots were then ${mm(gap)} from the skin and were set on it`,
  ].join(', ');
}
