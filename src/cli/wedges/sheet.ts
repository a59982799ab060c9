import { LINE_HEIGHT, lettersIn, type Pixels, writeText } from './lettering.ts';

/** One picture of a contact sheet, with lines below it. */
export interface SheetCell {
  readonly lines: readonly string[];
  /** RGBA rows; null where there is nothing to show: the lines say why. */
  readonly rgba: Uint8Array | null;
}

export interface SheetForm {
  readonly columns: number;
  /** Of each picture. */
  readonly width: number;
  readonly height: number;
}

const GAP = 6;
const SCALE = 2;
const PAPER = [24, 25, 28] as const;
const INK = [232, 232, 228] as const;
const EMPTY = [92, 30, 30] as const;

/** Pictures side by side, each labelled, in rows of so many. */
export function contactSheet(cells: readonly SheetCell[], { columns, width, height }: SheetForm): Pixels {
  const most = lettersIn(width, SCALE);
  const wrapped = cells.map(({ lines }) => lines.flatMap((line) => wrap(line, most)));
  const label = SCALE * LINE_HEIGHT * Math.max(1, ...wrapped.map((lines) => lines.length)) + GAP;
  const rows = Math.ceil(cells.length / columns);
  const sheet: Pixels = {
    width: columns * (width + GAP) + GAP,
    height: rows * (height + label + GAP) + GAP,
    rgba: new Uint8Array(0),
  };
  const pixels = { ...sheet, rgba: new Uint8Array(4 * sheet.width * sheet.height) };
  fill(pixels, 0, 0, pixels.width, pixels.height, PAPER);
  cells.forEach(({ rgba }, k) => {
    const x = GAP + (k % columns) * (width + GAP);
    const y = GAP + Math.floor(k / columns) * (height + label + GAP);
    if (rgba) lay(pixels, rgba, x, y, width, height);
    else fill(pixels, x, y, width, height, EMPTY);
    wrapped[k]!.forEach((line, n) => {
      writeText(pixels, line, x, y + height + GAP + n * SCALE * LINE_HEIGHT, SCALE, INK);
    });
  });
  return pixels;
}

function wrap(line: string, most: number): string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > most) {
    const space = rest.lastIndexOf(' ', most);
    const at = space > most / 2 ? space : most;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...lines, rest];
}

function fill(
  { width, rgba }: Pixels,
  x: number,
  y: number,
  wide: number,
  high: number,
  [r, g, b]: readonly [number, number, number],
): void {
  for (let row = y; row < y + high; row++)
    for (let column = x; column < x + wide; column++) rgba.set([r, g, b, 255], 4 * (row * width + column));
}

function lay({ width, rgba }: Pixels, picture: Uint8Array, x: number, y: number, wide: number, high: number): void {
  for (let row = 0; row < high; row++)
    rgba.set(picture.subarray(4 * row * wide, 4 * (row + 1) * wide), 4 * ((y + row) * width + x));
}
