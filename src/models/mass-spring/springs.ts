import type { SpringState } from './fields.ts';
import { ALTITUDE_COUNT, makeMeasure, measureAltitude, measureHinge, measureLength } from './measures.ts';
import type { MassSpringParameters } from './parameters.ts';
import { ALTITUDE, ANGLES, LENGTH, type Rig, type Role } from './rig.ts';
import { placeRails, polylineOf } from './shape.ts';

/** Springs of all strands, one row each; points are counted through all strands, rails of a node side by side. */
export interface SpringSet {
  /** Springs of strand k are first[k] .. first[k + 1]. */
  readonly first: Uint32Array;
  readonly kind: Uint8Array;
  /** Four a spring. */
  readonly points: Int32Array;
  /** Where it stands. */
  readonly node: Int32Array;
  readonly stiffness: Float64Array;
  /** Seven a spring, one for each altitude; others have one, and angles two. */
  readonly rest: Float64Array;
}

export const RESTS = ALTITUDE_COUNT;
const ACROSS: readonly [number, number, number] = [0, 1, 0];

/** A strip across its plane has so much of the stiffness that it has in it. */
const HINGE_SHARE = 0.02;

/** Lays all springs; what they measure at rest is measured on the rest shape, drawn from lengths and angles. */
export function makeSprings(state: SpringState, rig: Rig, parameters: MassSpringParameters): SpringSet {
  const counted = new Uint32Array(state.ids.length + 1);
  for (let k = 0; k < state.ids.length; k++) {
    let count = 0;
    rig.lay(state.first[k + 1]! - state.first[k]!, () => count++);
    counted[k + 1] = counted[k]! + count;
  }
  const all = counted[state.ids.length]!;
  const set: SpringSet = {
    first: counted,
    kind: new Uint8Array(all),
    points: new Int32Array(4 * all),
    node: new Int32Array(all),
    stiffness: new Float64Array(all),
    rest: new Float64Array(RESTS * all),
  };
  for (let k = 0; k < state.ids.length; k++) layStrand(state, rig, parameters, k, set);
  return set;
}

function layStrand(state: SpringState, rig: Rig, parameters: MassSpringParameters, k: number, set: SpringSet): void {
  const [from, to] = [state.first[k]!, state.first[k + 1]!];
  const nodes = to - from;
  const lengths = state.restLength.subarray(from, to);
  const angles = state.restAngle.subarray(2 * from, 2 * to);
  const drawn = restPoints(lengths, angles, nodes, rig, parameters.width);
  const own = new Int32Array(4);
  let s = set.first[k]!;
  rig.lay(nodes, (kind, role, node, points) => {
    set.kind[s] = kind;
    set.node[s] = from + node;
    points.forEach(([i, rail], p) => {
      set.points[4 * s + p] = rig.rails * (from + i) + rail;
      own[p] = rig.rails * i + rail;
    });
    measureRest(kind, drawn, own, angles, node, set.rest, RESTS * s);
    set.stiffness[s] = stiffnessOf(
      role,
      rig,
      parameters,
      bendingAt(state, from + node, from, to),
      set.rest[RESTS * s]!,
    );
    s++;
  });
}

/** The rails of a strand at rest, three numbers each. */
export function restPoints(
  lengths: ArrayLike<number>,
  angles: ArrayLike<number>,
  nodes: number,
  rig: Rig,
  width: number,
): Float64Array {
  const x = polylineOf(lengths, angles, nodes);
  const out = new Float64Array(3 * rig.rails * nodes);
  spreadRails(rig, x, placeRails(x, ACROSS, rig, width), 0, nodes, out);
  return out;
}

/** Kernel. Places of rails from those of nodes and their free vectors. */
export function spreadRails(
  { rails, spread }: Rig,
  x: Float64Array,
  free: Float64Array,
  from: number,
  to: number,
  out: Float64Array,
): void {
  for (let i = from; i < to; i++)
    for (let rail = 0; rail < rails; rail++) {
      const o = 3 * (rails * i + rail);
      const of = spread[rail]!;
      for (let c = 0; c < 3; c++) {
        let sum = x[3 * i + c]!;
        for (let q = 0; q < of.length; q++) sum += of[q]! * free[6 * i + 3 * q + c]!;
        out[o + c] = sum;
      }
    }
}

function measureRest(
  kind: number,
  x: Float64Array,
  points: Int32Array,
  angles: Float64Array,
  node: number,
  rest: Float64Array,
  o: number,
): void {
  const measure = makeMeasure();
  if (kind === ANGLES) {
    rest[o] = angles[2 * node]!;
    rest[o + 1] = angles[2 * node + 1]!;
  } else if (kind === ALTITUDE)
    for (let n = 0; n < ALTITUDE_COUNT; n++) {
      measureAltitude(x, points, 0, n, measure);
      rest[o + n] = measure.value;
    }
  else {
    if (kind === LENGTH) measureLength(x, points[0]!, points[1]!, measure);
    else measureHinge(x, points[0]!, points[1]!, points[2]!, points[3]!, measure);
    rest[o] = measure.value;
  }
}

/** E I of the strand about node i, and the length that the node stands for. */
function bendingAt(
  { bendStiffness, restLength }: SpringState,
  i: number,
  from: number,
  to: number,
): { bending: number; length: number } {
  // Ends have no joint: they are as stiff as the one beside them.
  const joint = Math.min(Math.max(i, from + 1), Math.max(from + 1, to - 2));
  const length = 0.5 * (restLength[joint - 1]! + restLength[joint]!);
  return { bending: bendStiffness[joint]! * length, length: length > 0 ? length : 1 };
}

/** So that every rig bends as the fibre does, its rails being `width` away: see docs/models/mass-spring.md. */
function stiffnessOf(
  role: Role,
  { rails }: Rig,
  { width, shear }: MassSpringParameters,
  { bending, length }: { bending: number; length: number },
  rest: number,
): number {
  const rail = ((rails === 3 ? 2 / 3 : 0.5) * bending) / (length * width * width);
  switch (role) {
    case 'bend':
      return bending / length;
    case 'flexion':
      // At one radian as much energy as the angles of a joint: near a straight line a flexion spring has none.
      return (16 * bending) / (length * length * length);
    case 'rail':
      return rail;
    case 'diagonal':
      return shear * rail;
    case 'hinge':
      return (HINGE_SHARE * bending) / length;
    default:
      return rest === 0 ? 0 : rail;
  }
}
