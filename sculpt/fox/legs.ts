import { add, type Stroke } from '../clay/clay.ts';
import type { Implicit } from '../clay/implicit.ts';
import { ellipsoid } from '../clay/solids.ts';
import { type Bead, tube } from '../clay/tube.ts';

const SCAPULA = ellipsoid([0.0365, 0.314, 0.118], [0.0125, 0.054, 0.031], [-32, 0, 12]);
const SHOULDER = ellipsoid([0.044, 0.272, 0.14], [0.02, 0.034, 0.027], [-10, 0, 0]);
const TRICEPS = ellipsoid([0.047, 0.242, 0.1], [0.0175, 0.05, 0.034], [38, 0, 4]);
const FOREARM = tube(
  [
    [0.045, 0.22, 0.106, 0.024],
    [0.045, 0.185, 0.089, 0.0195],
    [0.0435, 0.15, 0.087, 0.0152],
    [0.04, 0.11, 0.09, 0.0105],
    [0.037, 0.078, 0.093, 0.0102],
    [0.0365, 0.05, 0.098, 0.0094],
    [0.037, 0.026, 0.107, 0.0105],
  ],
  7,
);
const FOREARM_BACK = tube([
  [0.047, 0.19, 0.078, 0.014],
  [0.046, 0.155, 0.076, 0.0105],
  [0.042, 0.11, 0.082, 0.007],
]);
const ELBOW = ellipsoid([0.048, 0.2, 0.068], [0.0085, 0.014, 0.0105], [30, 0, 0]);
const WRIST = ellipsoid([0.0368, 0.077, 0.0935], [0.0106, 0.016, 0.0102]);
const STOPPER = ellipsoid([0.0385, 0.063, 0.084], [0.0042, 0.0055, 0.0042]);

const THIGH = ellipsoid([0.043, 0.267, -0.196], [0.0235, 0.075, 0.047], [-24, 0, 3]);
const BUTTOCK = ellipsoid([0.036, 0.272, -0.242], [0.021, 0.07, 0.032], [-30, 0, 2]);
const HIP = ellipsoid([0.03, 0.334, -0.205], [0.02, 0.024, 0.045]);
const KNEE = ellipsoid([0.047, 0.213, -0.158], [0.016, 0.024, 0.02], [-20, 0, 0]);
const SHANK = tube(
  [
    [0.046, 0.225, -0.18, 0.026],
    [0.047, 0.193, -0.188, 0.0225],
    [0.0465, 0.162, -0.213, 0.0165],
    [0.0445, 0.134, -0.238, 0.0112],
    [0.043, 0.112, -0.257, 0.0098],
    [0.0415, 0.085, -0.2615, 0.0088],
    [0.041, 0.055, -0.259, 0.0082],
    [0.0412, 0.035, -0.252, 0.0088],
    [0.042, 0.025, -0.243, 0.0105],
  ],
  6,
);
const CALF = ellipsoid([0.046, 0.198, -0.212], [0.016, 0.045, 0.022], [-42, 0, 0]);
const ACHILLES = tube([
  [0.048, 0.185, -0.222, 0.0095],
  [0.0455, 0.15, -0.252, 0.0052],
  [0.043, 0.123, -0.271, 0.0052],
]);
const HEEL = ellipsoid([0.0428, 0.116, -0.27], [0.0068, 0.012, 0.0078], [-20, 0, 0]);
/** The fold of skin from thigh to belly. */
const FLANK = ellipsoid([0.042, 0.255, -0.14], [0.008, 0.035, 0.035], [-20, 0, 0]);

const CLAW_SEAM = 0.0012;

/** A paw whose toes point to +z: `x` and `z` of the ball, and its size. */
function paw(x: number, z: number, size: number): Stroke[] {
  const bead = (u: number, v: number, w: number, r: number): Bead => [x + size * u, size * v, z + size * w, size * r];
  const toe = (u: number, w: number, spread: number): Stroke =>
    add(
      tube(
        [
          bead(0.5 * u, 0.0265, -0.0035, 0.0068),
          bead(0.88 * u, 0.0225, 0.5 * w - 0.001, 0.0068),
          bead(u + 0.4 * spread, 0.0155, w + 0.005, 0.0072),
          bead(u + spread, 0.008, w + 0.014, 0.0067),
        ],
        4,
      ),
      0.0035,
    );
  const claw = (u: number, w: number): Stroke =>
    add(
      tube([
        bead(u, 0.0098, w + 0.0165, 0.0028),
        bead(u, 0.0074, w + 0.0225, 0.0024),
        bead(u, 0.0042, w + 0.026, 0.0016),
      ]),
      CLAW_SEAM,
    );
  const inner = -0.006;
  const outer = 0.006;
  return [
    add(ellipsoid([x, 0.016 * size, z + 0.002 * size], [0.012 * size, 0.011 * size, 0.0135 * size], [20, 0, 0]), 0.008),
    toe(inner, 0.021, -0.0004),
    toe(outer, 0.021, 0.0004),
    toe(2.2 * inner, 0.0095, -0.0012),
    toe(2.2 * outer, 0.0095, 0.0012),
    add(ellipsoid([x, 0.0085 * size, z + 0.0035 * size], [0.0108 * size, 0.0078 * size, 0.009 * size]), 0.006),
    claw(inner - 0.0005, 0.021),
    claw(outer + 0.0005, 0.021),
    claw(2.2 * inner - 0.0014, 0.0095),
    claw(2.2 * outer + 0.0014, 0.0095),
  ];
}

export const FORELEG: readonly Stroke[] = [
  add(SCAPULA, 0.03),
  add(SHOULDER, 0.03),
  add(TRICEPS, 0.035),
  add(FOREARM, 0.03),
  add(FOREARM_BACK, 0.012),
  add(ELBOW, 0.014),
  add(WRIST, 0.012),
  add(STOPPER, 0.006),
];
export const FOREPAW: readonly Stroke[] = paw(0.0372, 0.111, 1);

export const HINDLEG: readonly Stroke[] = [
  add(HIP, 0.03),
  add(THIGH, 0.03),
  add(BUTTOCK, 0.025),
  add(FLANK, 0.03),
  add(KNEE, 0.035),
  add(SHANK, 0.028),
  add(CALF, 0.026),
  add(ACHILLES, 0.014),
  add(HEEL, 0.01),
];
export const HINDPAW: readonly Stroke[] = paw(0.0422, -0.237, 0.93);

const CLAWS = [...FOREPAW, ...HINDPAW].filter(({ seam }) => seam === CLAW_SEAM);
/** Distance to the nearest claw. */
export const clawDistance: Implicit = (x, y, z) =>
  CLAWS.reduce((least, { shape }) => Math.min(least, shape.distance(x, y, z)), 1);

export const TAIL: readonly Stroke[] = [
  add(
    tube(
      [
        [0, 0.334, -0.25, 0.02],
        [0, 0.33, -0.288, 0.015],
        [0, 0.306, -0.332, 0.0165],
        [0, 0.262, -0.37, 0.0225],
        [0, 0.208, -0.403, 0.028],
        [0, 0.155, -0.4345, 0.029],
        [0, 0.11, -0.466, 0.0245],
        [0, 0.082, -0.497, 0.0165],
        [0, 0.071, -0.526, 0.005],
      ],
      6,
    ),
    0.03,
  ),
];
