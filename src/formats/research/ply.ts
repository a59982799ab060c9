import { InputError } from '../../strands/input-error.ts';
import { selectStrands } from '../../strands/selection.ts';
import type { Attribute, Strands } from '../../strands/strands.ts';
import { makeStrands, pointCount, strandCount } from '../../strands/strands.ts';
import { type Budget, grouped } from '../budget.ts';
import { viewOf } from '../bytes.ts';
import type { FileFormat, HairContent, Source, Target } from '../format.ts';
import { joinSegments } from '../obj-join.ts';
import { ids, leftOut, onPoints } from '../packing.ts';
import { isPly, type PlyElement, readPlyHeader } from './ply-header.ts';
import { isPlyMesh, readPlyMesh } from './ply-mesh.ts';
import { PlyRows } from './ply-rows.ts';

/**
 * Strands in .ply, as hair reconstruction research writes them. What makes a strand, in this order: `element edge`
 * (vertex1, vertex2), joined where edges share a vertex; a vertex property `strand`, `strand_id` or `hair`; one colour a strand
 * that changes from strand to strand; a step from one point to the next that is far longer than the others.
 */

const STRAND_NAMES = ['strand', 'strand_id', 'strandid', 'hair', 'hair_id'];
const RADIUS_NAMES = ['radius', 'width', 'thickness'];
/** A step this many times the middle one parts two strands. */
const FAR = 8;

interface Vertices {
  readonly positions: Float32Array;
  readonly colour: Float32Array | null;
  readonly radius: Float32Array | null;
  readonly strand: Uint32Array | null;
}

export function readPly(source: Source): HairContent {
  const { name, bytes, budget, note } = source;
  const header = readPlyHeader(name, bytes);
  if (isPlyMesh(header, STRAND_NAMES))
    throw new InputError('ply/no-lines', `${name}: the file has faces and no edges: it is a mesh, a body, not hair`);
  const rows = new PlyRows(name, bytes, header);
  let vertices: Vertices | null = null;
  let edges: Uint32Array | null = null;
  let cut: string | null = null;
  for (const promised of header.elements) {
    if (cut) break;
    const element = source.options.partial ? { ...promised, count: rows.whole(promised) } : promised;
    if (element.count < promised.count) cut = element.name;
    rows.check(element);
    if (element.name === 'vertex') vertices = readVertices(rows, element, budget, name);
    else if (element.name === 'edge') edges = readEdges(rows, element, budget, name, vertices);
    else {
      for (let r = 0; r < element.count; r++) rows.row(element, ignore, ignore);
      if (element.count > 0) note(`${grouped(element.count)} rows of ${element.name} are no hair and were left out`);
    }
  }
  if (!vertices || vertices.positions.length === 0)
    throw new InputError('ply/no-points', `${name}: the file has no vertices with x, y and z`);
  // The number of its strand at every vertex says as much as edges, and is whole where these are cut off.
  const joined = edges && !(cut && vertices.strand) ? edges : null;
  const { first, order } = joined ? byEdges(vertices, joined, budget) : byOrder(vertices, budget, note);
  const strands = packed(vertices, first, order, budget);
  return { strands: cut ? wholeStrands(strands, cut, joined !== null, note) : strands, metadata: {} };
}

/** Without the strand at which the file ends, and without vertices whose edges are cut off. */
function wholeStrands(strands: Strands, cut: string, isJoined: boolean, note: Source['note']): Strands {
  const count = strandCount(strands);
  const isWhole = (s: number): boolean => !isJoined || strands.first[s + 1]! - strands.first[s]! > 1;
  let last = count - 1;
  while (last > 0 && !isWhole(last)) last--;
  const kept = cut === 'vertex' || isJoined ? selectStrands(strands, (s) => s !== last && isWhole(s)) : strands;
  note(`the file was cut off: ${grouped(strandCount(kept))} strands are whole and were kept`);
  return kept;
}

const ignore = (): void => {};

