import type { TriangleMesh } from './mesh.ts';
import { weldVertices } from './weld.ts';

/**
 * A skin as a surface on which one can walk from triangle to triangle, whatever the mesh is like: vertices at one place are one, all
 * triangles of a part turn the same way, edges where more than two triangles meet are borders, sheets that touch in a point are apart.
 *
 * Side h = 3 f + c of face f runs from its corner c to the next one, with the face on its left.
 */
export interface Surface {
  readonly faceCount: number;
  readonly vertexCount: number;
  /** Three a vertex. */
  readonly positions: Float64Array;
  /** Three a face: vertices. */
  readonly corner: Uint32Array;
  /** Three a face: the same edge as a side of the neighbour; −1 on a border. */
  readonly opposite: Int32Array;
  /** One a face: the triangle of the mesh; −1 for faces that close a small hole. */
  readonly triangle: Int32Array;
  /** Three a triangle of the mesh: the vertex that each corner has become; −1 where the triangle is of no use. */
  readonly vertexOf: Int32Array;
  /** One a triangle of the mesh: 1 where it has corners without a place. */
  readonly isLost: Uint8Array;
  /** One a face: which connected part it belongs to. */
  readonly part: Uint32Array;
  readonly parts: readonly SurfacePart[];
  readonly repairs: SurfaceRepairs;
}

export interface SurfacePart {
  readonly faces: number;
  readonly area: number;
  /** Rims that stay open. */
  readonly borders: number;
  /** Their length, m. */
  readonly rim: number;
  /** Euler characteristic with small holes closed: 2 a ball, 0 a ring, 1 a sheet. */
  readonly euler: number;
}

/** What had to be done to a mesh. */
export interface SurfaceRepairs {
  /** Triangles with corners that do not exist or have no finite place. */
  readonly lost: number;
  /** Triangles without an area. */
  readonly flat: number;
  readonly doubled: number;
  readonly turned: number;
  /** Edges of three and more triangles, and where a surface of one side was cut open. */
  readonly torn: number;
  readonly closedHoles: number;
}

const NONE = -1;

export const nextSide = (h: number): number => (h % 3 === 2 ? h - 2 : h + 1);
export const previousSide = (h: number): number => (h % 3 === 0 ? h + 2 : h - 1);

export function makeSurface(mesh: Pick<TriangleMesh, 'positions' | 'triangles'>): Surface {
  const kept = usableTriangles(mesh);
  const mates = matchEdges(kept.corner, mesh.positions.length / 3);
  const { turned, torn } = turnAlike(mesh.positions, kept.corner, mates.mate);
  const { vertex, count } = splitVertices(kept.corner, mates.mate);
  const positions = new Float64Array(3 * count);
  const vertexOf = new Int32Array(mesh.triangles.length).fill(NONE);
  for (let h = 0; h < vertex.length; h++) {
    const place = 3 * kept.corner[h]!;
    for (let k = 0; k < 3; k++) positions[3 * vertex[h]! + k] = mesh.positions[place + k]!;
  }
  cornersOfMesh(mesh.triangles, kept, vertex, vertexOf);
  const open: OpenSurface = { positions, corner: vertex, opposite: mates.mate, triangle: kept.triangle };
  const closed = closeSmallHoles(open);
  return {
    ...closed.surface,
    faceCount: closed.surface.triangle.length,
    vertexCount: closed.surface.positions.length / 3,
    vertexOf,
    isLost: kept.isLost,
    part: closed.part,
    parts: closed.parts,
    repairs: {
      lost: kept.lost,
      flat: kept.flat,
      doubled: kept.doubled,
      turned,
      torn: torn + mates.torn,
      closedHoles: closed.holes,
    },
  };
}

interface Kept {
  /** Three a face: welded vertices of the mesh. */
  readonly corner: Uint32Array;
  readonly triangle: Int32Array;
  readonly isLost: Uint8Array;
  readonly lost: number;
  readonly flat: number;
  readonly doubled: number;
  readonly welded: Uint32Array;
}

