import { exampleScene } from '../src/scene/examples.ts';
import { prepareScene } from '../src/scene/instance.ts';
import { hashArrays } from '../src/strands/hash.ts';

/** The hash of everything that half a second of head shaking leaves: run in Node and in a browser alike. */
export function hashOfRun(model: string): string {
  const { simulation } = prepareScene(exampleScene('head-shake'), { guides: 6, model });
  simulation.advance(60);
  return hashArrays([simulation.snapshot()]);
}

Object.assign(globalThis, { hashOfRun });
