/** Curves to be drawn: what an experiment measured beside what is known. */
export interface Plot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly curves: readonly PlotCurve[];
  /** One unit of x is as long as one unit of y. */
  readonly isSquare?: boolean;
}

export interface PlotCurve {
  readonly name: string;
  /** x and y in turn. */
  readonly points: readonly number[];
  /** Known curves are drawn as lines, measured ones as dots. */
  readonly kind: 'known' | 'measured';
}

const WIDTH = 640;
const HEIGHT = 420;
const MARGIN = { left: 64, right: 16, top: 36, bottom: 48 } as const;
const COLOURS = ['#1b6ca8', '#c8553d', '#2f855a', '#7b4fa3', '#a07d1c', '#4a5568'] as const;

interface Range {
  readonly low: number;
  readonly high: number;
}

/** The plot as an SVG document. */
export function plotSvg(plot: Plot): string {
  const { xRange, yRange } = rangesOf(plot);
  const place = (x: number, y: number): readonly [number, number] => [
    MARGIN.left + ((x - xRange.low) / (xRange.high - xRange.low)) * (WIDTH - MARGIN.left - MARGIN.right),
    HEIGHT - MARGIN.bottom - ((y - yRange.low) / (yRange.high - yRange.low)) * (HEIGHT - MARGIN.top - MARGIN.bottom),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(plot.title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    text(WIDTH / 2, 20, plot.title, 'middle', 14),
    text((WIDTH + MARGIN.left) / 2, HEIGHT - 10, plot.x, 'middle'),
    `<g transform="translate(16 ${HEIGHT / 2}) rotate(-90)">${text(0, 0, plot.y, 'middle')}</g>`,
    ...ticks(xRange).map((value) => xTick(value, place(value, yRange.low))),
    ...ticks(yRange).map((value) => yTick(value, place(xRange.low, value))),
    ...plot.curves.map((curve, k) => drawCurve(curve, COLOURS[k % COLOURS.length]!, place)),
    legendGround(plot.curves),
    ...plot.curves.map((curve, k) => legend(curve, k, COLOURS[k % COLOURS.length]!)),
    '</svg>\n',
  ].join('\n');
}

function rangesOf(plot: Plot): { xRange: Range; yRange: Range } {
  const all = plot.curves.flatMap(({ points }) => points);
  const xRange = rangeOf(all.filter((_, i) => i % 2 === 0));
  const yRange = rangeOf(all.filter((_, i) => i % 2 === 1));
  if (!plot.isSquare) return { xRange, yRange };
  const perX = (xRange.high - xRange.low) / (WIDTH - MARGIN.left - MARGIN.right);
  const perY = (yRange.high - yRange.low) / (HEIGHT - MARGIN.top - MARGIN.bottom);
  return perX > perY
    ? { xRange, yRange: widened(yRange, perX / perY) }
    : { xRange: widened(xRange, perY / perX), yRange };
}

function rangeOf(values: readonly number[]): Range {
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  if (!(high > low)) return { low: (low || 0) - 0.5, high: (low || 0) + 0.5 };
  return { low: low - 0.04 * (high - low), high: high + 0.04 * (high - low) };
}

function widened({ low, high }: Range, factor: number): Range {
  const middle = 0.5 * (low + high);
  const half = 0.5 * (high - low) * factor;
  return { low: middle - half, high: middle + half };
}

/** Round values within a range, about six of them. */
function ticks({ low, high }: Range): number[] {
  const rough = (high - low) / 6;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = decade * ([1, 2, 5, 10].find((factor) => factor * decade >= rough) ?? 10);
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

const short = (value: number): string => String(Number(value.toPrecision(4)));
const fixed = (value: number): string => value.toFixed(1);

const escaped = (words: string): string => words.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function text(x: number, y: number, words: string, anchor: string, size = 12): string {
  return `<text x="${fixed(x)}" y="${fixed(y)}" text-anchor="${anchor}" font-size="${size}">${escaped(words)}</text>`;
}

function xTick(value: number, [x, y]: readonly [number, number]): string {
  const line = `<line x1="${fixed(x)}" y1="${fixed(y)}" x2="${fixed(x)}" y2="${MARGIN.top}" stroke="#ddd"/>`;
  return line + text(x, y + 16, short(value), 'middle');
}

function yTick(value: number, [x, y]: readonly [number, number]): string {
  const line = `<line x1="${fixed(x)}" y1="${fixed(y)}" x2="${WIDTH - MARGIN.right}" y2="${fixed(y)}" stroke="#ddd"/>`;
  return line + text(x - 6, y + 4, short(value), 'end');
}

function drawCurve(
  { points, kind }: PlotCurve,
  colour: string,
  place: (x: number, y: number) => readonly [number, number],
): string {
  const places = Array.from({ length: points.length / 2 }, (_, i) => place(points[2 * i]!, points[2 * i + 1]!));
  if (kind === 'known') {
    const path = places.map(([x, y]) => `${fixed(x)},${fixed(y)}`).join(' ');
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.5"/>`;
  }
  return places
    .map(([x, y]) => `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="2.2" fill="${colour}" fill-opacity="0.6"/>`)
    .join('');
}

function legendGround(curves: readonly PlotCurve[]): string {
  const longest = curves.reduce((most, { name }) => Math.max(most, name.length), 0);
  const size = `width="${36 + 7 * longest}" height="${8 + 16 * curves.length}"`;
  return `<rect x="${MARGIN.left + 4}" y="${MARGIN.top}" ${size} fill="white" fill-opacity="0.8"/>`;
}

function legend({ name, kind }: PlotCurve, k: number, colour: string): string {
  const x = MARGIN.left + 10;
  const y = MARGIN.top + 14 + 16 * k;
  const mark =
    kind === 'known'
      ? `<line x1="${x}" y1="${y - 4}" x2="${x + 16}" y2="${y - 4}" stroke="${colour}" stroke-width="1.5"/>`
      : `<circle cx="${x + 8}" cy="${y - 4}" r="2.2" fill="${colour}"/>`;
  return mark + text(x + 22, y, name, 'start');
}