/** Triangles with three corners, each once. */
function usableTriangles({ positions, triangles }: Pick<TriangleMesh, 'positions' | 'triangles'>): Kept {
  const welded = weldVertices(positions);
  const corner = new Uint32Array(triangles.length);
  const triangle = new Int32Array(triangles.length / 3);
  const isLost = new Uint8Array(triangles.length / 3);
  const seen = new TripleSet(triangles.length / 3);
  const isPlaced = (v: number): boolean =>
    Number.isFinite(positions[3 * v]! + positions[3 * v + 1]! + positions[3 * v + 2]!);
  let [faces, lost, flat, doubled] = [0, 0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [welded[triangles[t]!]!, welded[triangles[t + 1]!]!, welded[triangles[t + 2]!]!];
    if (!(isPlaced(a) && isPlaced(b) && isPlaced(c))) {
      isLost[t / 3] = 1;
      lost++;
      continue;
    }
    if (a === b || b === c || c === a) {
      flat++;
      continue;
    }
    if (!seen.add(a, b, c)) {
      doubled++;
      continue;
    }
    corner[3 * faces] = a;
    corner[3 * faces + 1] = b;
    corner[3 * faces + 2] = c;
    if (areaOf(positions, corner, faces) === 0) flat++;
    triangle[faces++] = t / 3;
  }
  const [kept, of] = [corner.slice(0, 3 * faces), triangle.slice(0, faces)];
  return { corner: kept, triangle: of, isLost, lost, flat, doubled, welded };
}

/** Triples of vertices, whatever their order. */
class TripleSet {
  private readonly table: Int32Array;
  private readonly mask: number;
  private readonly triples: Uint32Array;
  private count = 0;

  constructor(capacity: number) {
    let size = 16;
    while (size < 2 * capacity) size *= 2;
    this.table = new Int32Array(size).fill(NONE);
    this.mask = size - 1;
    this.triples = new Uint32Array(3 * capacity);
  }

  /** False where it is there already. */
  add(a: number, b: number, c: number): boolean {
    const { table, mask, triples } = this;
    const low = Math.min(a, b, c);
    const high = Math.max(a, b, c);
    const middle = a + b + c - low - high;
    let h = Math.imul(low, 0x9e3779b1) ^ Math.imul(middle, 0x85ebca77) ^ Math.imul(high, 0xc2b2ae3d);
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
    let at = (h ^ (h >>> 13)) & mask;
    for (let n = table[at]!; n >= 0; n = table[at]!) {
      if (triples[3 * n] === low && triples[3 * n + 1] === middle && triples[3 * n + 2] === high) return false;
      at = (at + 1) & mask;
    }
    const n = this.count++;
    table[at] = n;
    triples[3 * n] = low;
    triples[3 * n + 1] = middle;
    triples[3 * n + 2] = high;
    return true;
  }
}

/** For each side of a triangle the side of the one other triangle at the same edge; edges of three and more belong to nobody. */
function matchEdges(corner: Uint32Array, vertices: number): { mate: Int32Array; torn: number } {
  const mate = new Int32Array(corner.length).fill(NONE);
  const first = new Uint32Array(vertices + 1);
  const low = (h: number): number => Math.min(corner[h]!, corner[nextSide(h)]!);
  const high = (h: number): number => Math.max(corner[h]!, corner[nextSide(h)]!);
  for (let h = 0; h < corner.length; h++) first[low(h) + 1] = first[low(h) + 1]! + 1;
  for (let v = 0; v < vertices; v++) first[v + 1] = first[v + 1]! + first[v]!;
  const sides = new Uint32Array(corner.length);
  const next = first.slice(0, vertices);
  for (let h = 0; h < corner.length; h++) sides[next[low(h)]!++] = h;
  let torn = 0;
  for (let v = 0; v < vertices; v++)
    for (let i = first[v]!; i < first[v + 1]!; i++) {
      const h = sides[i]!;
      let found = NONE;
      let others = 0;
      let isFirst = true;
      for (let j = first[v]!; j < first[v + 1]!; j++) {
        if (j === i || high(sides[j]!) !== high(h)) continue;
        if (j < i) isFirst = false;
        found = sides[j]!;
        others++;
      }
      if (others === 1) mate[h] = found;
      if (others > 1 && isFirst) torn++;
    }
  return { mate, torn };
}

