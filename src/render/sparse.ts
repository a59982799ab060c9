import { CORE_ROW, CORE_STRIDE } from '../groom/core-curl.ts';
import { CURVE_STRIDE } from './bent-data.ts';
import { BOX, type GeneratorData, type GuideFrame, partsOfFrame, TRIPLE_FRAME } from './generator-data.ts';

/**
 * Hair with fewer points a strand, for previews: where a strand is a few dozen pixels long, every third point shows its
 * waves as well, and everything that is done for points costs a third.
 */

/** Points that stand for one. */
const EVERY = 3;
const FEWEST = 8;

/** Which of a strand's points stay: both ends, and others evenly between them. */
export function pickedPoints(points: number): Uint32Array {
  const count = Math.min(points, Math.max(FEWEST, Math.ceil(points / EVERY)));
  return Uint32Array.from({ length: count }, (_, k) => Math.round((k * (points - 1)) / Math.max(1, count - 1)));
}

/** Strands with their picked points alone, and the point that each of these was. */
export function sparseStrands(first: Uint32Array): { readonly first: Uint32Array; readonly point: Uint32Array } {
  const kept = new Uint32Array(first.length);
  // Most strands have as many points as others, and scissors bring new ones while a person waits.
  const known = new Map<number, Uint32Array>();
  const picked = (count: number): Uint32Array => {
    const found = known.get(count) ?? pickedPoints(count);
    known.set(count, found);
    return found;
  };
  for (let i = 0; i + 1 < first.length; i++) kept[i + 1] = kept[i]! + picked(first[i + 1]! - first[i]!).length;
  const point = new Uint32Array(kept[first.length - 1]!);
  for (let i = 0; i + 1 < first.length; i++) {
    const own = picked(first[i + 1]! - first[i]!);
    const [from, to] = [first[i]!, kept[i]!];
    for (let k = 0; k < own.length; k++) point[to + k] = from + own[k]!;
  }
  return { first: kept, point };
}

/** Numbers of picked points, `width` each. */
export function pickNumbers(values: Float32Array, points: Uint32Array, width: number, out: Float32Array): Float32Array {
  for (let k = 0; k < points.length; k++)
    for (let c = 0; c < width; c++) out[width * k + c] = values[width * points[k]! + c]!;
  return out;
}

/** Runs of `width` numbers a point, picked from runs of whole strands. */
function pickRuns(
  from: Float32Array,
  points: number,
  picked: Uint32Array,
  width: number,
  out: Float32Array = new Float32Array((from.length / points) * picked.length),
): Float32Array {
  const strands = from.length / (points * width);
  for (let i = 0, to = 0; i < strands; i++)
    for (const k of picked) {
      const at = (i * points + k) * width;
      for (let c = 0; c < width; c++) out[to++] = from[at + c]!;
    }
  return out;
}

/** Small tufts are left out: of strands that are so few hardly two share one. */
export function sparseGenerator(data: GeneratorData): GeneratorData {
  const picked = pickedPoints(data.points);
  if (data.bent) {
    const { curves, soaked } = data.bent;
    const pick = (from: Float32Array): Float32Array => pickRuns(from, data.points, picked, CURVE_STRIDE);
    return {
      ...data,
      points: picked.length,
      bent: { ...data.bent, curves: pick(curves), soaked: soaked && pick(soaked) },
    };
  }
  return {
    ...data,
    points: picked.length,
    levels: data.levels
      .filter(({ name }) => name !== 'small')
      .map((level) => ({ ...level, tables: pickRuns(level.tables, data.points, picked, 1) })),
  };
}

/** Guides of `data` for the generator that `sparseGenerator` makes of it. */
export function sparseGuides(data: GeneratorData, frame: GuideFrame): GuideFrame {
  const { points } = data;
  if (data.bent) return frame.slice();
  const picked = pickedPoints(points);
  const { guides, triples } = partsOfFrame(data, frame);
  const kept = pickRuns(guides, points, picked, CORE_STRIDE);
  shortenEdges(kept, data.guides, picked.length);
  const levels = data.levels.flatMap(({ name, triples: count }, k) =>
    name === 'small'
      ? []
      : [
          triples[k]!.subarray(0, TRIPLE_FRAME * count),
          pickRuns(triples[k]!.subarray(TRIPLE_FRAME * count), points, picked, 1),
        ],
  );
  const parts = [frame.subarray(0, BOX), kept, ...levels];
  const out = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Edges between picked points are chords of the curve through all. */
function shortenEdges(kept: Float32Array, guides: number, points: number): void {
  const lines = CORE_STRIDE * guides * points;
  for (let i = 0; i < guides; i++)
    for (let j = 0; j + 1 < points; j++) {
      const a = CORE_STRIDE * (i * points + j);
      const b = a + CORE_STRIDE;
      let square = 0;
      for (let c = 0; c < 3; c++) square += (kept[lines + b + c]! - kept[lines + a + c]!) ** 2;
      kept[a + CORE_ROW.edge] = Math.sqrt(square);
    }
}
