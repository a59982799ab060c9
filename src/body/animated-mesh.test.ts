import { describe, expect, it } from 'vitest';
import { AnimatedMesh, type MeshAnimation } from './animated-mesh.ts';
import { closedMesh, vertexVelocities } from './deforming-mesh.ts';
import { openEdges } from './holes.ts';
import { sphereMesh } from './shapes.ts';

const one = { triangles: new Uint32Array(0), vertexCount: 1 };

/** One vertex on x(t), seen at the given times. */
const seen = (times: number[], x: (time: number) => number): MeshAnimation => ({
  kind: 'frames',
  times: Float64Array.from(times),
  frames: times.map((time) => Float32Array.of(x(time), 0, 0)),
});

const xAt = (mesh: AnimatedMesh, time: number): number => {
  const out = new Float64Array(3);
  mesh.positionsAt(time, out);
  return out[0]!;
};

describe('a mesh in frames', () => {
  it('passes through its frames, and between them along a parabola exactly', () => {
    const parabola = (time: number): number => 0.3 - time + 2 * time * time;
    const mesh = new AnimatedMesh(seen([0, 0.1, 0.25, 0.3, 0.5], parabola), one, false);
    for (const time of [0, 0.1, 0.25, 0.3, 0.5]) expect(xAt(mesh, time)).toBeCloseTo(parabola(time), 6);
    for (const time of [0.13, 0.2, 0.27]) expect(xAt(mesh, time)).toBeCloseTo(parabola(time), 6);
  });

  it('moves without a jolt at frames', () => {
    const mesh = new AnimatedMesh(
      seen([0, 0.1, 0.2, 0.3, 0.4], (time) => Math.sin(7 * time)),
      one,
      false,
    );
    const e = 1e-5;
    for (const time of [0.1, 0.2, 0.3]) {
      const before = (xAt(mesh, time) - xAt(mesh, time - e)) / e;
      const after = (xAt(mesh, time + e) - xAt(mesh, time)) / e;
      expect(Math.abs(after - before)).toBeLessThan(0.01);
    }
  });

  it('holds its ends or begins again, and velocities do not look across the cut', () => {
    const frames = seen([0, 0.5, 1], (time) => 2 * time);
    const held = new AnimatedMesh(frames, one, false);
    expect([xAt(held, -1), xAt(held, 1.7)]).toEqual([0, 2]);
    const looped = new AnimatedMesh(frames, one, true);
    expect(xAt(looped, 5.25)).toBeCloseTo(0.5, 9);
    const [rate, spare] = [new Float64Array(3), new Float64Array(3)];
    for (const time of [0, 0.3, 0.99999, 1, 3, 3.00002]) {
      vertexVelocities(looped, time, rate, spare);
      expect(rate[0]).toBeCloseTo(2, 5);
    }
    vertexVelocities(held, 1.2, rate, spare);
    expect(rate[0]).toBe(0);
  });

  it('is closed once and stays closed, whatever it does', () => {
    const ball = sphereMesh(0.1, 2);
    const open = ball.triangles.slice(0, -60);
    const frames = [ball.positions, ball.positions.map((c, i) => (i % 3 === 0 ? 2 * c : c + 0.1 * c * c))];
    const moving: MeshAnimation = { kind: 'frames', times: Float64Array.of(0, 1), frames };
    const mesh = new AnimatedMesh(moving, { triangles: open, vertexCount: ball.positions.length / 3 }, false);
    const closed = closedMesh(mesh);
    const positions = new Float32Array(3 * closed.vertexCount);
    for (const time of [0, 0.4, 1]) {
      closed.positionsAt(time, positions);
      expect(openEdges({ positions, triangles: closed.triangles })).toHaveLength(0);
    }
  });
});
