import { type BrushTube, coverAt, PaintMix, squaredGap } from '../groom/fields/brush.ts';
import type { Vec3 } from '../numeric/vector.ts';

/** Attributes that can be painted on a head without any texture coordinates. */
export const PAINTED = ['density', 'length', 'colour'] as const;
export type Painted = (typeof PAINTED)[number];

/** One stroke of paint: a tube of soft edge about a path, in the coordinates of its body as it was groomed. */
export interface PaintStroke extends BrushTube {
  readonly attribute: Painted;
  readonly value: readonly [number, number, number];
  /** Over what was there before, instead of mixed with it. */
  readonly isOver: boolean;
  /** Number of the body that it is on; −1: it stays in the world. */
  readonly body: number;
  /** xyz rows. */
  readonly path: readonly number[];
}

/** How much of a stroke lies on a point, 0..1. */
export function paintFraction(stroke: PaintStroke, [x, y, z]: Vec3): number {
  const { path } = stroke;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; 3 * i < path.length; i++) nearest = Math.min(nearest, squaredGap(path, i, x, y, z));
  return coverAt(stroke, Math.sqrt(nearest));
}

/** The painted value at a point, always between the values that were painted; see `PaintMix`. */
export function paintedAt(
  strokes: readonly PaintStroke[],
  attribute: Painted,
  background: readonly [number, number, number],
  x: Vec3,
): [number, number, number] {
  const mix = new PaintMix(3);
  mix.begin(background);
  for (const stroke of strokes) {
    if (stroke.attribute !== attribute) continue;
    const fraction = paintFraction(stroke, x);
    if (fraction > 0) mix.add(fraction, stroke.value, stroke.isOver);
  }
  mix.finish();
  return [mix.value[0]!, mix.value[1]!, mix.value[2]!];
}

/** Numbers in front of a stroke's path when it is kept. */
const HEAD = 9;

export function paintNumbers(stroke: PaintStroke): Float64Array {
  const kind = PAINTED.indexOf(stroke.attribute);
  return Float64Array.of(
    kind,
    ...stroke.value,
    stroke.radius,
    stroke.hardness,
    stroke.opacity,
    stroke.isOver ? 1 : 0,
    stroke.body,
    ...stroke.path,
  );
}

export function paintFromNumbers(n: ArrayLike<number>): PaintStroke {
  return {
    attribute: PAINTED[n[0]!]!,
    value: [n[1]!, n[2]!, n[3]!],
    radius: n[4]!,
    hardness: n[5]!,
    opacity: n[6]!,
    isOver: n[7] === 1,
    body: n[8]!,
    path: Array.from({ length: n.length - HEAD }, (_, i) => n[HEAD + i]!),
  };
}
