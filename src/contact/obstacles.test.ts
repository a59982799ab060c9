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

  it('are the same bodies for hair that grows on another one: only its own is without the layer of hair between', () => {
    const swaying = makeBody({ name: 'c', mesh, field: ball(0), motion: headMotion('sway') });
    const all = new BodyObstacles([still, { body: swaying, friction: 0 }], 0, [0, 1]);
    const points = Float64Array.from([0, 2, 0]);
    const owners = { id: Uint32Array.of(4), s: Float64Array.of(0), layerOffset: Float64Array.of(0.25) };
    const distanceOn = (body: number, at: Float64Array): number => {
      const out = new Float64Array(8);
      all.grownOn(body).nearest(at, 1, 0, out, owners);
      return out[0]!;
    };
    expect(distanceOn(0, points)).toBe(1);
    expect(distanceOn(-1, points)).toBe(1.25);
    const own = new Float64Array(8);
    new BodyObstacles([still, far], 0, [0, 1]).grownOn(1).own.nearest(points, 1, 0, own);
    expect(own[0]).toBeCloseTo(Math.hypot(5, 2) - 1, 12);
    // What hair rides on itself does not count as moving about it.
    expect([-1, 0, 1].map((body) => all.grownOn(body).isMoved(0.1, 0.6))).toEqual([true, true, false]);
  });

  it('are ignored by ranges of the strands of one groom alone', () => {
    const all = new BodyObstacles([still, far], 0, [0, 1]);
    const [one, other] = [all.grownOn(0), all.grownOn(0)];
    one.collisionFilter.add(4, { collider: 0, from: 0, to: 1, depth: Number.POSITIVE_INFINITY });
    const owners = { id: Uint32Array.of(4), s: Float64Array.of(0.5) };
    const out = new Float64Array(8);
    other.nearest(Float64Array.from([0, 0.5, 0]), 1, 0, out, owners);
    expect(out[0]).toBeCloseTo(-0.5, 12);
    one.nearest(Float64Array.from([0, 0.5, 0]), 1, 0, out, owners);
    expect(out[0]).toBeGreaterThan(3);
  });
});
