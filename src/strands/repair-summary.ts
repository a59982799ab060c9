import { countOf, grouped } from './grouped.ts';
import type { RepairAction } from './repair.ts';

/** A repair in a few sentences. */
export interface RepairSummary {
  /** Strands that were changed and kept. */
  readonly mended: number;
  readonly leftOut: number;
  /** More was left out than a person would overlook. */
  readonly isMuchLost: boolean;
  readonly sentences: readonly string[];
}

/** A groom that lost more than this fraction of its strands is not the same groom. */
const MUCH = 0.05;
/** Strands that are named; the others are counted. */
const NAMED = 3;

/** Says how many of `strands` strands were mended and how many were left out, and why. */
export function summarizeRepair(strands: number, actions: readonly RepairAction[]): RepairSummary {
  const lost = actions.filter(({ kind }) => kind === 'left-out');
  const lostStrands = new Set(lost.map(({ strand }) => strand));
  const changed = actions.filter(({ strand }) => !lostStrands.has(strand));
  const mended = new Set(changed.map(({ strand }) => strand)).size;
  const isMuchLost = lost.length > MUCH * strands;
  const of = `of ${countOf(strands, 'strand')}`;
  const sentences: string[] = [];
  if (mended > 0) sentences.push(`${grouped(mended)} ${of} mended: ${named(changed, mended)}`);
  if (lost.length > 0) sentences.push(`${grouped(lost.length)} ${of} left out: ${named(lost, lost.length)}`);
  if (isMuchLost)
    sentences.push(
      `WARNING: ${Math.round((100 * lost.length) / strands)} % of the strands are missing from the result: export the hair again`,
    );
  return { mended, leftOut: lost.length, isMuchLost, sentences };
}

/** The first few strands with what was done to them. */
function named(actions: readonly RepairAction[], strands: number): string {
  const texts = new Map<number, string>();
  for (const { strand, detail } of actions) {
    if (texts.size === NAMED && !texts.has(strand)) break;
    const before = texts.get(strand);
    const what = detail.replace(/^left out: /, '');
    texts.set(strand, before ? `${before}; ${what}` : `strand ${strand} (${what}`);
  }
  const rest = strands - texts.size;
  return [...[...texts.values()].map((text) => `${text})`), ...(rest > 0 ? [`${grouped(rest)} more`] : [])].join(', ');
}
