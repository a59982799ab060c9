import { quantity } from '../../numeric/parameters.ts';
import { distance, mix } from '../../numeric/vector.ts';
import { rootOf } from '../selection.ts';
import type { Tool } from '../tool.ts';
import { nearestOnSegment } from '../volumes/capsule.ts';

const parameters = {
  guard: quantity({
    unit: 'm',
    about: 'Length that the guard leaves.',
    min: 0.003,
    max: 0.1,
    default: 0.012,
  }),
  width: quantity({ unit: 'm', about: 'Width of the cutting head.', min: 0.01, max: 0.2, default: 0.045 }),
};

/** Clippers run over the skin and leave all hair that grows under them as long as their guard. */
export const clippers: Tool<typeof parameters> = {
  name: 'clippers',
  about: 'Shears hair to the length of its guard where it runs over the skin.',
  parameters,
  memoryWidth: 2,
  volume: ({ width }, pose) => ({
    kind: 'capsules',
    capsules: [{ a: pose.origin, b: pose.origin, radius: 0.5 * width }],
  }),
  work({ view, from, to, isFirst, changes }, { guard, width }) {
    if (!(to.press > 0)) return;
    const [a, b] = [isFirst ? to.origin : from.origin, to.origin];
    for (const k of view.byId()) {
      if (!view.isRooted(k) || view.length(k) <= guard) continue;
      const root = rootOf(view, k);
      if (distance(root, mix(a, b, nearestOnSegment(a, b, root))) > 0.5 * width) continue;
      changes.cuts.push({ id: view.hair.ids[k]!, s: guard });
    }
  },
};
