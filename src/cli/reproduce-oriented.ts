import { type OrientedTable, orientedCost, plotSvg } from '../validate/index.ts';
import { type Drawing, drawPlot } from './plot-output.ts';
import { grid } from './table.ts';

const SOURCE =
  'Oriented strands, in: Sunil Hadap and others, "Strands and hair: modeling, animation, and rendering", SIGGRAPH 2007 course; sizes and speeds of ' +
  'section 5.1 of its 2008 edition, hardware not stated. Bangs at 2 Hz at least.';

/** The published table beside ours: what `pelage reproduce oriented` answers. */
export function reproduceOriented(drawing: Drawing, isShort = false): { json: object; text: string } {
  const { now } = drawing.context;
  const table = orientedCost({ now, ...(isShort ? { isShort, frames: 1, trees: 4 } : {}) });
  const pictures = [
    ...drawPlot(drawing, 'oriented-links.svg', plotLinks(table)),
    ...drawPlot(drawing, 'oriented-iterations.svg', plotIterations(table)).slice(1),
  ];
  return { json: { source: SOURCE, ...table }, text: [describeOriented(table), ...pictures].join('\n') };
}

/** Time over links, with the line through the origin and the longest strands. */
function plotLinks({ links }: OrientedTable): string {
  const last = links.at(-1)!;
  return plotSvg({
    title: 'Forty strands of so many links: time of a frame',
    x: 'links',
    y: 'ms',
    curves: [
      { name: 'linear', kind: 'known', points: [0, 0, last.links, 1000 * last.seconds] },
      { name: 'measured', kind: 'measured', points: links.flatMap((one) => [one.links, 1000 * one.seconds]) },
    ],
  });
}

function plotIterations({ histogram }: OrientedTable): string {
  const steps = histogram.reduce((sum, count) => sum + count, 0);
  const points = histogram.flatMap((count, n) => (count > 0 ? [n, (100 * count) / steps] : []));
  return plotSvg({
    title: 'Newton iterations of a step, long hair on head and shoulders',
    x: 'iterations',
    y: '% of steps',
    curves: [{ name: 'measured', kind: 'measured', points }],
  });
}

export function describeOriented({ rows, links, linksRatio, treesRatio, histogram }: OrientedTable): string {
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
    `Forty strands: ${links.map((one) => `${one.links} links ${one.seconds.toPrecision(2)} s`).join(', ')}`,
    `Time of 64 links over 32: ${linksRatio.toFixed(2)}; of a link among ten times as many trees: ${treesRatio.toFixed(2)}`,
    '',
    `Newton iterations a step, strands of the long hair, which touch head and shoulders: ${least} to ${most}, mean ${mean.toFixed(1)} (published: 2 to 213, mean 18.3)`,
    ...grid(histogram.flatMap((count, n) => (count > 0 ? [[`  ${n}`, String(count)]] : []))),
  ].join('\n');
}