/** Turns triangles so that neighbours agree; an edge where they cannot (a strip with a twist) is cut. Rewrites both arrays. */
function turnAlike(
  positions: Float32Array,
  corner: Uint32Array,
  mate: Int32Array,
): { readonly turned: number; readonly torn: number } {
  const faces = corner.length / 3;
  const isTurned = new Uint8Array(faces);
  const part = new Int32Array(faces).fill(NONE);
  const queue = new Uint32Array(faces);
  let parts = 0;
  let torn = 0;
  for (let start = 0; start < faces; start++) {
    if (part[start] !== NONE) continue;
    let open = 0;
    let known = 0;
    queue[known++] = start;
    part[start] = parts;
    while (open < known) {
      const f = queue[open++]!;
      for (let h = 3 * f; h < 3 * f + 3; h++) {
        const m = mate[h]!;
        if (m < 0) continue;
        const g = (m - (m % 3)) / 3;
        // Neighbours agree where they walk their edge in opposite directions.
        const differs = corner[m] === corner[h] ? 1 : 0;
        if (part[g] === NONE) {
          part[g] = parts;
          isTurned[g] = isTurned[f]! ^ differs;
          queue[known++] = g;
        } else if (isTurned[g] !== (isTurned[f]! ^ differs)) {
          mate[h] = NONE;
          mate[m] = NONE;
          torn++;
        }
      }
    }
    parts++;
  }
  const turned = keepMostAsTheyAre(positions, corner, part, parts, isTurned);
  turnFaces(corner, mate, isTurned);
  return { turned, torn };
}

/** Of each part the smaller area is turned. */
function keepMostAsTheyAre(
  positions: Float32Array,
  corner: Uint32Array,
  part: Int32Array,
  parts: number,
  isTurned: Uint8Array,
): number {
  const balance = new Float64Array(parts);
  for (let f = 0; f < isTurned.length; f++)
    balance[part[f]!] = balance[part[f]!]! + (isTurned[f] ? -1 : 1) * areaOf(positions, corner, f);
  let turned = 0;
  for (let f = 0; f < isTurned.length; f++) {
    if (balance[part[f]!]! < 0) isTurned[f] = 1 - isTurned[f]!;
    turned += isTurned[f]!;
  }
  return turned;
}

/** Swaps the second and third corner of faces; their sides 0, 1, 2 become 2, 1, 0. */
function turnFaces(corner: Uint32Array, mate: Int32Array, isTurned: Uint8Array): void {
  const renamed = (h: number): number => {
    if (h < 0 || !isTurned[(h - (h % 3)) / 3]) return h;
    return h - (h % 3) + 2 - (h % 3);
  };
  const before = mate.slice();
  for (let h = 0; h < mate.length; h++) mate[renamed(h)] = renamed(before[h]!);
  for (let f = 0; f < isTurned.length; f++) {
    if (!isTurned[f]) continue;
    const second = corner[3 * f + 1]!;
    corner[3 * f + 1] = corner[3 * f + 2]!;
    corner[3 * f + 2] = second;
  }
}

export function areaOf(positions: ArrayLike<number>, corner: ArrayLike<number>, f: number): number {
  const a = 3 * corner[3 * f]!;
  const b = 3 * corner[3 * f + 1]!;
  const c = 3 * corner[3 * f + 2]!;
  const ux = positions[b]! - positions[a]!;
  const uy = positions[b + 1]! - positions[a + 1]!;
  const uz = positions[b + 2]! - positions[a + 2]!;
  const vx = positions[c]! - positions[a]!;
  const vy = positions[c + 1]! - positions[a + 1]!;
  const vz = positions[c + 2]! - positions[a + 2]!;
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  return 0.5 * Math.sqrt(x * x + y * y + z * z);
}

