import { describe, expect, it } from 'vitest';
import { angleHessian } from './angle-gradient.ts';
import { measureBend } from './bend.ts';
import { bendingMoments } from './energy.ts';
import { curvatureGradient, holonomySums } from './force-dense.fixture.ts';
import { makePose, type Pose, poseFromAngles } from './pose.ts';
import { binormalGradient, elasticEnergy, elasticForce, poseInTime, torques } from './reference.fixture.ts';
import { differences, randomRod, relativeError } from './rod.fixture.ts';

const LIMIT = 1e-7;

describe.each([
  ['rest', 1],
  ['rest', 2],
  ['current', 3],
  ['current', 4],
] as const)('gradients with %s lengths against central differences, seed %i', (lengths, seed) => {
  const { rod, x, u1, theta, pose } = randomRod(seed, 8, lengths);
  const { nodes } = rod;
  const poseAt = (positions: Float64Array, angles = theta): Pose => {
    const out = makePose(nodes);
    poseFromAngles(rod, positions, u1.slice(), angles, out);
    return out;
  };
  const moved = (positions: Float64Array, spin: Float64Array | null = null): Pose => {
    const out = makePose(nodes);
    poseInTime(rod, pose, positions, spin, out);
    return out;
  };

  it('curvature binormal', () => {
    const numeric = differences((y) => poseAt(y).binormal, x);
    for (let k = 1; k < nodes - 1; k++) {
      const gradient = binormalGradient(measureBend(rod, x, k));
      const expected = new Float64Array(27);
      for (let n = 0; n < 3; n++)
        for (let row = 0; row < 3; row++)
          for (let c = 0; c < 3; c++) expected[9 * n + 3 * row + c] = numeric[3 * (k - 1 + n) + c]![3 * k + row]!;
      expect(relativeError(gradient, expected)).toBeLessThan(LIMIT);
    }
  });

  // The root's u1 must follow the first edge in time, so the first two nodes stay where they are.
  const free = Array.from({ length: 3 * nodes - 6 }, (_, c) => c + 6);

  it('holonomy: the Bishop frame turns by +Ψ against the frame carried in time', () => {
    const psi = holonomySums(rod, x);
    // At fixed θ, m1 of the Bishop pose leaves the time-carried m1 by Ψ.
    const angle = (y: Float64Array): Float64Array => {
      const bishop = poseAt(y);
      const carried = moved(y);
      return Float64Array.from({ length: nodes - 1 }, (_, j) => {
        let along = 0;
        for (let c = 0; c < 3; c++) along += carried.m2[3 * j + c]! * bishop.m1[3 * j + c]!;
        return Math.asin(along);
      });
    };
    const numeric = differences(angle, x);
    for (const c of free) {
      const exact = Float64Array.from({ length: nodes - 1 }, (_, j) => psi[j * nodes * 3 + c]!);
      for (let j = 0; j < nodes - 1; j++) expect(Math.abs(exact[j]! - numeric[c]![j]!)).toBeLessThan(LIMIT);
    }
  });

  it('material curvature at fixed θ', () => {
    const psi = holonomySums(rod, x);
    const numeric = differences((y) => poseAt(y).curvature, x);
    for (const c of free)
      for (let k = 1; k < nodes - 1; k++)
        for (let side = 0; side < 2; side++) {
          const [d1, d2] = curvatureGradient(rod, pose, psi, Math.floor(c / 3), k, side, c % 3);
          expect(Math.abs(d1 - numeric[c]![4 * k + 2 * side]!)).toBeLessThan(LIMIT);
          expect(Math.abs(d2 - numeric[c]![4 * k + 2 * side + 1]!)).toBeLessThan(LIMIT);
        }
  });

  it('angle gradient and its tridiagonal Hessian', () => {
    const energy = (angles: Float64Array): Float64Array => Float64Array.of(elasticEnergy(rod, poseAt(x, angles)));
    const numeric = differences(energy, theta).map((row) => row[0]!);
    expect(relativeError(torques(rod, pose), numeric)).toBeLessThan(LIMIT);
    const rows = differences((angles) => torques(rod, poseAt(x, angles)), theta);
    const bending = new Float64Array(4 * nodes);
    bendingMoments(rod, pose.curvature, bending);
    const diagonal = new Float64Array(nodes - 1);
    const upper = new Float64Array(nodes - 1);
    angleHessian(rod, pose.curvature, bending, diagonal, upper);
    const exact = rows.map((row, i) =>
      row.map((_, j) => (i === j ? diagonal[i]! : Math.abs(i - j) === 1 ? upper[Math.min(i, j)]! : 0)),
    );
    expect(
      relativeError(
        exact.flatMap((r) => [...r]),
        rows.flatMap((r) => [...r]),
      ),
    ).toBeLessThan(LIMIT);
  });

  it('force: the exact gradient with frames carried in time, for any angles', () => {
    const numeric = differences((y) => Float64Array.of(elasticEnergy(rod, moved(y))), x).map((row) => -row[0]!);
    expect(relativeError(elasticForce(rod, pose), numeric)).toBeLessThan(LIMIT);
  });
});
