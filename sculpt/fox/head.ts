import { add, carve, type Shape, type Stroke, sculpture, smoothMax } from '../clay/clay.ts';
import type { Implicit } from '../clay/implicit.ts';
import { loft } from '../clay/loft.ts';
import { cut, ellipsoid, placed, plane } from '../clay/solids.ts';
import { naturalSpline } from '../clay/spline.ts';
import { type Bead, tube } from '../clay/tube.ts';

/** The skull with its muscles, from nape to muzzle: half widths, and the lines of its top and its jaw. */
const SKULL = placed(
  loft({
    halfWidth: [
      [-0.03, 0.024],
      [-0.01, 0.03],
      [0.01, 0.0355],
      [0.03, 0.0385],
      [0.05, 0.0365],
      [0.068, 0.0305],
      [0.084, 0.0228],
      [0.1, 0.018],
      [0.12, 0.0152],
      [0.14, 0.0133],
      [0.16, 0.0112],
      [0.17, 0.01],
    ],
    front: [
      [-0.03, 0.022],
      [-0.01, 0.034],
      [0.01, 0.0435],
      [0.03, 0.048],
      [0.05, 0.0485],
      [0.068, 0.044],
      [0.084, 0.0345],
      [0.1, 0.0275],
      [0.12, 0.0222],
      [0.14, 0.0182],
      [0.16, 0.0142],
      [0.17, 0.0122],
    ],
    back: [
      [-0.03, -0.03],
      [-0.01, -0.032],
      [0.01, -0.0325],
      [0.03, -0.03],
      [0.05, -0.0258],
      [0.068, -0.022],
      [0.084, -0.0192],
      [0.1, -0.0168],
      [0.12, -0.014],
      [0.14, -0.0112],
      [0.16, -0.008],
      [0.17, -0.006],
    ],
  }),
  [0, 0, 0],
  [
    [1, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
  ],
);
const MASK = cut(cut(SKULL, plane([0, 0, 0.152], [0, -0.25, 1]), 0.016), plane([0, 0, -0.018], [0, 0.1, -1]), 0.02);

const CHEEK = ellipsoid([0.0305, 0.005, 0.033], [0.017, 0.0195, 0.031], [10, 17, 14]);
const TEMPLE = ellipsoid([0.021, 0.032, 0.02], [0.018, 0.016, 0.026], [0, 8, 0]);
const BROW = tube([
  [0.0125, 0.0362, 0.0775, 0.0035],
  [0.0212, 0.0345, 0.0695, 0.0045],
  [0.0295, 0.0282, 0.055, 0.004],
]);
/** The skin of the upper lip, thick where the whiskers grow. */
const FLEWS = tube(
  [
    [0.0072, 0.0022, 0.1495, 0.0064],
    [0.0098, 0.0025, 0.139, 0.0072],
    [0.0122, 0.0022, 0.122, 0.0062],
    [0.0148, 0.0022, 0.102, 0.005],
    [0.0165, 0.004, 0.082, 0.004],
  ],
  5,
);
const CHIN = tube(
  [
    [0, -0.0062, 0.1435, 0.0052],
    [0.0, -0.0078, 0.13, 0.0064],
    [0, -0.0098, 0.108, 0.0072],
    [0, -0.0108, 0.08, 0.0076],
    [0, -0.0095, 0.05, 0.008],
  ],
  5,
);
const BRIDGE = tube([
  [0, 0.03, 0.088, 0.0085],
  [0, 0.0205, 0.115, 0.0068],
  [0, 0.0138, 0.14, 0.0058],
  [0, 0.0105, 0.152, 0.0052],
]);

/** Where the eye lies, and the way it looks. */
export const EYE = { centre: [0.0197, 0.0232, 0.0672], radius: 0.0098 } as const;
export const LOOK = [0.62, 0.16, 0.768] as const;
const LID = ellipsoid(EYE.centre, [0.0107, 0.0106, 0.0107]);
const SOCKET = ellipsoid([0.0315, 0.018, 0.092], [0.0125, 0.01, 0.016], [0, 32, 0]);

/** Radius of an arc over a chord. */
const arcRadius = (half: number, height: number): number => (half * half + height * height) / (2 * height);

/** The gap between the lids: an almond whose outer corner is higher, as a prism along the way the eye looks. */
function almond(): Shape {
  const w = LOOK;
  // Across the eye, outwards and up; then upwards.
  const tilt = 0.36;
  const flat = [w[2], 0, -w[0]];
  const n0 = Math.sqrt(flat[0]! * flat[0]! + flat[2]! * flat[2]!);
  const a0 = [flat[0]! / n0, 0, flat[2]! / n0];
  const b0 = [w[1] * a0[2]! - 0, w[2] * a0[0]! - w[0] * a0[2]!, -w[1] * a0[0]!];
  const c = Math.sqrt(1 - tilt * tilt);
  const across = [0, 1, 2].map((k) => c * a0[k]! + tilt * b0[k]!);
  const up = [0, 1, 2].map((k) => c * b0[k]! - tilt * a0[k]!);
  const [ex, ey, ez] = EYE.centre;
  const half = { width: 0.0097, upper: 0.0052, lower: 0.0044 };
  return {
    box: { low: [ex - 0.02, ey - 0.02, ez - 0.02], high: [ex + 0.03, ey + 0.02, ez + 0.03] },
    distance: (x, y, z) => {
      const [px, py, pz] = [x - ex, y - ey, z - ez];
      const s = px * across[0]! + py * across[1]! + pz * across[2]!;
      const t = px * up[0]! + py * up[1]! + pz * up[2]!;
      const q = px * w[0] + py * w[1] + pz * w[2];
      // Two arcs that meet in rounded corners.
      const upper = arcRadius(half.width, half.upper);
      const lower = arcRadius(half.width, half.lower);
      const below = Math.sqrt(s * s + (t + upper - half.upper) * (t + upper - half.upper)) - upper;
      const above = Math.sqrt(s * s + (t - lower + half.lower) * (t - lower + half.lower)) - lower;
      return Math.max(smoothMax(below, above, 0.003), 0.004 - q);
    },
  };
}
const APERTURE = almond();
const BALL = ellipsoid(EYE.centre, [EYE.radius, EYE.radius, EYE.radius]);

const LEATHER = ellipsoid([0, 0.0092, 0.1535], [0.0092, 0.0074, 0.0068], [-18, 0, 0]);
const WING = ellipsoid([0.0055, 0.0082, 0.1525], [0.0044, 0.0052, 0.0058], [-10, 20, 0]);
const NOSTRIL = tube([
  [0.0038, 0.0078, 0.1605, 0.0016],
  [0.0056, 0.0082, 0.1575, 0.0016],
  [0.0072, 0.0074, 0.1548, 0.0012],
]);
const PHILTRUM = tube([
  [0, 0.0065, 0.1615, 0.0006],
  [0, 0.0022, 0.1592, 0.0008],
  [0, -0.0015, 0.1565, 0.0008],
]);
/** The closed mouth: from under the nose to its corner below the eye. */
const MOUTH_BEADS: readonly Bead[] = [
  [0, -0.0032, 0.157, 0.0007],
  [0.0068, -0.0042, 0.151, 0.0007],
  [0.0112, -0.0052, 0.138, 0.0008],
  [0.0146, -0.0062, 0.118, 0.0008],
  [0.0178, -0.0062, 0.1, 0.0009],
  [0.0222, -0.0038, 0.084, 0.0008],
  [0.0275, 0.0005, 0.071, 0.0006],
];
const MOUTH = tube(MOUTH_BEADS, 5);
const mouthHeight = naturalSpline(MOUTH_BEADS.map(([, v, w]) => [w, v] as const).reverse());

export const HEAD: readonly Stroke[] = [
  add(MASK, 0.001),
  add(TEMPLE, 0.02),
  add(CHEEK, 0.024),
  add(BRIDGE, 0.012),
  add(FLEWS, 0.009),
  add(CHIN, 0.009),
  carve(SOCKET, 0.014),
  add(BROW, 0.018),
  add(LID, 0.008),
  add(LEATHER, 0.0045),
  add(WING, 0.0045),
  carve(NOSTRIL, 0.0022),
  carve(PHILTRUM, 0.0016),
  carve(MOUTH, 0.0022),
  carve(APERTURE, 0.0016),
  add(BALL, 0.0004),
];

const withoutEye = sculpture(HEAD.slice(0, -1));
/** Vanishes where the lids meet the ball. */
export const lidLine: Implicit = (x, y, z) => BALL.distance(x, y, z) - withoutEye(x, y, z);
/** Vanishes on a sheet through the middle of the mouth's groove. */
export const mouthLine: Implicit = (x, y, z) => y - mouthHeight(z)[0] + 0 * x;

/** Distances by which the parts of the face that carry no fur are known. */
export const LEATHERS: Implicit = (x, y, z) => Math.min(LEATHER.distance(x, y, z), WING.distance(x, y, z));
export const EYE_OPENING: Implicit = (x, y, z) =>
  Math.max(Math.abs(BALL.distance(x, y, z)) - 0.0004, APERTURE.distance(x, y, z));
export const EYE_SLIT: Implicit = APERTURE.distance;
export const LIPS: Implicit = MOUTH.distance;
