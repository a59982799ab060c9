import { cos, sin } from '../src/numeric/elementary.ts';
import type { Vec3 } from '../src/numeric/vector.ts';
import { add, carve, type Shape, type Stroke } from './clay/clay.ts';
import { type Axes, DEGREE, ellipsoid, group, placed } from './clay/solids.ts';
import { type Bead, tube } from './clay/tube.ts';

// The left ear is modelled in its own plane: u to the back, v up, w outwards from the head.

const PLATE = ellipsoid([0.0065, 0.004, 0], [0.0155, 0.026, 0.0046]);
const LOBE = ellipsoid([0.0005, -0.0235, 0.0005], [0.0072, 0.0085, 0.0036]);
const ROOT = ellipsoid([0.0005, -0.001, -0.01], [0.0125, 0.0235, 0.0115]);

const HELIX_BEADS: readonly Bead[] = [
  [-0.0015, 0.003, 0.001, 0.0018],
  [-0.0065, 0.008, 0.003, 0.0022],
  [-0.0095, 0.017, 0.0035, 0.0025],
  [-0.005, 0.0265, 0.0045, 0.0028],
  [0.0055, 0.031, 0.0055, 0.003],
  [0.0155, 0.027, 0.0055, 0.003],
  [0.02, 0.0165, 0.005, 0.0029],
  [0.02, 0.0045, 0.004, 0.0027],
  [0.0165, -0.0085, 0.003, 0.0025],
  [0.0105, -0.0185, 0.0018, 0.0025],
  [0.0045, -0.026, 0.0005, 0.003],
];
const HELIX = tube(HELIX_BEADS, 2);
// Under the helix, a little inwards: without it the thin rim of the plate leaves gaps that a coarse grid tears open.
const SKIRT = tube(
  HELIX_BEADS.slice(2).map(([u, v, w, radius]): Bead => [0.92 * u + 0.0004, 0.94 * v, w - 0.0035, radius]),
  2,
);
const ANTIHELIX = tube(
  [
    [0.001, -0.0125, 0.002, 0.0032],
    [0.0095, -0.008, 0.0032, 0.0024],
    [0.0125, 0.002, 0.0035, 0.0026],
    [0.011, 0.0105, 0.0034, 0.0027],
    [0.0078, 0.02, 0.001, 0.0026],
  ],
  2,
);
const LOWER_CRUS = tube([
  [0.0108, 0.0095, 0.003, 0.0026],
  [0.006, 0.0135, 0.002, 0.0022],
  [-0.001, 0.0155, 0, 0.002],
]);
const CONCHA = ellipsoid([0.0018, -0.001, 0.0062], [0.0078, 0.0112, 0.009]);
const TRAGUS = tube([
  [-0.0095, -0.006, 0.001, 0.003],
  [-0.0064, -0.0028, 0.0035, 0.0022],
  [-0.0085, 0.001, 0.001, 0.0026],
]);

const AURICLE: readonly Stroke[] = [
  add(PLATE, 0.001),
  add(SKIRT, 0.004),
  add(LOBE, 0.01),
  add(ROOT, 0.008),
  add(HELIX, 0.005),
  add(ANTIHELIX, 0.0055),
  add(LOWER_CRUS, 0.0055),
  carve(CONCHA, 0.004),
  add(TRAGUS, 0.006),
];

export const EAR_MIDDLE: Vec3 = [0.0715, 0.033, -0.006];

/** Directions of u, v and w: the rear edge stands off, the top leans back, the lobe is nearer to the head than the top. */
function earAxes(flare: number, lean: number, roll: number): Axes {
  const [cf, sf] = [cos(flare), sin(flare)];
  const [cl, sl] = [cos(lean), sin(lean)];
  const [cr, sr] = [cos(roll), sin(roll)];
  return [
    [cl * sf * cr - sl * sr, -cl * sf * sr - sl * cr, -cl * cf],
    [sl * sf * cr + cl * sr, cl * cr - sl * sf * sr, -sl * cf],
    [cf * cr, -cf * sr, sf],
  ];
}

export const EAR: Shape = placed(group(AURICLE), EAR_MIDDLE, earAxes(19 * DEGREE, 12 * DEGREE, 7 * DEGREE));
