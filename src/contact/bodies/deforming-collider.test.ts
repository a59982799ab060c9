import { describe, expect, it } from 'vitest';
import { type DeformingMesh, morphingMesh, skinnedMesh } from '../../body/deforming-mesh.ts';
import { MeshDistance } from '../../body/mesh-distance.ts';
import { restMotion } from '../../body/motion.ts';
import { boxMesh, sphereMesh } from '../../body/shapes.ts';
import { Random } from '../../numeric/random.ts';
import { expMap } from '../../numeric/rotation.ts';
import { DeformingCollider } from './deforming-collider.ts';

const SEED = 31;
const ball = sphereMesh(0.1, 4);

/** A ball that swells in one direction and shrinks in the others. */
const squashed: DeformingMesh = {
  triangles: ball.triangles,
  vertexCount: ball.positions.length / 3,
  positionsAt(time, out) {
    const s = 1 + 0.3 * Math.sin(3 * time);
    for (let i = 0; i < out.length; i += 3) {
      out[i] = s * ball.positions[i]!;
      out[i + 1] = ball.positions[i + 1]! / s;
      out[i + 2] = ball.positions[i + 2]!;
    }
  },
};

describe(`a mesh that deforms (seed ${SEED})`, () => {
  it('has the distances of the mesh at that time, whatever was asked before', () => {
    const collider = new DeformingCollider(squashed, { name: 'ball', friction: 0.2 });
    const other = new DeformingCollider(squashed, { name: 'ball', friction: 0.2 });
    const random = new Random(SEED);
    const row = new Float64Array(7);
    const again = new Float64Array(7);
    for (const time of [0, 1 / 120, 0.254]) {
      collider.setTime(time);
      other.setTime(time + 0.003);
      other.setTime(time);
      const now = new Float32Array(ball.positions.length);
      squashed.positionsAt(time, now);
      const exact = new MeshDistance({ positions: now, triangles: ball.triangles });
      for (let n = 0; n < 100; n++) {
        const p = [0, 1, 2].map(() => 0.3 * (random.unit() - 0.5)) as [number, number, number];
        collider.sample(...p, row, 0);
        const d = exact.distance(...p);
        // A cell is 2 mm; beyond the band the coarse field answers, with cells of 8 mm.
        if (Math.abs(d) < 0.002) expect(Math.abs(row[0]! - d)).toBeLessThan(1e-4);
        else if (Math.abs(d) < 0.015) expect(Math.abs(row[0]! - d)).toBeLessThan(4e-3);
        other.sample(...p, again, 0);
        expect(again).toEqual(row);
      }
    }
  });

  it('has the velocity of its surface', () => {
    const collider = new DeformingCollider(squashed, { name: 'ball', friction: 0.2 });
    const row = new Float64Array(7);
    const time = 60 / 120;
    collider.setTime(time);
    const s = 1 + 0.3 * Math.sin(3 * time);
    const rate = 0.9 * Math.cos(3 * time);
    collider.sample(0.1 * s + 0.0005, 0, 0, row, 0);
    expect(row[4]).toBeCloseTo(0.1 * rate, 3);
    collider.sample(0, 0.1 / s + 0.0005, 0, row, 0);
    expect(row[5]).toBeCloseTo((-0.1 * rate) / (s * s), 3);
  });

  it('may morph, or be skinned; bones that stand still leave it as it is', () => {
    const box = boxMesh(0.2, 0.2, 0.2);
    const double = { ...box, positions: box.positions.map((c) => 2 * c) };
    const out = new Float32Array(24);
    morphingMesh(box, double, [
      [0, 0],
      [1, 1],
    ]).positionsAt(1, out);
    expect(out).toEqual(double.positions);
    const bones = [restMotion([1, 2, 3], expMap([0.1, 0.2, 0.3])), restMotion()];
    const skin = {
      bones: Array.from({ length: 32 }, (_, n) => n % 2),
      weights: Array.from({ length: 32 }, (_, n) => (n % 4 < 2 ? 0.5 : 0)),
    };
    skinnedMesh(box, skin, bones).positionsAt(0.7, out);
    out.forEach((c, i) => {
      expect(c).toBeCloseTo(box.positions[i]!, 6);
    });
    expect(() => morphingMesh({ ...box, triangles: box.triangles.slice(3) }, box, [])).toThrow(/closed/);
  });
});
