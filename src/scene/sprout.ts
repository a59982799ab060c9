import { TriangleBvh } from '../body/bvh.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import { makeRayHit, type RayHit, raycast } from '../body/raycast.ts';
import { conjugate, rotate } from '../numeric/rotation.ts';
import { add, addScaled, at, distance, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import type { Sprout, Sprouted } from '../salon/changes.ts';
import { type Strands, strandCount } from '../strands/strands.ts';
import type { GroomInstance } from './groom-instance.ts';
import type { BodyInstance } from './instance.ts';

/** Hair grows where hair grows already: not farther than this from a groomed root, metres. */
const NEIGHBOURHOOD = 0.04;
/** The tool reaches the skin within this distance, metres. */
const REACH = 0.3;

/**
 * Grows a strand where the tool points at skin that hair grows on: it takes the shape of the nearest groomed guide, at the asked
 * length or its own. null where the tool points elsewhere.
 */
export function makeSprouter(
  bodies: readonly BodyInstance[],
  grooms: readonly GroomInstance[],
  now: () => number,
): (sprout: Sprout) => Sprouted | null {
  const skins = bodies.flatMap((body, k) =>
    grooms.some((groom) => groom.body === k) && body.mesh ? [new Skin(body, k)] : [],
  );
  return (sprout) => {
    const hits = skins.flatMap((skin) => skin.hit(sprout, now()) ?? []);
    const [first] = hits.sort((a, b) => a.far - b.far);
    return first ? grownAt(first, grooms, sprout.length, now()) : null;
  };
}

/** A place on a body that the tool points at. */
interface SkinHit {
  readonly body: BodyInstance;
  readonly index: number;
  readonly far: number;
  /** In the body's coordinates: now, and as it was groomed. */
  readonly root: Vec3;
  readonly groomed: Vec3;
}

class Skin {
  private readonly body: BodyInstance;
  private readonly index: number;
  private shaped: TriangleMesh | null = null;
  private bvh: TriangleBvh | null = null;
  private readonly found = makeRayHit();

  constructor(body: BodyInstance, index: number) {
    this.body = body;
    this.index = index;
  }

  hit({ origin, direction }: Sprout, time: number): SkinHit | null {
    const { body, index, found } = this;
    const state = body.state(time);
    const back = conjugate(state.orientation);
    const from = rotate(back, subtract(origin, state.position));
    const along = rotate(back, direction);
    const mesh = body.meshAt(time)!;
    this.bvh ??= new TriangleBvh(body.mesh!);
    if (mesh !== (this.shaped ?? body.mesh)) this.bvh.refit(mesh.positions, mesh.triangles);
    this.shaped = mesh;
    if (!raycast(this.bvh, from, along, REACH, found)) return null;
    return { body, index, far: found.t, root: addScaled(from, along, found.t), groomed: placeOn(body.mesh!, found) };
  }
}

/** The nearest groomed guide's shape from a place on the skin. */
function grownAt(hit: SkinHit, grooms: readonly GroomInstance[], length: number, time: number): Sprouted | null {
  let best: { readonly groom: number; readonly line: readonly Vec3[] } | null = null;
  let nearest = NEIGHBOURHOOD;
  grooms.forEach(({ body, guides }, groom) => {
    if (body !== hit.index) return;
    const { position, orientation } = hit.body.state(0);
    const local = (p: number): Vec3 => rotate(conjugate(orientation), subtract(at(guides.positions, p), position));
    const k = nearestStrand(guides, local, hit.groomed, nearest);
    if (k < 0) return;
    nearest = distance(hit.groomed, local(guides.first[k]!));
    const count = guides.first[k + 1]! - guides.first[k]!;
    best = { groom, line: Array.from({ length: count }, (_, i) => local(guides.first[k]! + i)) };
  });
  if (!best) return null;
  const { groom, line } = best as { readonly groom: number; readonly line: readonly Vec3[] };
  const whole = line.reduce((sum, point, i) => (i === 0 ? 0 : sum + distance(line[i - 1]!, point)), 0);
  const scaled = length > 0 ? length / whole : 1;
  const { position, orientation } = hit.body.state(time);
  const points = line.map((point) =>
    add(position, rotate(orientation, add(hit.root, scale(subtract(point, line[0]!), scaled)))),
  );
  return { groom, points };
}

/** The strand whose root is nearest to a place; −1 where none is as near as asked. */
function nearestStrand(guides: Strands, local: (point: number) => Vec3, place: Vec3, within: number): number {
  let best = -1;
  let nearest = within;
  for (let k = 0; k < strandCount(guides); k++) {
    const far = distance(place, local(guides.first[k]!));
    if (far >= nearest) continue;
    nearest = far;
    best = k;
  }
  return best;
}

/** Where a hit would be on the mesh in another shape. */
function placeOn({ positions, triangles }: TriangleMesh, { triangle, u, v, w }: RayHit): Vec3 {
  const [a, b, c] = [0, 1, 2].map((n) => at(positions, triangles[3 * triangle + n]!)) as [Vec3, Vec3, Vec3];
  return addScaled(addScaled(scale(a, u), b, v), c, w);
}
