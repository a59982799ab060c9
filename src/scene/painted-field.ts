import { smoothstep } from '../numeric/curve.ts';
import { dot, mix, normalize, subtract, type Vec3, ZERO } from '../numeric/vector.ts';
import { nearestOnSegment } from '../salon/volumes/capsule.ts';

/** A stroke of a brush over a skin: a tube of soft edge about its path. */
export interface BrushStroke<Value> {
  readonly path: readonly Vec3[];
  readonly radius: number;
  readonly hardness: number;
  readonly value: Value;
}

/**
 * Writes what strokes have painted at a point: each is laid over what the ones before it gave, as far as it covers the point.
 * `valueFor` is asked with the way that the brush went there.
 */
export function brushedAt<Value>(
  strokes: readonly BrushStroke<Value>[],
  base: readonly number[],
  valueFor: (stroke: BrushStroke<Value>, way: Vec3) => readonly number[],
  x: Vec3,
  out: Float64Array,
): void {
  out.set(base);
  for (const stroke of strokes) {
    const { fraction, way } = cover(stroke, x);
    if (fraction === 0) continue;
    const value = valueFor(stroke, way);
    for (let c = 0; c < base.length; c++) out[c] = out[c]! + fraction * (value[c]! - out[c]!);
  }
}

/** How much of a stroke lies on a point, 0..1, and which way it went at its nearest place. */
function cover({ path, radius, hardness }: BrushStroke<unknown>, x: Vec3): { fraction: number; way: Vec3 } {
  let nearest = Number.POSITIVE_INFINITY;
  let way: Vec3 = ZERO;
  for (let i = 0; i < Math.max(1, path.length - 1); i++) {
    const a = path[i]!;
    const b = path[Math.min(i + 1, path.length - 1)]!;
    const gap = subtract(x, mix(a, b, nearestOnSegment(a, b, x)));
    const far = Math.sqrt(dot(gap, gap));
    if (far >= nearest) continue;
    nearest = far;
    way = normalize(subtract(b, a), ZERO);
  }
  if (nearest >= radius) return { fraction: 0, way };
  const edge = hardness * radius;
  return { fraction: nearest <= edge ? 1 : 1 - smoothstep((nearest - edge) / (radius - edge)), way };
}
