import type { Tool } from '../tool.ts';
import { bladeCuts, bladeParameters, bladesOf } from '../volumes/swept-blades.ts';

/** The blades cut what the triangle between them meets, and what it passes over between two steps. */
export const scissors: Tool<typeof bladeParameters> = {
  name: 'scissors',
  about: 'Cuts the hair between the blades; what is cut off falls.',
  parameters: bladeParameters,
  memoryWidth: 2,
  volume: (own, pose) => ({ kind: 'triangle', corners: bladesOf(own, pose) }),
  work(work, own) {
    if (work.to.press > 0) work.changes.cuts.push(...bladeCuts(work, own));
  },
};
