import { LANES } from './kernel.ts';

/**
 * Strands of rods in two shapes. A `RodStrand` is one strand with plain arrays: what edits, cuts and files of state work
 * on. A `RodGroup` holds up to eight strands of equal node count side by side, [node][component][lane]: what steps work on.
 */

/** Numbers a node has in each per-node array. */
export const NODE_FIELDS = {
  /** Position and velocity now and one step ago. */
  x: 3,
  xPast: 3,
  v: 3,
  vPast: 3,
  /** Major material axis of the edge that begins here. */
  m1: 3,
  /** Tension of that edge in the last step, newton. */
  tension: 1,
  /** Joint measures now and one step ago (see kernel.ts), and at rest. */
  measure: 5,
  measurePast: 5,
  restMeasure: 5,
  /** Stiffness over length for each measure; 1/(l0 + l1). */
  weight: 5,
  frictionWeight: 1,
  restLength: 1,
  mass: 1,
  /** Moment of inertia of the edge about itself, kg m². */
  spin: 1,
  /** Distance kept from bodies, at the node and at the middle of the edge that begins here. */
  clearance: 1,
  middleClearance: 1,
  /** What contacts with bodies remember, at the same two points: normal force and friction (3 each), newton. */
  push: 2,
  grip: 6,
  /** Stiffness of the spring to the groomed place, N/m: 0 unless the groom cannot stand by itself. */
  hold: 1,
  /** Force from outside that carries the node as groomed, newton, in root coordinates: see balance.ts. */
  support: 3,
  /** Groomed position and m1 in root coordinates. */
  groomed: 3,
  groomedM1: 3,
  /** What the strand was made with, and what edits have made of it since: see reshape.ts. */
  madeMass: 1,
  madeWeight: 5,
  madeClearance: 1,
  madeMiddleClearance: 1,
  madeLength: 1,
  massFactor: 1,
  stiffnessFactor: 1,
  thicknessFactor: 1,
  /** Rest measures: of nature, of the fibre now, and of what coats it. */
  natural: 5,
  base: 5,
  coat: 5,
} as const;

/** Numbers a strand has in each per-strand array. */
export const STRAND_FIELDS = {
  /** 1 where the first edge is clamped to a root. */
  rooted: 1,
  /** Size of the last step; 0 where history must not be used. */
  stepPast: 1,
  /** Internal friction, kg m³/s. */
  friction: 1,
  /** Lengthening for one newton, per metre: 1/EA. */
  compliance: 1,
  /** Distance kept from bodies where the strand does not lie on other hair, now and as it was made. */
  thickness: 1,
  madeThickness: 1,
} as const;

export type NodeField = keyof typeof NODE_FIELDS;
export type StrandField = keyof typeof STRAND_FIELDS;
export const nodeFields = Object.keys(NODE_FIELDS) as NodeField[];
export const strandFields = Object.keys(STRAND_FIELDS) as StrandField[];

export type RodStrand = { readonly id: number; readonly nodes: number } & {
  readonly [field in NodeField]: Float64Array;
} & { [field in StrandField]: number };

export type RodGroup = {
  readonly nodes: number;
  /** Place of each lane's strand in the model's order; the group has as many strands as this is long. */
  readonly members: readonly number[];
} & { readonly [field in NodeField | StrandField]: Float64Array };

/** A strand's group and lane. */
export interface StrandPlace {
  readonly group: RodGroup;
  readonly lane: number;
}

export function makeRodStrand(id: number, nodes: number): RodStrand {
  const strand: Record<string, unknown> = { id, nodes };
  for (const field of nodeFields) strand[field] = new Float64Array(NODE_FIELDS[field] * nodes);
  for (const field of strandFields) strand[field] = 0;
  return strand as RodStrand;
}

/** Groups for strands in the given order; strands of equal node count share groups, first come first. */
export function packGroups(strands: readonly RodStrand[]): RodGroup[] {
  const open = new Map<number, number[]>();
  const memberships: number[][] = [];
  strands.forEach((strand, place) => {
    let members = open.get(strand.nodes);
    if (!members || members.length === LANES) {
      members = [];
      open.set(strand.nodes, members);
      memberships.push(members);
    }
    members.push(place);
  });
  return memberships.map((members) => packGroup(strands, members));
}

function packGroup(strands: readonly RodStrand[], members: readonly number[]): RodGroup {
  const { nodes } = strands[members[0]!]!;
  const group: Record<string, unknown> = { nodes, members };
  for (const field of nodeFields) group[field] = new Float64Array(NODE_FIELDS[field] * nodes * LANES);
  for (const field of strandFields) group[field] = new Float64Array(LANES);
  const packed = group as RodGroup;
  members.forEach((place, lane) => {
    packLane(packed, lane, strands[place]!);
  });
  return packed;
}

/** Puts a strand into a lane. */
export function packLane(group: RodGroup, lane: number, strand: RodStrand): void {
  for (const field of nodeFields) {
    const source = strand[field];
    for (let i = 0; i < source.length; i++) group[field][LANES * i + lane] = source[i]!;
  }
  for (const field of strandFields) group[field][lane] = strand[field];
}

/** The strand of one lane, as a copy. */
export function unpackStrand(group: RodGroup, lane: number, id: number): RodStrand {
  const strand = makeRodStrand(id, group.nodes);
  for (const field of nodeFields) {
    const target = strand[field];
    for (let i = 0; i < target.length; i++) target[i] = group[field][LANES * i + lane]!;
  }
  for (const field of strandFields) strand[field] = group[field][lane]!;
  return strand;
}
