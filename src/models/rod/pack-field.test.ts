import { describe, expect, it } from 'vitest';
import { makeBody } from '../../body/body.ts';
import type { RigidMotion } from '../../body/motion.ts';
import { sphereMesh } from '../../body/shapes.ts';
import { BodyObstacles } from '../../contact/obstacles.ts';
import { makeContacts } from '../../contact/response/strand-contacts.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import { fromAxisAngle } from '../../numeric/rotation.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import type { KernelChoice, Obstacles, StrandDynamics } from '../model.ts';
import { environmentOf, pointsOf, rootsOf, strandsOf } from '../world.fixture.ts';
import { rod } from './rod.ts';

const RADIUS = 0.05;
const NODES = 20;
const FIBRE = { radius: 45e-6, ellipticity: 1.2, density: 1300, youngsModulus: 2e9, poissonRatio: 0.45 };

/** Turns to and fro about an axis through the ball. */
const turning = (amplitude: number, rate: number): RigidMotion => ({
  at(time) {
    const [angle, speed] = [amplitude * Math.sin(rate * time), amplitude * rate * Math.cos(rate * time)];
    return {
      position: [0, 0, 0],
      orientation: fromAxisAngle([0, 1, 0], angle),
      velocity: [0, 0, 0],
      angularVelocity: [0, speed, 0],
      acceleration: [0, 0, 0],
      angularAcceleration: [0, -amplitude * rate * rate * Math.sin(rate * time), 0],
    };
  },
});

/** Strands that run from the top of the ball over its side and hang. */
const shapes = Array.from({ length: 6 }, (_, k): Vec3[] =>
  Array.from({ length: NODES }, (_, i) => {
    const s = (0.16 * i) / (NODES - 1);
    const out = RADIUS + 0.002;
    const angle = 0.35 + s / out;
    const [r, y] =
      angle < Math.PI / 2 ? [out * Math.sin(angle), out * Math.cos(angle)] : [out, -(s - (Math.PI / 2 - 0.35) * out)];
    return [r * Math.cos(k), y, r * Math.sin(k)];
  }),
);

const ball = sphereMesh(RADIUS, 3);
const field = makeBody({ name: 'ball', mesh: ball, bake: { resolution: 40, margin: 1 } }).field;

/** What the kernels may not ask for themselves: each point is asked for in double precision. */
const alone = (obstacles: BodyObstacles): Obstacles => ({
  nearest: (...given) => obstacles.nearest(...given),
  own: obstacles.own,
});

function run(
  motion: RigidMotion,
  kernels: KernelChoice,
  of: (whole: BodyObstacles) => Obstacles,
  afterStep: (dynamics: StrandDynamics, step: number) => void = () => {},
): StrandDynamics {
  const obstacles = of(
    new BodyObstacles([{ body: makeBody({ name: 'ball', mesh: ball, field, motion }), friction: 0.3 }]),
  );
  const rootMotion = (time: number) => {
    const { orientation, angularVelocity } = motion.at(time);
    return { position: [0, 0, 0] as Vec3, orientation, spin: angularVelocity };
  };
  const rest = strandsOf(...shapes);
  const roots = rootsOf(rootMotion);
  const gravity: Vec3 = [0, -9.81, 0];
  const setup = {
    rest,
    roots,
    time: 0,
    gravity,
    restState: 'sag-free' as const,
    obstacles,
    fibre: FIBRE,
    makeContacts,
    kernels,
  };
  const dynamics = rod.create(setup, completeParameters(rod.parameters));
  for (let n = 0; n < 48; n++) {
    dynamics.step(1 / 120, environmentOf(n / 120, { obstacles, motion: rootMotion }));
    afterStep(dynamics, n);
  }
  return dynamics;
}

describe('kernels that ask a baked field themselves', () => {
  it('keep strands where fields in double precision keep them', () => {
    const [kernels, double] = [(whole: BodyObstacles) => whole, alone].map((of) =>
      pointsOf(run(turning(0.3, 3), 'simd', of)),
    );
    expect(Math.max(...kernels!.map((value, i) => Math.abs(value - double![i]!)))).toBeLessThan(2e-5);
  });

  it('have the same bytes with and without vector instructions, shaken', () => {
    const [simd, twin] = (['simd', 'twin'] as const).map((kernels) =>
      run(turning(0.8, 10), kernels, (whole) => whole).snapshot(),
    );
    expect(Buffer.compare(simd!, twin!)).toBe(0);
  });

  it('end in the same bytes whoever asks for the state in between', () => {
    const whole = (obstacles: BodyObstacles): Obstacles => obstacles;
    const motion = turning(0.8, 10);
    const unseen = run(motion, 'simd', whole).snapshot();
    const seen = run(motion, 'simd', whole, (dynamics) => dynamics.snapshot());
    const back = run(motion, 'simd', whole, (dynamics, step) => {
      if (step % 5 === 0) dynamics.restore(dynamics.snapshot());
      if (step % 7 === 0) dynamics.restore(dynamics.snapshot(), Uint32Array.of(2));
    });
    for (const other of [seen, back]) expect(Buffer.compare(other.snapshot(), unseen)).toBe(0);
  });

  it('let nothing through that is shaken', () => {
    const x = pointsOf(run(turning(0.8, 10), 'simd', (whole) => whole));
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < x.length; i += 3) nearest = Math.min(nearest, Math.hypot(x[i]!, x[i + 1]!, x[i + 2]!));
    expect(nearest).toBeGreaterThan(RADIUS - 5e-4);
  });
});
