import { setThree } from '../numeric/flat3.ts';
import type { Made } from '../numeric/made.ts';
import { add, addScaled, at, distance, normalize, subtract, UP, type Vec3 } from '../numeric/vector.ts';
import type { EvenAir, ForceField, Loads, PointForces, SamplePoints } from './model.ts';
import type { BASE_FIELDS } from './store/fields.ts';
import type { StrandStore } from './store/strand-store.ts';

/** What models made of nodes have in common: strands packed one after another, node j carrying the edge to node j + 1. */
export interface NodalStrands {
  readonly ids: Uint32Array;
  readonly first: Uint32Array;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  /** Length of edge j; 0 at the tip. */
  readonly restLength: Float64Array;
}

/** The strands of a store of nodes. */
export function nodalView({ ids, first, arrays }: StrandStore<typeof BASE_FIELDS>): NodalStrands {
  const { position, velocity, restLength } = arrays;
  return { ids, first, position, velocity, restLength };
}

/** Edges shorter than this have no direction that single-precision files could hold, metres. */
export const SHORTEST_EDGE = 1e-7;

/** Moves points that lie nearer to each other than `least` apart, along the strand; what follows moves with them. */
export function separatePoints(x: Float64Array, least: number): void {
  let direction: Vec3 = UP;
  let last = at(x, 0);
  let isMoved = false;
  for (let j = 0; 3 * j + 3 < x.length; j++) {
    const here = at(x, j + 1);
    const edge = subtract(here, last);
    const isShort = distance(here, last) < least;
    last = here;
    if (isShort) isMoved = true;
    else direction = normalize(edge);
    if (isMoved) x.set(isShort ? addScaled(at(x, j), direction, least) : add(at(x, j), edge), 3 * j + 3);
  }
}

export function polylineLength(x: ArrayLike<number>): number {
  let total = 0;
  for (let j = 0; 3 * j + 3 < x.length; j++) total += distance(at(x, j + 1), at(x, j));
  return total;
}

/** Loads that a node bears: those of fields and the stiffness of point springs. */
export type NodeLoads = Made<typeof makeNodeLoads>;

export function makeNodeLoads(nodes: number) {
  return {
    force: new Float64Array(3 * nodes),
    damping: new Float64Array(6 * nodes),
    /** Six a node: symmetric, N/m. */
    stiffness: new Float64Array(6 * nodes),
  };
}

export function clearLoads(loads: NodeLoads): void {
  loads.force.fill(0);
  loads.damping.fill(0);
  loads.stiffness.fill(0);
}

/** Sample points at the nodes; positions and velocities are views of the strands' own. */
export function makeSamplePoints(strands: NodalStrands): SamplePoints {
  const count = strands.restLength.length;
  return {
    count,
    position: strands.position,
    velocity: strands.velocity,
    tangent: new Float64Array(3 * count),
    length: new Float64Array(count),
    fraction: arcFractions(strands),
  };
}

/** Arc length of each node as a fraction of its strand's. */
function arcFractions({ ids, first, restLength }: NodalStrands): Float64Array {
  const fraction = new Float64Array(restLength.length);
  for (let k = 0; k < ids.length; k++) {
    const last = first[k + 1]! - 1;
    for (let i = first[k]!; i < last; i++) fraction[i + 1] = fraction[i]! + restLength[i]!;
    const whole = fraction[last]!;
    if (whole > 0) for (let i = first[k]!; i <= last; i++) fraction[i] = fraction[i]! / whole;
  }
  return fraction;
}

/** Tangents of strands from .. to by central differences; each node stands for half of its edges. */
export function updateSamplePoints(
  strands: NodalStrands,
  samplePoints: SamplePoints,
  from = 0,
  to: number = strands.ids.length,
): void {
  const { position: x, restLength, first } = strands;
  const { tangent, length } = samplePoints;
  for (let k = from; k < to; k++) {
    const begin = first[k]!;
    const last = first[k + 1]! - 1;
    for (let i = begin; i <= last; i++) {
      const a = 3 * (i > begin ? i - 1 : i);
      const b = 3 * (i < last ? i + 1 : i);
      const dx = x[b]! - x[a]!;
      const dy = x[b + 1]! - x[a + 1]!;
      const dz = x[b + 2]! - x[a + 2]!;
      const inverse = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz + 1e-60);
      setThree(tangent, 3 * i, dx * inverse, dy * inverse, dz * inverse);
      length[i] = 0.5 * ((i > begin ? restLength[i - 1]! : 0) + restLength[i]!);
    }
  }
}

