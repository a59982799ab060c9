/** Letters of 5 x 7 dots for labels in pictures; capitals are written small, what is unknown as a question mark. */

/** Rows from the top, two hexadecimal digits each, the leftmost dot worth 16. */
const GLYPHS: Readonly<Record<string, string>> = {
  ' ': '00000000000000',
  '0': '0E11131519110E',
  '1': '040C040404040E',
  '2': '0E11010204081F',
  '3': '1F02040201110E',
  '4': '02060A121F0202',
  '5': '1F101E0101110E',
  '6': '0608101E11110E',
  '7': '1F010204080808',
  '8': '0E11110E11110E',
  '9': '0E11110F01020C',
  a: '00000E010F110F',
  b: '1010161911111E',
  c: '00000E1010110E',
  d: '01010D1311110F',
  e: '00000E111F100E',
  f: '0609081C080808',
  g: '000F11110F010E',
  h: '10101619111111',
  i: '04000C0404040E',
  j: '0200060202120C',
  k: '10101214181412',
  l: '0C04040404040E',
  m: '00001A15151111',
  n: '00001619111111',
  o: '00000E1111110E',
  p: '00001E111E1010',
  q: '00000D130F0101',
  r: '00001619101010',
  s: '00000E100E011E',
  t: '08081C08080906',
  u: '0000111111130D',
  v: '00001111110A04',
  w: '0000111115150A',
  x: '0000110A040A11',
  y: '000011110F010E',
  z: '00001F0204081F',
  '.': '00000000000C0C',
  ',': '000000000C0408',
  '-': '0000001F000000',
  '+': '0004041F040400',
  '=': '00001F001F0000',
  _: '0000000000001F',
  ':': '000C0C000C0C00',
  '/': '00010204081000',
  '%': '18190204081303',
  '(': '02040808080402',
  ')': '08040202020408',
  '*': '0004150E150400',
  '#': '0A0A1F0A1F0A0A',
  '[': '0E08080808080E',
  ']': '0E02020202020E',
  '?': '0E110102040004',
};

/** Pixels of a picture, RGBA rows from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

const WIDE = 6;
export const LINE_HEIGHT = 10;

/** Letters that fit into so many pixels. */
export const lettersIn = (width: number, scale: number): number => Math.floor(width / (WIDE * scale));

/** Writes a line whose upper left corner is at (x, y); what does not fit is left out. */
export function writeText(
  { width, height, rgba }: Pixels,
  text: string,
  x: number,
  y: number,
  scale: number,
  [r, g, b]: readonly [number, number, number],
): void {
  [...text.toLowerCase()].forEach((letter, k) => {
    const glyph = GLYPHS[letter] ?? GLYPHS['?']!;
    for (let dot = 0; dot < 35 * scale * scale; dot++) {
      const [px, py] = [dot % (5 * scale), Math.floor(dot / (5 * scale))];
      const row = Number.parseInt(glyph.slice(2 * Math.floor(py / scale), 2 * Math.floor(py / scale) + 2), 16);
      if (!((row >> (4 - Math.floor(px / scale))) & 1)) continue;
      const [toX, toY] = [x + k * WIDE * scale + px, y + py];
      if (toX < width && toY < height) rgba.set([r, g, b, 255], 4 * (toY * width + toX));
    }
  });
}
