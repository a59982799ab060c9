import type { Vec3 } from '../../numeric/vector.ts';
import { type BrushTube, coverAt, squaredGap } from './brush.ts';

/** A stroke's path and tube. */
export interface BrushPath extends BrushTube {
  readonly path: readonly Vec3[];
}

/** A stroke that covers a point: how much, and which way it runs there. */
export interface Cover {
  stroke: number;
  fraction: number;
  /** The segment of its path that is nearest. */
  segment: number;
}

/** Cells along the longest side at most: a grid takes a few megabytes. */
const MOST_CELLS = 64;

/** Strokes in a grid of cells: which of them cover a point is asked of the few segments near it. */
export class StrokeGrid {
  private readonly strokes: readonly BrushPath[];
  /** xyz of all paths, one after another, and where each begins. */
  private readonly points: Float64Array[];
  private readonly origin: [number, number, number] = [0, 0, 0];
  private readonly size: [number, number, number] = [0, 0, 0];
  private inverse = 0;
  /** Segments of each cell, strokes rising: pairs of stroke and segment. */
  private first = new Uint32Array(1);
  private entries = new Uint32Array(0);
  private readonly found: Cover = { stroke: 0, fraction: 0, segment: 0 };

  constructor(strokes: readonly BrushPath[]) {
    this.strokes = strokes;
    this.points = strokes.map(({ path }) => Float64Array.from(path.flat()));
    if (strokes.length > 0) this.build();
  }

  /** Visits the strokes that cover a point, in their order; the same object each time. */
  visit(x: number, y: number, z: number, act: (cover: Cover) => void): void {
    const { origin, size, inverse, strokes, found } = this;
    const i = Math.floor((x - origin[0]) * inverse);
    const j = Math.floor((y - origin[1]) * inverse);
    const k = Math.floor((z - origin[2]) * inverse);
    if (!(i >= 0 && j >= 0 && k >= 0 && i < size[0] && j < size[1] && k < size[2])) return;
    const cell = i + size[0] * (j + size[1] * k);
    const end = this.first[cell + 1]!;
    for (let n = this.first[cell]!; n < end; ) {
      const stroke = this.entries[2 * n]!;
      let nearest = Number.POSITIVE_INFINITY;
      for (; n < end && this.entries[2 * n] === stroke; n++) {
        const segment = this.entries[2 * n + 1]!;
        const gap = squaredGap(this.points[stroke]!, segment, x, y, z);
        if (gap >= nearest) continue;
        nearest = gap;
        found.segment = segment;
      }
      found.stroke = stroke;
      found.fraction = coverAt(strokes[stroke]!, Math.sqrt(nearest));
      if (found.fraction > 0) act(found);
    }
  }

  /** Writes which way a stroke runs along a segment; zeros for a dab. */
  wayAlong({ stroke, segment }: Cover, out: Float64Array): void {
    const p = this.points[stroke]!;
    const a = 3 * segment;
    const isLast = a + 5 >= p.length;
    const b = isLast ? a : a + 3;
    const from = isLast && segment > 0 ? a - 3 : a;
    for (let c = 0; c < 3; c++) out[c] = p[b + c]! - p[from + c]!;
  }

  private build(): void {
    const { strokes, points, origin, size } = this;
    const low = [0, 1, 2].map((c) => bound(strokes, points, c, -1));
    const high = [0, 1, 2].map((c) => bound(strokes, points, c, 1));
    const longest = Math.max(...high.map((h, c) => h - low[c]!));
    const thin = Math.min(...strokes.map(({ radius }) => radius));
    const cell = Math.max(thin, longest / MOST_CELLS);
    this.inverse = 1 / cell;
    for (let c = 0; c < 3; c++) {
      origin[c as 0] = low[c]!;
      size[c as 0] = Math.max(1, Math.ceil((high[c]! - low[c]!) / cell));
    }
    const cells = size[0] * size[1] * size[2];
    const count = new Uint32Array(cells + 1);
    this.cover((at) => {
      count[at + 1] = count[at + 1]! + 1;
    });
    for (let n = 0; n < cells; n++) count[n + 1] = count[n + 1]! + count[n]!;
    this.first = count;
    this.entries = new Uint32Array(2 * count[cells]!);
    const next = count.slice(0, cells);
    this.cover((at, stroke, segment) => {
      const n = next[at]!++;
      this.entries[2 * n] = stroke;
      this.entries[2 * n + 1] = segment;
    });
  }

  /** Visits every cell that a segment's box, widened by the radius, meets. */
  private cover(act: (cell: number, stroke: number, segment: number) => void): void {
    const { strokes, points, origin, size, inverse } = this;
    strokes.forEach(({ radius }, stroke) => {
      const p = points[stroke]!;
      const segments = Math.max(1, p.length / 3 - 1);
      const range = (c: number, s: number): [number, number] => {
        const a = p[3 * s + c]!;
        const b = p[Math.min(3 * s + 3, p.length - 3) + c]!;
        const from = Math.floor((Math.min(a, b) - radius - origin[c as 0]) * inverse);
        const to = Math.floor((Math.max(a, b) + radius - origin[c as 0]) * inverse);
        return [Math.max(0, from), Math.min(size[c as 0] - 1, to)];
      };
      for (let s = 0; s < segments; s++) {
        const [i0, i1] = range(0, s);
        const [j0, j1] = range(1, s);
        const [k0, k1] = range(2, s);
        for (let k = k0; k <= k1; k++)
          for (let j = j0; j <= j1; j++) for (let i = i0; i <= i1; i++) act(i + size[0] * (j + size[1] * k), stroke, s);
      }
    });
  }
}

/** The least (sign −1) or largest coordinate that any stroke reaches. */
function bound(strokes: readonly BrushPath[], points: readonly Float64Array[], c: number, sign: number): number {
  let far = Number.NEGATIVE_INFINITY;
  points.forEach((p, n) => {
    for (let i = c; i < p.length; i += 3) far = Math.max(far, sign * p[i]! + strokes[n]!.radius);
  });
  return sign * far;
}
