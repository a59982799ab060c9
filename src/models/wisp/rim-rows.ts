/** What others do to rim points in a step, sorted by wisp: planes that they may not pass, and springs to where the others are. */
export class RimRows {
  count = 0;
  /** Rows of wisp k are first[k] .. first[k + 1], by `order`. */
  readonly first: Int32Array;
  order: Int32Array = new Int32Array(256);
  strand: Int32Array = new Int32Array(256);
  /** Rim point, 2 node + side. */
  point: Int32Array = new Int32Array(256);
  /** Normal of a plane, or where the other end of a spring is. */
  way: Float64Array = new Float64Array(3 * 256);
  /** Offset of a plane, or length of a spring at rest. */
  value: Float64Array = new Float64Array(256);
  /** Stiffness; of planes relative to the inertia of the point. */
  stiffness: Float64Array = new Float64Array(256);

  constructor(strands: number) {
    this.first = new Int32Array(strands + 1);
  }

  clear(): void {
    this.count = 0;
  }

  push(strand: number, point: number, x: number, y: number, z: number, value: number, stiffness: number): void {
    if (this.count === this.point.length) this.grow();
    const n = this.count++;
    this.strand[n] = strand;
    this.point[n] = point;
    this.way[3 * n] = x;
    this.way[3 * n + 1] = y;
    this.way[3 * n + 2] = z;
    this.value[n] = value;
    this.stiffness[n] = stiffness;
  }

  /** Sorts by wisp; rows of a wisp stay in the order in which they came. */
  sort(): void {
    const { first, strand, order, count } = this;
    first.fill(0);
    for (let n = 0; n < count; n++) first[strand[n]! + 1] = first[strand[n]! + 1]! + 1;
    for (let k = 1; k < first.length; k++) first[k] = first[k]! + first[k - 1]!;
    for (let n = 0; n < count; n++) {
      const k = strand[n]!;
      order[first[k]!] = n;
      first[k] = first[k]! + 1;
    }
    for (let k = first.length - 1; k > 0; k--) first[k] = first[k - 1]!;
    first[0] = 0;
  }

  private grow(): void {
    const size = 2 * this.point.length;
    const int = (values: Int32Array): Int32Array => {
      const out = new Int32Array(size);
      out.set(values);
      return out;
    };
    const float = (values: Float64Array, per = 1): Float64Array => {
      const out = new Float64Array(per * size);
      out.set(values);
      return out;
    };
    this.order = int(this.order);
    this.strand = int(this.strand);
    this.point = int(this.point);
    this.way = float(this.way, 3);
    this.value = float(this.value);
    this.stiffness = float(this.stiffness);
  }
}
