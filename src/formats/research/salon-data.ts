import { InputError } from '../../strands/input-error.ts';
import { makeStrands, pointCount, type Strands, strandCount } from '../../strands/strands.ts';
import { grouped } from '../budget.ts';
import { getWords, putWords, viewOf } from '../bytes.ts';
import { CUT_OFF_IN_STRANDS, cutOff, keptWhole } from '../cut-off.ts';
import type { FileFormat, HairContent, Source, Target } from '../format.ts';
import { ids, leftOut } from '../packing.ts';

/**
 * USC-HairSalon (.data), as many hair reconstruction data sets are given: i32 strands, then a strand at a time i32 points and
 * f32x3 a point. Strands of one point stand for roots where nothing grows; they are left out.
 */

interface Table {
  readonly first: Uint32Array;
  readonly places: Uint32Array;
  readonly points: number;
}

export function readSalonData(source: Source): HairContent {
  const { budget, bytes } = source;
  const { first, places, points } = readTable(source);
  const positions = budget.float32(3 * points, 'points');
  for (let s = 0; s < places.length; s++)
    getWords(positions.subarray(3 * first[s]!, 3 * first[s + 1]!), bytes, places[s]!);
  return { strands: makeStrands({ id: ids(budget, places.length), first, positions }), metadata: {} };
}

/** Where each strand begins. Of a file that ends early, the strands that are whole are kept where that is asked for. */
function readTable({ name, bytes, budget, note, options }: Source): Table {
  if (bytes.length < 4) throw cutOff('data/truncated', `${name}: the file ends before its number of strands`);
  const view = viewOf(bytes);
  const promised = view.getInt32(0, true);
  if (promised < 0 || promised > bytes.length / 4)
    throw new InputError(
      'data/count',
      `${name}: it begins with a number of strands, ${grouped(promised)} here, which a file of ${grouped(bytes.length)} bytes cannot hold`,
    );
  const first = budget.uint32(promised + 1, 'strand offsets');
  const places = budget.uint32(promised, 'strand places');
  let at = 4;
  let kept = 0;
  let points = 0;
  let bald = 0;
  for (let s = 0; s < promised; s++) {
    const count = at + 4 <= bytes.length ? view.getInt32(at, true) : -1;
    if (count < 0 || at + 4 + 12 * count > bytes.length) {
      const where = `strand ${grouped(s)} of ${grouped(promised)}, at byte ${grouped(at)} of ${grouped(bytes.length)},`;
      if (!options.partial)
        throw cutOff('data/truncated', `${name}: ${where} is cut off or damaged`, CUT_OFF_IN_STRANDS);
      note(keptWhole(s, promised));
      break;
    }
    if (count < 2) bald++;
    else {
      places[kept++] = at + 4;
      points += count;
      first[kept] = points;
    }
    at += 4 + 12 * count;
  }
  if (bald > 0) note(`${grouped(bald)} roots without hair (strands of fewer than two points) were left out`);
  return { first: first.subarray(0, kept + 1), places: places.subarray(0, kept), points };
}

export function writeSalonData(strands: Strands, { note }: Target): Uint8Array {
  for (const sentence of leftOut(strands, '.data', [], [])) note(sentence);
  const count = strandCount(strands);
  const bytes = new Uint8Array(4 + 4 * count + 12 * pointCount(strands));
  const view = viewOf(bytes);
  view.setInt32(0, count, true);
  let at = 4;
  for (let s = 0; s < count; s++) {
    const [from, to] = [strands.first[s]!, strands.first[s + 1]!];
    view.setInt32(at, to - from, true);
    putWords(bytes, at + 4, strands.positions.subarray(3 * from, 3 * to));
    at += 4 + 12 * (to - from);
  }
  return bytes;
}

export const SALON_DATA: FileFormat = /* @__PURE__ */ Object.freeze({
  title: 'USC-HairSalon',
  extensions: ['data'],
  readHair: readSalonData,
  writeHair: writeSalonData,
});
