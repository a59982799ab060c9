import { exampleScene } from '../src/scene/examples.ts';
import { prepareStage } from '../src/scene/stage.ts';
import { hashArrays } from '../src/strands/hash.ts';

/** The hash of everything that half a second of head shaking leaves: run in Node and in a browser alike. */
export function hashOfRun(model: string): string {
  const stage = prepareStage(exampleScene('head-shake'), { guides: 6, model });
  stage.simulation.advance(60);
  return hashArrays([stage.simulation.snapshot()]);
}

Object.assign(globalThis, { hashOfRun });
