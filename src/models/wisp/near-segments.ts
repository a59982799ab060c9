import type { WispSegments } from './segments.ts';

/** What a box may be wrong by, metres. */
const SLACK = 1e-9;
/** Cells a segment that a grid may have; where hair is spread farther, cells are larger. */
const MOST_CELLS = 8;

/**
 * Pairs of segments whose boxes touch, found from a grid of their middles every time: hair that moves leaves nothing of a list that was kept,
 * and hair that does not sleeps. Boxes lie one after the other in the order of the cells, so that those of a row of cells are read on.
 */
export class NearSegments {
  /** Segments of higher numbers that are near segment i, in their order: second[first[i]] .. second[first[i + 1]]. */
  readonly first: Int32Array;
  second: Int32Array = new Int32Array(1024);
  /** Half of the distance that each segment keeps from others, and how far it may go before the next look. */
  readonly keep: Float64Array;
  private readonly segments: WispSegments;
  private readonly cellOf: Int32Array;
  /** Segments cell by cell, their boxes, low and high of each axis, and where those of each cell begin. */
  private readonly order: Int32Array;
  private readonly boxes: Float64Array;
  private begin: Int32Array = new Int32Array(0);
  private readonly low = new Float64Array(3);
  private readonly size = new Int32Array(3);
  /** Pairs as they are found. */
  private lower: Int32Array = new Int32Array(1024);
  private higher: Int32Array = new Int32Array(1024);
  private count = 0;

  constructor(segments: WispSegments) {
    const { length } = segments.isSegment;
    this.segments = segments;
    this.first = new Int32Array(length + 1);
    this.keep = new Float64Array(length);
    this.cellOf = new Int32Array(length);
    this.order = new Int32Array(length);
    this.boxes = new Float64Array(6 * length);
  }

  /** Finds all pairs as segments are, and as far as they keep others away now. */
  find(): void {
    this.fillCells(this.layGrid());
    this.count = 0;
    const { begin, order, cellOf, size } = this;
    const [row, layer] = [size[0]!, size[0]! * size[1]!];
    const total = begin[begin.length - 1]!;
    // Each pair once: what comes later in the segment's own row of cells, and four of the eight rows around it. The grid has empty cells about it.
    for (let n = 0; n < total; n++) {
      const cell = cellOf[order[n]!]!;
      this.compare(n, n + 1, begin[cell + 2]!);
      this.compare(n, begin[cell + row - 1]!, begin[cell + row + 2]!);
      for (let at = cell + layer - row; at <= cell + layer + row; at += row)
        this.compare(n, begin[at - 1]!, begin[at + 2]!);
    }
    this.sortPairs();
  }

  /** The grid about all segments; returns the width of its cells. */
  private layGrid(): number {
    const { keep, low, size } = this;
    const { middle, size: half, isSegment } = this.segments;
    const high = [0, 0, 0];
    let most = 1e-3;
    low.fill(Number.POSITIVE_INFINITY);
    high.fill(Number.NEGATIVE_INFINITY);
    for (let i = 0; i < isSegment.length; i++) {
      if (isSegment[i] === 0) continue;
      for (let c = 0; c < 3; c++) {
        const x = middle[3 * i + c]!;
        const far = half[3 * i + c]! + keep[i]!;
        if (x < low[c]!) low[c] = x;
        if (x > high[c]!) high[c] = x;
        if (far > most) most = far;
      }
    }
    // Boxes that touch have their middles in the same cell or in neighbours.
    let cell = 2 * (most + SLACK);
    for (;;) {
      for (let c = 0; c < 3; c++) size[c] = 3 + Math.max(0, Math.floor((high[c]! - low[c]!) / cell));
      if (size[0]! * size[1]! * size[2]! <= MOST_CELLS * isSegment.length + 27) return cell;
      cell *= 1.25;
    }
  }

  /** Sorts segments by cells, those of a cell by their numbers. */
  private fillCells(cell: number): void {
    const { cellOf, order, boxes, keep, low, size } = this;
    const { middle, size: half, isSegment } = this.segments;
    const cells = size[0]! * size[1]! * size[2]! + 1;
    if (this.begin.length !== cells) this.begin = new Int32Array(cells);
    const { begin } = this;
    begin.fill(0);
    for (let i = 0; i < isSegment.length; i++) {
      if (isSegment[i] === 0) continue;
      let at = 0;
      for (let c = 2; c >= 0; c--) at = at * size[c]! + 1 + Math.floor((middle[3 * i + c]! - low[c]!) / cell);
      cellOf[i] = at;
      begin[at] = begin[at]! + 1;
    }
    // Ends of cells, which become their beginnings as segments are put before them.
    for (let n = 1; n < cells; n++) begin[n] = begin[n]! + begin[n - 1]!;
    for (let i = isSegment.length - 1; i >= 0; i--) {
      if (isSegment[i] === 0) continue;
      const n = begin[cellOf[i]!]! - 1;
      begin[cellOf[i]!] = n;
      order[n] = i;
      for (let c = 0; c < 3; c++) {
        const far = half[3 * i + c]! + keep[i]! + SLACK;
        boxes[6 * n + 2 * c] = middle[3 * i + c]! - far;
        boxes[6 * n + 2 * c + 1] = middle[3 * i + c]! + far;
      }
    }
  }

  /** Kernel. Takes segments at places from .. to of the order whose boxes touch that of the one at place n. */
  private compare(n: number, from: number, to: number): void {
    const { boxes, order } = this;
    const { strandOf } = this.segments;
    const a = 6 * n;
    const lowX = boxes[a]!;
    const highX = boxes[a + 1]!;
    const lowY = boxes[a + 2]!;
    const highY = boxes[a + 3]!;
    const lowZ = boxes[a + 4]!;
    const highZ = boxes[a + 5]!;
    const i = order[n]!;
    for (let o = from, b = 6 * from; o < to; o++, b += 6) {
      if (boxes[b]! > highX || boxes[b + 1]! < lowX || boxes[b + 4]! > highZ || boxes[b + 5]! < lowZ) continue;
      if (boxes[b + 2]! > highY || boxes[b + 3]! < lowY) continue;
      const j = order[o]!;
      const lower = i < j ? i : j;
      const higher = i < j ? j : i;
      // Two segments between neighbours of a wisp: they share corners or bend into each other.
      if (higher < lower + 3 && strandOf[lower] === strandOf[higher]) continue;
      if (this.count === this.lower.length) this.grow();
      this.lower[this.count] = lower;
      this.higher[this.count++] = higher;
    }
  }

  private sortPairs(): void {
    const { first, second, lower, higher, count } = this;
    first.fill(0);
    for (let n = 0; n < count; n++) first[lower[n]!] = first[lower[n]!]! + 1;
    for (let i = 1; i < first.length; i++) first[i] = first[i]! + first[i - 1]!;
    for (let n = 0; n < count; n++) {
      const at = first[lower[n]!]! - 1;
      first[lower[n]!] = at;
      second[at] = higher[n]!;
    }
    for (let i = 0; i + 1 < first.length; i++)
      for (let n = first[i]! + 1; n < first[i + 1]!; n++) {
        const j = second[n]!;
        let at = n;
        for (; at > first[i]! && second[at - 1]! > j; at--) second[at] = second[at - 1]!;
        second[at] = j;
      }
  }

  private grow(): void {
    const larger = (values: Int32Array): Int32Array => {
      const out = new Int32Array(2 * values.length);
      out.set(values);
      return out;
    };
    this.lower = larger(this.lower);
    this.higher = larger(this.higher);
    this.second = larger(this.second);
  }
}
