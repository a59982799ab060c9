import {
  ENERGY,
  FIXED,
  FORCE,
  FRICTION_WEIGHT,
  GUESS,
  HEAD,
  INERTIA,
  LENGTH,
  MEASURE,
  MOVE,
  PAST,
  REST,
  REST_LENGTH,
  SLACK,
  SYMMETRIC,
  VISCOSITY,
  WEIGHT,
  WORK,
} from '../../src/kernels/rod-layout.ts';
import type { Rows } from '../language.ts';

/**
 * Incremental energy where the strand was measured: inertia and forces from outside, elasticity, internal friction, true stretch. What a
 * step minimises, up to a constant.
 */
export function findEnergy(work: Rows, fixed: Rows, nodes: number): void {
  let sum = 0;
  for (let i = 2; i < nodes; i++) {
    const w = HEAD + WORK * i;
    for (let r = 0; r < 3; r++) {
      let pull = 0;
      for (let c = 0; c < 3; c++)
        pull = pull + work[w + INERTIA + SYMMETRIC[r][c]] * (work[w + MOVE + c] - work[w + GUESS + c]);
      sum = sum + (work[w + MOVE + r] - work[w + GUESS + r]) * (0.5 * pull - work[w + FORCE + r]);
    }
  }
  for (let i = 1; i < nodes - 1; i++) {
    const w = HEAD + WORK * i;
    const f = FIXED * i;
    const longer = work[w + LENGTH] - fixed[f + REST_LENGTH];
    sum = sum + (0.5 * longer * longer) / fixed[f + SLACK];
    const friction = work[VISCOSITY] * fixed[f + FRICTION_WEIGHT];
    for (let m = 0; m < 5; m++) {
      const strain = work[w + MEASURE + m] - fixed[f + REST + m];
      const rate = work[w + MEASURE + m] - work[w + PAST + m];
      let viscous = 0.5 * friction;
      if (m === 4) viscous = friction;
      sum = sum + (0.5 * fixed[f + WEIGHT + m] * strain * strain + viscous * rate * rate);
    }
  }
  work[ENERGY] = sum;
}
