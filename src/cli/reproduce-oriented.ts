import { type OrientedTable, orientedCost } from '../validate/index.ts';
import { grid } from './table.ts';

const SOURCE =
  'Oriented strands, in: Sunil Hadap and others, "Strands and hair: modeling, animation, and rendering", SIGGRAPH 2007 course; sizes and speeds of ' +
  'section 5.1 of its 2008 edition, hardware not stated. Bangs at 2 Hz at least.';

/** The published table beside ours: what `pelage reproduce oriented` answers. */
export function reproduceOriented(now: () => number, isShort = false): { json: object; text: string } {
  const table = orientedCost({ now, ...(isShort ? { isShort, frames: 1, trees: 4 } : {}) });
  return { json: { source: SOURCE, ...table }, text: describeOriented(table) };
}

export function describeOriented({ rows, linksRatio, treesRatio, histogram }: OrientedTable): string {
  const steps = histogram.reduce((sum, count) => sum + count, 0);
  const mean = histogram.reduce((sum, count, n) => sum + n * count, 0) / Math.max(1, steps);
  const most = histogram.length - 1;
  const least = histogram.findIndex((count) => count > 0);
  return [
    SOURCE,
    '',
    'Seconds a frame of 1/24 s, five steps each; iterations of a strand or tree and step',
    ...grid([
      ['  example', 'strands', 'links', 'ours', 'iterations', 'published'],
      ...rows.map(({ example, strands, links, seconds, iterations, published }) => [
        `  ${example}`,
        String(strands),
        String(links),
        seconds.toPrecision(2),
        iterations.toFixed(1),
        published === null ? '-' : String(published),
      ]),
    ]),
    '',
    `Time of 64 links over 32: ${linksRatio.toFixed(2)}; of a link among ten times as many trees: ${treesRatio.toFixed(2)}`,
    '',
    `Newton iterations a step, bangs that touch the head: ${least} to ${most}, mean ${mean.toFixed(1)} (published: 2 to 213, mean 18.3)`,
    ...grid(histogram.flatMap((count, n) => (count > 0 ? [[`  ${n}`, String(count)]] : []))),
  ].join('\n');
}
