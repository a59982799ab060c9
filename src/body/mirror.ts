import { type MeshRegion, makeMesh, type TriangleMesh } from './mesh.ts';

/** The half of a mesh at x >= 0; vertices of its border have x exactly 0. */
export interface HalfMesh {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** Of the whole's triangles where absent. */
  readonly normals?: Float32Array;
  /** Mirrored about u = 0.5. */
  readonly uv?: Float32Array;
  readonly weights: ReadonlyMap<string, Float32Array>;
  /** Three per vertex. */
  readonly colours?: Float32Array;
}

/** For every vertex of the whole, the vertex of the half that it is or mirrors; those of the half come first. */
export function halfImages(positions: ArrayLike<number>): Uint32Array {
  const count = positions.length / 3;
  const out: number[] = [];
  for (let v = 0; v < count; v++) out.push(v);
  for (let v = 0; v < count; v++) if (positions[3 * v] !== 0) out.push(v);
  return Uint32Array.from(out);
}

/** The half's triangles and their images, turned over; a border vertex is its own image. */
function bothSides(triangles: Uint32Array, origin: Uint32Array, count: number): Uint32Array {
  const image = Uint32Array.from({ length: count }, (_, v) => v);
  for (let v = count; v < origin.length; v++) image[origin[v]!] = v;
  const out = new Uint32Array(2 * triangles.length);
  out.set(triangles);
  for (let t = 0, o = triangles.length; t < triangles.length; t += 3, o += 3) {
    out[o] = image[triangles[t]!]!;
    out[o + 1] = image[triangles[t + 2]!]!;
    out[o + 2] = image[triangles[t + 1]!]!;
  }
  return out;
}

/** The half and its mirror image in the plane x = 0 as one closed mesh. */
export function mirrorHalf(half: HalfMesh): TriangleMesh {
  const count = half.positions.length / 3;
  const origin = halfImages(half.positions);
  const gather = (source: Float32Array, width: number, firstOfImage: (value: number) => number): Float32Array => {
    const out = new Float32Array(width * origin.length);
    for (let v = 0; v < origin.length; v++) {
      for (let c = 0; c < width; c++) out[width * v + c] = source[width * origin[v]! + c]!;
      if (v >= count) out[width * v] = firstOfImage(out[width * v]!);
    }
    return out;
  };
  const regions = new Map<string, MeshRegion>();
  for (const [name, weight] of half.weights) regions.set(name, { weight: gather(weight, 1, (w) => w) });
  return makeMesh({
    positions: gather(half.positions, 3, (x) => -x),
    triangles: bothSides(half.triangles, origin, count),
    ...(half.normals ? { normals: gather(half.normals, 3, (x) => -x) } : {}),
    ...(half.uv ? { uv: gather(half.uv, 2, (u) => 1 - u) } : {}),
    ...(half.colours ? { colours: gather(half.colours, 4, (red) => red) } : {}),
    regions,
  });
}
