/**
 * The tree of a bounding volume hierarchy over triangles, in flat arrays, depth first: a node's left child follows it.
 */
export interface BvhTree {
  /** Six per node: lowest x, y, z, highest x, y, z. Exact, because vertices are single precision too. */
  readonly bounds: Float32Array;
  /** Two per node. A leaf: its first slot and how many slots it has. An inner node: its right child and 0. */
  readonly links: Int32Array;
  /** Slot to triangle: a leaf's triangles stand side by side. */
  readonly order: Uint32Array;
  readonly nodeCount: number;
  /** Nodes on the longest way from the root to a leaf; a depth-first walk never has more of them open. */
  readonly depth: number;
}

const LEAF_SIZE = 4;
const BINS = 12;
/** Below this depth the surface heuristic is trusted; deeper, halves keep the tree shallow whatever the input is. */
const HEURISTIC_DEPTH = 40;

/**
 * Builds with the surface area heuristic in twelve bins along the widest axis (Wald 2007). Depends on the mesh alone.
 */
export function buildBvh(positions: Float32Array, triangles: Uint32Array): BvhTree {
  return new Builder(positions, triangles).build();
}

class Builder {
  readonly count: number;
  readonly boxes: Float32Array;
  readonly order: Uint32Array;
  readonly bounds: Float32Array;
  readonly links: Int32Array;
  readonly binCounts = new Int32Array(BINS);
  readonly binBoxes = new Float64Array(6 * BINS);
  readonly rightAreas = new Float64Array(BINS);
  nodeCount = 0;
  depth = 0;

  constructor(positions: Float32Array, triangles: Uint32Array) {
    this.count = triangles.length / 3;
    this.boxes = triangleBoxes(positions, triangles);
    this.order = Uint32Array.from({ length: this.count }, (_, t) => t);
    this.bounds = new Float32Array(12 * this.count);
    this.links = new Int32Array(4 * this.count);
  }

  build(): BvhTree {
    if (this.count > 0) this.node(0, this.count, 1);
    return {
      bounds: this.bounds.slice(0, 6 * this.nodeCount),
      links: this.links.slice(0, 2 * this.nodeCount),
      order: this.order,
      nodeCount: this.nodeCount,
      depth: this.depth,
    };
  }

  node(start: number, end: number, depth: number): void {
    const node = this.nodeCount++;
    this.depth = Math.max(this.depth, depth);
    this.fit(node, start, end);
    const middle = end - start > LEAF_SIZE ? this.split(start, end, depth) : start;
    if (middle === start) {
      this.links[2 * node] = start;
      this.links[2 * node + 1] = end - start;
      return;
    }
    this.node(start, middle, depth + 1);
    this.links[2 * node] = this.nodeCount;
    this.node(middle, end, depth + 1);
  }

  fit(node: number, start: number, end: number): void {
    const { bounds, boxes, order } = this;
    const b = 6 * node;
    for (let c = 0; c < 3; c++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let k = start; k < end; k++) {
        const box = 6 * order[k]!;
        low = Math.min(low, boxes[box + c]!);
        high = Math.max(high, boxes[box + 3 + c]!);
      }
      bounds[b + c] = low;
      bounds[b + 3 + c] = high;
    }
  }

  /** Orders the slots so that the left child's come first; returns where the right child begins. */
  split(start: number, end: number, depth: number): number {
    const { boxes, order } = this;
    let axis = 0;
    let low = 0;
    let width = -1;
    for (let c = 0; c < 3; c++) {
      let least = Number.POSITIVE_INFINITY;
      let most = Number.NEGATIVE_INFINITY;
      for (let k = start; k < end; k++) {
        const box = 6 * order[k]!;
        const centre = boxes[box + c]! + boxes[box + 3 + c]!;
        least = Math.min(least, centre);
        most = Math.max(most, centre);
      }
      if (most - least > width) {
        axis = c;
        low = least;
        width = most - least;
      }
    }
    // Equal centres (or coordinates that are no numbers) cannot be told apart: halve.
    if (!(width > 0) || depth > HEURISTIC_DEPTH) return (start + end) >> 1;
    const scale = (BINS * (1 - 1e-9)) / width;
    const cut = this.bestBin(start, end, axis, low, scale);
    let left = start;
    for (let k = start; k < end; k++) {
      const t = order[k]!;
      const bin = Math.floor((boxes[6 * t + axis]! + boxes[6 * t + 3 + axis]! - low) * scale);
      if (bin > cut) continue;
      order[k] = order[left]!;
      order[left++] = t;
    }
    return left === start || left === end ? (start + end) >> 1 : left;
  }

  /** The last bin of the left child for which the sum of count times surface is least. */
  bestBin(start: number, end: number, axis: number, low: number, scale: number): number {
    const { boxes, order, binCounts, binBoxes, rightAreas } = this;
    binCounts.fill(0);
    for (let b = 0; b < BINS; b++) emptyBox(binBoxes, 6 * b);
    for (let k = start; k < end; k++) {
      const box = 6 * order[k]!;
      const bin = Math.floor((boxes[box + axis]! + boxes[box + 3 + axis]! - low) * scale);
      binCounts[bin] = binCounts[bin]! + 1;
      growBox(binBoxes, 6 * bin, boxes, box);
    }
    const sweep = new Float64Array(6);
    emptyBox(sweep, 0);
    let count = 0;
    for (let b = BINS - 1; b > 0; b--) {
      growBox(sweep, 0, binBoxes, 6 * b);
      count += binCounts[b]!;
      rightAreas[b - 1] = count > 0 ? count * halfArea(sweep) : 0;
    }
    emptyBox(sweep, 0);
    count = 0;
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let b = 0; b < BINS - 1; b++) {
      growBox(sweep, 0, binBoxes, 6 * b);
      count += binCounts[b]!;
      const cost = (count > 0 ? count * halfArea(sweep) : 0) + rightAreas[b]!;
      if (count > 0 && count < end - start && cost < least) {
        least = cost;
        best = b;
      }
    }
    return best;
  }
}

function triangleBoxes(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const boxes = new Float32Array(2 * triangles.length);
  for (let t = 0; t < triangles.length / 3; t++) {
    for (let c = 0; c < 3; c++) {
      const p = positions[3 * triangles[3 * t]! + c]!;
      const q = positions[3 * triangles[3 * t + 1]! + c]!;
      const r = positions[3 * triangles[3 * t + 2]! + c]!;
      boxes[6 * t + c] = Math.min(p, q, r);
      boxes[6 * t + 3 + c] = Math.max(p, q, r);
    }
  }
  return boxes;
}

function emptyBox(boxes: Float64Array, at: number): void {
  boxes.fill(Number.POSITIVE_INFINITY, at, at + 3);
  boxes.fill(Number.NEGATIVE_INFINITY, at + 3, at + 6);
}

function growBox(boxes: Float64Array, at: number, by: Float32Array | Float64Array, from: number): void {
  for (let c = 0; c < 3; c++) {
    boxes[at + c] = Math.min(boxes[at + c]!, by[from + c]!);
    boxes[at + 3 + c] = Math.max(boxes[at + 3 + c]!, by[from + 3 + c]!);
  }
}

function halfArea(box: Float64Array): number {
  const x = box[3]! - box[0]!;
  const y = box[4]! - box[1]!;
  const z = box[5]! - box[2]!;
  return x * y + y * z + z * x;
}
