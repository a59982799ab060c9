/**
 * A triangle mesh whose connectivity can be edited: the corner table (Rossignac 1999).
 *
 * Corner c belongs to triangle floor(c / 3); `vertex[c]` is its vertex and `opposite[c]` the corner across the edge that
 * faces it, or -1 at a border. Split, flip and collapse keep the surface a manifold with the same topology.
 */
export interface CornerTable {
  /** Three per vertex. Dead vertices stay in place until the mesh is packed. */
  readonly positions: number[];
  /** -1 in all three corners of a dead triangle. */
  readonly vertex: number[];
  readonly opposite: number[];
  /** One living corner of each vertex, -1 for a dead vertex. */
  readonly corner: number[];
}

export const next = (c: number): number => (c % 3 === 2 ? c - 2 : c + 1);
export const previous = (c: number): number => (c % 3 === 0 ? c + 2 : c - 1);

export function cornerTable(positions: readonly number[], triangles: readonly number[]): CornerTable {
  const vertices = positions.length / 3;
  const corner = new Array<number>(vertices).fill(-1);
  for (let c = 0; c < triangles.length; c++) corner[triangles[c]!] = c;
  return { positions: positions.slice(), vertex: triangles.slice(), opposite: opposites(triangles, vertices), corner };
}

/** Pairs each corner's far edge with the same edge run the other way; edges wait in a chain at their first vertex. */
function opposites(vertex: readonly number[], vertices: number): number[] {
  const opposite = new Array<number>(vertex.length).fill(-1);
  const firstAt = new Int32Array(vertices).fill(-1);
  const nextAt = new Int32Array(vertex.length);
  for (let c = 0; c < vertex.length; c++) {
    const from = vertex[next(c)]!;
    const to = vertex[previous(c)]!;
    let twin = firstAt[to]!;
    while (twin >= 0 && vertex[previous(twin)] !== from) twin = nextAt[twin]!;
    if (twin >= 0) {
      opposite[c] = twin;
      opposite[twin] = c;
    } else {
      nextAt[c] = firstAt[from]!;
      firstAt[from] = c;
    }
  }
  return opposite;
}

function link(mesh: CornerTable, a: number, b: number): void {
  if (a >= 0) mesh.opposite[a] = b;
  if (b >= 0) mesh.opposite[b] = a;
}

/** Writes the corners at a vertex, counter-clockwise, and returns their count; at a border the fan starts at it. */
export function fan(mesh: CornerTable, v: number, out: number[]): number {
  const { opposite } = mesh;
  const start = mesh.corner[v]!;
  let c = start;
  for (;;) {
    const across = opposite[previous(c)]!;
    if (across < 0) break;
    c = previous(across);
    if (c === start) break;
  }
  const first = c;
  let count = 0;
  for (;;) {
    out[count++] = c;
    const across = opposite[next(c)]!;
    if (across < 0) return count;
    c = next(across);
    if (c === first) return count;
  }
}

/** Whether the fan that `fan` returned ends at a border. */
export const isOpenFan = (mesh: CornerTable, corners: readonly number[], count: number): boolean =>
  mesh.opposite[next(corners[count - 1]!)]! < 0;

/** Cuts the edge that faces corner c at a new vertex at x, y, z, which is returned. */
export function split(mesh: CornerTable, c: number, x: number, y: number, z: number): number {
  const { vertex, opposite, corner } = mesh;
  const o = opposite[c]!;
  const middle = corner.length;
  mesh.positions.push(x, y, z);
  corner.push(previous(c));
  const c2 = splitSide(mesh, c, middle);
  corner[vertex[next(c)]!] = next(c);
  if (o < 0) {
    opposite[c] = -1;
    opposite[c2] = -1;
    return middle;
  }
  const o2 = splitSide(mesh, o, middle);
  link(mesh, c, o2);
  link(mesh, c2, o);
  return middle;
}

/** Halves the triangle of corner c: it keeps the half at next(c); the other half is new. Returns c's twin in that half. */
function splitSide(mesh: CornerTable, c: number, middle: number): number {
  const { vertex, opposite, corner } = mesh;
  const n = next(c);
  const p = previous(c);
  const twin = vertex.length;
  const far = vertex[p]!;
  vertex.push(vertex[c]!, middle, far);
  opposite.push(-1, -1, -1);
  link(mesh, twin + 1, opposite[n]!);
  link(mesh, n, twin + 2);
  vertex[p] = middle;
  corner[far] = twin + 2;
  return twin;
}

/** Turns the inner edge that faces corner c so that it joins the two corners across it. */
export function flip(mesh: CornerTable, c: number): void {
  const { vertex, opposite, corner } = mesh;
  const o = opposite[c]!;
  const [n, p, no, po] = [next(c), previous(c), next(o), previous(o)];
  const beyondN = opposite[n]!;
  const beyondNo = opposite[no]!;
  vertex[p] = vertex[o]!;
  vertex[po] = vertex[c]!;
  link(mesh, c, beyondNo);
  link(mesh, o, beyondN);
  link(mesh, n, no);
  corner[vertex[c]!] = c;
  corner[vertex[n]!] = n;
  corner[vertex[o]!] = o;
  corner[vertex[no]!] = no;
}

/** Merges the vertex `gone` into the other end of the edge that faces corner c; `corners` is the fan of `gone`. */
export function collapse(mesh: CornerTable, c: number, gone: number, corners: readonly number[], count: number): void {
  const { vertex, opposite, corner } = mesh;
  const kept = vertex[next(c)] === gone ? vertex[previous(c)]! : vertex[next(c)]!;
  const o = opposite[c]!;
  for (let i = 0; i < count; i++) vertex[corners[i]!] = kept;
  corner[gone] = -1;
  removeSide(mesh, c, kept);
  if (o >= 0) removeSide(mesh, o, kept);
}

/** Takes out the triangle of corner c, whose far edge has shrunk to the vertex `kept`, and closes the gap. */
function removeSide(mesh: CornerTable, c: number, kept: number): void {
  const { vertex, opposite, corner } = mesh;
  const n = next(c);
  const p = previous(c);
  const x = opposite[n]!;
  const y = opposite[p]!;
  link(mesh, x, y);
  corner[vertex[c]!] = x >= 0 ? next(x) : previous(y);
  corner[kept] = x >= 0 ? previous(x) : next(y);
  vertex[c] = -1;
  vertex[n] = -1;
  vertex[p] = -1;
}