/** Kernel. What air that is the same everywhere does to the nodes of strand k: as fields do it, who have sample points. */
export function addEvenAir(strands: NodalStrands, k: number, { across, along, velocity }: EvenAir, loads: Loads): void {
  const { position: x, restLength, first } = strands;
  const { force, damping } = loads;
  const [wx, wy, wz] = velocity;
  const begin = first[k]!;
  const last = first[k + 1]! - 1;
  for (let i = begin; i <= last; i++) {
    const a = 3 * (i > begin ? i - 1 : i);
    const b = 3 * (i < last ? i + 1 : i);
    const dx = x[b]! - x[a]!;
    const dy = x[b + 1]! - x[a + 1]!;
    const dz = x[b + 2]! - x[a + 2]!;
    const length = 0.5 * ((i > begin ? restLength[i - 1]! : 0) + restLength[i]!);
    const less = (length * (across - along)) / (dx * dx + dy * dy + dz * dz + 1e-60);
    const xx = length * across - less * dx * dx;
    const xy = -less * dx * dy;
    const xz = -less * dx * dz;
    const yy = length * across - less * dy * dy;
    const yz = -less * dy * dz;
    const zz = length * across - less * dz * dz;
    const s = 6 * i;
    damping[s] = damping[s]! + xx;
    damping[s + 1] = damping[s + 1]! + xy;
    damping[s + 2] = damping[s + 2]! + xz;
    damping[s + 3] = damping[s + 3]! + yy;
    damping[s + 4] = damping[s + 4]! + yz;
    damping[s + 5] = damping[s + 5]! + zz;
    force[3 * i] = force[3 * i]! + xx * wx + xy * wy + xz * wz;
    force[3 * i + 1] = force[3 * i + 1]! + xy * wx + yy * wy + yz * wz;
    force[3 * i + 2] = force[3 * i + 2]! + xz * wx + yz * wy + zz * wz;
  }
}

/** Strands from .. to, and their part of the sample points and the loads. */
interface FieldPart {
  readonly from: number;
  readonly to: number;
  readonly points: SamplePoints;
  readonly loads: NodeLoads;
}

/** Runs of strands that have been awake together, of which the parts are kept. */
const MOST_PARTS = 10000;

/** What force fields do to the nodes of strands that are awake; arrays are made once. */
export class FieldLoads {
  readonly loads: NodeLoads;
  private readonly strands: NodalStrands;
  private readonly samplePoints: SamplePoints;
  private readonly parts = new Map<number, FieldPart>();

  constructor(strands: NodalStrands) {
    this.strands = strands;
    this.samplePoints = makeSamplePoints(strands);
    this.loads = makeNodeLoads(strands.restLength.length);
  }

  /** `asleep`: 1 for strands that are left alone; their loads mean nothing. */
  gather(fields: readonly ForceField[], time: number, asleep?: Uint8Array): void {
    const { length } = this.strands.ids;
    for (let from = 0; from < length; from++) {
      if (asleep?.[from]) continue;
      let to = from + 1;
      while (to < length && !asleep?.[to]) to++;
      this.gatherPart(this.part(from, to), fields, time);
      from = to;
    }
  }

  private gatherPart({ from, to, points, loads }: FieldPart, fields: readonly ForceField[], time: number): void {
    clearLoads(loads);
    if (fields.length === 0) return;
    updateSamplePoints(this.strands, this.samplePoints, from, to);
    for (const field of fields) field.apply(points, time, loads);
  }

