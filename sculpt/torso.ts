import { add, carve, type Stroke } from './clay/clay.ts';
import { loft } from './clay/loft.ts';
import { ellipsoid } from './clay/solids.ts';
import { tube } from './clay/tube.ts';

/** Leans forward; the upper end lies inside the skull, the lower one under the base. */
const NECK = loft({
  halfWidth: [
    [-0.3, 0.09],
    [-0.2, 0.07],
    [-0.15, 0.052],
    [-0.11, 0.0458],
    [-0.07, 0.0448],
    [0, 0.0475],
    [0.03, 0.045],
    [0.075, 0.03],
  ],
  front: [
    [-0.3, 0.035],
    [-0.2, 0.03],
    [-0.165, 0.0225],
    [-0.13, 0.0215],
    [-0.09, 0.025],
    [-0.05, 0.03],
    [0.03, 0.03],
    [0.075, 0.02],
  ],
  back: [
    [-0.3, -0.11],
    [-0.2, -0.1],
    [-0.16, -0.084],
    [-0.12, -0.073],
    [-0.07, -0.066],
    [-0.02, -0.068],
    [0.03, -0.07],
    [0.075, -0.05],
  ],
});

const TRAPEZIUS = tube([
  [0.022, -0.11, -0.055, 0.026],
  [0.085, -0.176, -0.05, 0.03],
  [0.15, -0.215, -0.042, 0.042],
]);
const SHOULDER = ellipsoid([0.157, -0.223, -0.038], [0.045, 0.048, 0.054]);
const CHEST = ellipsoid([0, -0.265, -0.034], [0.185, 0.108, 0.078]);
const STERNOMASTOID = tube([
  [0.052, 0.005, -0.026, 0.006],
  [0.0375, -0.07, -0.004, 0.006],
  [0.012, -0.168, 0.013, 0.005],
]);
const HOLLOW_ABOVE_COLLARBONE = ellipsoid([0.055, -0.149, 0.022], [0.032, 0.01, 0.009], [0, 32, 0]);
const THROAT_PIT = ellipsoid([0, -0.162, 0.036], [0.008, 0.008, 0.006]);
const COLLARBONE = tube([
  [0.0155, -0.1725, 0.0255, 0.005],
  [0.04, -0.171, 0.0195, 0.005],
  [0.075, -0.168, 0.003, 0.0048],
  [0.105, -0.166, -0.0085, 0.005],
  [0.135, -0.17, -0.013, 0.006],
]);

export const TORSO: readonly Stroke[] = [
  add(NECK, 0.04),
  add(TRAPEZIUS, 0.08),
  add(SHOULDER, 0.05),
  add(CHEST, 0.07),
  add(STERNOMASTOID, 0.03),
  carve(HOLLOW_ABOVE_COLLARBONE, 0.03),
  carve(THROAT_PIT, 0.022),
  add(COLLARBONE, 0.022),
];
