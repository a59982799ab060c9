import { TriangleBvh } from '../body/bvh.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import type { RigidMotion } from '../body/motion.ts';
import { makeRayHit, type RayHit, raycast } from '../body/raycast.ts';
import { conjugate, rotate } from '../numeric/rotation.ts';
import { add, addScaled, at, distance, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import type { Sprout, Sprouted } from '../salon/changes.ts';
import { type Strands, strandCount } from '../strands/strands.ts';

/** Hair grows where hair grows already: not farther than this from a groomed root, metres. */
const SCALP = 0.04;
/** The tool reaches the skin within this distance, metres. */
const REACH = 0.3;

/**
 * Grows a strand where the tool points at the scalp: it takes the shape of the nearest groomed guide at the asked length.
 * null where the tool points elsewhere.
 */
export function makeSprouter(
  meshAt: (time: number) => TriangleMesh,
  guides: Strands,
  motion: RigidMotion,
  now: () => number,
): (sprout: Sprout) => Sprouted | null {
  const rest = meshAt(0);
  let shaped = rest;
  let bvh: TriangleBvh | null = null;
  const hit = makeRayHit();
  const groomedAt = motion.at(0);
  const home = conjugate(groomedAt.orientation);
  const local = (p: number): Vec3 => rotate(home, subtract(at(guides.positions, p), groomedAt.position));
  return ({ origin, direction, length }) => {
    const body = motion.at(now());
    const back = conjugate(body.orientation);
    const from = rotate(back, subtract(origin, body.position));
    const along = rotate(back, direction);
    bvh ??= new TriangleBvh(rest);
    const mesh = meshAt(now());
    if (mesh !== shaped) bvh.refit(mesh.positions, mesh.triangles);
    shaped = mesh;
    if (!raycast(bvh, from, along, REACH, hit)) return null;
    const root = addScaled(from, along, hit.t);
    const groomed = placeOn(rest, hit);
    let best = -1;
    let nearest = SCALP;
    for (let k = 0; k < strandCount(guides); k++) {
      const far = distance(groomed, local(guides.first[k]!));
      if (far >= nearest) continue;
      nearest = far;
      best = k;
    }
    if (best < 0) return null;
    const first = guides.first[best]!;
    const count = guides.first[best + 1]! - first;
    let whole = 0;
    for (let i = 1; i < count; i++) whole += distance(local(first + i - 1), local(first + i));
    const size = length / whole;
    const start = local(first);
    const points = Array.from({ length: count }, (_, i) => {
      const point = add(root, scale(subtract(local(first + i), start), size));
      return add(body.position, rotate(body.orientation, point));
    });
    return { groom: 0, points };
  };
}

/** Where a hit would be on the mesh in another shape. */
function placeOn({ positions, triangles }: TriangleMesh, { triangle, u, v, w }: RayHit): Vec3 {
  const [a, b, c] = [0, 1, 2].map((n) => at(positions, triangles[3 * triangle + n]!)) as [Vec3, Vec3, Vec3];
  return addScaled(addScaled(scale(a, u), b, v), c, w);
}
