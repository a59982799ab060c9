import { quantity } from '../../numeric/parameters.ts';
import type { Tool } from '../tool.ts';
import { coneOf, conesAlong, spoutParameters } from '../volumes/spout.ts';

const parameters = {
  ...spoutParameters({ reach: 0.12, angle: 0.4 }),
  flow: quantity({
    unit: '1/s',
    about: 'How fast hair takes mousse: 2 gives it all that it takes in half a second.',
    min: 0,
    max: 100,
    default: 2,
  }),
};

/** Mousse keeps hairs of a clump apart: it gets thicker, and nothing else. */
export const mousse: Tool<typeof parameters> = {
  name: 'mousse',
  about: 'Gives volume: locks get thicker.',
  parameters,
  memoryWidth: 2,
  volume: (own, pose) => ({ kind: 'cone', cone: coneOf(own, pose) }),
  work({ view, from, to, deposit, products, changes }, { flow, ...spout }) {
    const { hair } = view;
    deposit.clear(hair);
    if (!(to.press > 0)) return;
    deposit.addCones(hair, conesAlong(spout, from, to));
    for (const k of deposit.strands) {
      const own = products.open(hair, k);
      for (let i = 0; i < own.s.length; i++) {
        const dose = hair.dt * to.press * deposit.amount[hair.first[k]! + i]!;
        own.mousse[i] = Math.min(1, own.mousse[i]! + flow * dose);
      }
      changes.dirty.add(own.id);
      changes.touched.add(own.id);
    }
  },
};