function readVertices(rows: PlyRows, element: PlyElement, budget: Budget, name: string): Vertices {
  const names = element.properties.map((property) => property.name.toLowerCase());
  const place = (options: readonly string[]): number => names.findIndex((own) => options.includes(own));
  const axes = ['x', 'y', 'z'].map((axis) => place([axis]));
  if (axes.includes(-1)) throw new InputError('ply/vertex', `${name}: the vertices have no x, y and z`);
  const colours = [place(['red', 'r']), place(['green', 'g']), place(['blue', 'b'])];
  const radiusAt = place(RADIUS_NAMES);
  const strandAt = place(STRAND_NAMES);
  const isDiameter = radiusAt >= 0 && names[radiusAt] !== 'radius';
  const { count } = element;
  const positions = budget.float32(3 * count, 'points');
  const colour = colours.includes(-1) ? null : budget.float32(3 * count, 'colours');
  const radius = radiusAt < 0 ? null : budget.float32(count, 'radii');
  const strand = strandAt < 0 ? null : budget.uint32(count, 'strands');
  const colourScale = colour && element.properties[colours[0]!]!.type === 'u8' ? 1 / 255 : 1;
  const target = names.map((_, p) => [axes.indexOf(p), colours.indexOf(p)] as const);
  for (let r = 0; r < count; r++)
    rows.row(
      element,
      (p, value) => {
        const [axis, channel] = target[p]!;
        if (axis >= 0) positions[3 * r + axis] = value;
        else if (channel >= 0 && colour) colour[3 * r + channel] = colourScale * value;
        else if (p === radiusAt) radius![r] = isDiameter ? 0.5 * value : value;
        else if (p === strandAt) strand![r] = value;
      },
      ignore,
    );
  return { positions, colour, radius, strand };
}

/** Pairs of vertices. */
function readEdges(
  rows: PlyRows,
  element: PlyElement,
  budget: Budget,
  name: string,
  vertices: Vertices | null,
): Uint32Array {
  const count = (vertices?.positions.length ?? 0) / 3;
  const ends = [0, 1].map((end) => element.properties.findIndex((property) => property.name === `vertex${end + 1}`));
  if (ends.includes(-1)) throw new InputError('ply/edge', `${name}: the edges have no vertex1 and vertex2`);
  const edges = budget.uint32(2 * element.count, 'edges');
  for (let r = 0; r < element.count; r++)
    rows.row(
      element,
      (p, value) => {
        const end = ends.indexOf(p);
        if (end < 0) return;
        if (!(value >= 0 && value < count))
          throw new InputError(
            'ply/edge',
            `${name}: edge ${r} goes to vertex ${value} of ${grouped(count)}: the edge is damaged`,
          );
        edges[2 * r + end] = value;
      },
      ignore,
    );
  return edges;
}

interface Order {
  readonly first: Uint32Array;
  /** Vertices of all strands, one after another; null where they already are. */
  readonly order: Uint32Array | null;
}

/** Strands from edges. Vertices of no edge become strands of one point, so that nothing gets lost. */
function byEdges(vertices: Vertices, edges: Uint32Array, budget: Budget): Order {
  const count = vertices.positions.length / 3;
  const isUsed = budget.uint8(count, 'used vertices');
  for (const vertex of edges) isUsed[vertex] = 1;
  const alone = count - isUsed.reduce((sum, used) => sum + used, 0);
  const segments = edges.length / 2;
  const start = budget.uint32(segments + alone + 1, 'edges');
  const members = budget.uint32(edges.length + alone, 'edges');
  members.set(edges);
  for (let e = 1; e <= segments; e++) start[e] = 2 * e;
  let element = segments;
  let filled = edges.length;
  for (let v = 0; v < count; v++) {
    if (isUsed[v]) continue;
    members[filled++] = v;
    start[++element] = filled;
  }
  const joined = joinSegments({ start, vertices: members }, count, budget);
  return { first: joined.start, order: joined.vertices };
}

/** Strands from the order of vertices, parted where something says so. */
function byOrder(vertices: Vertices, budget: Budget, note: Source['note']): Order {
  const count = vertices.positions.length / 3;
  const isNew = partedBy(vertices, note);
  const first = budget.uint32(count + 1, 'strand offsets');
  let strands = 0;
  for (let v = 1; v < count; v++) if (isNew(v)) first[++strands] = v;
  first[++strands] = count;
  return { first: first.slice(0, strands + 1), order: null };
}

