import { exampleScene } from '../../../src/scene/examples.ts';
import type { Scene } from '../../../src/scene/schema.ts';

/** What the studio opens with. */
export const START_STYLE = 'long-wavy';

/** Whether an example is a style by itself; the others show one in motion. */
export function isStyle(name: string): boolean {
  try {
    const { source } = exampleScene(name).grooms[0]!;
    return source.kind === 'style' && source.style === name;
  } catch {
    return false;
  }
}

/** An example as the studio opens it: whoever styles hair wants a head that keeps still until it is asked to move. */
export function studioScene(name: string): Scene {
  const scene = exampleScene(name);
  if (!isStyle(name)) return scene;
  const still = { kind: 'head', name: 'still', cycles: 3, start: 0.25, ramp: 0.3 } as const;
  return { ...scene, bodies: scene.bodies.map((body) => ({ ...body, motion: still })) };
}
