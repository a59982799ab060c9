import { describe, expect, it } from 'vitest';
import { keyframedMotion } from '../body/keyframed-motion.ts';
import { MeshDistance } from '../body/mesh-distance.ts';
import { sphereMesh } from '../body/shapes.ts';
import { type MovingFile, movingFile } from '../formats/gltf/moving.fixture.ts';
import { writeHair, writeMesh } from '../formats/index.ts';
import { conjugate, expMap, rotate } from '../numeric/rotation.ts';
import { at, subtract } from '../numeric/vector.ts';
import { inThreads } from '../simulation/threads.fixture.ts';
import { type Strands, strandCount, strandsFromPolylines } from '../strands/strands.ts';
import { loadScene, prepareScene, type SceneInstance } from './instance.ts';
import { type BodyInput, type OneGroom, oneGroomScene } from './scene.fixture.ts';
import type { SceneThreadRequest } from './scene-thread.fixture.ts';

const run = inThreads<SceneThreadRequest, Float64Array>(new URL('./scene-thread.fixture.ts', import.meta.url));

const ball = sphereMesh(0.1, 3);

/** Hair of 6 cm at places of the ball that are spread by the golden angle: points at s from a root, with a direction around the ball. */
function hairOnBall(point: (s: number, root: readonly number[], around: readonly number[]) => number[]): Strands {
  const exact = new MeshDistance(ball);
  const found = new Float64Array(4);
  return strandsFromPolylines(
    Array.from({ length: 24 }, (_, k) => {
      const y = 0.9 - (1.8 * k) / 23;
      const [r, a] = [Math.sqrt(1 - y * y), 2.39996 * k];
      const n = [r * Math.cos(a), y, r * Math.sin(a)];
      exact.sample(0.1 * n[0]!, 0.1 * n[1]!, 0.1 * n[2]!, found);
      const root = n.map((c, i) => 0.1 * c - found[0]! * found[1 + i]!);
      return Array.from({ length: 10 }, (_, j) => point((0.06 * j) / 9, root, [-Math.sin(a), 0, Math.cos(a)]));
    }),
  );
}

/** Lies around the ball, rising by a quarter of its length. */
const hairs = hairOnBall((s, root, around) =>
  root.map((c, i) => (1 + 2.5 * s) * (Math.cos(10 * s) * c + 0.1 * Math.sin(10 * s) * around[i]!)),
);

/** Stands out, bent towards x. */
const standing = hairOnBall((s, root) => root.map((c, i) => (1 + 10 * s) * c + (i === 0 ? 4 * s * s : 0)));

const sphereFiles: Record<string, Uint8Array> = {
  'hair.hair': writeHair('hair.hair', hairs),
  'standing.hair': writeHair('standing.hair', standing),
  'ball.obj': writeMesh('ball.obj', ball),
};

async function instanceOf(change: OneGroom, file?: MovingFile): Promise<SceneInstance> {
  const bytes: Record<string, Uint8Array> = { ...sphereFiles, ...(file ? { 'ball.glb': await movingFile(file) } : {}) };
  const scene = oneGroomScene({
    name: 'ball',
    sleep: false,
    ...change,
    body: { shape: { kind: 'mesh', file: 'ball.glb' }, resolution: 64, ...change.body },
    groom: { source: { kind: 'file', file: 'hair.hair', unit: 1 }, guides: 24, ...change.groom },
  });
  return loadScene(scene, { files: (name) => bytes[name]! });
}

/** Keys of a motion, close enough that what lies between them does not matter. */
const times = Array.from({ length: 2401 }, (_, k) => k / 2400);

/** The same turns as a scene's motion and as a file's animation. */
function turning(rotations: readonly (readonly [number, number, number])[]) {
  const keys = rotations.map((rotation, k) => ({ time: 0.4 * k, rotation }));
  const motion = keyframedMotion(
    keys.map(({ time, rotation }) => ({ time, position: [0, 0, 0], orientation: expMap(rotation) })),
  );
  return {
    scene: {
      kind: 'keys' as const,
      keys: keys.map(({ time, rotation }) => ({ time, rotation: [...rotation] as [number, number, number] })),
    },
    file: { times, values: times.flatMap((time) => [...motion.at(time).orientation]) },
  };
}