/** One vertex for every fan of triangles: sheets that meet in a point only have nothing to do with each other. */
function splitVertices(corner: Uint32Array, opposite: Int32Array): { vertex: Uint32Array; count: number } {
  const vertex = new Uint32Array(corner.length);
  const isKnown = new Uint8Array(corner.length);
  let count = 0;
  for (let start = 0; start < corner.length; start++) {
    if (isKnown[start]) continue;
    for (let h = start; h >= 0 && !isKnown[h]; h = opposite[previousSide(h)]!) {
      isKnown[h] = 1;
      vertex[h] = count;
    }
    for (let h = opposite[start]!; h >= 0; h = opposite[h]!) {
      h = nextSide(h);
      if (isKnown[h]) break;
      isKnown[h] = 1;
      vertex[h] = count;
    }
    count++;
  }
  return { vertex, count };
}

/** What the corners of the mesh have become; those of triangles that are left out take what others have made of their vertices. */
function cornersOfMesh(triangles: Uint32Array, kept: Kept, vertex: Uint32Array, vertexOf: Int32Array): void {
  const any = new Int32Array(kept.welded.length).fill(NONE);
  for (let h = 0; h < vertex.length; h++) any[kept.corner[h]!] = vertex[h]!;
  for (let i = 0; i < triangles.length; i++) vertexOf[i] = any[kept.welded[triangles[i]!]!]!;
  for (let f = 0; f < kept.triangle.length; f++)
    for (let c = 0; c < 3; c++) {
      const h = 3 * f + c;
      const t = 3 * kept.triangle[f]!;
      for (let k = 0; k < 3; k++) if (kept.welded[triangles[t + k]!] === kept.corner[h]) vertexOf[t + k] = vertex[h]!;
    }
}

type OpenSurface = Pick<Surface, 'positions' | 'corner' | 'opposite' | 'triangle'>;

/** A rim shorter than this, in square roots of its part's area, is a hole in a skin (an eye, damage); a longer one is its end. */
const HOLE = 0.5;

/** Closes small holes by a fan each. */
function closeSmallHoles(open: OpenSurface): {
  surface: OpenSurface;
  part: Uint32Array;
  parts: SurfacePart[];
  holes: number;
} {
  const { part, areas, faces } = partsOf(open);
  const rims = rimsOf(open);
  const small = rims.filter((rim) => rimLength(open, rim) < HOLE * Math.sqrt(areas[part[faceOf(rim[0]!)]!]!));
  const surface = small.length > 0 ? withFans(open, small) : open;
  const whole = new Uint32Array(surface.triangle.length);
  whole.set(part);
  let next = part.length;
  for (const rim of small) for (let k = 0; k < rim.length; k++) whole[next++] = part[faceOf(rim[0]!)]!;
  const borders = new Uint32Array(areas.length);
  const lengths = new Float64Array(areas.length);
  const closed = new Set(small);
  for (const rim of rims) {
    if (closed.has(rim)) continue;
    const p = part[faceOf(rim[0]!)]!;
    borders[p] = borders[p]! + 1;
    lengths[p] = lengths[p]! + rimLength(open, rim);
  }
  const euler = eulerOf(surface, whole, areas.length);
  const parts = Array.from(areas, (area, p) => ({
    ...{ area, faces: faces[p]!, borders: borders[p]!, rim: lengths[p]!, euler: euler[p]! },
  }));
  return { surface, part: whole, parts, holes: small.length };
}

const faceOf = (h: number): number => (h - (h % 3)) / 3;

