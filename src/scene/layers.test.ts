import { describe, expect, it } from 'vitest';
import { hashArrays } from '../strands/hash.ts';
import { prepareScene, type SceneInstance } from './instance.ts';
import { parseScene } from './read-scene.ts';
import type { GroomInput } from './scene.fixture.ts';

const coat = (name: string, length: number, layer: number): GroomInput => ({
  name,
  source: { kind: 'coat', change: { length: { base: length } } },
  guides: 24,
  strands: 0,
  layer,
});

/** Two coats through each other on a ball that shakes. */
function ball(grooms: GroomInput[]): SceneInstance {
  return prepareScene(
    parseScene(
      {
        format: 'pelage-scene',
        version: 2,
        name: 'ball',
        bodies: [
          {
            name: 'ball',
            shape: { kind: 'sphere', radius: 0.03 },
            motion: { kind: 'head', name: 'shake', amplitude: 1, period: 0.3, cycles: 9, start: 0 },
          },
        ],
        grooms,
        sleep: false,
        contact: { hair: [{ kind: 'contact' }, { kind: 'volume' }] },
      },
      'ball',
    ),
  );
}

function hairOf({ simulation }: SceneInstance, groom: number): number[] {
  const all = new Float64Array(3 * simulation.first.at(-1)!);
  simulation.positionsAt(simulation.time, all);
  const { from, to } = simulation.grooms[groom]!;
  return Array.from(all.subarray(3 * simulation.first[from]!, 3 * simulation.first[to]!));
}

const STEPS = 30;
const UNDER = coat('under', 0.03, 0);
const over = (layer: number): GroomInput => coat('over', 0.06, layer);

describe('grooms in layers', () => {
  const [alone, equal, layered] = [[UNDER], [UNDER, over(0)], [UNDER, over(1)]].map((grooms) => {
    const instance = ball(grooms);
    instance.simulation.advance(STEPS);
    return instance;
  }) as [SceneInstance, SceneInstance, SceneInstance];

  it('below move as they would alone, to the bit', () => {
    expect(hairOf(layered, 0)).toEqual(hairOf(alone, 0));
    expect(hairOf(equal, 0)).not.toEqual(hairOf(alone, 0));
  });

  it('above lie on what is below', () => {
    const overAlone = ball([over(1)]);
    overAlone.simulation.advance(STEPS);
    expect(hairOf(layered, 1)).not.toEqual(hairOf(overAlone, 0));
  });

  it('go on from a snapshot to the same bytes', () => {
    const { simulation } = ball([UNDER, over(1)]);
    simulation.advance(STEPS / 2);
    const half = simulation.snapshot();
    simulation.advance(STEPS / 2);
    const end = hashArrays([simulation.snapshot()]);
    simulation.restore(half);
    simulation.advance(STEPS / 2);
    expect(hashArrays([simulation.snapshot()])).toBe(end);
    expect(end).toBe(hashArrays([layered.simulation.snapshot()]));
  });
});
