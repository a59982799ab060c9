import { expect, it } from 'vitest';
import { studioScene } from '../../studio/src/simulation/start-scenes.ts';
import { StepClock } from '../../studio/src/simulation/step-clock.ts';
import { LiveScene } from './live.ts';

it('updo', () => {
  const live = new LiveScene(studioScene('long-wavy'), { guides: 48, strands: 200 });
  const sim = live.instance.simulation;
  const clock = new StepClock(() => performance.now());
  sim.profiler = clock.profiler;
  live.advance(3);
  console.log(JSON.stringify(clock.times));
  live.take('updo', { kind: 'braid', catch: 0.2 }, 'x');
  live.move({ origin: [0, 0.02, -0.14], direction: [0, 0, 1], up: [0, 1, 0], press: 1, aperture: 1 });
  for (let k = 0; k < 9; k++) {
    live.advance(k < 3 ? 1 : 20);
    console.log(JSON.stringify(clock.times), live.effect);
  }
  expect(1).toBe(1);
});
