import { InputError } from '../../strands/input-error.ts';
import { makeStrands, type Strands, strandCount } from '../../strands/strands.ts';
import { grouped } from '../budget.ts';
import { parseDecimal } from '../decimal.ts';
import type { FileFormat, HairContent, Source, Target } from '../format.ts';
import { ids, leftOut } from '../packing.ts';
import { TextWriter } from '../text-writer.ts';

/**
 * Polylines as plain text, as hair reconstruction research writes them: one point a line (x y z, by spaces, commas or
 * semicolons; more numbers are ignored), strands parted by an empty line, or by a line with the number of points that follow.
 * A line that begins with # or a letter is a remark.
 */

const NEWLINE = 10;
const HASH = 35;

/** The numbers at the start of a line, at most three, and how many there are in all. */
interface Line {
  readonly values: Float64Array;
  count: number;
}

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 13 || code === 44 || code === 59;

const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** Reads the line from `at`; -1 numbers where it is a remark. Returns where the next line begins. */
function readLine(bytes: Uint8Array, at: number, line: Line): number {
  let end = at;
  while (end < bytes.length && bytes[end] !== NEWLINE) end++;
  line.count = 0;
  for (let p = at; p < end; ) {
    while (p < end && isSpace(bytes[p]!)) p++;
    if (p >= end) break;
    const code = bytes[p]!;
    if (line.count === 0 && (code === HASH || (isLetter(code) && !isNumberWord(bytes, p, end)))) {
      line.count = -1;
      break;
    }
    let stop = p;
    while (stop < end && !isSpace(bytes[stop]!)) stop++;
    if (line.count < 3) line.values[line.count] = parseDecimal(bytes, p, stop);
    line.count++;
    p = stop;
  }
  return end + 1;
}

/** nan and inf are numbers, if bad ones. */
function isNumberWord(bytes: Uint8Array, at: number, end: number): boolean {
  if (end - at < 3) return false;
  const word = String.fromCharCode(bytes[at]! | 32, bytes[at + 1]! | 32, bytes[at + 2]! | 32);
  return word === 'nan' || word === 'inf';
}

interface Counts {
  readonly points: number;
  readonly breaks: number;
}

function count(bytes: Uint8Array): Counts {
  const line: Line = { values: new Float64Array(3), count: 0 };
  let points = 0;
  let breaks = 1;
  for (let at = 0; at < bytes.length; ) {
    at = readLine(bytes, at, line);
    if (line.count >= 3) points++;
    else if (line.count >= 0) breaks++;
  }
  return { points, breaks };
}

export function readPolylineText(source: Source): HairContent {
  const { name, bytes, budget, note } = source;
  const counts = count(bytes);
  if (counts.points === 0)
    throw new InputError('text/no-points', `${name}: no line of the file has the three numbers of a point`);
  const positions = budget.float32(3 * counts.points, 'points');
  const first = budget.uint32(Math.min(counts.breaks, counts.points) + 1, 'strand offsets');
  const line: Line = { values: new Float64Array(3), count: 0 };
  let points = 0;
  let strands = 0;
  let strange = 0;
  const part = (): void => {
    if (points > first[strands]!) first[++strands] = points;
  };
  for (let at = 0; at < bytes.length; ) {
    at = readLine(bytes, at, line);
    if (line.count >= 3) {
      for (let c = 0; c < 3; c++) positions[3 * points + c] = line.values[c]!;
      points++;
    } else if (line.count >= 0) part();
    if (line.count === 2) strange++;
  }
  part();
  if (strange > 0) note(`${grouped(strange)} lines with two numbers are no points and were taken as ends of strands`);
  return {
    strands: makeStrands({ id: ids(budget, strands), first: first.subarray(0, strands + 1), positions }),
    metadata: {},
  };
}

export function writePolylineText(strands: Strands, { note }: Target): Uint8Array {
  for (const sentence of leftOut(strands, '.txt', [], [])) note(sentence);
  const { first, positions } = strands;
  const out = new TextWriter().text(
    `# ${strandCount(strands)} strands, one point a line, an empty line after each strand\n`,
  );
  for (let s = 0; s < strandCount(strands); s++) {
    for (let p = first[s]!; p < first[s + 1]!; p++)
      out
        .float(positions[3 * p]!)
        .text(' ')
        .float(positions[3 * p + 1]!)
        .text(' ')
        .float(positions[3 * p + 2]!)
        .text('\n');
    out.text('\n');
  }
  return out.bytes();
}

export const POLYLINE_TEXT: FileFormat = /* @__PURE__ */ Object.freeze({
  title: 'polylines as text',
  extensions: ['txt', 'xyz'],
  readHair: readPolylineText,
  writeHair: writePolylineText,
});
