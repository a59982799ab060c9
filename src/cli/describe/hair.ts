import { grouped } from '../../formats/budget.ts';
import { frameRate, type HairFile } from '../../formats/index.ts';
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

/** `times` are those of an animation's frames, seconds; the hair is that of the first. */
export function describeHair(name: string, bytes: number, file: HairFile, times?: Float64Array): Description {
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
      ...framesRow(times),
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
      ...framesJson(times),
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

function framesRow(times: Float64Array | undefined): [string, string][] {
  if (!times || times.length < 2) return [];
  const rate = frameRate(times);
  const pace = rate === undefined ? 'at uneven times' : `${Number(rate.toPrecision(6))} a second`;
  return [
    [
      'frames',
      `${grouped(times.length)}, ${pace}, from ${secondsText(times[0]!)} to ${secondsText(times[times.length - 1]!)}`,
    ],
  ];
}

const secondsText = (time: number): string => `${Number(time.toFixed(3))} s`;

function framesJson(times: Float64Array | undefined): Record<string, unknown> {
  if (!times) return {};
  return { frames: times.length, start: times[0], end: times[times.length - 1], fps: frameRate(times) ?? null };
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