/** Farthest distance of a coordinate of a guide in one scene from the same in another, over some steps. */
function farthest(a: SceneInstance, b: SceneInstance, steps: number): { far: number; moved: number } {
  const x = new Float64Array(hairs.positions.length);
  const y = new Float64Array(hairs.positions.length);
  let [far, moved] = [0, 0];
  for (let step = 0; step < steps; step++) {
    for (const { simulation } of [a, b]) simulation.advance(1);
    a.simulation.positionsAt(a.simulation.time, x);
    b.simulation.positionsAt(b.simulation.time, y);
    for (let i = 0; i < x.length; i++) {
      far = Math.max(far, Math.abs(x[i]! - y[i]!));
      moved = Math.max(moved, Math.abs(x[i]! - hairs.positions[i]!));
    }
  }
  return { far, moved };
}

/** Grows by a fraction and shrinks again, once a second. */
const growing = (fraction: number): MovingFile => ({
  mesh: ball,
  morph: {
    target: ball.positions.map((c) => fraction * c),
    times: Array.from({ length: 41 }, (_, k) => k / 40),
    weights: Array.from({ length: 41 }, (_, k) => 0.5 - 0.5 * Math.cos((2 * Math.PI * k) / 40)),
  },
});

const breathing = growing(0.2);

/** The upper half turns about z against the lower. */
const bending: MovingFile = {
  mesh: ball,
  bend: {
    weight: (y) => Math.min(1, Math.max(0, 0.5 + y / 0.1)),
    times: [0, 0.5, 1],
    values: [0, 0, 0, 1, 0, 0, Math.sin(0.3), Math.cos(0.3), 0, 0, 0, 1],
  },
};

