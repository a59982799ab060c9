import { smoothstep } from '../../numeric/curve.ts';

/** Strokes of a brush in space: tubes of soft edge about paths, which need no texture coordinates. */

/** The tube of a stroke. */
export interface BrushTube {
  /** m. */
  readonly radius: number;
  /** Fraction of the radius within which the paint is whole. */
  readonly hardness: number;
  /** How much it covers at most, 0..1. */
  readonly opacity: number;
}

/** φ = opacity (1 − smoothstep(β R, R, distance)): how much of a stroke lies on a point at a distance from its path. */
export function coverAt({ radius, hardness, opacity }: BrushTube, distance: number): number {
  if (distance >= radius) return 0;
  const edge = hardness * radius;
  return distance <= edge ? opacity : opacity * (1 - smoothstep((distance - edge) / (radius - edge)));
}

/** Squared distance of a point from the segment between points i and i + 1 of a path; of one point where the path ends there. */
export function squaredGap(path: ArrayLike<number>, i: number, x: number, y: number, z: number): number {
  const a = 3 * i;
  const b = a + 5 < path.length ? a + 3 : a;
  const ux = path[b]! - path[a]!;
  const uy = path[b + 1]! - path[a + 1]!;
  const uz = path[b + 2]! - path[a + 2]!;
  const vx = x - path[a]!;
  const vy = y - path[a + 1]!;
  const vz = z - path[a + 2]!;
  const long = ux * ux + uy * uy + uz * uz;
  const along = long > 0 ? (ux * vx + uy * vy + uz * vz) / long : 0;
  const t = along <= 0 ? 0 : along >= 1 ? 1 : along;
  const [dx, dy, dz] = [vx - t * ux, vy - t * uy, vz - t * uz];
  return dx * dx + dy * dy + dz * dz;
}

/**
 * What strokes make of a value, fed one after another (Angelidis and McCane, Fur simulation with spring continuum, 2009, eqs. 22 and
 * 23). Strokes that mix give c = P c_b + (1 − P) Σφc / Σφ with P = Π(1 − φ), whatever their order; one that
 * is laid over covers what the ones before it gave. The result always lies between the values that went in.
 */
export class PaintMix {
  /** The value so far; call `finish` before reading. */
  readonly value: Float64Array;
  private readonly sum: Float64Array;
  private weight = 0;
  private left = 1;

  constructor(size: number) {
    this.value = new Float64Array(size);
    this.sum = new Float64Array(size);
  }

  begin(base: ArrayLike<number>): void {
    for (let c = 0; c < this.value.length; c++) this.value[c] = base[c]!;
    this.clear();
  }

  add(fraction: number, colour: ArrayLike<number>, isOver: boolean): void {
    const { value, sum } = this;
    if (isOver) {
      this.finish();
      for (let c = 0; c < value.length; c++) value[c] = value[c]! + fraction * (colour[c]! - value[c]!);
      return;
    }
    for (let c = 0; c < value.length; c++) sum[c] = sum[c]! + fraction * colour[c]!;
    this.weight += fraction;
    this.left *= 1 - fraction;
  }

  finish(): void {
    if (this.weight === 0) return;
    const { value, sum, left, weight } = this;
    for (let c = 0; c < value.length; c++) value[c] = left * value[c]! + ((1 - left) * sum[c]!) / weight;
    this.clear();
  }

  private clear(): void {
    this.sum.fill(0);
    this.weight = 0;
    this.left = 1;
  }
}