function partsOf({ positions, corner, opposite, triangle }: OpenSurface): {
  part: Uint32Array;
  areas: number[];
  faces: number[];
} {
  const count = triangle.length;
  const part = new Uint32Array(count);
  const isKnown = new Uint8Array(count);
  const queue = new Uint32Array(count);
  const areas: number[] = [];
  const faces: number[] = [];
  for (let start = 0; start < count; start++) {
    if (isKnown[start]) continue;
    let known = 0;
    let area = 0;
    queue[known++] = start;
    isKnown[start] = 1;
    for (let open = 0; open < known; open++) {
      const f = queue[open]!;
      part[f] = areas.length;
      area += areaOf(positions, corner, f);
      for (let h = 3 * f; h < 3 * f + 3; h++) {
        const m = opposite[h]!;
        if (m < 0 || isKnown[faceOf(m)]) continue;
        isKnown[faceOf(m)] = 1;
        queue[known++] = faceOf(m);
      }
    }
    areas.push(area);
    faces.push(known);
  }
  return { part, areas, faces };
}

/** The border as closed walks of sides. Every vertex of a border has one side that leaves it along the border. */
function rimsOf({ corner, opposite }: OpenSurface): number[][] {
  const isKnown = new Set<number>();
  const rims: number[][] = [];
  for (let start = 0; start < corner.length; start++) {
    if (opposite[start]! >= 0 || isKnown.has(start)) continue;
    const rim: number[] = [];
    for (let h = start; !isKnown.has(h); ) {
      isKnown.add(h);
      rim.push(h);
      // About the vertex at its end to the next side without a neighbour.
      h = nextSide(h);
      while (opposite[h]! >= 0) h = nextSide(opposite[h]!);
    }
    rims.push(rim);
  }
  return rims;
}

function rimLength({ positions, corner }: OpenSurface, rim: readonly number[]): number {
  let sum = 0;
  for (const h of rim) {
    const a = 3 * corner[h]!;
    const b = 3 * corner[nextSide(h)]!;
    const [x, y, z] = [
      positions[b]! - positions[a]!,
      positions[b + 1]! - positions[a + 1]!,
      positions[b + 2]! - positions[a + 2]!,
    ];
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return sum;
}

/** Adds a vertex in the middle of each rim, and a face from it to each side. */
function withFans(open: OpenSurface, rims: readonly (readonly number[])[]): OpenSurface {
  const added = rims.reduce((sum, rim) => sum + rim.length, 0);
  const faces = open.triangle.length;
  const vertices = open.positions.length / 3;
  const positions = new Float64Array(3 * (vertices + rims.length));
  const corner = new Uint32Array(3 * (faces + added));
  const opposite = new Int32Array(3 * (faces + added)).fill(NONE);
  const triangle = new Int32Array(faces + added).fill(NONE);
  positions.set(open.positions);
  corner.set(open.corner);
  opposite.set(open.opposite);
  triangle.set(open.triangle);
  let f = faces;
  rims.forEach((rim, r) => {
    const hub = vertices + r;
    const start = f;
    rim.forEach((h, k) => {
      const from = corner[h]!;
      for (let c = 0; c < 3; c++)
        positions[3 * hub + c] = positions[3 * hub + c]! + positions[3 * from + c]! / rim.length;
      // The fan's face walks the side backwards: end of the side, its beginning, the hub.
      corner.set([corner[nextSide(h)]!, from, hub], 3 * f);
      opposite[3 * f] = h;
      opposite[h] = 3 * f;
      // From the beginning of the side to the hub: shared with the face on the side before, whose last side comes from the hub.
      const before = start + ((k + rim.length - 1) % rim.length);
      opposite[3 * f + 1] = 3 * before + 2;
      opposite[3 * before + 2] = 3 * f + 1;
      f++;
    });
  });
  return { positions, corner, opposite, triangle };
}

/** Vertices − edges + faces of each part. */
function eulerOf({ positions, corner, opposite }: OpenSurface, part: Uint32Array, parts: number): Int32Array {
  const euler = new Int32Array(parts);
  const isSeen = new Uint8Array(positions.length / 3);
  for (let h = 0; h < corner.length; h++) {
    const p = part[faceOf(h)]!;
    if (h % 3 === 0) euler[p] = euler[p]! + 1;
    if (opposite[h]! < h) euler[p] = euler[p]! - 1;
    if (isSeen[corner[h]!]) continue;
    isSeen[corner[h]!] = 1;
    euler[p] = euler[p]! + 1;
  }
  return euler;
}
