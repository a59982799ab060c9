import type { AnimatedMesh, MeshAnimation } from '../body/animated-mesh.ts';
import { BakedField, type FieldData } from '../body/baked-field.ts';
import { BUST_RESOLUTION, makeBust, makeBustField } from '../body/bust.ts';
import { bakeDistanceField } from '../body/distance-field.ts';
import type { DistanceField } from '../body/field.ts';
import { makeMesh, type TriangleMesh } from '../body/mesh.ts';
import { repairMesh } from '../body/mesh-repair.ts';
import { SheetDistance } from '../body/sheet-distance.ts';
import type { Solid } from '../body/solids.ts';
import type { BodyFile } from '../formats/body.ts';
import { carryRegions } from '../groom/head/carry/carry-regions.ts';
import { HEAD_PART } from '../groom/head/scalp.ts';
import { bodyFileOf, deformationOf, type FileReader, type ReadBodies } from './body-files.ts';
import type { MeshShape, SceneBody } from './body-schema.ts';
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
  /** Whether it encloses nothing: a towel. Hair stays on the side that its triangles face. */
  readonly isSheet: boolean;
  /** What took long to make; null where nothing did. */
  readonly parts: ShapeParts | null;
  readonly notes: readonly string[];
}

/** The slow part of a shape as plain data, which can be posted to workers. */
export interface ShapeParts {
  readonly mesh: TriangleMesh;
  /** null where nobody asks for it: distances to what moves by itself are measured while it runs, and to sheets from the mesh. */
  readonly field: FieldData | null;
  /** Whether it encloses nothing. */
  readonly isSheet?: boolean;
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

const NOTHING: BodyShape = {
  ...{ mesh: null, field: null, solid: null, deformation: null, parts: null },
  isSheet: false,
  notes: [],
};

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
  const { mesh, field, animation, isSheet = false } = parts;
  const isLoop = 'loop' in body.shape && body.shape.loop;
  return {
    mesh,
    field: isSheet ? new SheetDistance(mesh) : field && new BakedField(field),
    isSheet,
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
  const { mesh, animation, notes, isSheet } =
    shape.kind === 'mesh'
      ? headFile(shape, repairedFile(shape, bodyFileOf(shape, files, read)))
      : shape.kind === 'fox'
        ? { ...bodyFileOf(shape, files, read), isSheet: false }
        : { mesh: makeBust(), animation: null, notes: [], isSheet: false };
  const isAsked = !isSheet && (isSkin || (collider && !animation));
  const field = isAsked ? plainField(fieldOf(shape, mesh, resolution)) : null;
  return { mesh, animation, notes, field, ...(isSheet ? { isSheet } : {}) };
}

/** A body with its mesh mended; what was wrong with it is said with the name of its file. */
function repairedFile({ file }: MeshShape, body: BodyFile): BodyFile & Pick<BodyShape, 'isSheet'> {
  const { mesh, notes, isSheet } = repairMesh(body.mesh);
  return { ...body, mesh, isSheet, notes: [...body.notes, ...notes.map((note) => `${file}: ${note}.`)] };
}

/** A head of other sizes than these, relative to the built-in one, was measured in another unit. */
const HEAD_SIZES = [0.5, 2] as const;

/** A body that is said to be a head gets the parts of one, by its shape. */
function headFile({ file, head, unit }: MeshShape, body: ReturnType<typeof repairedFile>): typeof body {
  if (!head || body.isSheet) return body;
  const { mesh, names, scale } = carryRegions(makeBust(), body.mesh, HEAD_PART);
  const notes = [...body.notes];
  if (names.includes(HEAD_PART)) notes.push(`${file}: its scalp was found by its shape.`);
  const isOther = scale < HEAD_SIZES[0] || scale > HEAD_SIZES[1];
  if (!isOther || unit !== undefined || body.animation) return { ...body, mesh, notes };
  notes.push(
    `${file}: it is ${Number(scale.toPrecision(2))} times as large as a head, so it was brought to the size of one.`,
  );
  const positions = mesh.positions.map((value) => value / scale);
  return { ...body, mesh: makeMesh({ ...mesh, positions }), notes };
}

const fieldOf = ({ kind }: SceneBody['shape'], mesh: TriangleMesh, resolution: number): BakedField =>
  kind === 'bust' && resolution === BUST_RESOLUTION ? makeBustField() : bakeDistanceField(mesh, { resolution });

const plainField = ({ origin, cell, size, values }: BakedField): FieldData => ({ origin, cell, size, values });