  private part(from: number, to: number): FieldPart {
    const { parts, strands, samplePoints, loads } = this;
    const key = from * (strands.ids.length + 1) + to;
    const known = parts.get(key);
    if (known) return known;
    const [a, b] = [strands.first[from]!, strands.first[to]!];
    const rows = (values: Float64Array, size: number): Float64Array => values.subarray(size * a, size * b);
    const { position, velocity, tangent, length, fraction } = samplePoints;
    const part: FieldPart = {
      from,
      to,
      points: {
        count: b - a,
        position: rows(position, 3),
        velocity: rows(velocity, 3),
        tangent: rows(tangent, 3),
        length: rows(length, 1),
        fraction: rows(fraction, 1),
      },
      loads: { force: rows(loads.force, 3), damping: rows(loads.damping, 6), stiffness: rows(loads.stiffness, 6) },
    };
    if (parts.size >= MOST_PARTS) parts.clear();
    parts.set(key, part);
    return part;
  }
}

/** The edge of a strand at arc length s, as (node, fraction of the next node). */
export function locateEdge(
  strands: NodalStrands,
  strand: number,
  s: number,
): readonly [node: number, fraction: number] {
  const last = strands.first[strand + 1]! - 2;
  let node = strands.first[strand]!;
  let left = s;
  while (node < last && left > strands.restLength[node]!) left -= strands.restLength[node++]!;
  const fraction = left / strands.restLength[node]!;
  return [node, fraction < 0 ? 0 : fraction > 1 ? 1 : fraction];
}

/** The place of every id in the strands' order. */
export function strandIndex(ids: Uint32Array): Map<number, number> {
  return new Map(Array.from(ids, (id, k) => [id, k]));
}

/** Adds all point forces to the nodes that bear them. */
export function addPointForces(strands: NodalStrands, forces: PointForces, loads: NodeLoads): void {
  const index = strandIndex(strands.ids);
  if (forces.isPlain) {
    addPlainForces(strands, index, forces, loads);
    return;
  }
  for (let r = 0; r < forces.count; r++) {
    const strand = index.get(forces.id[r]!);
    if (strand !== undefined) addPointForce(strands, strand, forces, r, loads);
  }
}

/** Where forces at arc lengths of strands went, by `locateEdge`: strands that touch each other have a row for every node, the same in most steps. */
interface PlacedRows {
  readonly first: Uint32Array;
  /** Of every edge: its length then; of every row, as many as its strand has nodes at most: its arc length then, the node and the fraction of the next. */
  readonly length: Float64Array;
  readonly s: Float64Array;
  readonly node: Uint32Array;
  readonly fraction: Float64Array;
}

/** By the loads that forces were added to. */
const placed = new WeakMap<NodeLoads, PlacedRows>();

function placedRows(loads: NodeLoads, { first, restLength }: NodalStrands): PlacedRows {
  const known = placed.get(loads);
  if (known && known.first.length === first.length && known.first.every((node, k) => node === first[k])) return known;
  const nodes = restLength.length;
  const rows = (): Float64Array => new Float64Array(nodes).fill(Number.NaN);
  const made = { first: first.slice(), length: rows(), s: rows(), node: new Uint32Array(nodes), fraction: rows() };
  placed.set(loads, made);
  return made;
}

/** Kernel. The same where there are no springs. */
function addPlainForces(
  strands: NodalStrands,
  index: ReadonlyMap<number, number>,
  { count, id, s, force }: PointForces,
  loads: NodeLoads,
): void {
  const { first, restLength } = strands;
  const { force: out } = loads;
  const known = placedRows(loads, strands);
  const { node: nodes, fraction } = known;
  for (let from = 0, to = 0; from < count; from = to) {
    const strand = index.get(id[from]!);
    const [begin, end] = strand === undefined ? [0, count] : [first[strand]!, first[strand + 1]!];
    while (to < count && to - from < end - begin && id[to] === id[from]) to++;
    if (strand === undefined) continue;
    let isKnown = true;
    for (let r = from, n = begin; r < to; r++, n++) if (known.s[n] !== s[r]) isKnown = false;
    for (let n = begin; n < end - 1; n++) if (known.length[n] !== restLength[n]) isKnown = false;
    if (!isKnown) {
      for (let r = from, n = begin; r < to; r++, n++) {
        known.s[n] = s[r]!;
        [nodes[n], fraction[n]] = locateEdge(strands, strand, s[r]!);
      }
      for (let n = begin; n < end - 1; n++) known.length[n] = restLength[n]!;
    }
    for (let r = from, n = begin; r < to; r++, n++) {
      const a = 3 * nodes[n]!;
      const second = fraction[n]!;
      const whole = 1 - second;
      const x = force[3 * r]!;
      const y = force[3 * r + 1]!;
      const z = force[3 * r + 2]!;
      out[a] = out[a]! + whole * x;
      out[a + 1] = out[a + 1]! + whole * y;
      out[a + 2] = out[a + 2]! + whole * z;
      out[a + 3] = out[a + 3]! + second * x;
      out[a + 4] = out[a + 4]! + second * y;
      out[a + 5] = out[a + 5]! + second * z;
    }
  }
}

