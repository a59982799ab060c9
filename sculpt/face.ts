import { add, carve, type Stroke } from './clay/clay.ts';
import type { Implicit } from './clay/implicit.ts';
import { cut, ellipsoid, group, plane } from './clay/solids.ts';
import { tube } from './clay/tube.ts';

const SOCKET = ellipsoid([0.0325, 0.0445, 0.102], [0.0225, 0.0135, 0.0218], [0, 22, 4]);
const BROW_RIDGE = tube([
  [0.012, 0.0635, 0.086, 0.005],
  [0.028, 0.0675, 0.082, 0.005],
  [0.0455, 0.0625, 0.067, 0.005],
]);
export const LOWER_LID = ellipsoid([0.0315, 0.0435, 0.0705], [0.0158, 0.0115, 0.0123], [0, 10, 0]);
/** Vanishes on the plane in which the upper lid ends; the lashes sag a little in the middle. */
export const lashPlane: Implicit = plane([0.0315, 0.0405, 0.0845], [0.06, -1, -0.4]);
// The closed upper lid lies over the lower one.
export const UPPER_LID = cut(
  ellipsoid([0.0315, 0.0435, 0.0707], [0.0168, 0.0127, 0.0133], [0, 10, 0]),
  lashPlane,
  0.002,
);

export const EYES: readonly Stroke[] = [
  carve(SOCKET, 0.03),
  add(BROW_RIDGE, 0.024),
  add(LOWER_LID, 0.01),
  add(UPPER_LID, 0.003),
];

// Fills the hollow between the other parts, into which a nostril would open.
const NOSE_CORE = ellipsoid([0, 0.017, 0.094], [0.0095, 0.0125, 0.0115]);
const NOSE_BRIDGE = tube([
  [0, 0.06, 0.0835, 0.007],
  [0, 0.046, 0.0858, 0.0066],
  [0, 0.03, 0.0948, 0.0064],
  [0, 0.0108, 0.109, 0.0067],
]);
const NOSE_WING = tube([
  [0.0055, 0.0108, 0.1055, 0.0046],
  [0.0103, 0.0092, 0.1, 0.005],
  [0.0118, 0.0068, 0.0945, 0.0052],
  [0.0112, 0.004, 0.092, 0.004],
]);
const COLUMELLA = tube([
  [0, 0.0062, 0.1092, 0.0042],
  [0, 0.0032, 0.1015, 0.0042],
  [0, 0.0015, 0.096, 0.005],
]);
const NOSTRIL = tube([
  [0.0058, 0.0025, 0.1055, 0.0012],
  [0.0075, 0.0015, 0.0995, 0.002],
]);

export const NOSE: readonly Stroke[] = [
  add(NOSE_CORE, 0.014),
  add(NOSE_BRIDGE, 0.022),
  add(NOSE_WING, 0.009),
  add(COLUMELLA, 0.007),
  carve(NOSTRIL, 0.0035),
];

const PHILTRUM = tube([
  [0, -0.0075, 0.0985, 0.0016],
  [0, -0.0155, 0.0997, 0.003],
]);
const UPPER_LIP = tube([
  [0.0015, -0.0214, 0.0928, 0.0044],
  [0.0062, -0.0198, 0.0926, 0.0046],
  [0.0155, -0.0217, 0.0886, 0.0036],
  [0.0255, -0.025, 0.0806, 0.0012],
]);
const LOWER_LIP = tube([
  [0.002, -0.0302, 0.0916, 0.0055],
  [0.0085, -0.0293, 0.0905, 0.005],
  [0.017, -0.0272, 0.0862, 0.0033],
  [0.0255, -0.0254, 0.08, 0.001],
]);
export const LIPS = group([add(UPPER_LIP, 0.001), add(LOWER_LIP, 0.0034)]);

export const MOUTH: readonly Stroke[] = [carve(PHILTRUM, 0.006), add(LIPS, 0.007)];

/** Vanishes where the lips meet. */
export const mouthLine: Implicit = (x, y, z) => LOWER_LIP.distance(x, y, z) - UPPER_LIP.distance(x, y, z);
