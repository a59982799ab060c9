import { cos, sin } from '../../numeric/elementary.ts';
import { addScaled, cross, normalize, scale, type Vec3 } from '../../numeric/vector.ts';

/** A piece of a curve of constant curvature and torsion, thickened: a helical element of a wisp. */
export interface HelixElement {
  readonly start: Vec3;
  /** At its start: along it, and to where it bends; unit vectors. */
  readonly tangent: Vec3;
  readonly normal: Vec3;
  /** 1/m. */
  readonly curvature: number;
  readonly torsion: number;
  readonly length: number;
  /** Of the wisp, m. */
  readonly radius: number;
}

/** Everything within `radius` of the line from one end to the other. */
export interface Cylinder {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly radius: number;
}

/** Coils are tight where they are no farther apart than so many radii of the wisp; the second number is for what was coiled before. */
const TIGHT = [4, 4.8] as const;
/** A cylinder along a chord is cut in two where the arc leaves it by so much of the wisp's radius; the second number is for what was whole before. */
const FAT = [1, 1.2] as const;
/** Beyond this many halves the bend is that of a fibre that is broken. */
const MOST_HALVES = 16;

/**
 * Few cylinders that hold a helical element (SIGGRAPH 2008 hair course, 2.4.2): one about its axis where its coils are tight, else along its chord,
 * which is halved until the arc keeps within the wisp's radius of it. `before`: how many there were in the last step, so that a choice that was
 * made is kept until the other is clearly better.
 */
export function helixCylinders(element: HelixElement, before = 0): Cylinder[] {
  const { curvature, torsion, length, radius } = element;
  const rate = Math.sqrt(curvature * curvature + torsion * torsion);
  const turns = (length * rate) / (2 * Math.PI);
  const pitch = rate > 0 ? (2 * Math.PI * Math.abs(torsion)) / (rate * rate) : 0;
  if (turns >= 1 && pitch <= TIGHT[before === 1 ? 1 : 0] * radius) return [alongAxis(element, rate)];
  let pieces = 1;
  const leaves = (): number => (curvature * (length / pieces) * (length / pieces)) / 8;
  while (pieces < MOST_HALVES && leaves() > FAT[before === pieces ? 1 : 0] * radius) pieces *= 2;
  const ends = Array.from({ length: pieces + 1 }, (_, k) => helixPoint(element, (k * length) / pieces));
  return Array.from({ length: pieces }, (_, k) => ({ from: ends[k]!, to: ends[k + 1]!, radius: radius + leaves() }));
}

/** About the axis of all coils. */
function alongAxis(
  { start, tangent, normal, curvature, torsion, length, radius }: HelixElement,
  rate: number,
): Cylinder {
  const coil = curvature / (rate * rate);
  const axis = scale(addScaled(scale(tangent, torsion), cross(tangent, normal), curvature), 1 / rate);
  const from = addScaled(start, normal, coil);
  return { from, to: addScaled(from, axis, (length * torsion) / rate), radius: radius + coil };
}

/** The point of the element at arc length s. */
export function helixPoint({ start, tangent, normal, curvature, torsion }: HelixElement, s: number): Vec3 {
  const rate = Math.sqrt(curvature * curvature + torsion * torsion);
  if (rate < 1e-9) return addScaled(start, tangent, s);
  const axis = scale(addScaled(scale(tangent, torsion), cross(tangent, normal), curvature), 1 / rate);
  const side = normalize(cross(normal, axis), tangent);
  const coil = curvature / (rate * rate);
  const angle = rate * s;
  const centre = addScaled(addScaled(start, normal, coil), axis, (torsion * s) / rate);
  return addScaled(addScaled(centre, normal, -coil * cos(angle)), side, coil * sin(angle));
}
