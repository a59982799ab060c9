import { gatherAttributes, makePlacement, placeAttributes } from '../../strands/attributes.ts';
import type { BodyField } from '../../strands/push-out.ts';
import { makeStrands, type Strands, strandCount } from '../../strands/strands.ts';
import { cutStrand } from './cut.ts';
import { Pusher } from './push.ts';
import { findEntry, firstInside, SKIN } from './trace.ts';

/** Hair kept out of a body, without simulating it. */

export interface ClearOptions {
  /** `cut` ends a strand where it enters the body; `push` bends it around, and cuts only what cannot be bent. */
  readonly mode?: 'cut' | 'push';
  /** How far outside pushed hair lies, m; less close to the root. */
  readonly clearance?: number;
  /** What is left of a cut strand must be longer than this, m, or it is left out. */
  readonly shortest?: number;
}

export const CLEAR_DEFAULTS: Readonly<Required<ClearOptions>> = Object.freeze({
  mode: 'push',
  clearance: 0.0005,
  shortest: 0.003,
});

/** Ids of strands by what became of them; all others were outside and are as they were. */
export interface ClearReport {
  readonly cut: Uint32Array;
  readonly pushed: Uint32Array;
  /** Strands that never leave the body, or of which too little was left. */
  readonly leftOut: Uint32Array;
  /** The longest way that a point was pushed, m. */
  readonly farthest: number;
}

export interface Cleared {
  readonly strands: Strands;
  readonly report: ClearReport;
}

/** Cuts strands where they enter the body, or pushes them out. Afterwards no point or middle of an edge is inside. */
export function clearGroom(strands: Strands, body: BodyField, options: ClearOptions = {}): Cleared {
  const { mode, clearance, shortest } = { ...CLEAR_DEFAULTS, ...options };
  const pusher = new Pusher(body, clearance);
  const cut: number[] = [];
  const pushed: number[] = [];
  const leftOut: number[] = [];
  const kept: number[] = [];
  const changed = new Map<number, Changed>();
  let farthest = 0;
  for (let k = 0; k < strandCount(strands); k++) {
    const p = Float64Array.from(strands.positions.subarray(3 * strands.first[k]!, 3 * strands.first[k + 1]!));
    if (!isEntering(body, p, mode)) {
      kept.push(k);
      continue;
    }
    const moved = mode === 'push' ? p.slice() : p;
    if (mode === 'push' && pusher.push(moved)) {
      pushed.push(strands.id[k]!);
      farthest = Math.max(farthest, farthestMove(p, moved));
      changed.set(k, { points: moved });
      kept.push(k);
      continue;
    }
    const rest = cutStrand(body, p);
    if (!rest || !(lengthOf(rest.points) > shortest)) {
      leftOut.push(strands.id[k]!);
      continue;
    }
    cut.push(strands.id[k]!);
    changed.set(k, rest);
    kept.push(k);
  }
  return {
    strands: changed.size === 0 && leftOut.length === 0 ? strands : assemble(strands, kept, changed),
    report: {
      cut: Uint32Array.from(cut),
      pushed: Uint32Array.from(pushed),
      leftOut: Uint32Array.from(leftOut),
      farthest,
    },
  };
}

interface Changed {
  readonly points: Float64Array;
  /** Where its points were on the strand before; at the same points where absent. */
  readonly source?: Float64Array;
}

/** What pushing can mend are points and middles; a cut ends everything that goes in between too. */
function isEntering(body: BodyField, p: Float64Array, mode: 'cut' | 'push'): boolean {
  if (p.length === 0) return false;
  if (mode === 'push') return firstInside(body, p) >= 0;
  return body.distance(p[0]!, p[1]!, p[2]!) < -SKIN || findEntry(body, p, { point: 0, fraction: 0 }) !== null;
}

function assemble(strands: Strands, kept: readonly number[], changed: ReadonlyMap<number, Changed>): Strands {
  const first = new Uint32Array(kept.length + 1);
  kept.forEach((k, n) => {
    const points = changed.get(k)?.points.length ?? 3 * (strands.first[k + 1]! - strands.first[k]!);
    first[n + 1] = first[n]! + points / 3;
  });
  const positions = new Float32Array(3 * first[kept.length]!);
  const placement = makePlacement(first[kept.length]!);
  kept.forEach((k, n) => {
    const begin = strands.first[k]!;
    const change = changed.get(k);
    positions.set(change?.points ?? strands.positions.subarray(3 * begin, 3 * strands.first[k + 1]!), 3 * first[n]!);
    for (let i = 0; i < first[n + 1]! - first[n]!; i++) {
      const source = change?.source?.[i] ?? i;
      placement.lower[first[n]! + i] = begin + Math.floor(source);
      placement.fraction[first[n]! + i] = source - Math.floor(source);
    }
  });
  return makeStrands({
    id: Uint32Array.from(kept, (k) => strands.id[k]!),
    first,
    positions,
    pointAttributes: placeAttributes(strands.pointAttributes, placement),
    strandAttributes: gatherAttributes(strands.strandAttributes, kept),
  });
}

function lengthOf(p: Float64Array): number {
  let length = 0;
  for (let k = 3; k < p.length; k += 3) length += gap(p, k, p, k - 3);
  return length;
}

function farthestMove(a: Float64Array, b: Float64Array): number {
  let farthest = 0;
  for (let k = 0; k < a.length; k += 3) farthest = Math.max(farthest, gap(a, k, b, k));
  return farthest;
}

function gap(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const dx = a[i]! - b[j]!;
  const dy = a[i + 1]! - b[j + 1]!;
  const dz = a[i + 2]! - b[j + 2]!;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
