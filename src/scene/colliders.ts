import type { MeshAnimation } from '../body/animated-mesh.ts';
import { BakedField, type FieldData } from '../body/baked-field.ts';
import { closedMesh } from '../body/deforming-mesh.ts';
import { bakeDistanceField } from '../body/distance-field.ts';
import type { DistanceField } from '../body/field.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import { MeshDistance } from '../body/mesh-distance.ts';
import { composeMotion, type RigidMotion, type RigidState, restMotion } from '../body/motion.ts';
import { breathing, constantScaling, type Scaling } from '../body/scaling.ts';
import { boxMesh, sphereMesh } from '../body/shapes.ts';
import { boxSolid, capsuleSolid, ellipsoidSolid, halfSpaceSolid, type Solid, sphereSolid } from '../body/solids.ts';
import { CarriedCollider } from '../contact/bodies/carried-collider.ts';
import { type Collider, FieldCollider, meshBox, solidCollider } from '../contact/bodies/collider.ts';
import { SkinCollider } from '../contact/bodies/skin-collider.ts';
import type { BodyFile } from '../formats/body.ts';
import { expMap } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { bodyOf, deformationOf, type FileReader, type ReadBodies } from './bodies.ts';
import { sceneMotion } from './motion.ts';
import type { Scene } from './schema.ts';
import { looksOf } from './shape.ts';

type ColliderScene = Scene['colliders'][number];

/** The slow part of a collider as plain data, which can be posted to workers. */
export interface ColliderParts {
  readonly mesh: TriangleMesh;
  /** null for meshes that move by themselves: their distances are measured while they run. */
  readonly field: FieldData | null;
  readonly animation: MeshAnimation | null;
}

/** A collider of a scene: what it looks like, where it is, and what hair feels of it. */
export interface SceneCollider {
  readonly name: string;
  /** To look at, in its own coordinates at time 0; null for the ground, which has no end. */
  readonly mesh: TriangleMesh | null;
  /** The same at any time. */
  meshAt(time: number): TriangleMesh | null;
  /** The exact distance in its own coordinates, slow for meshes: what a field is measured against. At time 0 where absent. */
  exactDistance(time?: number): DistanceField;
  /** Where it is, on a body that moves so. */
  state(body: RigidMotion, time: number): RigidState;
  /** Its size at a time. */
  scaleAt(time: number): number;
  /** What hair feels, on a body that moves so. */
  collider(body: RigidMotion): Collider;
  /** null for shapes that are known in closed form. */
  readonly parts: ColliderParts | null;
}

/** Nodes of a collider's field along its longest side, at least. */
const LEAST_RESOLUTION = 128;

export function makeColliders(
  scene: Scene,
  files: FileReader,
  notes: string[],
  made?: readonly (ColliderParts | null)[],
  read?: ReadBodies,
): SceneCollider[] {
  return scene.colliders.map((one, i) => {
    const name = scene.colliders.some((other) => other !== one && other.name === one.name)
      ? `${one.name} ${i + 1}`
      : one.name;
    const { shape } = one;
    if (shape.kind !== 'mesh') return fromSolid(name, one, solidOf(shape));
    const resolution = Math.max(LEAST_RESOLUTION, scene.contact.resolution);
    const parts = made?.[i] ?? bakeCollider(bodyOf(shape, files, read, notes), resolution);
    return parts.animation ? fromAnimation(name, one, parts) : fromMesh(name, one, parts);
  });
}

/** One line about what hair can meet besides the body. */
export function describeColliders(colliders: readonly SceneCollider[]): string[] {
  if (colliders.length === 0) return [];
  const names = colliders.slice(0, 8).map(({ name }) => name);
  const more = colliders.length > names.length ? ` and ${colliders.length - names.length} more` : '';
  return [`Hair keeps out of ${names.join(', ')}${more}.`];
}

function solidOf(shape: Exclude<ColliderScene['shape'], { kind: 'mesh' }>): Solid {
  switch (shape.kind) {
    case 'sphere':
      return sphereSolid(shape.radius);
    case 'capsule':
      return capsuleSolid(shape.radius, shape.height);
    case 'ellipsoid':
      return ellipsoidSolid(...shape.radii);
    case 'box':
      return boxSolid(...shape.size);
    case 'ground':
      return halfSpaceSolid();
  }
}

