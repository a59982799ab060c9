import { gatherAttributes, makePlacement, placeAttributes } from './attributes.ts';
import { findBulk } from './bulk.ts';
import { CHECK_DEFAULTS, type CheckOptions } from './check.ts';
import { inspectDepth } from './depth.ts';
import { inspectStrand } from './inspect.ts';
import { isFaulty, type Mender, makeMender, mendStrand, type RepairKind } from './mend-strand.ts';
import type { BodyField } from './push-out.ts';
import { separateRoots } from './separate-roots.ts';
import { makeStrands, type Strands, strandCount } from './strands.ts';
import { makeWorkingStrand, type WorkingStrand } from './working-strand.ts';

export interface RepairOptions extends Omit<CheckOptions, 'body' | 'limit' | 'pointsPerTurn'> {
  /** Strands are pushed out of this body, given in their coordinates. */
  readonly body?: BodyField;
  /** How far outside the body they are put, metres. */
  readonly clearance?: number;
  /** How far a strand is moved off another one's root, as a fraction of the mean root spacing. */
  readonly jitter?: number;
}

export const REPAIR_DEFAULTS: Required<Omit<RepairOptions, 'body'>> = /* @__PURE__ */ Object.freeze({
  maximumTurn: CHECK_DEFAULTS.maximumTurn,
  maximumEdgeRatio: CHECK_DEFAULTS.maximumEdgeRatio,
  zeroEdge: CHECK_DEFAULTS.zeroEdge,
  coincidence: CHECK_DEFAULTS.coincidence,
  outlier: CHECK_DEFAULTS.outlier,
  rootDepth: CHECK_DEFAULTS.rootDepth,
  depth: CHECK_DEFAULTS.depth,
  clearance: 1e-4,
  jitter: 0.25,
});

/** What was done to one strand. */
export interface RepairAction {
  /** Its index in the strands given. */
  readonly strand: number;
  readonly id: number;
  readonly kind: RepairKind;
  /** A sentence without the strand's name. */
  readonly detail: string;
}

export interface Repaired {
  readonly strands: Strands;
  /** In order of strands. */
  readonly actions: readonly RepairAction[];
}

/** Moving strands off each other's roots may push one into the body, and mending may leave one out; this settles both. */
const ROUNDS = 4;

/**
 * Repairs what `checkStrands` names, except what no repair can know: the shape of a coarse curl and the place of a buried
 * root. Strands without a problem come back bit for bit (all strands the same object, if none has one); the others keep
 * their id, number of points and attributes, and their root too unless it stood on another or absurdly far away. A strand that cannot be
 * repaired is left out and named. Attributes that bind a root to a surface are not changed: a root moved off another one
 * (by a fraction of the root spacing) is that far from its binding.
 */
export function repairStrands(strands: Strands, options: RepairOptions = {}): Repaired {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings = { ...REPAIR_DEFAULTS, ...(Object.fromEntries(given) as RepairOptions) };
  const mender = makeMender(settings, settings.body, settings.clearance);
  const actions: RepairAction[] = [];
  let current = strands;
  let origin = Uint32Array.from(strands.id.keys());
  for (let round = 0; round < ROUNDS; round++) {
    const note = (index: number, kind: RepairKind, detail: string): void => {
      actions.push({ strand: origin[index]!, id: current.id[index]!, kind, detail });
    };
    mender.inspector.bulk = findBulk(current, settings.outlier);
    const mended = mendAll(current, mender, note);
    origin = mended.kept.map((index) => origin[index]!);
    current = mended.strands;
    const separated = separateRoots(current, settings, mender.inspector.bulk);
    for (const { strand, twin, distance } of separated.moved)
      note(
        strand,
        'moved',
        `moved by ${(distance * 1000).toPrecision(3)} mm off the root of the strand with id ${current.id[twin]}`,
      );
    current = separated.strands;
    if (separated.moved.length === 0 && !mended.hasChanged) break;
  }
  actions.sort((a, b) => a.strand - b.strand);
  return { strands: current, actions };
}

interface Mended {
  readonly strands: Strands;
  /** Indices of the strands that are left. */
  readonly kept: Uint32Array;
  readonly hasChanged: boolean;
}

function mendAll(
  strands: Strands,
  mender: Mender,
  note: (index: number, kind: RepairKind, detail: string) => void,
): Mended {
  const works = new Map<number, WorkingStrand>();
  const kept: number[] = [];
  for (let i = 0; i < strandCount(strands); i++) {
    if (!needsMending(strands, i, mender)) {
      kept.push(i);
      continue;
    }
    const work = makeWorkingStrand(strands.positions.slice(3 * strands.first[i]!, 3 * strands.first[i + 1]!));
    if (!mendStrand(work, mender, (kind, detail) => note(i, kind, detail))) continue;
    works.set(i, work);
    kept.push(i);
  }
  const index = Uint32Array.from(kept);
  const hasChanged = works.size > 0 || kept.length < strandCount(strands);
  return { strands: hasChanged ? assemble(strands, index, works) : strands, kept: index, hasChanged };
}

function needsMending(strands: Strands, strand: number, mender: Mender): boolean {
  const begin = strands.first[strand]!;
  const end = strands.first[strand + 1]!;
  const { inspector, body, depth } = mender;
  if (isFaulty(inspectStrand(inspector, strands.positions, begin, end), inspector.limits)) return true;
  if (!body) return false;
  inspectDepth(body, strands.positions, begin, end, mender.depthLimits, depth);
  return depth.inside > 0;
}

/** The kept strands, mended or as they were, with their attributes. */
function assemble(strands: Strands, kept: Uint32Array, works: ReadonlyMap<number, WorkingStrand>): Strands {
  const first = new Uint32Array(kept.length + 1);
  for (let i = 0; i < kept.length; i++)
    first[i + 1] = first[i]! + strands.first[kept[i]! + 1]! - strands.first[kept[i]!]!;
  const positions = new Float32Array(3 * first[kept.length]!);
  const placement = makePlacement(first[kept.length]!);
  for (let i = 0; i < kept.length; i++) {
    const begin = strands.first[kept[i]!]!;
    const end = strands.first[kept[i]! + 1]!;
    const work = works.get(kept[i]!);
    positions.set(work ? work.positions : strands.positions.subarray(3 * begin, 3 * end), 3 * first[i]!);
    for (let p = 0; p < end - begin; p++) {
      const source = work ? work.source[p]! : p;
      placement.lower[first[i]! + p] = begin + Math.floor(source);
      placement.fraction[first[i]! + p] = source - Math.floor(source);
    }
  }
  return makeStrands({
    id: Uint32Array.from(kept, (i) => strands.id[i]!),
    first,
    positions,
    pointAttributes: placeAttributes(strands.pointAttributes, placement),
    strandAttributes: gatherAttributes(strands.strandAttributes, kept),
  });
}
