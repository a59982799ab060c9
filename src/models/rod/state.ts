/**
 * Strands of rods in two shapes. A `RodStrand` is one strand with arrays of its own: what edits, cuts and files of state work
 * on. A `RodState` holds all strands one after another in one array a field: what steps work on. Eight strands interleaved,
 * as a kernel in lock step wants them, do not pay here, where strands are stepped one by one.
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

/** All strands, in the model's order: node i of strand k has the rows of node first[k] + i. */
export type RodState = {
  readonly ids: Uint32Array;
  readonly first: Uint32Array;
} & { readonly [field in NodeField | StrandField]: Float64Array };

export function makeRodStrand(id: number, nodes: number): RodStrand {
  const strand: Record<string, unknown> = { id, nodes };
  for (const field of nodeFields) strand[field] = new Float64Array(NODE_FIELDS[field] * nodes);
  for (const field of strandFields) strand[field] = 0;
  return strand as RodStrand;
}

export function packStrands(strands: readonly RodStrand[]): RodState {
  const first = new Uint32Array(strands.length + 1);
  strands.forEach(({ nodes }, k) => {
    first[k + 1] = first[k]! + nodes;
  });
  const state: Record<string, unknown> = { ids: Uint32Array.from(strands, ({ id }) => id), first };
  for (const field of nodeFields) state[field] = new Float64Array(NODE_FIELDS[field] * first[strands.length]!);
  for (const field of strandFields) state[field] = new Float64Array(strands.length);
  const packed = state as RodState;
  strands.forEach((strand, k) => {
    packStrand(packed, k, strand);
  });
  return packed;
}

/** Nodes of the longest strand. */
export function mostNodes({ first }: Pick<RodState, 'first'>): number {
  let most = 0;
  for (let k = 0; k + 1 < first.length; k++) most = Math.max(most, first[k + 1]! - first[k]!);
  return most;
}

/** Puts a strand into its place. */
export function packStrand(state: RodState, k: number, strand: RodStrand): void {
  for (const field of nodeFields) state[field].set(strand[field], NODE_FIELDS[field] * state.first[k]!);
  for (const field of strandFields) state[field][k] = strand[field];
}

/** Strand k, as a copy. */
export function unpackStrand(state: RodState, k: number): RodStrand {
  const from = state.first[k]!;
  const strand = makeRodStrand(state.ids[k]!, state.first[k + 1]! - from);
  for (const field of nodeFields) {
    const own = strand[field];
    const start = NODE_FIELDS[field] * from;
    own.set(state[field].subarray(start, start + own.length));
  }
  for (const field of strandFields) strand[field] = state[field][k]!;
  return strand;
}
