import { roomFor, wordsFor } from './growable.ts';
import { SegmentBatch } from './segment-batch.ts';
import { SEGMENT_ROW, writeSegment } from './segment-rows.ts';
import type { Segments } from './segments.ts';

/** What the search for near segments needs to know. */
export interface Swarm {
  readonly segments: Segments;
  readonly strands: number;
  readonly position: Float64Array;
  /** Velocity relative to the hair as a whole, and the time over which it is followed; 0 for the present only. */
  readonly velocity: Float64Array;
  readonly dt: number;
  /** How far every segment feels, metres: two segments meet within the sum. */
  readonly reach: Float64Array;
}

/** A segment that moves farther than this many cells in a step is followed no farther: nothing on a head is that fast. */
const MOST_PARTS = 64;
/** Cells along an axis, as a power of two, after which the grid begins anew. */
const MOST_BITS = 7;
/** And at least: bricks have four. */
const LEAST_BITS = 2;

/**
 * Pairs of segments that may be near: a uniform grid in counting-sort layout, no lists per cell; it has no bounds, it repeats.
 * A segment is entered in every cell that its axis crosses, along its way in the step (thick ones in those next to it, too), and
 * asks all cells that its capsule reaches, together with those that start in the same cell. They ask in the order of their cells
 * (in the order of strands every look went to another place of memory, and four times the guides took seven times as long) and
 * leave their cells when it is their turn, so that they find later ones only; a stamp that holds the last askers lets a
 * segment through once (mailbox).
 */
export class Cells {
  pairs = 0;
  first: Uint32Array = new Uint32Array(1024);
  second: Uint32Array = new Uint32Array(1024);
  /** How far apart each pair is now, rounded down; 0 where a step was followed. */
  distance: Float32Array = new Float32Array(1024);
  private entries = 0;
  /** Segments in the order of their cells: all below is by place in this order. */
  private order: Uint32Array = new Uint32Array(0);
  /** The strand of each segment, and its stamp: who found it last. */
  private marks: Uint32Array = new Uint32Array(0);
  /** Where the segments are in the middle of the step, and the radius of the sphere about each over the step. */
  private rows: Float64Array = new Float64Array(0);
  private reach: Float64Array = new Float64Array(0);
  private slotOf: Uint32Array = new Uint32Array(1024);
  private asked: Uint32Array = new Uint32Array(1024);
  private members: Uint32Array = new Uint32Array(1024);
  /** Where the members of every slot begin (those that have not left), and where they end. */
  private spans: Uint32Array = new Uint32Array(1024);
  private readonly bits: Uint32Array = new Uint32Array(3);
  private entryOf: Uint32Array = new Uint32Array(0);
  /** Cell in which every segment starts, by segment. */
  private home: Uint32Array = new Uint32Array(0);
  /** Who asked every slot last. */
  private askedBy: Uint32Array = new Uint32Array(0);
  private readonly batch = new SegmentBatch();
  private width = 1;
  /** Reach that askers take over from those they look for. */
  private common = 0;

  /** Finds all pairs of segments of different strands whose capsules overlap; with a step, at some time of it, and some more. */
  find(swarm: Swarm): void {
    const { count } = swarm.segments;
    this.entryOf = wordsFor(this.entryOf, count + 1);
    this.marks = wordsFor(this.marks, 2 * count);
    this.rows = roomFor(this.rows, SEGMENT_ROW * count);
    this.reach = roomFor(this.reach, count);
    this.measure(swarm);
    this.arrange(swarm);
    this.entries = 0;
    for (let r = 0; r < count; r++) {
      const p = this.order[r]!;
      this.entryOf[r] = this.entries;
      this.marks[2 * r] = swarm.segments.strand[p]!;
      this.marks[2 * r + 1] = 0;
      this.bound(swarm, p, r);
      const reach = swarm.reach[p]! - this.common;
      this.entries = this.sweep(swarm, r, Math.max(reach, 0), false, this.entries);
    }
    this.entryOf[count] = this.entries;
    this.sort(count);
    this.collect(swarm);
  }

