import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conjugate, expMap, logMap, multiply } from './rotation.ts';
import { rightJacobian, rightJacobianInverse, rightJacobianRate } from './rotation-vector.ts';
import { addScaled, distance, length, scale, subtract, type Vec3 } from './vector.ts';

const seed = 20261116;
const component = fc.double({ min: -1.7, max: 1.7, noNaN: true });
const vector = fc.tuple(component, component, component);
/** From tiny to almost three radians, so that series and closed forms are both met. */
const rotation = fc.tuple(vector, fc.constantFrom(1e-9, 1e-3, 0.1, 0.288, 0.3, 1)).map(([v, s]): Vec3 => scale(v, s));

describe(`rotation vectors (seed ${seed})`, () => {
  it('the Jacobian is the derivative of the exponential in body axes', () => {
    fc.assert(
      fc.property(rotation, vector, (phi, v) => {
        const h = 1e-5;
        const ahead = expMap(addScaled(phi, v, h));
        const behind = expMap(addScaled(phi, v, -h));
        const turned = scale(logMap(multiply(conjugate(behind), ahead)), 1 / (2 * h));
        expect(distance(turned, rightJacobian(phi, v))).toBeLessThan(1e-8);
      }),
      { seed },
    );
  });

  it('the inverse undoes it', () => {
    fc.assert(
      fc.property(rotation, vector, (phi, v) => {
        expect(distance(rightJacobianInverse(phi, rightJacobian(phi, v)), v)).toBeLessThan(1e-13 * (1 + length(v)));
      }),
      { seed },
    );
  });

  it('the rate is the derivative of the Jacobian in time', () => {
    fc.assert(
      fc.property(rotation, vector, vector, (phi, rate, v) => {
        const h = 1e-5;
        const ahead = rightJacobian(addScaled(phi, rate, h), v);
        const behind = rightJacobian(addScaled(phi, rate, -h), v);
        const difference = scale(subtract(ahead, behind), 1 / (2 * h));
        expect(distance(difference, rightJacobianRate(phi, rate, v))).toBeLessThan(1e-8);
      }),
      { seed },
    );
  });

  it('series and closed form meet', () => {
    for (const [f, h] of [
      [0.5, 1e-12],
      [0.1, 1e-12],
    ] as const) {
      const below: Vec3 = [f - h, 0, 0];
      const above: Vec3 = [f + h, 0, 0];
      const rate: Vec3 = [0.3, 1, -2];
      const v: Vec3 = [-1, 0.5, 0.25];
      expect(distance(rightJacobian(below, v), rightJacobian(above, v))).toBeLessThan(1e-11);
      expect(distance(rightJacobianInverse(below, v), rightJacobianInverse(above, v))).toBeLessThan(1e-11);
      expect(distance(rightJacobianRate(below, rate, v), rightJacobianRate(above, rate, v))).toBeLessThan(1e-11);
    }
  });
});
