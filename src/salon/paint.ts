import { smoothstep } from '../numeric/curve.ts';
import { at, dot, mix, subtract, type Vec3 } from '../numeric/vector.ts';
import { nearestOnSegment } from './volumes/capsule.ts';

/** Attributes that can be painted on a head without any texture coordinates. */
export const PAINTED = ['density', 'length', 'colour'] as const;
export type Painted = (typeof PAINTED)[number];

/** One stroke of paint: a tube of soft edge about a path, in the coordinates of its body as it was groomed. */
export interface PaintStroke {
  readonly attribute: Painted;
  readonly value: readonly [number, number, number];
  readonly radius: number;
  /** Fraction of the radius within which the paint is whole. */
  readonly hardness: number;
  readonly opacity: number;
  /** Over what was there before, instead of mixed with it. */
  readonly isOver: boolean;
  /** Number of the body that it is on; −1: it stays in the world. */
  readonly body: number;
  /** xyz rows. */
  readonly path: readonly number[];
}

/** φ = opacity (1 − smoothstep(β R, R, distance to the path)). */
export function paintFraction(stroke: PaintStroke, x: Vec3): number {
  const { path, radius, hardness } = stroke;
  const points = path.length / 3;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < points; i++) {
    const a = at(path, i);
    const b = at(path, Math.min(i + 1, points - 1));
    const gap = subtract(x, mix(a, b, nearestOnSegment(a, b, x)));
    nearest = Math.min(nearest, dot(gap, gap));
  }
  const distance = Math.sqrt(nearest);
  if (distance >= radius) return 0;
  const edge = hardness * radius;
  const fraction = distance <= edge ? 0 : smoothstep((distance - edge) / (radius - edge));
  return stroke.opacity * (1 - fraction);
}

/**
 * The painted value at a point: strokes in any order give c = P c_b + (1 − P) c_f with c_f = Σφc/Σφ and P = Π(1 − φ); a
 * stroke that paints over is laid on what the ones before it gave. Always between the values that were painted.
 */
export function paintedAt(
  strokes: readonly PaintStroke[],
  attribute: Painted,
  background: readonly [number, number, number],
  x: Vec3,
): [number, number, number] {
  let base: [number, number, number] = [...background];
  let sum: [number, number, number] = [0, 0, 0];
  let weight = 0;
  let left = 1;
  const blend = (): [number, number, number] =>
    weight > 0
      ? ([0, 1, 2].map((c) => left * base[c]! + ((1 - left) * sum[c]!) / weight) as [number, number, number])
      : base;
  for (const stroke of strokes) {
    if (stroke.attribute !== attribute) continue;
    const fraction = paintFraction(stroke, x);
    if (fraction === 0) continue;
    if (stroke.isOver) {
      const below = blend();
      base = [0, 1, 2].map((c) => below[c]! + fraction * (stroke.value[c]! - below[c]!)) as [number, number, number];
      sum = [0, 0, 0];
      weight = 0;
      left = 1;
      continue;
    }
    sum = [0, 1, 2].map((c) => sum[c]! + fraction * stroke.value[c]!) as [number, number, number];
    weight += fraction;
    left *= 1 - fraction;
  }
  return blend();
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
