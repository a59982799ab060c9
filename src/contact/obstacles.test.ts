import { describe, expect, it } from 'vitest';
import { makeBody } from '../body/body.ts';
import type { DistanceField } from '../body/field.ts';
import { headMotion } from '../body/head-motion.ts';
import { restMotion } from '../body/motion.ts';
import { sphereMesh } from '../body/shapes.ts';
import { BodyObstacles } from './obstacles.ts';

/** A ball of radius 1 about a centre, exactly. */
const ball = (cx: number): DistanceField => ({
  distance: (x, y, z) => Math.hypot(x - cx, y, z) - 1,
  sample(x, y, z, out) {
    const r = Math.hypot(x - cx, y, z);
    out.set([r - 1, (x - cx) / r, y / r, z / r]);
  },
});

describe('obstacles', () => {
  const mesh = sphereMesh(1, 1);
  const still = { body: makeBody({ name: 'a', mesh, field: ball(0), motion: restMotion() }), friction: 0.2 };
  const far = { body: makeBody({ name: 'b', mesh, field: ball(0), motion: restMotion([5, 0, 0]) }), friction: 0.7 };

  it('answer with the nearest body, its normal and its friction', () => {
    const out = new Float64Array(16);
    new BodyObstacles([still, far]).nearest(Float64Array.from([0, 2, 0, 3.5, 0, 0]), 2, 0, out);
    expect([...out.slice(0, 8)]).toEqual([1, 0, 1, 0, 0, 0, 0, 0.2]);
    expect(out[8]).toBeCloseTo(0.5, 12);
    expect(out[9]).toBeCloseTo(-1, 12);
    expect(out[15]).toBe(0.7);
  });

  it('say how the surface moves', () => {
    const motion = headMotion('sway', { period: 1, amplitude: 0.1, cycles: 10 });
    const out = new Float64Array(8);
    const body = makeBody({ name: 'c', mesh, field: ball(0), motion });
    new BodyObstacles([{ body, friction: 0 }]).nearest(Float64Array.from([0, 3, 0]), 1, 2.05, out);
    const { position, velocity } = motion.at(2.05);
    expect(out[0]).toBeCloseTo(Math.hypot(position[0], 3) - 1, 12);
    expect([...out.slice(4, 7)]).toEqual([...velocity]);
  });
});
