import {
  type CrowdRow,
  crowd,
  type LevelsRow,
  plotSvg,
  restingHead,
  type StylingRow,
  styling,
  walkingHead,
} from '../validate/index.ts';
import { type Drawing, drawPlot } from './plot-output.ts';
import type { Asked, Reproduced } from './reproduce-all.ts';
import { grid } from './table.ts';

export const LEVELS_SOURCE =
  'Kelly Ward, Ming Lin, Joohi Lee, Susan Fisher and Dean Macri, "Modeling hair using level-of-detail representations", and Kelly Ward, Nico Galoppo and ' +
  'Ming Lin, "Interactive virtual hair salon", in: Sunil Hadap and others, "Strands and hair: modeling, animation, and rendering", SIGGRAPH 2007 ' +
  'course, chapter 3; Xeon at 2.8 GHz.';

/** What was published of a stylist at work. */
export const PUBLISHED = { skeletons: [37, 296], seconds: 0.092 } as const;

export interface LevelsTable {
  readonly styling: readonly StylingRow[];
  readonly growth: readonly LevelsRow[];
  readonly rest: LevelsRow;
  readonly crowd: CrowdRow;
}

/** Sizes of the whole table, and of one that only shows that it can be made. */
const SIZES = {
  whole: { styling: 1500, growth: [250, 500, 1000, 2000, 4000], rest: 4000, heads: 50, each: 800, frames: 8 },
  short: { styling: 12, growth: [8, 16], rest: 12, heads: 2, each: 8, frames: 1 },
} as const;

export function levelsTable(now: () => number, step: (what: string) => void, isShort = false): LevelsTable {
  const { growth, heads, each, frames, ...sizes } = isShort ? SIZES.short : SIZES.whole;
  const options = { now, frames };
  const named = <T>(what: string, measure: () => T): T => {
    step(what);
    return measure();
  };
  return {
    styling: named('a comb', () => styling(sizes.styling, options)),
    growth: growth.map((guides) => named(`${guides} guides`, () => walkingHead(guides, options))),
    rest: named('hair at rest', () => restingHead(sizes.rest, 1, options)),
    crowd: named('a crowd', () => crowd(heads, each, options)),
  };
}

export function reproduceLevels({ context, progress, output }: Asked): Reproduced {
  const bar = progress('Measuring', 3 + SIZES.whole.growth.length);
  let done = 0;
  const table = levelsTable(context.now, (what) => bar.update(done++, what));
  bar.end();
  return describeLevels(table, { context, output });
}

const ms = (seconds: number): string => `${(1000 * seconds).toFixed(1)} ms`;
const times = (ratio: number): string => `${ratio.toFixed(1)} x`;

export function describeLevels(table: LevelsTable, drawing: Drawing): Reproduced {
  const { styling: ways, growth, rest, crowd: many } = table;
  const slowest = ways[0]!.seconds;
  const [first, last] = [growth[0]!, growth.at(-1)!];
  const exponent = Math.log(last.levels / first.levels) / Math.log(last.guides / first.guides);
  const lines = [
    LEVELS_SOURCE,
    '',
    'A comb goes down the back of still hair. Published order of speed: levels with localisation, levels, wisps.',
    ...grid([
      ['  simulated by', 'a frame', 'faster', 'strands that move', 'asleep'],
      ...ways.map(({ way, seconds, moving, sleeping }) => [
        `  ${way}`,
        ms(seconds),
        times(slowest / seconds),
        `${moving[0]} to ${moving[1]}`,
        String(sleeping),
      ]),
      ['  published', `${1000 * PUBLISHED.seconds} ms`, '-', PUBLISHED.skeletons.join(' to '), '-'],
    ]),
    '',
    'A head at 3 m that walks, in pictures of one size',
    ...grid([
      ['  guides', 'move', 'every strand', 'levels', 'faster'],
      ...growth.map(({ guides, moving, all, levels }) => [
        `  ${guides}`,
        moving.toFixed(0),
        ms(all),
        ms(levels),
        times(all / levels),
      ]),
    ]),
    `Time with levels grows as guides to the power of ${exponent.toFixed(2)}.`,
    '',
    `At rest, ${rest.guides} guides: ${ms(rest.all)} with every strand awake, ${ms(rest.levels)} with levels and sleep, ${times(rest.all / rest.levels)}`,
    `A crowd of ${many.heads} heads with ${many.guides} guides each: ${many.moving.toFixed(0)} of ${many.heads * many.guides} move; ` +
      `${ms(many.crowd)}, ${times(many.crowd / many.nearest)} the time of the nearest alone`,
    ...drawPlot(drawing, 'growth.svg', growthPlot(growth)),
  ];
  return {
    json: {
      source: LEVELS_SOURCE,
      published: PUBLISHED,
      exponent,
      ...table,
      ...(drawing.output === undefined ? {} : { pictures: ['growth.svg'] }),
    },
    text: lines.join('\n'),
  };
}

/** Time against guides, both as logarithms. */
function growthPlot(growth: readonly LevelsRow[]): string {
  const points = (of: 'all' | 'levels'): number[] =>
    growth.flatMap((row) => [Math.log10(row.guides), Math.log10(1000 * row[of])]);
  return plotSvg({
    title: 'A frame of a head at 3 m that walks',
    x: 'guides, power of 10',
    y: 'ms a frame, power of 10',
    curves: [
      { name: 'every strand', points: points('all'), kind: 'known' },
      { name: 'levels', points: points('levels'), kind: 'known' },
    ],
  });
}
