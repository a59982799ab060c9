import type { PackedArray } from '../snapshot.ts';
import { makeRod, type Rod, setSpans } from './rod.ts';

/** Numbers a node has in each per-node array. Edge j is kept at node j; the tip has none. */
export const NODE_FIELDS = {
  position: 3,
  velocity: 3,
  /** θ of the edge against its Bishop frame. */
  theta: 1,
  /** ω of the last step, four numbers as in `Rod`: internal friction needs its rate. */
  curvature: 4,
  /** Normal force and friction (3) of the last internal step: of the node, then of its edge's middle. See node-contacts.ts. */
  push: 2,
  grip: 6,
  mass: 1,
  /** Mass per length of the edge, kg/m. */
  density: 1,
  restLength: 1,
  /** B of the edge, three numbers; β of the node. */
  bending: 3,
  twisting: 1,
  restCurvature: 4,
  restTwist: 1,
  /** How much softer the joint is made than its section says, from 1 on: see `jointSoftness`. */
  softness: 1,
  /** Distance kept from bodies by the node, and by the middle of its edge. */
  clearance: 1,
  edgeClearance: 1,
  /** Groomed position in root coordinates and groomed θ. */
  groomed: 3,
  groomedTheta: 1,
  /** What edits have made of mass and stiffness: factors of the values at creation. */
  massFactor: 1,
  stiffnessFactor: 1,
  /** What the strand was made with: see reshape.ts. */
  madeLength: 1,
  madeClearance: 1,
  madeEdgeClearance: 1,
  /** Rest shapes: of nature, of the fibre now, and of what coats it. */
  naturalCurvature: 4,
  naturalTwist: 1,
  baseCurvature: 4,
  baseTwist: 1,
  coatCurvature: 4,
  coatTwist: 1,
} as const;

/** Numbers a strand has. */
export const STRAND_FIELDS = {
  /** 1 where the first edge is clamped to a root, 0 for a cut piece that flies free. */
  rooted: 1,
  /** u₁ of the first edge, in the world and in root coordinates. */
  u1: 3,
  up: 3,
  /** Size of the last internal step, s; 0 where `curvature` must not be used. */
  lastStep: 1,
} as const;

type NodeField = keyof typeof NODE_FIELDS;
type StrandField = keyof typeof STRAND_FIELDS;
const nodeFields = Object.keys(NODE_FIELDS) as NodeField[];
const strandFields = Object.keys(STRAND_FIELDS) as StrandField[];

/** One strand: all that its next step depends on. */
export type RodStrand = { readonly id: number; readonly nodes: number } & {
  readonly [field in NodeField | StrandField]: Float64Array;
};

/** What a step changes. */
export const MOVING = ['position', 'velocity', 'theta', 'curvature', 'u1', 'lastStep', 'push', 'grip'] as const;

export function makeStrand(id: number, nodes: number): RodStrand {
  const strand: Record<string, unknown> = { id, nodes };
  for (const field of nodeFields) strand[field] = new Float64Array(NODE_FIELDS[field] * nodes);
  for (const field of strandFields) strand[field] = new Float64Array(STRAND_FIELDS[field]);
  const made = strand as RodStrand;
  made.softness.fill(1);
  made.massFactor.fill(1);
  made.stiffnessFactor.fill(1);
  return made;
}

/** Nodes `from .. to` of a strand as a strand of their own; values per strand are copied. */
export function takeNodes(strand: RodStrand, from: number, to: number, id: number): RodStrand {
  const part = makeStrand(id, to - from);
  for (const field of nodeFields) {
    const size = NODE_FIELDS[field];
    part[field].set(strand[field].subarray(size * from, size * to));
  }
  for (const field of strandFields) part[field].set(strand[field]);
  return part;
}

/** The same strand with node `node` twice, side by side. */
export function doubleNode(strand: RodStrand, node: number): RodStrand {
  const next = makeStrand(strand.id, strand.nodes + 1);
  for (const field of nodeFields) {
    const size = NODE_FIELDS[field];
    next[field].set(strand[field].subarray(0, size * (node + 1)));
    next[field].set(strand[field].subarray(size * node), size * (node + 1));
  }
  for (const field of strandFields) next[field].set(strand[field]);
  return next;
}

/** Gives every node half of each of its edges. */
export function shareMass({ nodes, mass, density, restLength }: RodStrand): void {
  mass.fill(0);
  for (let j = 0; j < nodes - 1; j++) {
    const half = 0.5 * density[j]! * restLength[j]!;
    mass[j] = mass[j]! + half;
    mass[j + 1] = mass[j + 1]! + half;
  }
}

/**
 * The strand as a rod, edits of stiffness included; a softer joint has a longer span. Rest shape arrays are the
 * strand's own.
 */
export function rodOf(strand: RodStrand): Rod {
  const factor = strand.stiffnessFactor;
  // An edge is as stiff as its two nodes are in the mean.
  const bending = strand.bending.subarray(0, 3 * (strand.nodes - 1)).map((value, n) => {
    const j = Math.floor(n / 3);
    return 0.5 * (factor[j]! + factor[j + 1]!) * value;
  });
  const rod: Rod = {
    ...makeRod(strand.nodes),
    restLength: strand.restLength.subarray(0, strand.nodes - 1),
    bending,
    twisting: strand.twisting.map((value, i) => factor[i]! * value),
    restCurvature: strand.restCurvature,
    restTwist: strand.restTwist,
  };
  setSpans(rod);
  for (let i = 1; i < rod.nodes - 1; i++) rod.span[i] = rod.span[i]! * strand.softness[i]!;
  return rod;
}

/** All strands as typed arrays: ids, node counts, then every field of every strand in order. */
export function packStrands(strands: readonly RodStrand[]): PackedArray[] {
  const join = (field: NodeField | StrandField): Float64Array => {
    const out = new Float64Array(strands.reduce((sum, strand) => sum + strand[field].length, 0));
    let offset = 0;
    for (const strand of strands) {
      out.set(strand[field], offset);
      offset += strand[field].length;
    }
    return out;
  };
  return [
    Uint32Array.from(strands, (strand) => strand.id),
    Uint32Array.from(strands, (strand) => strand.nodes),
    ...nodeFields.map(join),
    ...strandFields.map(join),
  ];
}

export function unpackStrands(arrays: readonly PackedArray[]): RodStrand[] {
  const [ids, nodes, ...fields] = arrays as [Uint32Array, Uint32Array, ...Float64Array[]];
  const strands = Array.from(ids, (id, k) => makeStrand(id, nodes[k]!));
  [...nodeFields, ...strandFields].forEach((field, n) => {
    let offset = 0;
    for (const strand of strands) {
      strand[field].set(fields[n]!.subarray(offset, offset + strand[field].length));
      offset += strand[field].length;
    }
  });
  return strands;
}