/** Whether a strand begins at a vertex. */
function partedBy(vertices: Vertices, note: Source['note']): (vertex: number) => boolean {
  const { strand, colour, positions: x } = vertices;
  if (strand) return (v) => strand[v] !== strand[v - 1];
  const changes = colour ? countChanges(colour) : 0;
  if (colour && changes > 0 && changes < x.length / 12) {
    note('nothing says which points belong together: a strand was begun wherever the colour changes');
    return (v) =>
      colour[3 * v] !== colour[3 * v - 3] ||
      colour[3 * v + 1] !== colour[3 * v - 2] ||
      colour[3 * v + 2] !== colour[3 * v - 1];
  }
  const step = (v: number): number => {
    const dx = x[3 * v]! - x[3 * v - 3]!;
    const dy = x[3 * v + 1]! - x[3 * v - 2]!;
    const dz = x[3 * v + 2]! - x[3 * v - 1]!;
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  };
  const steps = Float64Array.from({ length: Math.max(0, x.length / 3 - 1) }, (_, i) => step(i + 1)).sort();
  const limit = FAR * (steps[steps.length >> 1] ?? 0);
  note('nothing says which points belong together: a strand was begun after every step far longer than the others');
  return (v) => step(v) > limit;
}

function countChanges(colour: Float32Array): number {
  let changes = 0;
  for (let c = 3; c < colour.length; c += 3)
    if (colour[c] !== colour[c - 3] || colour[c + 1] !== colour[c - 2] || colour[c + 2] !== colour[c - 1]) changes++;
  return changes;
}

function packed(vertices: Vertices, first: Uint32Array, order: Uint32Array | null, budget: Budget): Strands {
  const gather = (values: Float32Array, size: number): Float32Array => {
    if (!order) return values;
    const out = budget.float32(size * order.length, 'points');
    for (let i = 0; i < order.length; i++)
      for (let c = 0; c < size; c++) out[size * i + c] = values[size * order[i]! + c]!;
    return out;
  };
  const pointAttributes = new Map<string, Attribute>();
  if (vertices.radius) pointAttributes.set('radius', { size: 1, data: gather(vertices.radius, 1) });
  if (vertices.colour) pointAttributes.set('colour', { size: 3, data: gather(vertices.colour, 3) });
  return makeStrands({
    id: ids(budget, first.length - 1),
    first,
    positions: gather(vertices.positions, 3),
    pointAttributes,
  });
}

/** Binary, with the number of its strand at every point and edges: what reads either kind reads this. */
export function writePly(strands: Strands, { name, note }: Target): Uint8Array {
  const radius = onPoints(strands, 'radius', 1);
  const colour = onPoints(strands, 'colour', 3);
  for (const sentence of leftOut(strands, '.ply', ['radius', 'colour'], ['radius', 'colour'])) note(sentence);
  const { first, positions, id } = strands;
  for (let s = 0; s < id.length; s++)
    if (first[s] === first[s + 1])
      throw new InputError(
        'ply/empty-strand',
        `${name}: strand ${id[s]} has no points, which .ply cannot say: remove it`,
      );
  const points = pointCount(strands);
  const edges = points - strandCount(strands);
  const header = new TextEncoder().encode(
    [
      'ply',
      'format binary_little_endian 1.0',
      'comment hair written by Pelage',
      `element vertex ${points}`,
      ...['x', 'y', 'z'].map((axis) => `property float ${axis}`),
      ...(radius ? ['property float radius'] : []),
      ...(colour ? ['red', 'green', 'blue'].map((channel) => `property float ${channel}`) : []),
      'property uint strand',
      `element edge ${edges}`,
      'property int vertex1',
      'property int vertex2',
      'end_header\n',
    ].join('\n'),
  );
  const row = 16 + (radius ? 4 : 0) + (colour ? 12 : 0);
  const bytes = new Uint8Array(header.length + row * points + 8 * edges);
  bytes.set(header);
  const view = viewOf(bytes);
  let at = header.length;
  const put = (value: number): void => {
    view.setFloat32(at, value, true);
    at += 4;
  };
  for (let s = 0; s < id.length; s++)
    for (let p = first[s]!; p < first[s + 1]!; p++) {
      for (let c = 0; c < 3; c++) put(positions[3 * p + c]!);
      if (radius) put(radius[p]!);
      if (colour) for (let c = 0; c < 3; c++) put(colour[3 * p + c]!);
      view.setUint32(at, s, true);
      at += 4;
    }
  for (let s = 0; s < id.length; s++)
    for (let p = first[s]!; p + 1 < first[s + 1]!; p++) {
      view.setInt32(at, p, true);
      view.setInt32(at + 4, p + 1, true);
      at += 8;
    }
  return bytes;
}

export const PLY: FileFormat = /* @__PURE__ */ Object.freeze({
  title: 'Stanford PLY',
  extensions: ['ply'],
  budgetFactor: 4,
  matches: isPly,
  readHair: readPly,
  writeHair: writePly,
  readMesh: readPlyMesh,
});
