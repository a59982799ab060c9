import { InputError } from '../strands/input-error.ts';
import { listIssues } from './explain.ts';
import { fieldsSchema, type SceneFields } from './field-schema.ts';
import type { SceneGroom } from './groom-schema.ts';
import type { Scene } from './schema.ts';

/** A stroke of a brush over a field of a groom: the hair grows anew with it. */
export interface FieldPaint {
  /** Name of the groom. */
  readonly groom: string;
  readonly field: keyof SceneFields;
  /** How strokes of this field go together, where it is not painted yet; `over` where absent. */
  readonly mode?: 'over' | 'mixed' | undefined;
  /** As scene files have it: path in the coordinates of the body as it was groomed, radius, hardness, opacity, value. */
  readonly stroke: PaintedStroke;
}

type Painted = Extract<NonNullable<SceneFields[keyof SceneFields]>, { readonly kind: 'painted' }>;
type PaintedStroke = Partial<Painted['strokes'][number]> & Pick<Painted['strokes'][number], 'path'>;

/** The scene with strokes of paint on its fields; says what is wrong with one that cannot be there. */
export function paintedScene(scene: Scene, paints: readonly FieldPaint[]): Scene {
  if (paints.length === 0) return scene;
  const grooms = [...scene.grooms];
  paints.forEach((paint, n) => {
    const g = grooms.findIndex(({ name }) => name === paint.groom);
    const refuse = (what: string): never => {
      throw new InputError('scene/paint', `Stroke ${n} of paint: ${what}.`);
    };
    if (g < 0)
      refuse(`there is no groom "${paint.groom}"; the grooms are ${grooms.map(({ name }) => name).join(', ')}`);
    grooms[g] = paintedGroom(grooms[g]!, paint, refuse);
  });
  return { ...scene, grooms };
}

function paintedGroom(groom: SceneGroom, paint: FieldPaint, refuse: (what: string) => never): SceneGroom {
  const { field, stroke, mode = 'over' } = paint;
  if (groom.source.kind === 'file') refuse(`the hair of ${groom.name} comes from a file and has no fields`);
  const before = groom.fields[field];
  const isPainted = typeof before === 'object' && 'kind' in before && before.kind === 'painted';
  if (isPainted && paint.mode !== undefined && before.mode !== mode)
    refuse(`the strokes of ${field} are ${before.mode} and cannot become ${mode}`);
  const painted = isPainted
    ? { ...before, strokes: [...before.strokes, stroke] }
    : { kind: 'painted', mode, strokes: [stroke], ...(before === undefined ? {} : { base: before }) };
  const fields = { ...groom.fields, [field]: withoutNegativeZeros(painted) };
  const checked = fieldsSchema.safeParse(fields);
  if (!checked.success) refuse(listIssues(checked.error.issues, fieldsSchema, fields).join('; '));
  return { ...groom, fields: checked.data! };
}

/** A file knows no −0: what was painted must be what is saved. */
function withoutNegativeZeros<Value>(value: Value): Value {
  if (typeof value === 'number') return (value + 0) as Value;
  if (Array.isArray(value)) return value.map(withoutNegativeZeros) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutNegativeZeros(inner)])) as Value;
}