  /** Counting sort of the segments by the cell that they start in. */
  private arrange({ segments, position: x }: Swarm): void {
    const { count, start } = segments;
    const size = 1 << (this.bits[0]! + this.bits[1]! + this.bits[2]!);
    this.spans = wordsFor(this.spans, 2 * size + 1);
    this.order = wordsFor(this.order, count);
    this.home = wordsFor(this.home, count);
    this.askedBy = wordsFor(this.askedBy, size);
    this.askedBy.fill(0, 0, size);
    const { spans, home, order } = this;
    const inverse = 1 / this.width;
    spans.fill(0, 0, size + 1);
    for (let p = 0; p < count; p++) {
      const a = 3 * start[p]!;
      const slot = this.slot(
        Math.floor(x[a]! * inverse),
        Math.floor(x[a + 1]! * inverse),
        Math.floor(x[a + 2]! * inverse),
      );
      const place = this.brick(slot);
      home[p] = place;
      spans[place + 1]!++;
    }
    for (let slot = 0; slot < size; slot++) spans[slot + 1]! += spans[slot]!;
    for (let p = 0; p < count; p++) order[spans[home[p]!]!++] = p;
  }

  /** Cells are two mean capsules wide and not less than an eighth of the widest; as many as the hair's box holds. */
  private measure({ segments, position: x, reach }: Swarm): void {
    let sum = 0;
    let most = 0;
    for (let p = 0; p < segments.count; p++) {
      sum += reach[p]!;
      if (reach[p]! > most) most = reach[p]!;
    }
    // Above the mean by round-off, so that segments of one thickness are entered by their axes alone.
    this.common = ((1 + 1e-9) * sum) / Math.max(segments.count, 1);
    this.width = Math.max(4 * this.common, 0.125 * most, 1e-5);
    const { bits } = this;
    for (let c = 0; c < 3; c++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let i = c; i < x.length; i += 3) {
        if (x[i]! < low) low = x[i]!;
        if (x[i]! > high) high = x[i]!;
      }
      const cells = (high - low) / this.width + 4;
      let most = LEAST_BITS;
      while (most < MOST_BITS && 1 << most < cells) most++;
      bits[c] = most;
    }
    while (1 << (bits[0]! + bits[1]! + bits[2]!) > 64 * segments.count + 1024) {
      const widest = bits[0]! >= bits[1]! && bits[0]! >= bits[2]! ? 0 : bits[1]! >= bits[2]! ? 1 : 2;
      bits[widest]!--;
    }
  }

  /** Slots that the capsule of segment r, of a radius, crosses in the step, into `asked` or `slotOf` from `n` on. Returns their end. */
  private sweep(swarm: Swarm, r: number, reach: number, isAsking: boolean, n: number): number {
    const { rows } = this;
    if (swarm.dt > 0) return this.follow(swarm, r, reach, isAsking, n);
    const at = SEGMENT_ROW * r;
    const x = rows[at]!;
    const y = rows[at + 1]!;
    const z = rows[at + 2]!;
    const ux = rows[at + 4]!;
    const uy = rows[at + 5]!;
    const uz = rows[at + 6]!;
    if (reach === 0) return this.walk(x - ux, y - uy, z - uz, x + ux, y + uy, z + uz, n);
    return this.cross(x - ux, y - uy, z - uz, x + ux, y + uy, z + uz, reach, isAsking, n);
  }

  /** The same for a segment that moves, part by part of the step. */
  private follow(swarm: Swarm, r: number, reach: number, isAsking: boolean, n: number): number {
    const { segments, position: x, velocity: v, dt } = swarm;
    const p = this.order[r]!;
    const a = 3 * segments.start[p]!;
    const b = 3 * segments.end[p]!;
    const motion = dt * Math.sqrt(Math.max(squareOf(v, a), squareOf(v, b)));
    const whole = motion / this.width;
    const parts = whole <= 1 ? 1 : whole >= MOST_PARTS ? MOST_PARTS : Math.ceil(whole);
    let end = n;
    for (let part = 0; part < parts; part++) {
      const time = (dt * (part + 0.5)) / parts;
      end = this.cross(
        x[a]! + time * v[a]!,
        x[a + 1]! + time * v[a + 1]!,
        x[a + 2]! + time * v[a + 2]!,
        x[b]! + time * v[b]!,
        x[b + 1]! + time * v[b + 1]!,
        x[b + 2]! + time * v[b + 2]!,
        reach + (0.5 * motion) / parts,
        isAsking,
        end,
      );
    }
    return end;
  }

  /** Cells that the axis alone crosses, from face to face (Amanatides and Woo 1987). */
  private walk(ax: number, ay: number, az: number, bx: number, by: number, bz: number, from: number): number {
    const inverse = 1 / this.width;
    const u = (bx - ax) * inverse;
    const v = (by - ay) * inverse;
    const w = (bz - az) * inverse;
    let ix = Math.floor(ax * inverse);
    let iy = Math.floor(ay * inverse);
    let iz = Math.floor(az * inverse);
    const steps =
      Math.abs(Math.floor(bx * inverse) - ix) +
      Math.abs(Math.floor(by * inverse) - iy) +
      Math.abs(Math.floor(bz * inverse) - iz);
    const out = this.room(false, from + steps + 1);
    // Fraction of the way at which the next face of each axis is crossed.
    let toX = nextFace(ax * inverse, ix, u);
    let toY = nextFace(ay * inverse, iy, v);
    let toZ = nextFace(az * inverse, iz, w);
    out[from] = this.slot(ix, iy, iz);
    for (let n = 1; n <= steps; n++) {
      if (toX <= toY && toX <= toZ) {
        ix += u > 0 ? 1 : -1;
        toX += Math.abs(1 / u);
      } else if (toY <= toZ) {
        iy += v > 0 ? 1 : -1;
        toY += Math.abs(1 / v);
      } else {
        iz += w > 0 ? 1 : -1;
        toZ += Math.abs(1 / w);
      }
      out[from + n] = this.slot(ix, iy, iz);
    }
    return from + steps + 1;
  }

  /** The place of a slot where slots are ordered by bricks of 4 x 4 x 4: who asks next then asks nearly the same cells. */
  private brick(slot: number): number {
    const x = this.bits[0]!;
    const y = this.bits[1]!;
    const ix = slot & ((1 << x) - 1);
    const iy = (slot >>> x) & ((1 << y) - 1);
    const iz = slot >>> (x + y);
    const outer = (((((iz >>> 2) << (y - 2)) | (iy >>> 2)) << (x - 2)) | (ix >>> 2)) >>> 0;
    return 64 * outer + 16 * (iz & 3) + 4 * (iy & 3) + (ix & 3);
  }

  private slot(ix: number, iy: number, iz: number): number {
    const x = this.bits[0]!;
    const y = this.bits[1]!;
    const z = this.bits[2]!;
    return (((((iz & ((1 << z) - 1)) << y) | (iy & ((1 << y) - 1))) << x) | (ix & ((1 << x) - 1))) >>> 0;
  }

  private bound({ segments, position: x, velocity: v, dt, reach }: Swarm, p: number, r: number): void {
    const { rows } = this;
    const a = 3 * segments.start[p]!;
    const b = 3 * segments.end[p]!;
    const half = 0.5 * dt;
    const length = writeSegment(x, v, half, a, b, rows, r);
    const motion = dt === 0 ? 0 : half * Math.sqrt(Math.max(squareOf(v, a), squareOf(v, b)));
    rows[SEGMENT_ROW * r + 3] = 0.5 * length + reach[p]! + motion;
    this.reach[r] = reach[p]!;
  }

  /** Kernel. Every cell of the capsule's box whose centre is near enough to its axis. */
  private cross(
    ax: number,
    ay: number,
    az: number,
    bx: number,
    by: number,
    bz: number,
    radius: number,
    isAsking: boolean,
    from: number,
  ): number {
    const { width, bits } = this;
    const inverse = 1 / width;
    const lowX = Math.floor(((ax < bx ? ax : bx) - radius) * inverse);
    const lowY = Math.floor(((ay < by ? ay : by) - radius) * inverse);
    const lowZ = Math.floor(((az < bz ? az : bz) - radius) * inverse);
    const highX = Math.floor(((ax < bx ? bx : ax) + radius) * inverse);
    const highY = Math.floor(((ay < by ? by : ay) + radius) * inverse);
    const highZ = Math.floor(((az < bz ? bz : az) + radius) * inverse);
    const ux = bx - ax;
    const uy = by - ay;
    const uz = bz - az;
    const scale = 1 / (ux * ux + uy * uy + uz * uz + 1e-300);
    // Half the diagonal of a cell: nothing that crosses the cell is farther from its centre.
    const near = radius + 0.8660254037844387 * width;
    const square = near * near;
    const most = from + (highX - lowX + 1) * (highY - lowY + 1) * (highZ - lowZ + 1);
    const out = this.room(isAsking, most);
    const maskX = (1 << bits[0]!) - 1;
    const maskY = (1 << bits[1]!) - 1;
    const maskZ = (1 << bits[2]!) - 1;
    let n = from;
    for (let iz = lowZ; iz <= highZ; iz++) {
      const rz = (iz + 0.5) * width - az;
      for (let iy = lowY; iy <= highY; iy++) {
        const ry = (iy + 0.5) * width - ay;
        const line = (((iz & maskZ) << bits[1]!) | (iy & maskY)) << bits[0]!;
        for (let ix = lowX; ix <= highX; ix++) {
          const rx = (ix + 0.5) * width - ax;
          let t = (rx * ux + ry * uy + rz * uz) * scale;
          t = t < 0 ? 0 : t > 1 ? 1 : t;
          const dx = rx - t * ux;
          const dy = ry - t * uy;
          const dz = rz - t * uz;
          if (dx * dx + dy * dy + dz * dz <= square) out[n++] = line | (ix & maskX);
        }
      }
    }
    return n;
  }

  private room(isAsking: boolean, size: number): Uint32Array {
    if (!isAsking) {
      this.slotOf = wordsFor(this.slotOf, size);
      return this.slotOf;
    }
    this.asked = wordsFor(this.asked, size);
    return this.asked;
  }

  /** Counting sort of the entries by slot; within a slot segments keep their order. */
  private sort(count: number): void {
    const { entries, bits } = this;
    const size = 1 << (bits[0]! + bits[1]! + bits[2]!);
    this.members = wordsFor(this.members, entries);
    const { spans, members, entryOf, slotOf } = this;
    spans.fill(0, 0, 2 * size);
    for (let e = 0; e < entries; e++) spans[2 * slotOf[e]!]!++;
    let sum = 0;
    for (let slot = 0; slot < 2 * size; slot += 2) {
      const own = spans[slot]!;
      spans[slot] = sum;
      spans[slot + 1] = sum;
      sum += own;
    }
    // Each slot's end runs from its start while entries are placed.
    for (let p = 0; p < count; p++)
      for (let e = entryOf[p]!; e < entryOf[p + 1]!; e++) members[spans[2 * slotOf[e]! + 1]!++] = p;
  }

  /** Every segment with the later members of the cells that it reaches; segments that start in one cell ask together. */
  private collect(swarm: Swarm): void {
    const { order, home, batch, rows, reach } = this;
    const { count } = swarm.segments;
    this.pairs = 0;
    // Where a step is followed, nobody knows how near they come.
    batch.square.fill(0);
    for (let first = 0, last = 0; first < count; first = last) {
      while (last < count && home[order[last]!] === home[order[first]!]) last++;
      this.gather(swarm, first, last);
      for (let r = first; r < last; r++) {
        if (swarm.dt === 0) this.take(r, batch.findTouching(rows, reach, r, r - first + 1));
        else this.take(r, batch.findNear(rows, r, r - first + 1));
      }
    }
  }

  /** Segments first .. last and the later members of all cells that these reach, each once, into the batch. */
  private gather(swarm: Swarm, first: number, last: number): void {
    const { entryOf, slotOf, spans, reach, batch, rows, askedBy, members, marks } = this;
    batch.clear();
    for (let r = first; r < last; r++) {
      batch.add(rows, r);
      for (let e = entryOf[r]!; e < entryOf[r + 1]!; e++) spans[2 * slotOf[e]!]!++;
    }
    for (let r = first; r < last; r++) {
      const cells = this.sweep(swarm, r, reach[r]! + this.common, true, 0);
      const { asked } = this;
      for (let n = 0; n < cells; n++) {
        const slot = asked[n]!;
        if (askedBy[slot] === last) continue;
        askedBy[slot] = last;
        const end = spans[2 * slot + 1]!;
        for (let at = spans[2 * slot]!; at < end; at++) {
          const other = members[at]!;
          if (marks[2 * other + 1] === last) continue;
          marks[2 * other + 1] = last;
          batch.add(rows, other);
        }
      }
    }
  }

  /** Takes those that the batch found for r, but for its own strand's. */
  private take(r: number, count: number): void {
    const { order, marks } = this;
    const { near, square } = this.batch;
    const own = order[r]!;
    const strand = marks[2 * r]!;
    for (let n = 0; n < count; n++) {
      const other = near[n]!;
      if (marks[2 * other] !== strand) this.add(own, order[other]!, Math.sqrt(square[n]!));
    }
  }

  private add(one: number, other: number, distance: number): void {
    const n = this.pairs++;
    if (n >= this.first.length) {
      this.first = wordsFor(this.first, n + 1);
      this.second = wordsFor(this.second, n + 1);
      const grown = new Float32Array(this.first.length);
      grown.set(this.distance);
      this.distance = grown;
    }
    this.first[n] = one < other ? one : other;
    this.second[n] = one < other ? other : one;
    this.distance[n] = (1 - 1e-6) * distance;
  }
}

function squareOf(v: Float64Array, a: number): number {
  return v[a]! * v[a]! + v[a + 1]! * v[a + 1]! + v[a + 2]! * v[a + 2]!;
}

/** When a coordinate that starts at `at` in cell `cell` and moves by `way` leaves that cell, as a fraction of the way. */
function nextFace(at: number, cell: number, way: number): number {
  if (way === 0) return Number.POSITIVE_INFINITY;
  return way > 0 ? (cell + 1 - at) / way : (cell - at) / way;
}
