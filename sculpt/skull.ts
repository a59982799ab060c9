import { add, type Stroke } from './clay/clay.ts';
import { loft } from './clay/loft.ts';
import { cut, ellipsoid, plane } from './clay/solids.ts';

/** Cheeks, jaw sides and the profile from brow to chin, without the features. */
const MASK = loft({
  halfWidth: [
    [-0.1, 0.016],
    [-0.075, 0.029],
    [-0.05, 0.0435],
    [-0.03, 0.0535],
    [0, 0.0615],
    [0.03, 0.0655],
    [0.066, 0.063],
    [0.1, 0.057],
    [0.13, 0.05],
  ],
  front: [
    [-0.1, 0.074],
    [-0.075, 0.085],
    [-0.056, 0.091],
    [-0.04, 0.088],
    [-0.02, 0.0935],
    [0, 0.0915],
    [0.02, 0.087],
    [0.045, 0.086],
    [0.066, 0.09],
    [0.1, 0.08],
    [0.13, 0.065],
  ],
  back: [
    [-0.1, -0.03],
    [0.13, -0.04],
  ],
});

// 22 degrees steep; its rounded edge is the jaw line.
const underJaw = plane([0, -0.0705, 0.085], [0, -1, -0.4]);
const aboveBrow = plane([0, 0.1, 0], [0, 1, 0.3]);
const FACE = cut(cut(MASK, underJaw, 0.024), aboveBrow, 0.05);

const CRANIUM = ellipsoid([0, 0.08, -0.006], [0.0755, 0.08, 0.09]);
const OCCIPUT = ellipsoid([0, 0.052, -0.036], [0.06, 0.052, 0.058]);
const FOREHEAD = ellipsoid([0, 0.084, 0.034], [0.058, 0.05, 0.061]);
const CHEEKBONE = ellipsoid([0.036, 0.021, 0.051], [0.027, 0.018, 0.026], [0, 30, -12]);
const CHIN = ellipsoid([0, -0.0535, 0.078], [0.016, 0.012, 0.0145]);

export const SKULL: readonly Stroke[] = [
  add(CRANIUM, 0.001),
  add(OCCIPUT, 0.03),
  add(FOREHEAD, 0.04),
  add(FACE, 0.03),
  add(CHEEKBONE, 0.03),
  add(CHIN, 0.03),
];
