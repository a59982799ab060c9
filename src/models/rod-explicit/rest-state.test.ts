import { describe, expect, it } from 'vitest';
import { at, dot, length, type Vec3 } from '../../numeric/vector.ts';
import { setRestFrames } from './reference.fixture.ts';
import { setRestState } from './rest-state.ts';
import { helixPoints } from './rod.fixture.ts';
import { makeRod } from './rod.ts';

const points = (nodes: number, shape: (s: number) => Vec3): Float64Array =>
  Float64Array.from(Array.from({ length: nodes }, (_, i) => shape(i / (nodes - 1))).flat());

describe('rest state', () => {
  it('of a helix bends over the major axis, with the torsion as rest twist', () => {
    const rod = makeRod(60);
    setRestState(rod, helixPoints(60, 0.005, 40, 20));
    for (let i = 2; i < 58; i++) {
      expect(Math.abs(rod.restCurvature[4 * i]! / rod.restCurvature[4 * i + 1]!)).toBeLessThan(0.06);
      expect(Math.abs(rod.restCurvature[4 * i + 1]!) / (40 * 0.005)).toBeCloseTo(1, 1);
      expect(Math.abs(rod.restTwist[i]!) / (20 * 0.005)).toBeCloseTo(1, 1);
    }
  });

  it('of a plane wave has no twist though its binormal changes sides, straight pieces included', () => {
    const rod = makeRod(50);
    const wave = (s: number): Vec3 => [s, s < 0.4 || s > 0.6 ? 0.05 * Math.sin(12 * s) : 0.05 * Math.sin(4.8), 0];
    const { pose } = setRestState(rod, points(50, wave));
    for (let i = 1; i < 49; i++) expect(Math.abs(rod.restTwist[i]!)).toBeLessThan(1e-9);
    for (let j = 0; j < 49; j++) expect(Math.abs(Math.abs(pose.m1[3 * j + 2]!) - 1)).toBeLessThan(1e-9);
  });

  it('shares the turn between two bent pieces of different planes over the straight piece between them', () => {
    const rod = makeRod(61);
    const shape = (s: number): Vec3 => {
      const before = Math.max(0, 0.3 - s);
      const after = Math.max(0, s - 0.7);
      return [s, before * before, after * after];
    };
    setRestState(rod, points(61, shape));
    let total = 0;
    for (let i = 1; i < 60; i++) {
      total += rod.restTwist[i]!;
      expect(Math.abs(rod.restTwist[i]!)).toBeLessThan(0.08);
    }
    expect(Math.abs(total)).toBeCloseTo(Math.PI / 2, 2);
  });

  it('of a straight strand has frames, no curvature and no twist', () => {
    const rod = makeRod(10);
    const { pose } = setRestState(
      rod,
      points(10, (s) => [0, -s, 0]),
    );
    for (let j = 0; j < 9; j++) {
      expect(length(at(pose.m1, j))).toBeCloseTo(1, 12);
      expect(dot(at(pose.m1, j), at(pose.tangent, j))).toBeCloseTo(0, 12);
    }
    expect([...rod.restTwist, ...rod.restCurvature].every((value) => value === 0)).toBe(true);
  });

  it('takes given frames and unwraps their angles', () => {
    const nodes = 40;
    const frames = new Float64Array(3 * (nodes - 1));
    for (let j = 0; j < nodes - 1; j++) frames.set([0, Math.cos(0.5 * j), Math.sin(0.5 * j)], 3 * j);
    const rod = makeRod(nodes);
    const { theta } = setRestFrames(
      rod,
      points(nodes, (s) => [s, 0, 0]),
      frames,
    );
    expect(theta[nodes - 2]! - theta[0]!).toBeCloseTo(0.5 * (nodes - 2), 9);
    for (let i = 1; i < nodes - 1; i++) expect(rod.restTwist[i]).toBeCloseTo(0.5, 9);
  });
});
