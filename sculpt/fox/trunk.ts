import type { Shape } from '../clay/clay.ts';
import { add, carve, type Stroke } from '../clay/clay.ts';
import { loft, type Sections } from '../clay/loft.ts';
import { cut, ellipsoid, placed, plane } from '../clay/solids.ts';
import { tube } from '../clay/tube.ts';

/** A loft along z: `front` is its back line, `back` its belly line. */
const along = (sections: Sections): Shape =>
  placed(
    loft(sections),
    [0, 0, 0],
    [
      [1, 0, 0],
      [0, 0, 1],
      [0, 1, 0],
    ],
  );

const BARREL_SECTIONS: Sections = {
  halfWidth: [
    [-0.32, 0.02],
    [-0.28, 0.034],
    [-0.24, 0.044],
    [-0.19, 0.048],
    [-0.14, 0.045],
    [-0.09, 0.047],
    [-0.03, 0.0545],
    [0.03, 0.057],
    [0.08, 0.052],
    [0.12, 0.044],
    [0.16, 0.034],
    [0.19, 0.026],
  ],
  front: [
    [-0.32, 0.31],
    [-0.28, 0.336],
    [-0.24, 0.355],
    [-0.19, 0.366],
    [-0.14, 0.369],
    [-0.09, 0.3675],
    [-0.03, 0.366],
    [0.03, 0.3665],
    [0.08, 0.3695],
    [0.12, 0.368],
    [0.16, 0.352],
    [0.19, 0.335],
  ],
  back: [
    [-0.32, 0.28],
    [-0.28, 0.262],
    [-0.24, 0.25],
    [-0.19, 0.248],
    [-0.14, 0.251],
    [-0.09, 0.24],
    [-0.03, 0.217],
    [0.03, 0.2],
    [0.08, 0.2],
    [0.12, 0.213],
    [0.16, 0.238],
    [0.19, 0.265],
  ],
};

const BARREL = cut(
  cut(along(BARREL_SECTIONS), plane([0, 0.3, 0.155], [0, -0.25, 1]), 0.05),
  plane([0, 0.3, -0.285], [0, 0.2, -1]),
  0.05,
);

/** Deeper than wide; its lower end lies in the chest, the upper one in the head. */
const NECK = tube(
  [
    [0, 0.298, 0.1, 0.058],
    [0, 0.324, 0.14, 0.0515],
    [0, 0.352, 0.172, 0.0455],
    [0, 0.376, 0.197, 0.041],
    [0, 0.391, 0.217, 0.037],
  ],
  8,
);
const NAPE = tube(
  [
    [0, 0.343, 0.075, 0.025],
    [0, 0.356, 0.125, 0.027],
    [0, 0.377, 0.165, 0.027],
    [0, 0.396, 0.196, 0.025],
    [0, 0.403, 0.222, 0.021],
  ],
  8,
);
const BREASTBONE = ellipsoid([0, 0.258, 0.118], [0.026, 0.04, 0.034], [-30, 0, 0]);
const BELLY = ellipsoid([0, 0.262, -0.03], [0.042, 0.04, 0.12], [6, 0, 0]);
const GROIN = ellipsoid([0, 0.232, -0.2], [0.011, 0.03, 0.05]);

export const TRUNK: readonly Stroke[] = [
  add(BARREL, 0.001),
  add(BELLY, 0.03),
  add(NECK, 0.05),
  add(NAPE, 0.05),
  add(BREASTBONE, 0.04),
  carve(GROIN, 0.03),
];
