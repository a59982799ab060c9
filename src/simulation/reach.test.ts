import { describe, expect, it } from 'vitest';
import { makeBody } from '../body/body.ts';
import { sphereMesh } from '../body/shapes.ts';
import { bodyCollider } from '../contact/bodies/collider.ts';
import { BodyObstacles } from '../contact/obstacles.ts';
import type { Obstacles } from '../models/model.ts';
import { hashArrays } from '../strands/hash.ts';
import { Simulation } from './simulation.ts';
import { motions, twoGrooms } from './two-grooms.fixture.ts';

const ball = makeBody({ name: 'ball', mesh: sphereMesh(0.03, 3), bake: { resolution: 32 } });

/** Answers every question in full: nobody saves anything by what is out of reach. */
function inFull(obstacles: BodyObstacles): Obstacles {
  return {
    own: obstacles.own,
    grownOn: (body) => inFull(obstacles.grownOn(body)),
    forget: () => obstacles.forget(),
    isMoved: (from, to) => obstacles.isMoved(from, to),
    nearest: (points, count, time, out, owners, neighbours) =>
      obstacles.nearest(points, count, time, out, owners, neighbours),
  };
}

/** Baked balls beside the hair: it swings into them and out again. */
function makeSimulation(isInFull: boolean): Simulation {
  return new Simulation(
    twoGrooms('rod', 'rod', {
      obstacles: (placed) => {
        const colliders = placed.map((_, b) => {
          const motion = { at: (time: number) => beside(motions[b]!.at(time), b) };
          return bodyCollider({ ...ball, motion }, 0.3);
        });
        const all = new BodyObstacles(colliders, 0, [0, 1]);
        return isInFull ? inFull(all) : all;
      },
    }),
  );
}

function beside<T extends { readonly position: readonly [number, number, number] }>(state: T, b: number): T {
  const [x, y, z] = state.position;
  return { ...state, position: [x + 0.012, y - 0.05, z - 0.035 + 0.07 * b] };
}

describe('surfaces out of reach', () => {
  it('are not asked for, and contacts have the same bytes, also after a snapshot was restored', () => {
    const full = makeSimulation(true);
    const bounded = makeSimulation(false);
    let contacts = 0;
    let kept: Uint8Array = new Uint8Array(0);
    for (let n = 0; n < 48; n++) {
      if (n === 24) kept = bounded.snapshot();
      full.advance(1);
      bounded.advance(1);
      contacts += full.report.contacts;
      if (n % 8 === 7) expect(hashArrays([bounded.snapshot()])).toBe(hashArrays([full.snapshot()]));
    }
    expect(contacts).toBeGreaterThan(100);
    bounded.restore(kept);
    bounded.advance(24);
    expect(hashArrays([bounded.snapshot()])).toBe(hashArrays([full.snapshot()]));
  });
});
