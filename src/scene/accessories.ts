import { makeMesh, type TriangleMesh } from '../body/mesh.ts';
import { torusMesh, tubeMesh } from '../body/shapes.ts';
import { cos, sin } from '../numeric/elementary.ts';
import { between, type Quat, rotate } from '../numeric/rotation.ts';
import {
  add,
  addScaled,
  at,
  cross,
  dot,
  length,
  mix,
  normalize,
  scale,
  subtract,
  UP,
  type Vec3,
} from '../numeric/vector.ts';
import type { DrawnBody, Renderer } from '../render/index.ts';
import type { ClaspKind, ClaspShape } from '../salon/clasps.ts';
import type { BodyInstance } from './instance.ts';
import type { SimulatedHair } from './live-hair.ts';

/** Ties, bows, pins and bands that hold hair: what is seen of them, and where. */

/** Linear red, green and blue. */
const COLOURS: Readonly<Record<ClaspKind, Vec3>> = {
  tie: [0.2, 0.015, 0.035],
  bow: [0.3, 0.02, 0.05],
  pin: [0.55, 0.36, 0.12],
  band: [0.03, 0.05, 0.12],
};
/** Half thickness of a tie and of a ribbon, metres. */
const TIE = 0.003;
const RIBBON = 0.0028;
/** Half width of a bow, in radii of what it ties. */
const BOW = 2.4;
const AROUND = 40;

/** A thing in the picture: a new one whenever its shape is. */
export interface Accessory {
  readonly mesh: TriangleMesh;
  readonly shape: ClaspShape;
}

export interface Pose {
  readonly position: Vec3;
  readonly orientation: Quat;
}

function meshOf(shape: ClaspShape): TriangleMesh {
  const { a, b, kind, radius } = shape;
  const parts = kind === 'tie' || kind === 'bow' ? [ringOf(shape)] : [tubeMesh([a, b], radius)];
  if (kind === 'bow') parts.push(...bowOf(shape));
  const mesh = joined(parts);
  const colours = new Float32Array((4 * mesh.positions.length) / 3);
  for (let i = 0; i < colours.length; i += 4) colours.set([...COLOURS[kind], 1], i);
  return makeMesh({ positions: mesh.positions, triangles: mesh.triangles, colours });
}

/** A ring about the hair that goes through from one end to the other. */
function ringOf({ a, b, radius }: ClaspShape): TriangleMesh {
  const turn = between(UP, normalize(subtract(b, a)));
  const middle = mix(a, b, 0.5);
  const ring = torusMesh(radius + 0.5 * TIE, TIE, AROUND, 12);
  const positions = ring.positions.slice();
  for (let i = 0; 3 * i < positions.length; i++) positions.set(add(middle, rotate(turn, at(positions, i))), 3 * i);
  return makeMesh({ positions, triangles: ring.triangles });
}

/** Two loops and two ends of a ribbon before the ring, on the side that looks away from the middle of the body. */
function bowOf({ a, b, radius }: ClaspShape): TriangleMesh[] {
  const along = normalize(subtract(b, a));
  const middle = mix(a, b, 0.5);
  const flat = addScaled(middle, along, -dot(middle, along));
  const out = length(flat) > 1e-6 ? normalize(flat) : normalize(cross(along, [1, 0, 0]));
  const side = cross(along, out);
  const knot = addScaled(middle, out, radius + 2 * TIE);
  const size = BOW * radius;
  const place = (x: number, y: number, z: number): Vec3 =>
    addScaled(addScaled(addScaled(knot, side, size * x), along, size * y), out, size * z);
  const loops = Array.from({ length: AROUND }, (_, i) => {
    const t = (2 * Math.PI * i) / AROUND;
    return place(sin(t), 0.9 * sin(t) * cos(t), 0.25 * sin(t) * sin(t));
  });
  const end = (x: number): TriangleMesh => tubeMesh([knot, place(0.35 * x, 0.6, 0.1), place(0.7 * x, 1.3, 0)], RIBBON);
  return [
    tubeMesh(loops, RIBBON, true),
    end(1),
    end(-1),
    tubeMesh([place(0, -0.12, 0.05), place(0, 0.12, 0.05)], 2 * RIBBON),
  ];
}

