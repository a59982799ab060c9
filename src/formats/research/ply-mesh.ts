import { makeMesh, type TriangleMesh } from '../../body/mesh.ts';
import { InputError } from '../../strands/input-error.ts';
import type { Budget } from '../budget.ts';
import type { Source } from '../format.ts';
import { triangulate } from '../polygons.ts';
import { type PlyElement, type PlyHeader, readPlyHeader } from './ply-header.ts';
import { PlyRows } from './ply-rows.ts';

/** Bodies in .ply: vertices, and faces as lists of them. */

const LISTS = ['vertex_indices', 'vertex_index'];
const UV_NAMES: readonly (readonly [string, string])[] = [
  ['s', 't'],
  ['u', 'v'],
  ['texture_u', 'texture_v'],
];

const facesOf = ({ elements }: PlyHeader): number => elements.find(({ name }) => name === 'face')?.count ?? 0;

/** Whether the file is a mesh: it has faces, and nothing that makes strands of its vertices. */
export function isPlyMesh(header: PlyHeader, strandNames: readonly string[]): boolean {
  const hasEdges = header.elements.some(({ name, count }) => name === 'edge' && count > 0);
  const vertex = header.elements.find(({ name }) => name === 'vertex');
  const hasStrands = vertex?.properties.some(({ name }) => strandNames.includes(name.toLowerCase())) === true;
  return facesOf(header) > 0 && !hasEdges && !hasStrands;
}

const ignore = (): void => {};

export function readPlyMesh({ name, bytes, budget, note }: Source): TriangleMesh {
  const header = readPlyHeader(name, bytes);
  const rows = new PlyRows(name, bytes, header);
  if (facesOf(header) === 0)
    throw new InputError('ply/no-mesh', `${name}: the file has no faces: it is hair or a cloud of points, not a mesh`);
  let vertices: Vertices = { positions: new Float32Array(), uv: undefined };
  let faces: { counts: Int32Array; corners: Int32Array } = { counts: new Int32Array(), corners: new Int32Array() };
  for (const element of header.elements) {
    rows.check(element);
    if (element.name === 'vertex') vertices = readVertices(rows, element, budget, name);
    else if (element.name === 'face') faces = readFaces(rows, element, budget, name, bytes.length);
    else for (let r = 0; r < element.count; r++) rows.row(element, ignore, ignore);
  }
  const { positions, uv } = vertices;
  const triangles = triangulate({ ...faces, isClockwise: false }, positions.length / 3, budget, note);
  budget.claim(12 * positions.length, 'normals');
  return makeMesh({ positions, triangles, ...(uv ? { uv } : {}) });
}

interface Vertices {
  readonly positions: Float32Array;
  readonly uv: Float32Array | undefined;
}

function readVertices(rows: PlyRows, element: PlyElement, budget: Budget, name: string): Vertices {
  const names = element.properties.map((property) => property.name.toLowerCase());
  const axes = ['x', 'y', 'z'].map((axis) => names.indexOf(axis));
  if (axes.includes(-1)) throw new InputError('ply/vertex', `${name}: the vertices have no x, y and z`);
  const sides = (UV_NAMES.find((pair) => pair.every((side) => names.includes(side))) ?? []).map((side) =>
    names.indexOf(side),
  );
  const positions = budget.float32(3 * element.count, 'vertices');
  const uv = sides.length === 2 ? budget.float32(2 * element.count, 'uv') : undefined;
  const place = names.map((_, p) => [axes.indexOf(p), sides.indexOf(p)] as const);
  for (let r = 0; r < element.count; r++)
    rows.row(
      element,
      (p, value) => {
        const [axis, side] = place[p]!;
        if (axis >= 0) positions[3 * r + axis] = value;
        else if (side >= 0) uv![2 * r + side] = value;
      },
      ignore,
    );
  return { positions, uv };
}

function readFaces(
  rows: PlyRows,
  element: PlyElement,
  budget: Budget,
  name: string,
  fileBytes: number,
): { counts: Int32Array; corners: Int32Array } {
  const list = element.properties.findIndex((property) => LISTS.includes(property.name) && property.countType);
  if (list < 0) throw new InputError('ply/face', `${name}: the faces have no list vertex_indices`);
  const counts = budget.int32(element.count, 'faces');
  // A corner takes a byte at least; most files have three or four a face.
  let corners = budget.int32(Math.min(4 * element.count, fileBytes), 'corners');
  let filled = 0;
  for (let r = 0; r < element.count; r++)
    rows.row(
      element,
      (p, length) => {
        if (p === list) counts[r] = length;
      },
      (p, value) => {
        if (p !== list) return;
        if (filled === corners.length) {
          const more = budget.int32(2 * corners.length + 16, 'corners');
          more.set(corners);
          corners = more;
        }
        corners[filled++] = value;
      },
    );
  return { counts, corners: corners.subarray(0, filled) };
}
