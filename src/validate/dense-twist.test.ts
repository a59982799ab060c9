import { describe, expect, it } from 'vitest';
import { shakenCurl } from '../models/rod-explicit/twist.fixture.ts';
import { relaxTwist } from '../models/rod-explicit/twist-newton.ts';
import { relaxTwistDense } from './dense-twist.ts';

describe('Newton as published', () => {
  it('takes the same steps near rest as the tridiagonal one, seed 5', () => {
    const { problem, theta } = shakenCurl(31, 1.5, 0.001, 5);
    const other = theta.slice();
    const a = relaxTwist(problem, theta);
    const b = relaxTwistDense(problem, other);
    expect(b.steps).toBe(a.steps);
    expect(b.energy / a.energy).toBeCloseTo(1, 12);
    for (let j = 0; j < 30; j++) expect(other[j]).toBeCloseTo(theta[j]!, 8);
  });
});