function bakeCollider({ mesh, animation }: BodyFile, resolution: number): ColliderParts {
  if (animation) return { mesh, animation, field: null };
  const { origin, cell, size, values } = bakeDistanceField(mesh, { resolution });
  return { mesh, animation, field: { origin, cell, size, values } };
}

function scalingOf({ scale, breathing: breath }: ColliderScene): Scaling {
  return breath ? breathing({ ...breath, factor: scale }) : constantScaling(scale);
}

function motionOn(body: RigidMotion, { motion, position, rotation, on }: ColliderScene): RigidMotion {
  const own = composeMotion(sceneMotion(motion, [0, 0, 0]), restMotion(position, expMap(rotation)));
  return on === 'body' ? composeMotion(body, own) : own;
}

type Look = Pick<SceneCollider, 'mesh' | 'meshAt' | 'parts' | 'exactDistance'>;

function assemble(
  name: string,
  scene: ColliderScene,
  look: Look,
  collider: (motion: RigidMotion, scaling: Scaling) => Collider,
): SceneCollider {
  const scaling = scalingOf(scene);
  const size = new Float64Array(2);
  return {
    ...look,
    name,
    state: (body, time) => motionOn(body, scene).at(time),
    scaleAt(time) {
      scaling.at(time, size);
      return size[0]!;
    },
    collider: (body) => collider(motionOn(body, scene), scaling),
  };
}

function fromSolid(name: string, scene: ColliderScene, solid: Solid): SceneCollider {
  const { friction } = scene;
  const mesh = meshOf(scene.shape);
  const look: Look = { mesh, meshAt: () => mesh, parts: null, exactDistance: () => solid };
  return assemble(name, scene, look, (motion, scaling) => solidCollider({ name, friction, solid, motion, scaling }));
}

function fromMesh(name: string, scene: ColliderScene, parts: ColliderParts): SceneCollider {
  const { friction } = scene;
  const { mesh } = parts;
  const field = new BakedField(parts.field!);
  const localBox = meshBox(mesh);
  const look: Look = { mesh, meshAt: () => mesh, parts, exactDistance: () => new MeshDistance(mesh) };
  return assemble(
    name,
    scene,
    look,
    (motion, scaling) => new FieldCollider({ name, friction, field, localBox, motion, scaling }),
  );
}

/** A mesh that moves by itself. */
function fromAnimation(name: string, scene: ColliderScene, parts: ColliderParts): SceneCollider {
  const { friction, shape } = scene;
  const deformation = deformationOf(parts.mesh, parts.animation, shape.kind === 'mesh' && shape.loop)!;
  const meshAt = looksOf(parts.mesh, deformation);
  const look: Look = { mesh: parts.mesh, meshAt, parts, exactDistance: (time = 0) => new MeshDistance(meshAt(time)) };
  const closed = closedMesh(deformation);
  return assemble(
    name,
    scene,
    look,
    (motion, scaling) => new CarriedCollider(new SkinCollider(closed, { name, friction }), motion, scaling),
  );
}

/** A mesh to look at. */
function meshOf(shape: ColliderScene['shape']): TriangleMesh | null {
  switch (shape.kind) {
    case 'sphere':
      return sphereMesh(shape.radius, 3);
    case 'ellipsoid':
      return stretched(sphereMesh(1, 3), (p) => [p[0] * shape.radii[0], p[1] * shape.radii[1], p[2] * shape.radii[2]]);
    case 'capsule':
      return stretched(sphereMesh(shape.radius, 3), (p) => [
        p[0],
        p[1] + (p[1] > 0 ? 0.5 : p[1] < 0 ? -0.5 : 0) * shape.height,
        p[2],
      ]);
    case 'box':
      return boxMesh(...shape.size);
    default:
      return null;
  }
}

function stretched(mesh: TriangleMesh, move: (p: Vec3) => Vec3): TriangleMesh {
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += 3)
    positions.set(move([positions[i]!, positions[i + 1]!, positions[i + 2]!]), i);
  return { ...mesh, positions };
}
