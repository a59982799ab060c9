import { grouped } from '../../formats/budget.ts';
import type { HairFile } from '../../formats/index.ts';
import { checkStrands } from '../../strands/check.ts';
import { strandStatistics } from '../../strands/statistics.ts';
import type { Attributes } from '../../strands/strands.ts';
import { bytesText, counted, lengthText } from '../table.ts';
import { boundsText } from './bounds.ts';
import type { Description } from './description.ts';

/** Problems that the document lists; their count is complete all the same. */
const MOST_PROBLEMS = 1000;
/** Problems that a person is shown. */
const SHOWN_PROBLEMS = 10;

export function describeHair(name: string, bytes: number, file: HairFile): Description {
  const { strands, notes, metadata } = file;
  const figures = strandStatistics(strands);
  const check = checkStrands(strands, { limit: MOST_PROBLEMS });
  const { length, pointsPerStrand: per } = figures;
  const kinds = Object.entries(check.countByKind).filter(([, count]) => count > 0);
  const attributes = [...named(strands.pointAttributes, 'point'), ...named(strands.strandAttributes, 'strand')];
  return {
    title: `${name}: hair`,
    rows: [
      ['size', bytesText(bytes)],
      ['strands', grouped(figures.strands)],
      ['points', `${grouped(figures.points)}, ${per.min === per.max ? per.min : `${per.min} to ${per.max}`} a strand`],
      ['bounds', boundsText(figures.bounds)],
      ['length', `${lengthText(length.min)} to ${lengthText(length.max)}, mean ${lengthText(length.mean)}`],
      ['attributes', attributes.join(', ') || 'none'],
      ['problems', kinds.map(([kind, count]) => `${kind} ${count}`).join(', ') || 'none'],
    ],
    notes,
    lines: problemLines(check.problems, check.count),
    json: {
      file: name,
      kind: 'hair',
      unit: 'm',
      bytes,
      strands: figures.strands,
      points: figures.points,
      pointsPerStrand: figures.pointsPerStrand,
      nonFinitePoints: figures.nonFinitePoints,
      bounds: figures.bounds,
      length: { min: length.min, mean: length.mean, max: length.max },
      segment: figures.segment,
      attributes,
      metadata,
      problemCount: check.count,
      problemCountByKind: Object.fromEntries(kinds),
      problems: check.problems.map(({ strand, kind, detail }) => ({ strand, kind, detail })),
    },
  };
}

const named = (attributes: Attributes, place: string): string[] =>
  [...attributes].map(([name, { size }]) => `${name} (${size} a ${place})`);

function problemLines(problems: readonly { strand: number; kind: string; detail: string }[], count: number): string[] {
  const lines = problems
    .slice(0, SHOWN_PROBLEMS)
    .map(({ strand, kind, detail }) => `  strand ${strand}: ${kind}: ${detail}`);
  if (count > lines.length) lines.push(`  and ${counted(count - lines.length, 'more problem')}; --json lists them`);
  return lines;
}
