import { isFinite3, type Vec3 } from '../../numeric/vector.ts';
import { InputError } from '../../strands/input-error.ts';
import type { SkinPlace } from '../skin.ts';
import { type BrushTube, PaintMix } from './brush.ts';
import type { ScalarField, VectorField } from './field.ts';
import { type BrushPath, StrokeGrid } from './stroke-grid.ts';

/** One stroke of paint, in the coordinates of the body as it was groomed. */
export interface PaintedStroke<Value> extends Partial<BrushTube> {
  readonly path: readonly Vec3[];
  readonly radius: number;
  readonly value: Value;
}

/** A field that strokes of a brush have painted on another. */
export interface Painted<Value, Source> {
  readonly kind: 'painted';
  /** What was there before; what the style has where absent. */
  readonly base?: Source | undefined;
  /** `over`: each stroke covers the ones before it. `mixed`: they mix, whatever their order. */
  readonly mode?: 'over' | 'mixed' | undefined;
  readonly strokes: readonly PaintedStroke<Value>[];
}

export const BRUSH_DEFAULTS: Readonly<{ hardness: number; opacity: number; mode: 'over' | 'mixed' }> = Object.freeze({
  hardness: 0.5,
  opacity: 1,
  mode: 'over',
});

/** A painted number. */
export function paintedScalar(
  name: string,
  { strokes, mode = BRUSH_DEFAULTS.mode }: Painted<number, unknown>,
  base: ScalarField,
): ScalarField {
  const grid = new StrokeGrid(brushPaths(name, strokes));
  const values = strokes.map(({ value }) => [value]);
  const mix = new PaintMix(1);
  const below = [0];
  const isOver = mode === 'over';
  return {
    at: (place) => {
      below[0] = base.at(place);
      mix.begin(below);
      const [x, y, z] = place.position;
      grid.visit(x!, y!, z!, ({ stroke, fraction }) => mix.add(fraction, values[stroke]!, isOver));
      mix.finish();
      return mix.value[0]!;
    },
  };
}

export interface PaintedVectorOptions {
  /** Whether it is a direction along the skin: all that is mixed is then brought into its plane and to one length. */
  readonly isDirection: boolean;
}

/** Three painted numbers; a stroke of a direction without a value means the way that the brush went. */
export function paintedVector(
  name: string,
  { strokes, mode = BRUSH_DEFAULTS.mode }: Painted<Vec3 | undefined, unknown>,
  base: VectorField,
  { isDirection }: PaintedVectorOptions,
): VectorField {
  const grid = new StrokeGrid(brushPaths(name, strokes));
  if (!isDirection && strokes.some(({ value }) => value === undefined))
    throw new InputError('field/painted', `The field "${name}" has a stroke without a value.`);
  const mix = new PaintMix(3);
  const value = new Float64Array(3);
  const isOver = mode === 'over';
  return {
    at: (place, out) => {
      base.at(place, out);
      if (isDirection) alongSkin(place, out);
      mix.begin(out);
      const [x, y, z] = place.position;
      grid.visit(x!, y!, z!, (cover) => {
        const given = strokes[cover.stroke]!.value;
        if (given) value.set(given);
        else grid.wayAlong(cover, value);
        if (isDirection) alongSkin(place, value);
        mix.add(cover.fraction, value, isOver);
      });
      mix.finish();
      out.set(mix.value);
    },
    // Where a brush has given hair a direction, no whorl makes it stand.
    ...(base.stand ? { stand: unpainted(base.stand, grid) } : {}),
    get notes() {
      return base.notes ?? [];
    },
  };
}

/** A field as far as strokes leave it uncovered. */
function unpainted(field: ScalarField, grid: StrokeGrid): ScalarField {
  return {
    at: (place) => {
      let left = 1;
      const [x, y, z] = place.position;
      grid.visit(x!, y!, z!, ({ fraction }) => {
        left *= 1 - fraction;
      });
      return left === 0 ? 0 : left * field.at(place);
    },
  };
}

/** The unit vector along the skin; zeros where there is none. */
function alongSkin({ normal: n }: SkinPlace, v: Float64Array): void {
  const out = v[0]! * n[0]! + v[1]! * n[1]! + v[2]! * n[2]!;
  const size = Math.sqrt(v[0]! * v[0]! + v[1]! * v[1]! + v[2]! * v[2]!);
  for (let k = 0; k < 3; k++) v[k] = v[k]! - out * n[k]!;
  const l = Math.sqrt(v[0]! * v[0]! + v[1]! * v[1]! + v[2]! * v[2]!);
  for (let k = 0; k < 3; k++) v[k] = l > 1e-6 * size ? v[k]! / l : 0;
}

function brushPaths(name: string, strokes: readonly PaintedStroke<unknown>[]): BrushPath[] {
  return strokes.map((stroke, n) => {
    const { path, radius, hardness = BRUSH_DEFAULTS.hardness, opacity = BRUSH_DEFAULTS.opacity } = stroke;
    const value = (stroke.value ?? 0) as number | Vec3;
    const refuse = (what: string): never => {
      throw new InputError('field/painted', `The field "${name}" cannot be painted so: stroke ${n} ${what}.`);
    };
    if (path.length === 0) refuse('has no points');
    if (!path.every(isFinite3)) refuse('has a point without finite coordinates');
    if (!(radius > 0 && Number.isFinite(radius))) refuse(`has the radius ${radius} and needs one above 0`);
    if (!(hardness >= 0 && hardness < 1)) refuse(`has the hardness ${hardness}, which must be from 0 to below 1`);
    if (!(opacity >= 0 && opacity <= 1)) refuse(`has the opacity ${opacity}, which must be from 0 to 1`);
    if (![value].flat().every(Number.isFinite)) refuse(`has the value ${value}`);
    return { path, radius, hardness, opacity };
  });
}
