import { describe, expect, it } from 'vitest';
import { at, distance } from '../numeric/vector.ts';
import { animationTime } from './film-time.ts';
import { prepareScene } from './instance.ts';
import { changeScene } from './read-scene.ts';
import { oneGroomScene } from './scene.fixture.ts';

const BALL = oneGroomScene({
  name: 'ball',
  body: {
    shape: { kind: 'sphere', radius: 0.1 },
    motion: { kind: 'head', name: 'sway', amplitude: 0.1, period: 0.5, cycles: 4, start: 0 },
  },
  groom: { source: { kind: 'coat', change: { length: { base: 0.12 } } }, guides: 12, strands: 0 },
  contact: { hair: [] },
  sleep: false,
});
const FRAME = 1 / 24;

/** Guides seen from their body, frame after frame of the animation. */
function film(changes: Record<string, unknown>, frames = 13): Float64Array[] {
  const { simulation, bodies } = prepareScene(changeScene(BALL, { remove: [], add: {}, changes }, 'test'));
  const points = new Float64Array(3 * simulation.first.at(-1)!);
  return Array.from({ length: frames }, (_, k) => {
    simulation.advanceTo(k * FRAME);
    simulation.positionsAt(k * FRAME, points);
    const { position } = bodies[0]!.state(k * FRAME);
    return points.map((x, i) => x - position[i % 3]!);
  });
}

const off = (a: Float64Array, b: Float64Array): number => {
  let most = 0;
  for (let i = 0; i < a.length / 3; i++) most = Math.max(most, distance(at(a, i), at(b, i)));
  return most;
};
const lag = (frames: readonly Float64Array[]): number => Math.max(...frames.map((frame) => off(frame, frames[0]!)));

describe('the pace of hair', () => {
  const plain = film({});

  it('of 1 is the plain run to the bit, keyed or not', () => {
    expect(film({ 'pace.over': [[0, 1]] }, 4)).toEqual(plain.slice(0, 4));
  });

  it('above 1, on slowed animation, lags less and jumps nowhere; below 1 more', () => {
    const quick = film({ 'pace.scale': 4 });
    expect(lag(quick)).toBeLessThan(0.7 * lag(plain));
    expect(lag(film({ 'pace.scale': 0.6 }))).not.toBe(lag(plain));
    // Keys make no seam: frames differ no more than those of the quickest part.
    const keyed = film({
      'pace.over': [
        [0.1, 1],
        [0.3, 4],
      ],
    });
    const jump = (frames: readonly Float64Array[]): number =>
      Math.max(...frames.slice(1).map((frame, k) => off(frame, frames[k]!)));
    expect(jump(keyed)).toBeLessThan(1.2 * Math.max(jump(plain), jump(quick)));
  });

  it('counts from the start whatever the rate of display', () => {
    const { simulation } = prepareScene(
      changeScene(BALL, { remove: [], add: {}, changes: { 'pace.scale': 2 } }, 'test'),
    );
    simulation.advanceTo(0.1);
    expect(simulation.step).toBe(24);
    expect(simulation.time).toBeCloseTo(0.1, 12);
  });
});

describe('a retimed shot', () => {
  const retime = [
    [0, 0],
    [1, 0.5],
    [2, 0.5],
    [3, 2],
  ] as [number, number][];

  it('shows the animation at its knots, never goes back, and has no seam', () => {
    for (const [time, shown] of retime) expect(animationTime({ retime }, time)).toBeCloseTo(shown, 12);
    let speed = animationTime({ retime }, 0.01) / 0.01;
    for (let time = 0; time < 8; time += 0.01) {
      const now = (animationTime({ retime }, time + 0.01) - animationTime({ retime }, time)) / 0.01;
      expect(now).toBeGreaterThan(-1e-12);
      expect(Math.abs(now - speed)).toBeLessThan(0.1);
      speed = now;
    }
  });

  it('is refused where it would go back', () => {
    expect(() =>
      changeScene(
        BALL,
        {
          remove: [],
          add: {},
          changes: {
            retime: [
              [0, 1],
              [1, 0.5],
            ],
          },
        },
        'test',
      ),
    ).toThrow(/retime.*must not go back/);
  });
});

it('gravity over time is none where its factor is 0', () => {
  const still = { 'bodies.head.motion': { kind: 'head', name: 'still' }, 'hair.rest': 'as-groomed' };
  const none = film({ ...still, gravityOver: [[0, 0]] }, 4);
  expect(lag(none)).toBeLessThan(1e-6);
  expect(
    lag(
      film(
        {
          ...still,
          gravityOver: [
            [0, 0],
            [0.1, 1],
          ],
        },
        4,
      ),
    ),
  ).toBeGreaterThan(1e-4);
});
