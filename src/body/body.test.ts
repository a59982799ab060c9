import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { conjugate, rotate } from '../numeric/rotation.ts';
import { distance, subtract, type Vec3 } from '../numeric/vector.ts';
import { BODY_SAMPLE, makeBody, PosedBody } from './body.ts';
import { headMotion } from './head-motion.ts';
import { MeshDistance } from './mesh-distance.ts';
import { composeMotion, restMotion, surfaceVelocity } from './motion.ts';
import { boxMesh, sphereMesh } from './shapes.ts';

const seed = 20261130;

describe(`bodies (seed ${seed})`, () => {
  const motion = composeMotion(headMotion('sway'), headMotion('shake', { pivot: [0.05, 0, 0.1] }));
  const mesh = boxMesh(0.2, 0.3, 0.25);
  const body = makeBody({ name: 'box', mesh, motion, field: new MeshDistance(mesh) });

  it('a posed body answers in the world what its field says in its own coordinates', () => {
    const posed = new PosedBody(body, 0.2);
    const random = new Random(seed);
    const out = new Float64Array(3 + BODY_SAMPLE);
    const own = new Float64Array(4);
    for (const time of [0, 0.4, 1.1]) {
      posed.setTime(time);
      const state = motion.at(time);
      expect(posed.state).toEqual(state);
      for (let i = 0; i < 50; i++) {
        const p: Vec3 = [random.between(-0.3, 0.3), random.between(-0.3, 0.3), random.between(-0.3, 0.3)];
        body.field.sample(...rotate(conjugate(state.orientation), subtract(p, state.position)), own);
        posed.sample(...p, out, 3);
        expect(out[3]).toBeCloseTo(own[0]!, 12);
        expect(posed.distance(...p)).toBeCloseTo(own[0]!, 12);
        const normal = rotate(state.orientation, [own[1]!, own[2]!, own[3]!]);
        expect(distance([out[4]!, out[5]!, out[6]!], normal)).toBeLessThan(1e-9);
        expect(distance([out[7]!, out[8]!, out[9]!], surfaceVelocity(state, ...p))).toBeLessThan(1e-14);
        expect([out[0], out[1], out[2]]).toEqual([0, 0, 0]);
      }
    }
  });

  it('the distance seen from a fixed point changes as the surface velocity along the normal says', () => {
    const posed = new PosedBody(body);
    const out = new Float64Array(BODY_SAMPLE);
    const h = 1e-5;
    for (const p of [
      [0.2, 0.02, 0.05],
      [0.03, 0.2, -0.02],
      [-0.22, -0.3, 0.2],
    ] as Vec3[]) {
      posed.setTime(0.63);
      posed.sample(...p, out);
      // The material at the nearest point, not at p, moves the distance.
      const near = p.map((c, k) => c - out[0]! * out[1 + k]!) as unknown as Vec3;
      const v = surfaceVelocity(posed.state, ...near);
      posed.setTime(0.63 + h);
      const after = posed.distance(...p);
      posed.setTime(0.63 - h);
      const slope = (after - posed.distance(...p)) / (2 * h);
      expect(slope).toBeCloseTo(-(v[0] * out[1]! + v[1] * out[2]! + v[2] * out[3]!), 5);
    }
  });

  it('makes what is not given: a baked field, and rest', () => {
    const ball = makeBody({ name: 'ball', mesh: sphereMesh(0.1, 3), bake: { resolution: 24 } });
    expect(ball.motion.at(4)).toEqual(restMotion().at(0));
    expect(ball.field.distance(0.12, 0, 0)).toBeCloseTo(0.02, 2);
  });
});