describe('a body that moves by itself', () => {
  it('and turns rigidly moves hair as a rigid motion does', async () => {
    const { scene, file } = turning([
      [0, 0, 0],
      [0.3, 0.9, -0.2],
      [-0.2, -0.5, 0.4],
    ]);
    const collider = false;
    const own = await instanceOf({ body: { collider } }, { mesh: ball, turn: file });
    const rigid = await instanceOf({ body: { collider, shape: { kind: 'mesh', file: 'ball.obj' }, motion: scene } });
    const { far, moved } = farthest(own, rigid, 120);
    expect(moved).toBeGreaterThan(0.1);
    expect(far).toBeLessThan(1e-4);
  });

  it('and turns rigidly is felt as one that is carried around, down to its friction', async () => {
    // Contacts part neighbouring motions by a factor of ten in a dozen steps, so that more steps would ask for more digits.
    const { scene, file } = turning([
      [0, 0, 0],
      [0.1, 0.3, -0.1],
      [-0.1, -0.1, 0.1],
    ]);
    const still = { times: [0, 1], values: [0, 0, 0, 1, 0, 0, 0, 1] };
    const own = await instanceOf({}, { mesh: ball, turn: file });
    const carried = await instanceOf({ body: { motion: scene } }, { mesh: ball, turn: still });
    const { far, moved } = farthest(own, carried, 12);
    expect(own.simulation.report.contacts).toBeGreaterThan(10);
    expect(moved).toBeGreaterThan(1e-3);
    expect(far).toBeLessThan(1e-4);
  });

  it.each([
    ['morphs', breathing],
    ['bends by joints', bending],
  ] as const)('and %s keeps the roots of guides and of shown strands on its skin', async (_, file) => {
    const instance = await instanceOf({ body: { motion: { kind: 'head', name: 'nod' } }, groom: { guides: 12 } }, file);
    const { simulation } = instance;
    const [groom, body] = [instance.grooms[0]!, instance.bodies[0]!];
    const { hair } = groom;
    const guides = new Float32Array(groom.guides.positions.length);
    const shown = new Float32Array(hair.strands.positions.length);
    for (const time of [0.2, 0.45, 0.7, 1.2]) {
      simulation.advanceTo(time);
      const now = simulation.time;
      simulation.positionsAt(now, guides);
      hair.update(guides, now, shown);
      const exact = new MeshDistance(body.meshAt(now)!);
      const { position, orientation } = body.state(now);
      const far = (points: Float32Array, first: Uint32Array): number =>
        Array.from(first.subarray(0, -1)).reduce((most, p) => {
          const root = rotate(conjugate(orientation), subtract(at(points, p), position));
          return Math.max(most, Math.abs(exact.distance(...root)));
        }, 0);
      expect(far(guides, groom.guides.first)).toBeLessThan(1e-6);
      expect(far(shown, hair.strands.first)).toBeLessThan(1e-6);
      expect(strandCount(hair.strands)).toBe(24);
    }
  });

  it('and breathes is not entered by hair', async () => {
    const shape = { kind: 'mesh' as const, file: 'ball.glb', loop: true };
    const { simulation, bodies } = await instanceOf({ body: { shape }, gravity: [0, -30, 0] }, breathing);
    const points = new Float64Array(hairs.positions.length);
    let [deepest, touched] = [0, 0];
    for (let step = 0; step < 150; step++) {
      simulation.advance(1);
      touched = Math.max(touched, simulation.report.contacts);
      if (step % 3 > 0) continue;
      simulation.positionsAt(simulation.time, points);
      const exact = new MeshDistance(bodies[0]!.meshAt(simulation.time)!, { sign: 'pseudo-normal' });
      for (let p = 0; p < points.length; p += 3)
        deepest = Math.min(deepest, exact.distance(points[p]!, points[p + 1]!, points[p + 2]!));
    }
    expect(touched).toBeGreaterThan(5);
    expect(deepest).toBeGreaterThan(-5e-4);
  });

  it('is posted to workers as plain data, and two of them give the same bytes', async () => {
    const whole = await instanceOf({ body: { motion: { kind: 'head', name: 'shake' } } }, bending);
    whole.simulation.advance(20);
    const expected = new Float64Array(hairs.positions.length);
    whole.simulation.positionsAt(whole.simulation.time, expected);
    const { scene, parts } = whole;
    for (const found of await run(2, { scene, parts, steps: 20 })) expect(found).toEqual(expected);
  });

  it('holds its last pose or begins again, and comes back from a snapshot', async () => {
    const shapeAt = ({ bodies }: SceneInstance, time: number) => bodies[0]!.meshAt(time)!.positions;
    const held = await instanceOf({}, bending);
    expect(shapeAt(held, 7)).toEqual(shapeAt(held, 1));
    const shape = { kind: 'mesh' as const, file: 'ball.glb', loop: true };
    const looped = await instanceOf({ body: { shape } }, bending);
    expect(shapeAt(looped, 3.25)).toEqual(shapeAt(looped, 0.25));
    expect(looped.notes.join(' ')).toMatch(/ball\.glb moves by itself for 1 s, then begins again/);
    const { simulation } = looped;
    simulation.advance(10);
    const snapshot = simulation.snapshot();
    simulation.advance(10);
    const later = simulation.snapshot();
    simulation.restore(snapshot);
    simulation.advance(10);
    expect(simulation.snapshot()).toEqual(later);
  });

  it('that pops carries its hair along instead of tearing it', async () => {
    const times = [0, 0.1, 0.10001, 1];
    const values = [0, 0, 0, 1, 0, 0, 0, 1, 0, Math.SQRT1_2, 0, Math.SQRT1_2, 0, Math.SQRT1_2, 0, Math.SQRT1_2];
    const { simulation } = await instanceOf({ body: { collider: false } }, { mesh: ball, turn: { times, values } });
    simulation.advance(30);
    expect(simulation.events.filter(({ kind }) => kind === 'teleport')).toHaveLength(1);
    expect(simulation.report.strain).toBeLessThan(1e-3);
  });

  it('names the animations that there are where another is asked for', async () => {
    const asked = (file: string) => instanceOf({ body: { shape: { kind: 'mesh', file, animation: 'run' } } }, bending);
    await expect(asked('ball.glb')).rejects.toThrow('ball.glb has no animation "run"; it has move');
    await expect(asked('ball.obj')).rejects.toThrow(/ball\.obj has no animation "run"/);
    const scene = oneGroomScene({ body: { shape: { kind: 'mesh', file: 'a.glb' } } });
    expect(() => prepareScene(scene)).toThrow(/loadScene/);
  });

  it('may be a collider as well, and pushes hair away', async () => {
    const none: BodyInput = { shape: { kind: 'none' } };
    const others: BodyInput[] = [{ name: 'balloon', shape: { kind: 'mesh', file: 'ball.glb' }, position: [0.3, 0, 0] }];
    const groom = { source: { kind: 'file' as const, file: 'standing.hair', unit: 1 } };
    const instance = await instanceOf({ body: none, groom, others, gravity: [0, 0, 0] }, growing(0.6));
    const alone = await instanceOf({ body: none, groom, gravity: [0, 0, 0] });
    const { simulation } = instance;
    const balloon = instance.bodies[1]!;
    const deepest = ({ simulation: one }: SceneInstance): number => {
      const points = new Float64Array(hairs.positions.length);
      one.advance(54);
      one.positionsAt(one.time, points);
      const exact = balloon.exactDistance(one.time);
      let deep = 0;
      for (let p = 0; p < points.length; p += 3)
        deep = Math.min(deep, exact.distance(points[p]! - 0.3, points[p + 1]!, points[p + 2]!));
      return deep;
    };
    expect(deepest(alone)).toBeLessThan(-0.005);
    expect(deepest(instance)).toBeGreaterThan(-5e-4);
    expect(balloon.meshAt(simulation.time)!.positions[0]).not.toBe(ball.positions[0]);
  });
});
