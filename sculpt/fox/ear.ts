import { clamp } from '../../src/numeric/curve.ts';
import { cos, sin } from '../../src/numeric/elementary.ts';
import { type Shape, smoothMax } from '../clay/clay.ts';
import type { Implicit } from '../clay/implicit.ts';
import { type Axes, DEGREE, placed } from '../clay/solids.ts';
import { naturalSpline } from '../clay/spline.ts';

/**
 * The left ear as a curved leaf in its own coordinates: p across, to the outer edge, q up, r to where it opens. At each height
 * its section is a parabola as wide and as deep as the curves say.
 */
const HEIGHT = 0.09;
const halfWidth = naturalSpline([
  [-0.02, 0.021],
  [0, 0.0245],
  [0.015, 0.0262],
  [0.03, 0.025],
  [0.05, 0.0192],
  [0.07, 0.0108],
  [0.083, 0.0044],
  [0.09, 0.0012],
]);
const depth = naturalSpline([
  [-0.02, 0.024],
  [0, 0.022],
  [0.015, 0.0195],
  [0.03, 0.0152],
  [0.05, 0.0092],
  [0.07, 0.0042],
  [0.083, 0.0016],
  [0.09, 0.0008],
]);
const THICKNESS = 0.0034;

const BOX = { low: [-0.028, -0.02, -0.028], high: [0.028, HEIGHT + 0.002, 0.006] } as const;

/** How far a point is before the middle of the leaf, and outside its edge. */
function place(p: number, q: number, r: number): readonly [before: number, outside: number] {
  const t = clamp(q, -0.02, HEIGHT);
  const [width, widthSlope] = halfWidth(t);
  const [bowl, bowlSlope] = depth(t);
  const u = p / width;
  const slopeP = (-2 * bowl * u) / width;
  const slopeQ = bowlSlope * (1 - u * u) + (2 * bowl * u * u * widthSlope) / width;
  const before = (r + bowl * (1 - u * u)) / Math.sqrt(1 + slopeP * slopeP + slopeQ * slopeQ);
  return [before, (Math.abs(p) - width) / Math.sqrt(1 + widthSlope * widthSlope)];
}

const LEAF: Shape = {
  box: BOX,
  distance: (p, q, r) => {
    const [before, outside] = place(p, q, r);
    const across = Math.abs(before) - 0.5 * THICKNESS;
    return smoothMax(smoothMax(across, outside, THICKNESS), Math.max(q - HEIGHT, -0.02 - q), THICKNESS);
  },
};

/** What the leaf embraces, down to where it grows out of the head. */
const HOLLOW: Shape = {
  box: { low: [-0.028, 0, -0.028], high: [0.028, HEIGHT, 0.006] },
  distance: (p, q, r) => {
    const [before, outside] = place(p, q, r);
    const inside = smoothMax(0.5 * THICKNESS - before, outside + 0.5 * THICKNESS, 0.004);
    return smoothMax(smoothMax(inside, r - 0.004, 0.004), 0.004 - q, 0.012);
  },
};

/** Leans outwards by `lean`, opens forwards and outwards by `turn`, tips backwards by `tip`. */
function earAxes(lean: number, turn: number, tip: number): Axes {
  const [cl, sl, ct, st, cp, sp] = [cos(lean), sin(lean), cos(turn), sin(turn), cos(tip), sin(tip)];
  const p: [number, number, number] = [cl * ct, -sl, -cl * st];
  const q: [number, number, number] = [sl * cp, cl * cp, -sp];
  // Gram-Schmidt keeps q as it is.
  const d = p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const a = [p[0] - d * q[0], p[1] - d * q[1], p[2] - d * q[2]];
  const n = Math.sqrt(a[0]! * a[0]! + a[1]! * a[1]! + a[2]! * a[2]!);
  const pp: [number, number, number] = [a[0]! / n, a[1]! / n, a[2]! / n];
  return [pp, q, [pp[1] * q[2] - pp[2] * q[1], pp[2] * q[0] - pp[0] * q[2], pp[0] * q[1] - pp[1] * q[0]]];
}

const ORIGIN = [0.0285, 0.0375, 0.034] as const;
const AXES = earAxes(16 * DEGREE, 38 * DEGREE, 3 * DEGREE);

/** In the head's coordinates. */
export const EAR: Shape = placed(LEAF, ORIGIN, AXES);
/** Vanishes along the middle of the leaf: on the ear's surface, at its rim. */
export const earRim: Implicit = placed({ box: BOX, distance: (p, q, r) => place(p, q, r)[0] }, ORIGIN, AXES).distance;
export const EAR_HOLLOW: Shape = placed(HOLLOW, ORIGIN, AXES);
