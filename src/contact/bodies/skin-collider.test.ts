import { describe, expect, it } from 'vitest';
import type { DeformingMesh } from '../../body/deforming-mesh.ts';
import { keyframedMotion } from '../../body/keyframed-motion.ts';
import { MeshDistance } from '../../body/mesh-distance.ts';
import { restMotion } from '../../body/motion.ts';
import { breathing } from '../../body/scaling.ts';
import { boxMesh, sphereMesh, torusMesh } from '../../body/shapes.ts';
import { Random } from '../../numeric/random.ts';
import { expMap, rotate } from '../../numeric/rotation.ts';
import { MovingCollider } from './moving-collider.ts';
import { SkinCollider } from './skin-collider.ts';

const SEED = 17;
type Shape = Pick<DeformingMesh, 'triangles'> & { readonly positions: Float32Array };

/** A mesh whose points move as told. */
const moving = (
  { positions, triangles }: Shape,
  move: (x: number, y: number, z: number, time: number) => readonly [number, number, number],
): DeformingMesh => ({
  triangles,
  vertexCount: positions.length / 3,
  positionsAt(time, out) {
    for (let i = 0; i < positions.length; i += 3)
      out.set(move(positions[i]!, positions[i + 1]!, positions[i + 2]!, time), i);
  },
});

describe(`a skin that deforms (seed ${SEED})`, () => {
  it.each([
    ['ball', sphereMesh(0.1, 2)],
    ['box', boxMesh(0.2, 0.1, 0.15)],
    ['ring', torusMesh(0.1, 0.04, 24, 12)],
  ] as const)('has exactly the distances of the %s as it is at each time', (_, mesh) => {
    const squashed = moving(mesh, (x, y, z, time) => [x * (1 + time), y - time * x * 0.5, z / (1 + time)]);
    const collider = new SkinCollider(squashed, { name: 'skin', friction: 0.2 });
    const random = new Random(SEED);
    const [row, found] = [new Float64Array(7), new Float64Array(4)];
    for (const time of [0.3, 0, 0.8]) {
      collider.setTime(time);
      const positions = new Float32Array(mesh.positions.length);
      squashed.positionsAt(time, positions);
      const exact = new MeshDistance({ positions, triangles: mesh.triangles });
      for (let n = 0; n < 150; n++) {
        const p = [0, 1, 2].map(() => 0.4 * (random.unit() - 0.5)) as [number, number, number];
        collider.sample(...p, row, 0);
        exact.sample(...p, found);
        for (let c = 0; c < 4; c++) expect(Math.abs(row[c]! - found[c]!)).toBeLessThan(1e-6);
      }
    }
  });

  it('carries what lies on it: a turn is felt at any distance, a stretch at the skin', () => {
    const omega = [0.3, -0.8, 0.5] as const;
    const turned = moving(sphereMesh(0.1, 2), (x, y, z, time) =>
      rotate(expMap([time * omega[0], time * omega[1], time * omega[2]]), [x, y, z]),
    );
    const collider = new SkinCollider(turned, { name: 'skin', friction: 0.2 });
    collider.setTime(0.7);
    const random = new Random(SEED);
    const row = new Float64Array(7);
    for (let n = 0; n < 100; n++) {
      const [x, y, z] = [0, 1, 2].map(() => 0.4 * (random.unit() - 0.5)) as [number, number, number];
      collider.sample(x, y, z, row, 0);
      expect(row[4]).toBeCloseTo(omega[1] * z - omega[2] * y, 5);
      expect(row[5]).toBeCloseTo(omega[2] * x - omega[0] * z, 5);
      expect(row[6]).toBeCloseTo(omega[0] * y - omega[1] * x, 5);
    }
    const grown = moving(sphereMesh(0.1, 3), (x, y, z, time) => [x * (1 + time), y * (1 + time), z * (1 + time)]);
    const growing = new SkinCollider(grown, { name: 'skin', friction: 0.2 });
    growing.setTime(0.5);
    growing.sample(0.15, 0, 0, row, 0);
    expect(row[4]).toBeCloseTo(0.1, 3);
  });

  it('may be carried, turned and scaled as a whole', () => {
    const ball = sphereMesh(0.1, 2);
    const shape = new SkinCollider(
      moving(ball, (x, y, z, time) => [x + time, y, z]),
      { name: 'skin', friction: 0.2 },
    );
    const quarter = expMap([0, 0, Math.PI / 2]);
    const scaling = breathing({ amplitude: 0, period: 1, start: 0, ramp: 1, factor: 2 });
    const collider = new MovingCollider(shape, restMotion([0, 0, 1], quarter), scaling);
    collider.setTime(0.25);
    const row = new Float64Array(7);
    // Its own x points up: the ball of twice the size stands at (0, 0.5, 1) and goes up at 2 m/s.
    collider.sample(0, 1, 1, row, 0);
    [0.3, 0, 1, 0, 0, 2, 0].forEach((value, c) => {
      expect(row[c]).toBeCloseTo(value, 3);
    });
    expect(collider.box[1]).toBeCloseTo(0.3, 5);
    expect(collider.isMoved(0, 0.1)).toBe(true);
    const still = new MovingCollider(
      new SkinCollider(
        moving(ball, (x, y, z) => [x, y, z]),
        { name: 'skin', friction: 0.2 },
      ),
      keyframedMotion([{ time: 0, position: [0, 0, 0], orientation: [0, 0, 0, 1] }]),
    );
    expect(still.isMoved(0, 1)).toBe(false);
  });
});
