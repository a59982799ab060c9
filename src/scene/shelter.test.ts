import { describe, expect, it } from 'vitest';
import { prepareScene, type SceneInstance } from './instance.ts';
import { oneGroomScene } from './scene.fixture.ts';

interface Coat {
  readonly shelter?: number;
  readonly strands?: number;
  readonly guides?: number;
}

/** A coat on a ball that wind blows through. */
function coat({ shelter = 0, strands = 20000, guides = 60 }: Coat, options: object = {}): SceneInstance {
  const scene = oneGroomScene({
    body: { shape: { kind: 'sphere', radius: 0.03 } },
    groom: {
      source: { kind: 'coat', change: { length: { base: 0.05 } } },
      ...{ guides, strands, model: { name: 'mass-spring' } },
    },
    air: { drag: 2e-6, shelter, wind: { direction: [1, 0, 0], speed: 2, gusts: 0 } },
    sleep: false,
  });
  return prepareScene(scene, options);
}

/** How far the hair has been blown along the wind, mean over all points, metres. */
function blown({ simulation }: SceneInstance): number {
  const at = (): Float64Array => {
    const out = new Float64Array(3 * simulation.first.at(-1)!);
    simulation.positionsAt(simulation.time, out);
    return out;
  };
  const before = at();
  simulation.advance(4);
  return at().reduce((sum, x, i) => (i % 3 === 0 ? sum + x - before[i]! : sum), 0) / (before.length / 3);
}

describe('hair in wind', () => {
  const free = blown(coat({}));
  const sheltered = blown(coat({ shelter: 0.5 }));

  it('is spared by the hair around it, as much as the scene says', () => {
    expect(free).toBeGreaterThan(0);
    expect(sheltered).toBeLessThan(0.6 * free);
    expect(blown(coat({ shelter: 1e4 })) / free).toBeCloseTo(1, 2);
  });

  it('is spared less where there is less hair, however much is drawn and however few guides stand for it', () => {
    const thin = blown(coat({ shelter: 0.5, strands: 2000 }));
    expect(thin).toBeGreaterThan(1.3 * sheltered);
    expect(blown(coat({ shelter: 0.5 }, { strands: 0 }))).toBe(sheltered);
    expect(blown(coat({ shelter: 0.5, guides: 180 })) / sheltered).toBeGreaterThan(0.85);
    expect(blown(coat({ shelter: 0.5, guides: 180 })) / sheltered).toBeLessThan(1.15);
  });
});
