/** A growing polyline in double precision: points with the length of the curve up to each. Reused from guide to guide. */
export class Path {
  points: Float64Array = new Float64Array(3 * 256);
  arc: Float64Array = new Float64Array(256);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  add(x: number, y: number, z: number): void {
    const n = this.count;
    if (n === this.arc.length) this.enlarge();
    const p = this.points;
    p[3 * n] = x;
    p[3 * n + 1] = y;
    p[3 * n + 2] = z;
    this.arc[n] = n === 0 ? 0 : this.arc[n - 1]! + this.distance(n - 1, x, y, z);
    this.count = n + 1;
  }

  get length(): number {
    return this.count === 0 ? 0 : this.arc[this.count - 1]!;
  }

  private distance(i: number, x: number, y: number, z: number): number {
    const dx = x - this.points[3 * i]!;
    const dy = y - this.points[3 * i + 1]!;
    const dz = z - this.points[3 * i + 2]!;
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  private enlarge(): void {
    const points = new Float64Array(2 * this.points.length);
    points.set(this.points);
    const arc = new Float64Array(2 * this.arc.length);
    arc.set(this.arc);
    this.points = points;
    this.arc = arc;
  }
}

/**
 * Walks along the path with a stride of constant chord and writes `count` points, the first being the path's first.
 * Every edge then has the same length exactly. Where the path ends too early its last direction is continued.
 * Returns the path's arc length at the last point.
 */
export function walkPath(path: Path, chord: number, count: number, out: Float64Array): number {
  const p = path.points;
  let x = p[0]!;
  let y = p[1]!;
  let z = p[2]!;
  out[0] = x;
  out[1] = y;
  out[2] = z;
  let segment = 0;
  let reached = 0;
  for (let i = 1; i < count; i++) {
    // The first vertex outside the ball around the last point ends the segment that crosses its surface.
    while (segment < path.count - 2 && outside(p, segment + 1, x, y, z) < chord * chord) segment++;
    const a = 3 * segment;
    let ux = p[a + 3]! - p[a]!;
    let uy = p[a + 4]! - p[a + 1]!;
    let uz = p[a + 5]! - p[a + 2]!;
    const l = Math.sqrt(ux * ux + uy * uy + uz * uz) || 1;
    ux /= l;
    uy /= l;
    uz /= l;
    const fx = p[a]! - x;
    const fy = p[a + 1]! - y;
    const fz = p[a + 2]! - z;
    const b = fx * ux + fy * uy + fz * uz;
    const c = fx * fx + fy * fy + fz * fz - chord * chord;
    const t = -b + Math.sqrt(Math.max(0, b * b - c));
    x = p[a]! + t * ux;
    y = p[a + 1]! + t * uy;
    z = p[a + 2]! + t * uz;
    reached = path.arc[segment]! + t;
    out[3 * i] = x;
    out[3 * i + 1] = y;
    out[3 * i + 2] = z;
  }
  return reached;
}

function outside(p: Float64Array, i: number, x: number, y: number, z: number): number {
  const dx = p[3 * i]! - x;
  const dy = p[3 * i + 1]! - y;
  const dz = p[3 * i + 2]! - z;
  return dx * dx + dy * dy + dz * dz;
}
