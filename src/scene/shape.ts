import type { AnimatedMesh, MeshAnimation } from '../body/animated-mesh.ts';
import { BakedField, type FieldData } from '../body/baked-field.ts';
import { BUST_RESOLUTION, makeBust, makeBustField } from '../body/bust.ts';
import { bakeDistanceField } from '../body/distance-field.ts';
import type { DistanceField } from '../body/field.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import type { Solid } from '../body/solids.ts';
import { bodyFileOf, deformationOf, type FileReader, type ReadBodies } from './body-files.ts';
import type { SceneBody } from './body-schema.ts';
import { solidMesh, solidOf } from './solid-shape.ts';

/** What a body is in its own coordinates, before it is scaled and moved. */
export interface BodyShape {
  /** At time 0; null for the ground, which has no end, and for what cannot be seen. */
  readonly mesh: TriangleMesh | null;
  /** The distance at time 0; null where nobody asks for it. */
  readonly field: DistanceField | null;
  /** Where it is known in closed form. */
  readonly solid: Solid | null;
  /** How it moves by itself; null where it does not. */
  readonly deformation: AnimatedMesh | null;
  /** What took long to make; null where nothing did. */
  readonly parts: ShapeParts | null;
  readonly notes: readonly string[];
}

/** The slow part of a shape as plain data, which can be posted to workers. */
export interface ShapeParts {
  readonly mesh: TriangleMesh;
  /** null where nobody asks for it: distances to what moves by itself are measured while it runs. */
  readonly field: FieldData | null;
  readonly animation: MeshAnimation | null;
}

export interface ShapeOptions {
  readonly files: FileReader;
  readonly read?: ReadBodies | undefined;
  /** What another worker has made. */
  readonly made?: ShapeParts | null | undefined;
  /** Whether hair grows on it. */
  readonly isSkin: boolean;
}

const NOTHING: BodyShape = { mesh: null, field: null, solid: null, deformation: null, parts: null, notes: [] };

export function makeShape(body: SceneBody, options: ShapeOptions): BodyShape {
  const { shape } = body;
  if (shape.kind === 'none') return NOTHING;
  if (shape.kind === 'bust' || shape.kind === 'fox' || shape.kind === 'mesh') return meshShape(body, options);
  const solid = solidOf(shape);
  return { ...NOTHING, mesh: solidMesh(shape), field: solid, solid };
}

function meshShape(body: SceneBody, options: ShapeOptions): BodyShape {
  const { made } = options;
  const { notes, ...parts } = made ? { ...made, notes: [] } : bakeShape(body, options);
  const { mesh, field, animation } = parts;
  const isLoop = 'loop' in body.shape && body.shape.loop;
  return {
    mesh,
    field: field && new BakedField(field),
    solid: null,
    deformation: deformationOf(mesh, animation, isLoop),
    parts,
    notes,
  };
}

function bakeShape(
  { shape, collider, resolution }: SceneBody,
  { files, read, isSkin }: ShapeOptions,
): ShapeParts & { readonly notes: readonly string[] } {
  const { mesh, animation, notes } =
    shape.kind === 'mesh' || shape.kind === 'fox'
      ? bodyFileOf(shape, files, read)
      : { mesh: makeBust(), animation: null, notes: [] };
  const isAsked = isSkin || (collider && !animation);
  return { mesh, animation, notes, field: isAsked ? plainField(fieldOf(shape, mesh, resolution)) : null };
}

const fieldOf = ({ kind }: SceneBody['shape'], mesh: TriangleMesh, resolution: number): BakedField =>
  kind === 'bust' && resolution === BUST_RESOLUTION ? makeBustField() : bakeDistanceField(mesh, { resolution });

const plainField = ({ origin, cell, size, values }: BakedField): FieldData => ({ origin, cell, size, values });
