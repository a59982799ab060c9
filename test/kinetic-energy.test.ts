import { expect, it } from 'vitest';
import { parseScene, prepareScene } from '../src/scene/index.ts';

const FRAME = 1 / 60;

/** Mean square speed of the nodes of a head that is shaken hard, over half a second. */
function meanSquareSpeed(style: string, step: number): number {
  const { simulation } = prepareScene(
    parseScene(
      {
        format: 'pelage-scene',
        version: 2,
        name: 'shaken',
        step,
        sleep: false,
        bodies: [
          { name: 'head', motion: { kind: 'head', name: 'shake', amplitude: 0.8, period: 0.6, cycles: 9, start: 0 } },
        ],
        grooms: [{ source: { kind: 'style', style, change: { points: 32 } }, guides: 40, model: { name: 'rod' } }],
      } as never,
      'shaken',
    ),
    { strands: 0 },
  );
  const velocity = new Float64Array(3 * simulation.first.at(-1)!);
  let [sum, count] = [0, 0];
  for (let frame = 1; frame <= 40; frame++) {
    simulation.advanceTo(frame * FRAME);
    if (frame <= 10) continue;
    simulation.velocities(velocity);
    for (const v of velocity) sum += v * v;
    count += velocity.length / 3;
  }
  return sum / count;
}

it.each(['long-straight', 'curly'])(
  '%s hair that is shaken has the kinetic energy of steps a quarter as long, within 5 %',
  (style) => {
    expect(Math.abs(meanSquareSpeed(style, 1 / 120) / meanSquareSpeed(style, 1 / 480) - 1)).toBeLessThan(0.05);
  },
);
