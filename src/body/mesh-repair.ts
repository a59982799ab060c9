import { makeMesh, type TriangleMesh, weldedNormals } from './mesh.ts';
import { makeSurface, type Surface, type SurfacePart, type SurfaceRepairs } from './surface.ts';
import { weldVertices } from './weld.ts';

/** A mesh that hair can grow on, and sentences about what was wrong with it: how many, and what was done. */
export interface RepairedMesh {
  readonly mesh: TriangleMesh;
  readonly notes: readonly string[];
  /** Whether it encloses nothing: a towel, a lawn. */
  readonly isSheet: boolean;
}

/**
 * Mends what would spoil a skin and loses nothing else: triangles without a place go, triangles that face the wrong way are turned, with
 * the normals. What does no harm (holes, edges of three triangles, several parts) is only said. A good mesh comes back as it was.
 */
export function repairMesh(mesh: TriangleMesh): RepairedMesh {
  const surface = makeSurface(mesh);
  const { repairs } = surface;
  const inside = enclosed(surface);
  const isInsideOut = inside < -SLIGHT && !surface.parts.every(isOpen);
  const isSheet = (!isInsideOut && inside < SLIGHT) || surface.parts.every(isOpen);
  const notes = describe(surface, mesh.triangles.length / 3, repairs);
  if (isInsideOut) notes.push('it was inside out and has been turned');
  if (repairs.turned === 0 && repairs.lost === 0 && !isInsideOut) return { mesh, notes, isSheet };
  const triangles = turnedTriangles(mesh, surface, isInsideOut);
  const positions = repairs.lost > 0 ? finitePositions(mesh.positions) : mesh.positions;
  const mended = { ...mesh, positions, triangles, normals: smoothNormals(positions, triangles) };
  const { rest } = mesh;
  if (!rest) return { mesh: makeMesh(mended), notes, isSheet };
  const still = repairs.lost > 0 ? finitePositions(rest.positions) : rest.positions;
  const atRest = makeMesh({ ...rest, positions: still, triangles, normals: smoothNormals(still, triangles) });
  return { mesh: makeMesh({ ...mended, rest: atRest }), notes, isSheet };
}

const smoothNormals = (positions: Float32Array, triangles: Uint32Array): Float32Array =>
  weldedNormals(positions, triangles, weldVertices(positions));

/** Triangles of a skin from which on it takes long to make ready: 2 million take half a minute. */
const MANY = 500_000;

/** Volume over area^1.5, which is 0.094 for a ball: what encloses less than this is a sheet. */
const SLIGHT = 1e-3;

/** A rim longer than this, in square roots of the area, is that of a sheet: a square has 4, a bowl 2.5, a bust below 2. */
const isOpen = ({ rim, area }: SurfacePart): boolean => rim > 3 * Math.sqrt(area);

/** Volume that all parts enclose, as a fraction of area^1.5; small holes are closed, large ones by a cone. */
function enclosed({ positions: p, corner, parts }: Surface): number {
  let volume = 0;
  const middle = [0, 1, 2].map((k) => {
    let sum = 0;
    for (let i = k; i < p.length; i += 3) sum += p[i]!;
    return p.length > 0 ? (3 * sum) / p.length : 0;
  });
  for (let h = 0; h < corner.length; h += 3) {
    const [a, b, c] = [3 * corner[h]!, 3 * corner[h + 1]!, 3 * corner[h + 2]!];
    const x = (v: number): number => p[v]! - middle[0]!;
    const y = (v: number): number => p[v + 1]! - middle[1]!;
    const z = (v: number): number => p[v + 2]! - middle[2]!;
    volume +=
      (x(a) * (y(b) * z(c) - z(b) * y(c)) + y(a) * (z(b) * x(c) - x(b) * z(c)) + z(a) * (x(b) * y(c) - y(b) * x(c))) /
      6;
  }
  const area = parts.reduce((sum, part) => sum + part.area, 0);
  return area > 0 ? volume / (area * Math.sqrt(area)) : 0;
}

/** The triangles as their surface has them; those that it left out, but for lost ones, stay as they are. */
function turnedTriangles({ triangles }: TriangleMesh, surface: Surface, isInsideOut: boolean): Uint32Array {
  const { triangle, corner, vertexOf, isLost } = surface;
  const out = triangles.slice();
  for (let f = 0; f < triangle.length; f++) {
    const t = 3 * triangle[f]!;
    if (t < 0) continue;
    // Turned where its second corner comes right before the first.
    const first = [0, 1, 2].find((c) => corner[3 * f + c] === vertexOf[t])!;
    const isTurned = corner[3 * f + ((first + 1) % 3)] !== vertexOf[t + 1];
    if (isTurned === isInsideOut) continue;
    out[t + 1] = triangles[t + 2]!;
    out[t + 2] = triangles[t + 1]!;
  }
  return isLost.some((lost) => lost === 1) ? out.filter((_, i) => !isLost[Math.floor(i / 3)]) : out;
}

/** Vertices without a place are put where the first one is that has one: nobody uses them any more. */
function finitePositions(positions: Float32Array): Float32Array {
  const isPlaced = (v: number): boolean => Number.isFinite(positions[v]! + positions[v + 1]! + positions[v + 2]!);
  let good = 0;
  while (good < positions.length && !isPlaced(good)) good += 3;
  const out = positions.slice();
  for (let v = 0; v < out.length; v += 3) if (!isPlaced(v)) out.copyWithin(v, good, good + 3);
  return out;
}

const count = (n: number, one: string, many = `${one}s`): string => `${n.toString()} ${n === 1 ? one : many}`;

function describe({ parts }: Surface, triangles: number, repairs: SurfaceRepairs): string[] {
  const { lost, flat, doubled, turned, torn, closedHoles } = repairs;
  const open = parts.reduce((sum, { borders }) => sum + borders, 0);
  const notes: string[] = [];
  const say = (n: number, sentence: string): void => {
    if (n > 0) notes.push(sentence);
  };
  say(lost, `${count(lost, 'triangle')} of ${triangles} had corners without a place and were left out`);
  say(
    flat,
    `${count(flat, 'triangle has', 'triangles have')} no area: no hair grows on them; delete them, or merge vertices that lie in one place`,
  );
  say(doubled, `${count(doubled, 'triangle is', 'triangles are')} there twice`);
  say(
    turned,
    `${count(turned, 'triangle')} faced the other way than ${turned === 1 ? 'its' : 'their'} neighbours and were turned`,
  );
  say(
    torn,
    `at ${count(torn, 'edge')} more than two triangles meet, or sides change: hair may run another way on each`,
  );
  say(closedHoles, `${count(closedHoles, 'small hole')} in the skin: hair runs past as if there were none`);
  say(
    triangles > MANY ? 1 : 0,
    `it has ${triangles} triangles, so that it takes long to make ready: hair grows as well on a skin of a tenth as many`,
  );
  say(parts.length > 1 ? 1 : 0, `it has ${parts.length} parts, each with a direction of hair of its own`);
  say(open > 0 && parts.length === 1 ? open : 0, `its skin ends at ${count(open, 'rim')}`);
  return notes;
}