function joined(meshes: readonly TriangleMesh[]): Pick<TriangleMesh, 'positions' | 'triangles'> {
  let from = 0;
  const triangles: number[] = [];
  for (const mesh of meshes) {
    for (const corner of mesh.triangles) triangles.push(corner + from);
    from += mesh.positions.length / 3;
  }
  return {
    positions: Float32Array.from(meshes.flatMap(({ positions }) => Array.from(positions))),
    triangles: Uint32Array.from(triangles),
  };
}

/** What holds the hair of a running scene. */
export class Accessories {
  private readonly simulation: SimulatedHair;
  private readonly bodies: readonly Pick<BodyInstance, 'state'>[];
  private known: { readonly key: string; readonly list: readonly Accessory[] } = { key: '', list: [] };

  constructor(simulation: SimulatedHair, bodies: readonly Pick<BodyInstance, 'state'>[]) {
    this.simulation = simulation;
    this.bodies = bodies;
  }

  /** The same list as long as it is the same. */
  get list(): readonly Accessory[] {
    const { clasps } = this.simulation.salon ?? {};
    if (!clasps) return this.known.list;
    const key = clasps.shapes.data.join(' ');
    if (key !== this.known.key)
      this.known = { key, list: clasps.seen().map((shape) => ({ shape, mesh: meshOf(shape) })) };
    return this.known.list;
  }

  /** Where each of them is at a time. */
  poses(time: number): Pose[] {
    const { list } = this;
    if (list.length === 0) return [];
    const { simulation, bodies } = this;
    let points: Float32Array | null = null;
    return list.map(({ shape: { on, body } }) => {
      if (!on) return bodies[body]?.state(time) ?? { position: [0, 0, 0], orientation: [0, 0, 0, 1] };
      if (!points) {
        points = new Float32Array(3 * simulation.first[simulation.ids.length]!);
        simulation.positionsAt(time, points);
      }
      return poseOnStrand(simulation, points, on.id, on.s);
    });
  }
}

/** About a place on a strand, y towards its root. */
function poseOnStrand({ ids, first }: SimulatedHair, points: Float32Array, id: number, s: number): Pose {
  const k = ids.indexOf(id);
  if (k < 0) return { position: [0, -1e3, 0], orientation: [0, 0, 0, 1] };
  let left = s;
  let i = first[k]!;
  for (; i < first[k + 1]! - 2; i++) {
    const edge = length(subtract(at(points, i + 1), at(points, i)));
    if (left <= edge) break;
    left -= edge;
  }
  const way = subtract(at(points, i + 1), at(points, i));
  const tangent = normalize(way, [0, -1, 0]);
  return { position: addScaled(at(points, i), tangent, left), orientation: between(UP, scale(tangent, -1)) };
}

/** Accessories in a picture. */
export class DrawnAccessories {
  private key = '';
  private drawn: readonly DrawnBody[] = [];
  private readonly renderer: Pick<Renderer, 'addBody'>;

  constructor(renderer: Pick<Renderer, 'addBody'>) {
    this.renderer = renderer;
  }

  /** Shows these and no others. */
  set(list: readonly Accessory[]): void {
    // Lists that were posted are new ones though nothing has changed.
    const key = JSON.stringify(list.map(({ shape }) => shape));
    if (key === this.key) return;
    for (const body of this.drawn) body.remove();
    this.key = key;
    this.drawn = list.map(({ mesh }) => this.renderer.addBody(mesh));
  }

  setPoses(poses: readonly Pose[]): void {
    poses.forEach(({ position, orientation }, k) => {
      this.drawn[k]?.setPose(position, orientation);
    });
  }
}
