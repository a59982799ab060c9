import type { TriangleMesh } from './mesh.ts';
import { weldVertices } from './weld.ts';

type Surface = Pick<TriangleMesh, 'positions' | 'triangles'>;

/**
 * The directed edges (pairs of welded vertices) that close the surface: walked in this direction, they cancel
 * everything that the triangles leave open. Empty for a closed, consistently oriented mesh.
 */
export function openEdges(mesh: Surface, welded: Uint32Array = weldVertices(mesh.positions)): Uint32Array {
  const { triangles } = mesh;
  const count = mesh.positions.length / 3;
  // For each pair of vertices, low·count + high: how often it is walked upwards minus how often downwards.
  const walked = new Map<number, number>();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      const a = welded[triangles[t + c]!]!;
      const b = welded[triangles[t + ((c + 1) % 3)]!]!;
      if (a === b) continue;
      const key = a < b ? a * count + b : b * count + a;
      const sum = (walked.get(key) ?? 0) + (a < b ? 1 : -1);
      if (sum === 0) walked.delete(key);
      else walked.set(key, sum);
    }
  }
  const edges: number[] = [];
  for (const [key, sum] of walked) {
    const low = Math.floor(key / count);
    const high = key - low * count;
    for (let k = Math.abs(sum); k > 0; k--) edges.push(...(sum > 0 ? [high, low] : [low, high]));
  }
  return Uint32Array.from(edges);
}

/**
 * The mesh with every hole closed by a fan about the middle of its rim.
 *
 * The open edges of any set of oriented triangles enter and leave each vertex equally often, so they always fall apart
 * into loops; a fan on each loop leaves nothing open. Afterwards the winding number is a whole number everywhere,
 * whatever the input was: holes, flipped or doubled triangles. The cap of a strongly bent rim may cut through other
 * parts of the surface; what it encloses then counts as inside. Returns the mesh itself where nothing is open.
 */
export function closeHoles(mesh: Surface): Surface {
  const { caps, rims } = capHoles(mesh);
  if (caps.length === 0) return mesh;
  const positions = new Float32Array(mesh.positions.length + 3 * rims.length);
  positions.set(mesh.positions);
  rims.forEach((rim, k) => {
    positions.set(middleOf(mesh.positions, rim), mesh.positions.length + 3 * k);
  });
  const triangles = new Uint32Array(mesh.triangles.length + caps.length);
  triangles.set(mesh.triangles);
  triangles.set(caps, mesh.triangles.length);
  return { positions, triangles };
}

/** What closes a mesh: triangles, and the rims whose middles are further vertices in this order. */
export interface Caps {
  readonly caps: readonly number[];
  readonly rims: readonly (readonly number[])[];
}

export function capHoles(mesh: Surface, welded?: Uint32Array): Caps {
  const rims: number[][] = [];
  const caps: number[] = [];
  const first = mesh.positions.length / 3;
  for (const loop of loops(openEdges(mesh, welded))) {
    if (loop.length === 3) {
      caps.push(...loop);
      continue;
    }
    const hub = first + rims.length;
    rims.push(loop);
    for (let k = 0; k < loop.length; k++) caps.push(loop[k]!, loop[(k + 1) % loop.length]!, hub);
  }
  return { caps, rims };
}

/** Splits balanced directed edges into loops that meet no vertex twice. */
function loops(edges: Uint32Array): number[][] {
  const leaving = new Map<number, number[]>();
  for (let e = 0; e < edges.length; e += 2) {
    const list = leaving.get(edges[e]!);
    if (list) list.push(edges[e + 1]!);
    else leaving.set(edges[e]!, [edges[e + 1]!]);
  }
  const result: number[][] = [];
  for (const start of leaving.keys()) {
    const path = [start];
    const place = new Map([[start, 0]]);
    while (path.length > 0) {
      const next = leaving.get(path[path.length - 1]!)!.pop();
      // Only the start can run dry: every other vertex on the path has been entered once more than left.
      if (next === undefined) break;
      const seen = place.get(next);
      if (seen === undefined) {
        place.set(next, path.length);
        path.push(next);
        continue;
      }
      const loop = path.splice(seen);
      for (const v of loop) place.delete(v);
      path.push(next);
      place.set(next, seen);
      result.push(loop);
    }
  }
  return result;
}

/** The mean of the rim weighted by the length of its edges, so that uneven vertices do not pull it aside. */
export function middleOf(positions: ArrayLike<number>, loop: readonly number[]): [number, number, number] {
  let x = 0;
  let y = 0;
  let z = 0;
  let sum = 0;
  for (let k = 0; k < loop.length; k++) {
    const a = 3 * loop[k]!;
    const b = 3 * loop[(k + 1) % loop.length]!;
    const ex = positions[b]! - positions[a]!;
    const ey = positions[b + 1]! - positions[a + 1]!;
    const ez = positions[b + 2]! - positions[a + 2]!;
    const l = Math.sqrt(ex * ex + ey * ey + ez * ez);
    x += l * (positions[a]! + 0.5 * ex);
    y += l * (positions[a + 1]! + 0.5 * ey);
    z += l * (positions[a + 2]! + 0.5 * ez);
    sum += l;
  }
  // Distinct welded vertices have distinct places, so a rim has a length; one that has closed since has one place.
  if (!(sum > 0)) return [positions[3 * loop[0]!]!, positions[3 * loop[0]! + 1]!, positions[3 * loop[0]! + 2]!];
  return [x / sum, y / sum, z / sum];
}
