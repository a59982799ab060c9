import { choice, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { hashUnit } from '../../numeric/random.ts';
import {
  add,
  addScaled,
  cross,
  distance,
  normalize,
  perpendicular,
  scale,
  subtract,
  type Vec3,
} from '../../numeric/vector.ts';
import { UNTEARABLE } from '../bonds.ts';
import { CLOSING, toBody } from '../clasps.ts';
import type { Pose } from '../stroke.ts';
import type { Tool, Work } from '../tool.ts';
import { type Capsule, nearestPlace } from '../volumes/capsule.ts';
import { bunRadius, bunWeave, centreLine, GROUPS, ropeWeave, type Weave } from '../weave.ts';

const parameters = {
  kind: choice({
    about: 'braid: woven of three; twist: a rope of two; bun: wound up and pinned.',
    options: ['braid', 'twist', 'bun'],
    default: 'braid',
  }),
  catch: quantity({
    unit: 'm',
    about: 'Hair within this distance is gathered; of a section all of it is.',
    min: 0.001,
    max: 0.3,
    default: 0.06,
  }),
  radius: quantity({
    unit: 'm',
    about: 'Half of the width of the braid or rope, or of the hair that a bun is wound of.',
    min: 0.003,
    max: 0.05,
    default: 0.014,
  }),
  tie: choice({ about: 'What it is held with.', options: ['tie', 'bow'], default: 'tie' }),
  speed: quantity({ unit: 'm/s', about: 'Hair woven in a second.', min: 0.02, max: 5, default: 0.35 }),
};

type UpdoParameters = ValuesOf<typeof parameters>;

/** A place where hair was gathered, farther from where the tool is than this, belongs to no section at hand, metres. */
const FARTHEST = 1;
/** Hair is led at places so far apart, metres. */
const LED = 0.012;
/** Points of the mean hair, and ties along a braid, are so far apart, metres. */
const STEP = 0.01;
const TIED = 0.025;
/** What keeps a braid together: a stiff thread that does not tear. */
const THREAD = { stiffness: 1, damping: 1e-4, breakLength: UNTEARABLE };

/** A strand that was gathered. */
interface Gathered {
  readonly k: number;
  readonly id: number;
  /** Arc length at the tie. */
  readonly s: number;
  /** Where it passes the tie. */
  readonly point: Vec3;
}

/** Columns of the memory besides id and arc length at the tie. */
const CLASP = 2;
const BEGUN = 3;
const TAKES = 4;

/**
 * Braid, rope and bun. While the hand holds, hair is led into its places from the tie to its tips; a bun is pinned there. A braid or rope is let go
 * when the hand does: its shape has become the groomed one, threads keep it together, and it swings from its tie. Memory: id, arc length at the
 * tie, clasp, when it was begun, how long it takes.
 */
export const updo: Tool<typeof parameters> = {
  name: 'updo',
  about:
    'Gathers hair and braids it, twists it to a rope or winds it to a bun: press where it is to begin and hold until the ring is full.',
  parameters,
  memoryWidth: 5,
  volume: (own, pose) => ({ kind: 'capsules', capsules: [{ ...gathering(own, pose), radius: own.catch }] }),
  progress: ({ view, rows }) =>
    rows.count === 0 ? 0 : Math.min(1, (view.hair.time - rows.at(0, BEGUN)) / Math.max(rows.at(0, TAKES), 1e-3)),
  work(work, own) {
    if (work.to.press > 0 && work.rows.count === 0) gather(work, own);
    for (let row = 0; row < work.rows.count; row++) work.changes.touched.add(work.rows.at(row, 0));
  },
  finish(work, own) {
    if (own.kind !== 'bun' && work.rows.count > 0) letSwing(work, own);
  },
};

/** Deep enough for hair that lies on other hair. */
const gathering = (own: UpdoParameters, { origin, direction }: Pose): Capsule => ({
  a: addScaled(origin, direction, -0.5 * own.catch),
  b: addScaled(origin, direction, 0.5 * own.catch),
  radius: own.catch,
});

function gather(work: Work, own: UpdoParameters): void {
  const { view, all, to, clasps, carryingBodies, rows } = work;
  const { hair } = view;
  const capsule = gathering(own, to);
  const limit = view === all ? own.catch : FARTHEST;
  const strands: Gathered[] = [];
  for (const k of view.byId()) {
    const found = view.isRooted(k) ? nearestPlace(hair, k, capsule.a, capsule.b, limit) : null;
    if (found && view.length(k) - found.s > own.radius)
      strands.push({ k, id: hair.ids[k]!, s: found.s, point: found.point });
  }
  if (strands.length < GROUPS[own.kind]) return;
  const clasp = clasps.next++;
  const time = hair.time + hair.dt;
  const weave = weaveOf(work, own, strands);
  const ranked = [...strands].sort((a, b) => a.point[0] - b.point[0] || a.id - b.id);
  let takes = 0;
  // Hair that is woven is squeezed until all of it has room.
  const room = (0.8 * own.radius) / Math.sqrt(strands.length);
  ranked.forEach(({ k, id, s }, rank) => {
    const group = Math.floor((GROUPS[own.kind] * rank) / ranked.length);
    const inner: readonly [number, number] = [2 * hashUnit(id, 71) - 1, 2 * hashUnit(id, 72) - 1];
    const body = carryingBodies.state(carryingBodies.bodyOf(hair, k));
    const place = (u: number): Vec3 => toBody(body, weave(u, group, inner));
    clasps.members.push(id, s, ...place(0), ...toBody(body, view.pointAt(view.locate(k, s))), time, clasp);
    for (let u = LED; s + u < view.length(k); u += LED)
      clasps.woven.push(id, s + u, ...place(u), time + u / own.speed, clasp);
    takes = Math.max(takes, (view.length(k) - s) / own.speed + CLOSING);
    rows.push(id, s, clasp, time, 0);
    squeeze(work, k, s, room);
  });
  for (let row = 0; row < rows.count; row++) rows.set(row, TAKES, takes);
  showTies(work, own, strands, clasp);
}

/** Makes a lock so thin beyond its tie. */
function squeeze({ view: { hair }, products, changes }: Work, k: number, s: number, radius: number): void {
  const strand = products.open(hair, k);
  for (let i = 0; i < strand.s.length; i++)
    if (strand.s[i]! >= s) strand.squeeze[i] = Math.max(0, 1 - radius / hair.radius[hair.first[k]! + i]!);
  changes.dirty.add(strand.id);
  changes.touched.add(strand.id);
}

/** The middle of the gathered hair at so far beyond the tie; null where less than a third of it is left. */
function middleAt({ view }: Work, strands: readonly Gathered[], u: number): Vec3 | null {
  const left = strands.filter(({ k, s }) => s + u <= view.length(k));
  if (3 * left.length < strands.length) return null;
  const points = left.map(({ k, s }) => view.pointAt(view.locate(k, s + u)));
  return scale(
    points.reduce((sum, x) => add(sum, x)),
    1 / points.length,
  );
}

function weaveOf(work: Work, own: UpdoParameters, strands: readonly Gathered[]): Weave {
  const { to } = work;
  if (own.kind === 'bun') return bunWeave(to.origin, scale(to.direction, -1), own);
  // From where the tool is, after the hair as it hangs.
  const mean: Vec3[] = [to.origin];
  for (let u = STEP; ; u += STEP) {
    const middle = middleAt(work, strands, u);
    if (!middle) break;
    const [first] = strands;
    const from = middleAt(work, strands, 0) ?? first!.point;
    const near = Math.max(0, 1 - u / 0.1);
    mean.push(addScaled(middle, subtract(to.origin, from), near));
  }
  return ropeWeave(own.kind, centreLine(mean, STEP), own);
}

/** What is seen of it: a tie at its beginning and one at its end, or pins about a bun. */
function showTies(
  { view, to, clasps, carryingBodies }: Work,
  own: UpdoParameters,
  strands: readonly Gathered[],
  clasp: number,
): void {
  const body = carryingBodies.nearestTo(view.hair, to.origin);
  const state = carryingBodies.state(body);
  const out = scale(to.direction, -1);
  if (own.kind === 'bun') {
    const side = normalize(perpendicular(out));
    const longest = strands.reduce((most, { k, s }) => Math.max(most, view.length(k) - s), 0);
    const rim = 0.8 * bunRadius(longest, own);
    for (const [x, y] of [
      [1, 0],
      [-0.5, 0.866],
      [-0.5, -0.866],
    ] as const) {
      const way = add(scale(side, x), scale(cross(out, side), y));
      const middle = addScaled(addScaled(to.origin, way, rim), out, own.radius);
      const [a, b] = [addScaled(middle, way, 0.015), addScaled(middle, way, -0.02)];
      clasps.show({ clasp, a: toBody(state, a), b: toBody(state, b), radius: 0.0012, body, kind: 'pin' });
    }
    return;
  }
  const down: Vec3 = [0, -0.5 * own.radius, 0];
  const [a, b] = [subtract(to.origin, down), add(to.origin, down)];
  clasps.show({ clasp, a: toBody(state, a), b: toBody(state, b), radius: 0.8 * own.radius, body, kind: own.tie });
  // The second rides on the strand of middling length, a little before its tip.
  const byLength = [...strands].sort((x, y) => view.length(x.k) - x.s - (view.length(y.k) - y.s));
  const end = byLength[byLength.length >> 1]!;
  const half = 0.3 * own.radius;
  clasps.show({
    ...{ clasp, a: [0, -half, 0], b: [0, half, 0], radius: 0.6 * own.radius, body, kind: 'tie' },
    on: { id: end.id, s: end.s + 0.88 * (view.length(end.k) - end.s) },
  });
}

/** The tie stays; what hangs from it keeps its shape, threads hold it together, and it is free. */
function letSwing({ view, rows, clasps, bonds, changes }: Work, own: UpdoParameters): void {
  const clasp = rows.at(0, CLASP);
  const tied = new Map(Array.from({ length: rows.count }, (_, row) => [rows.at(row, 0), rows.at(row, 1)]));
  clasps.woven.filter((row) => clasps.woven.at(row, 6) !== clasp);
  for (const id of tied.keys()) if (view.place.has(id)) changes.rest.add(id);
  const ends = [...tied].filter(([id]) => view.place.has(id));
  for (let n = 0; n < ends.length; n++) {
    const [[idA, a], [idB, b]] = [ends[n]!, ends[(n + 1) % ends.length]!];
    const [kA, kB] = [view.place.get(idA)!, view.place.get(idB)!];
    const most = Math.min(view.length(kA) - a, view.length(kB) - b);
    for (let u = TIED; u < most; u += TIED) {
      const rest = distance(view.pointAt(view.locate(kA, a + u)), view.pointAt(view.locate(kB, b + u)));
      // Hair that was not woven yet stays loose.
      if (rest < 4 * own.radius) bonds.add({ idA, sA: a + u, idB, sB: b + u, rest, ...THREAD });
    }
  }
}
