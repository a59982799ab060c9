import { choice, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { add, addScaled, at, dot, mix, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { type ToolFrame, toolFrame } from '../frame.ts';
import { acrossAndAlong } from '../loads.ts';
import type { Pose } from '../stroke.ts';
import type { Tool, Work } from '../tool.ts';
import type { Capsule } from '../volumes/capsule.ts';
import { slideAlong } from './attached-comb.ts';

const parameters = {
  mode: choice({
    about:
      'teeth: hair runs between them and never crosses one; attached: the comb stays on each strand that it meets until it slides off its tip.',
    options: ['teeth', 'attached'],
    default: 'teeth',
  }),
  teeth: quantity({ unit: '', about: 'How many teeth it has.', min: 2, max: 100, integer: true, default: 11 }),
  spacing: quantity({ unit: 'm', about: 'From one tooth to the next.', min: 0.001, max: 0.05, default: 0.008 }),
  length: quantity({ unit: 'm', about: 'Length of the teeth.', min: 0.002, max: 0.2, default: 0.035 }),
  tooth: quantity({ unit: 'm', about: 'Radius of a tooth.', min: 0.0001, max: 0.01, default: 0.0008 }),
  friction: quantity({ unit: '', about: 'Friction of hair on the teeth.', min: 0, max: 2, default: 0.15 }),
  drag: quantity({
    unit: 'N·s/m',
    about: 'How much the teeth pull hair with them across it, as it moves through a gap.',
    min: 0,
    max: 1,
    default: 2e-5,
  }),
  push: quantity({
    unit: 'N·s/m',
    about: 'How firmly it pushes across strands that it is attached to.',
    min: 0,
    max: 100,
    default: 1e-3,
  }),
  sliding: quantity({
    unit: '',
    about: 'How much they pull along the hair, relative to that: 0 slides freely, 1 is all tangles.',
    min: 0,
    max: 1,
    default: 0.1,
  }),
};

export type CombParameters = ValuesOf<typeof parameters>;

/** Stiffness with which a tooth pushes back hair that got into it, N/m. */
const TOOTH = 1;
/** How much hair between two teeth resists moving from one to the other, N·s/m. */
const PACKED = 3e-4;

/**
 * A comb: teeth along `across`, pointing `forward`. The sheet of its teeth cuts a strand in one point; between which teeth
 * that was when the comb took the strand is remembered, so that no tooth is ever crossed, however fast the hand is.
 * Memory: id, s of the crossing, gap.
 */
export const comb: Tool<typeof parameters> = {
  name: 'comb',
  about: 'Combs: hair runs between the teeth and follows them.',
  parameters,
  memoryWidth: 3,
  volume: (own, pose) => ({ kind: 'capsules', capsules: teethOf(own, pose) }),
  work(work, own) {
    if (!(work.to.press > 0)) work.rows.data = [];
    else if (own.mode === 'teeth') runBetween(work, own);
    else {
      attach(work, own);
      slideAlong(work, own);
    }
  },
};

/** Hair that crosses the sheet of teeth stays in the gap that it came into. */
function runBetween(work: Work, own: CombParameters): void {
  const { view, to, rows } = work;
  const known = new Map<number, number>();
  for (let row = 0; row < rows.count; row++) known.set(rows.at(row, 0), row);
  const before = rows.data;
  rows.data = [];
  const frame = toolFrame(to);
  for (const k of view.byId()) {
    const id = view.hair.ids[k]!;
    const row = known.get(id);
    const gap = row === undefined ? -1 : before[3 * row + 2]!;
    const crossing = findCrossing(work, own, frame, k, gap);
    if (!crossing) continue;
    work.changes.touched.add(id);
    rows.push(id, crossing.s, crossing.gap);
    pushStrand(work, own, frame, id, crossing);
  }
}

/** Takes hold of the strands that the comb has met and is not on yet. */
function attach(work: Work, own: CombParameters): void {
  const { view, to, rows } = work;
  const known = new Set<number>();
  for (let row = 0; row < rows.count; row++) known.add(rows.at(row, 0));
  const frame = toolFrame(to);
  for (const k of view.byId()) {
    const id = view.hair.ids[k]!;
    const crossing = known.has(id) ? null : findCrossing(work, own, frame, k, -1);
    if (crossing) rows.push(id, crossing.s, -1);
  }
}

export function teethOf(own: CombParameters, pose: Pose): Capsule[] {
  const { across, forward } = toolFrame(pose);
  return Array.from({ length: own.teeth }, (_, j) => {
    const a = addScaled(pose.origin, across, toothPlace(own, j));
    return { a, b: addScaled(a, forward, own.length), radius: own.tooth };
  });
}

const toothPlace = (own: CombParameters, j: number): number => (j - 0.5 * (own.teeth - 1)) * own.spacing;

interface Crossing {
  readonly s: number;
  /** Along `across` from the comb's middle, and along the teeth. */
  readonly side: number;
  readonly depth: number;
  readonly point: Vec3;
  readonly velocity: Vec3;
  readonly tangent: Vec3;
  /** Teeth with a number below this are on one side, the others on the other. */
  readonly gap: number;
}

/** Where strand k crosses the sheet of teeth; of several crossings the one nearest to its gap. */
function findCrossing(
  { view, to }: Work,
  own: CombParameters,
  frame: ToolFrame,
  k: number,
  gap: number,
): Crossing | null {
  const { hair } = view;
  const half = 0.5 * own.teeth * own.spacing;
  const wanted = gap < 0 ? 0 : toothPlace(own, gap) - 0.5 * own.spacing;
  let best: Crossing | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  const [ux, uy, uz] = frame.up;
  const nodes = hair.position;
  const level = dot(frame.up, to.origin);
  let hq =
    ux * nodes[3 * hair.first[k]!]! + uy * nodes[3 * hair.first[k]! + 1]! + uz * nodes[3 * hair.first[k]! + 2]! - level;
  for (let i = hair.first[k]!; i + 1 < hair.first[k + 1]!; i++) {
    const hp = hq;
    hq = ux * nodes[3 * i + 3]! + uy * nodes[3 * i + 4]! + uz * nodes[3 * i + 5]! - level;
    if (hp * hq > 0 || hp === hq) continue;
    const p = subtract(at(hair.position, i), to.origin);
    const q = subtract(at(hair.position, i + 1), to.origin);
    const fraction = hp / (hp - hq);
    const x = mix(p, q, fraction);
    const side = dot(x, frame.across);
    const depth = dot(x, frame.forward);
    if (depth > own.length || depth < -own.spacing) continue;
    // A strand that was never taken is taken within the comb's width only; a taken one stays in its gap.
    if (gap < 0 && Math.abs(side) > half) continue;
    const far = gap < 0 ? -hair.s[i]! : Math.abs(side - wanted);
    if (far >= nearest) continue;
    nearest = far;
    const place = { node: i, fraction };
    best = {
      s: hair.s[i]! + fraction * (hair.s[i + 1]! - hair.s[i]!),
      side,
      depth,
      point: add(to.origin, x),
      velocity: view.velocityAt(place),
      tangent: view.tangentAt(place),
      gap: gap < 0 ? gapAt(own, side) : gap,
    };
  }
  return best;
}

function gapAt(own: CombParameters, side: number): number {
  const place = Math.ceil(side / own.spacing + 0.5 * (own.teeth - 1));
  return Math.min(own.teeth, Math.max(0, place));
}

function pushStrand(work: Work, own: CombParameters, frame: ToolFrame, id: number, at: Crossing): void {
  const { loads, view, from, to } = work;
  const velocity = scale(subtract(to.origin, from.origin), 1 / view.hair.dt);
  const relative = subtract(at.velocity, velocity);
  // The sliding force of a tool on a strand: across it as stiff as the comb, along it as much as it tangles.
  loads.drag(id, at.s, acrossAndAlong(at.tangent, own.drag, own.sliding * own.drag), velocity);
  // Hair is packed between two teeth: it does not rattle there.
  loads.drag(id, at.s, acrossAndAlong(frame.across, 0, PACKED), velocity);
  const ends: [Vec3, number][] = [[frame.forward, 0]];
  if (at.gap > 0) ends.push([frame.across, toothPlace(own, at.gap - 1) + own.tooth]);
  if (at.gap < own.teeth) ends.push([scale(frame.across, -1), own.tooth - toothPlace(own, at.gap)]);
  for (const [normal, offset] of ends) {
    const plane = addScaled(to.origin, normal, offset);
    loads.contact(id, at.s, normal, plane, velocity, own.friction);
    const ahead = dot(normal, subtract(at.point, plane)) + view.hair.dt * dot(normal, relative);
    if (ahead >= 0) continue;
    // Models may take a contact at the nearest node: a spring at the very place brings back what is left.
    const anchor = addScaled(at.point, normal, offset - dot(normal, subtract(at.point, to.origin)));
    loads.spring(
      id,
      at.s,
      anchor,
      acrossAndAlong(normal, 0, TOOTH),
      acrossAndAlong(normal, 0, TOOTH * view.hair.dt),
      velocity,
    );
  }
}
