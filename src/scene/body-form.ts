import { type Clock, clockedMesh, clockedScaling } from '../body/clock.ts';
import { closedMesh, type DeformingMesh } from '../body/deforming-mesh.ts';
import type { DistanceField } from '../body/field.ts';
import { type TriangleMesh, weldedNormals } from '../body/mesh.ts';
import { MeshDistance } from '../body/mesh-distance.ts';
import type { RigidMotion } from '../body/motion.ts';
import { breathing, constantScaling, type Scaling } from '../body/scaling.ts';
import { SheetDistance } from '../body/sheet-distance.ts';
import { weldVertices } from '../body/weld.ts';
import { type Collider, FieldCollider, meshBox, solidCollider } from '../contact/bodies/collider.ts';
import { MovingCollider } from '../contact/bodies/moving-collider.ts';
import { SkinCollider } from '../contact/bodies/skin-collider.ts';
import type { SceneBody } from './body-schema.ts';
import { ScaledField, ScaledMesh, scaledMesh } from './scaled-body.ts';
import { type BodyShape, makeShape, type ShapeOptions, type ShapeParts } from './shape.ts';

/** What a body is in its own coordinates and its own size: what it looks like and what hair feels of it. */
export interface BodyForm {
  readonly name: string;
  readonly declared: SceneBody;
  /** At time 0; null for the ground, which has no end, and for what cannot be seen. */
  readonly mesh: TriangleMesh | null;
  /** The same at any time: always the same object where it is rigid. */
  meshAt(time: number): TriangleMesh | null;
  /** The distance at time 0; null where hair neither grows on it nor may touch it. */
  readonly field: DistanceField | null;
  /** How it changes its shape; null where it is rigid. */
  readonly deformation: DeformingMesh | null;
  /** Whether it encloses nothing: a towel. */
  readonly isSheet: boolean;
  /** The exact distance, slow for meshes: what a field is measured against. */
  exactDistance(time?: number): DistanceField;
  /** What hair feels of it where it moves so, by hair's clock; null where hair may enter it. */
  collider(motion: RigidMotion, clock?: Clock | null): Collider | null;
  /** What took long to make; null where nothing did. */
  readonly parts: ShapeParts | null;
  readonly notes: readonly string[];
}

export function makeBodyForm(declared: SceneBody, options: ShapeOptions): BodyForm {
  const shape = makeShape(declared, options);
  const scaling = scalingOf(declared);
  const size = sizeAt(scaling, 0);
  const deformation = shape.mesh && deformationOf(declared, shape, scaling);
  const mesh = shape.mesh && scaledMesh(shape.mesh, size);
  const meshAt = mesh && looksOf(mesh, deformation);
  return {
    name: declared.name,
    declared,
    mesh,
    meshAt: (time) => meshAt?.(time) ?? null,
    field: shape.field && (size === 1 ? shape.field : new ScaledField(shape.field, size)),
    deformation,
    isSheet: shape.isSheet,
    exactDistance: (time = 0) => {
      if (shape.solid) return new ScaledField(shape.solid, sizeAt(scaling, time));
      return shape.isSheet ? new SheetDistance(meshAt!(time)) : new MeshDistance(meshAt!(time));
    },
    collider: (motion, clock) =>
      clock
        ? makeCollider(declared, clockedShape(shape, clock), motion, clockedScaling(scaling, clock))
        : makeCollider(declared, shape, motion, scaling),
    parts: shape.parts,
    notes: shape.notes,
  };
}

function scalingOf({ scale, breathing: breath }: SceneBody): Scaling {
  return breath ? breathing({ ...breath, factor: scale }) : constantScaling(scale);
}

function sizeAt(scaling: Scaling, time: number): number {
  const size = new Float64Array(2);
  scaling.at(time, size);
  return size[0]!;
}

function deformationOf(
  { breathing: breath, scale }: SceneBody,
  shape: BodyShape,
  scaling: Scaling,
): DeformingMesh | null {
  if (!breath && (scale === 1 || !shape.deformation)) return shape.deformation;
  return new ScaledMesh(shape.mesh!, shape.deformation, scaling);
}

const clockedShape = (shape: BodyShape, clock: Clock): FeltShape => ({
  ...shape,
  deformation: shape.deformation && clockedMesh(shape.deformation, clock),
});

/** Of a shape, what hair feels. */
interface FeltShape extends Omit<BodyShape, 'deformation'> {
  readonly deformation: DeformingMesh | null;
}

function makeCollider(
  { name, friction, collider }: SceneBody,
  { solid, deformation, field, mesh, isSheet }: FeltShape,
  motion: RigidMotion,
  scaling: Scaling,
): Collider | null {
  if (!collider) return null;
  if (solid) return solidCollider({ name, friction, solid, motion, scaling });
  if (deformation)
    return new MovingCollider(
      new SkinCollider(isSheet ? deformation : closedMesh(deformation), { name, friction }),
      motion,
      scaling,
    );
  const localBox = mesh && (isSheet ? widened(meshBox(mesh)) : meshBox(mesh));
  return localBox && field && new FieldCollider({ name, friction, field, localBox, motion, scaling });
}

/** What is behind a sheet counts as inside it, so that hair which has got there is brought back. */
const BEHIND = 0.05;

function widened(box: ArrayLike<number>): number[] {
  const reach = BEHIND * Math.max(...[0, 1, 2].map((k) => box[k + 3]! - box[k]!));
  return Array.from(box, (value, k) => value + (k < 3 ? -reach : reach));
}

/** Gives a mesh as it looks at any time, in its own coordinates: one that is rigid itself, others anew when time passes. */
function looksOf(mesh: TriangleMesh, deformation: DeformingMesh | null): (time: number) => TriangleMesh {
  if (!deformation) return () => mesh;
  const welded = weldVertices(mesh.positions);
  let known = { time: 0, mesh };
  return (time) => {
    if (time === known.time) return known.mesh;
    const positions = new Float32Array(mesh.positions.length);
    deformation.positionsAt(time, positions);
    const normals = weldedNormals(positions, mesh.triangles, welded);
    known = { time, mesh: { ...mesh, positions, normals } };
    return known.mesh;
  };
}
