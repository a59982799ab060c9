/**
 * A binary tree over boxes (low xyz, high xyz) that move: built once, refitted when they have moved, built anew when they
 * have mixed so much that it no longer separates them. What is found through it never depends on its shape.
 */
export class BoxTree {
  /** Six numbers a node. */
  readonly bounds: Float64Array;
  /** Left child of an inner node, the right one follows it; −1 − (box index) for a leaf. */
  readonly child: Int32Array;
  private readonly boxes: readonly Float64Array[];
  private readonly order: Uint32Array;
  private builtSize = 0;

  constructor(boxes: readonly Float64Array[]) {
    this.boxes = boxes;
    const nodes = Math.max(1, 2 * boxes.length - 1);
    this.bounds = new Float64Array(6 * nodes);
    this.child = new Int32Array(nodes);
    this.order = Uint32Array.from(boxes, (_, i) => i);
  }

  /** To be called after boxes moved. */
  refit(): void {
    if (this.boxes.length === 0) return;
    if (this.builtSize > 0 && this.fit() < 2 * this.builtSize) return;
    this.build();
    this.builtSize = this.fit();
  }

  private build(): void {
    // Nodes are numbered so that children come after their parent: refitting runs backwards without recursion.
    let next = 1;
    const work: [node: number, from: number, to: number][] = [[0, 0, this.boxes.length]];
    for (let item = work.pop(); item; item = work.pop()) {
      const [node, from, to] = item;
      if (to - from === 1) {
        this.child[node] = -1 - this.order[from]!;
        continue;
      }
      const axis = this.widestAxis(from, to);
      const centre = (i: number): number => this.boxes[i]![axis]! + this.boxes[i]![axis + 3]!;
      this.order.subarray(from, to).sort((a, b) => centre(a) - centre(b) || a - b);
      const middle = (from + to) >> 1;
      this.child[node] = next;
      work.push([next, from, middle], [next + 1, middle, to]);
      next += 2;
    }
  }

  private widestAxis(from: number, to: number): number {
    let widest = 0;
    let most = -1;
    for (let axis = 0; axis < 3; axis++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let n = from; n < to; n++) {
        const box = this.boxes[this.order[n]!]!;
        low = Math.min(low, box[axis]! + box[axis + 3]!);
        high = Math.max(high, box[axis]! + box[axis + 3]!);
      }
      if (high - low > most) {
        most = high - low;
        widest = axis;
      }
    }
    return widest;
  }

  /** Bounds from the leaves up; returns the sum of the sides of all inner nodes: how badly the tree separates. */
  private fit(): number {
    const { bounds, child } = this;
    let size = 0;
    for (let node = child.length - 1; node >= 0; node--) {
      const first = child[node]!;
      if (first < 0) {
        bounds.set(this.boxes[-1 - first]!, 6 * node);
        continue;
      }
      for (let c = 0; c < 3; c++) {
        const low = Math.min(bounds[6 * first + c]!, bounds[6 * first + 6 + c]!);
        const high = Math.max(bounds[6 * first + 3 + c]!, bounds[6 * first + 9 + c]!);
        bounds[6 * node + c] = low;
        bounds[6 * node + 3 + c] = high;
        size += high - low;
      }
    }
    return Math.max(size, 1e-30);
  }
}

/** Squared distance of a point to the box at `b`; 0 inside. */
export function squaredBoxDistance(bounds: Float64Array, b: number, x: number, y: number, z: number): number {
  const dx = Math.max(bounds[b]! - x, x - bounds[b + 3]!, 0);
  const dy = Math.max(bounds[b + 1]! - y, y - bounds[b + 4]!, 0);
  const dz = Math.max(bounds[b + 2]! - z, z - bounds[b + 5]!, 0);
  return dx * dx + dy * dy + dz * dz;
}