const pull: Float64Array = new Float64Array(3);

/** Shares the point force of row r between the two nodes of its edge. A spring's pull is taken at the present position. */
export function addPointForce(
  strands: NodalStrands,
  strand: number,
  forces: PointForces,
  r: number,
  loads: NodeLoads,
): void {
  const { anchor, damping, stiffness } = forces;
  const { position: x } = strands;
  const [node, fraction] = locateEdge(strands, strand, forces.s[r]!);
  const a = 3 * node;
  const dx = anchor[3 * r]! - (1 - fraction) * x[a]! - fraction * x[a + 3]!;
  const dy = anchor[3 * r + 1]! - (1 - fraction) * x[a + 1]! - fraction * x[a + 4]!;
  const dz = anchor[3 * r + 2]! - (1 - fraction) * x[a + 2]! - fraction * x[a + 5]!;
  springForce(forces, r, dx, dy, dz, pull, 0);
  for (let n = 0; n < 2; n++) {
    const i = node + n;
    const weight = n === 0 ? 1 - fraction : fraction;
    for (let c = 0; c < 3; c++) loads.force[3 * i + c] = loads.force[3 * i + c]! + weight * pull[c]!;
    for (let c = 0; c < 6; c++) {
      loads.damping[6 * i + c] = loads.damping[6 * i + c]! + weight * damping[6 * r + c]!;
      loads.stiffness[6 * i + c] = loads.stiffness[6 * i + c]! + weight * stiffness[6 * r + c]!;
    }
  }
}

/** Writes force + stiffness d of row r, d being the way to its anchor. */
export function springForce(
  { force, stiffness: k }: PointForces,
  r: number,
  dx: number,
  dy: number,
  dz: number,
  out: Float64Array,
  o: number,
): void {
  const s = 6 * r;
  out[o] = force[3 * r]! + k[s]! * dx + k[s + 1]! * dy + k[s + 2]! * dz;
  out[o + 1] = force[3 * r + 1]! + k[s + 1]! * dx + k[s + 3]! * dy + k[s + 4]! * dz;
  out[o + 2] = force[3 * r + 2]! + k[s + 2]! * dx + k[s + 4]! * dy + k[s + 5]! * dz;
}

/**
 * Solves a symmetric positive definite 3x3 system (xx, xy, xz, yy, yz, zz at `a[at]`) for `right`, in place: L D Lᵀ.
 */
export function solveSymmetric3(a: Float64Array, at: number, right: Float64Array, r: number): void {
  const xx = a[at]!;
  const xy = a[at + 1]!;
  const xz = a[at + 2]!;
  const ix = 1 / xx;
  const lyx = xy * ix;
  const lzx = xz * ix;
  const iy = 1 / (a[at + 3]! - lyx * xy);
  const cz = a[at + 4]! - lzx * xy;
  const lzy = cz * iy;
  const bx = right[r]!;
  const by = right[r + 1]! - lyx * bx;
  const vz = (right[r + 2]! - lzx * bx - lzy * by) / (a[at + 5]! - lzx * xz - lzy * cz);
  const vy = by * iy - lzy * vz;
  right[r] = bx * ix - lyx * vy - lzx * vz;
  right[r + 1] = vy;
  right[r + 2] = vz;
}
