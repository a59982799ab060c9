import type { TriangleMesh } from '../../../body/mesh.ts';
import type { RootBinding } from '../../../body/roots.ts';

/** Places of a surface that guide a warp: vertices and middles of triangles, spread evenly. */
export interface Controls {
  /** Three a place: the corners' mean is the place (all the same corner for a vertex). */
  readonly corners: Uint32Array;
  readonly position: Float64Array;
  readonly normal: Float64Array;
  /** Whether hair grows there. */
  readonly isHairy: Uint8Array;
}

export interface ControlOptions {
  /** Places where hair grows, and elsewhere. */
  readonly hairy: number;
  readonly bald: number;
  /** Bald places below this height are not used, m. */
  readonly lowest: number;
}

/** Chooses places of the mesh, each as far as can be from those before (Gonzalez 1985). */
export function chooseControls(mesh: TriangleMesh, roots: RootBinding, options: ControlOptions): Controls {
  const isGrown = new Uint8Array(mesh.triangles.length / 3);
  for (const t of roots.triangle) isGrown[t] = 1;
  const [hairy, bald] = candidates(mesh, isGrown, options.lowest);
  const first = spreadOut(hairy, options.hairy, []);
  const second = spreadOut(bald, options.bald, first);
  const corners = Uint32Array.from([...first, ...second].flatMap((one) => one.corners));
  return {
    corners,
    position: meanOfCorners(mesh.positions, corners),
    normal: meanOfCorners(mesh.normals, corners),
    isHairy: Uint8Array.from({ length: first.length + second.length }, (_, k) => (k < first.length ? 1 : 0)),
  };
}

interface Candidate {
  readonly corners: readonly [number, number, number];
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

function candidates(mesh: TriangleMesh, isGrown: Uint8Array, lowest: number): [Candidate[], Candidate[]] {
  const { positions: p, triangles } = mesh;
  const isVertexGrown = new Uint8Array(p.length / 3);
  const isVertexUsed = new Uint8Array(p.length / 3);
  const hairy: Candidate[] = [];
  const bald: Candidate[] = [];
  const add = (a: number, b: number, c: number, isHairy: boolean): void => {
    const at = (k: number): number => (p[3 * a + k]! + p[3 * b + k]! + p[3 * c + k]!) / 3;
    const one: Candidate = { corners: [a, b, c], x: at(0), y: at(1), z: at(2) };
    if (isHairy) hairy.push(one);
    else if (one.y >= lowest) bald.push(one);
  };
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    for (const v of [a, b, c]) {
      isVertexUsed[v] = 1;
      if (isGrown[t / 3]) isVertexGrown[v] = 1;
    }
    add(a, b, c, isGrown[t / 3] === 1);
  }
  for (let v = 0; v < isVertexUsed.length; v++) if (isVertexUsed[v]) add(v, v, v, isVertexGrown[v] === 1);
  return [hairy, bald];
}

/** At most `count` of the candidates, far from each other and from the places `taken` before. */
function spreadOut(from: readonly Candidate[], count: number, taken: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  const nearest = new Float64Array(from.length).fill(Number.POSITIVE_INFINITY);
  const look = (at: Candidate): void => {
    for (let k = 0; k < from.length; k++) {
      const one = from[k]!;
      const dx = one.x - at.x;
      const dy = one.y - at.y;
      const dz = one.z - at.z;
      nearest[k] = Math.min(nearest[k]!, dx * dx + dy * dy + dz * dz);
    }
  };
  for (const one of taken) look(one);
  while (chosen.length < Math.min(count, from.length)) {
    let best = 0;
    for (let k = 1; k < from.length; k++) if (nearest[k]! > nearest[best]!) best = k;
    // Vertices that lie on each other (seams) count once.
    if (!(nearest[best]! > 1e-14)) break;
    chosen.push(from[best]!);
    look(from[best]!);
  }
  return chosen;
}

/** A vertex value of three numbers at every place. */
export function meanOfCorners(values: Float32Array, corners: Uint32Array): Float64Array {
  const out = new Float64Array(corners.length);
  for (let k = 0; k < corners.length; k += 3)
    for (let c = 0; c < 3; c++)
      out[k + c] =
        (values[3 * corners[k]! + c]! + values[3 * corners[k + 1]! + c]! + values[3 * corners[k + 2]! + c]!) / 3;
  return out;
}
