import { quantity } from '../../numeric/parameters.ts';
import type { Tool } from '../tool.ts';
import { coneOf, conesAlong, spoutParameters } from '../volumes/spout.ts';

const parameters = {
  ...spoutParameters({ reach: 0.15, angle: 0.35 }),
  rate: quantity({
    unit: '1/s',
    about: 'How fast hair grows longer: 0.2 adds a fifth of its length in a second. Below 0 it shrinks.',
    min: -2,
    max: 2,
    default: 0.2,
  }),
  longest: quantity({
    unit: '',
    about: 'Longest length, as a multiple of what was grown.',
    min: 1,
    max: 10,
    default: 3,
  }),
  shortestFraction: quantity({
    unit: '',
    about: 'Shortest length, as a fraction of what was grown.',
    min: 0.05,
    max: 1,
    default: 0.2,
  }),
};

/** Lets hair grow in place. */
export const lengthen: Tool<typeof parameters> = {
  name: 'lengthen',
  about: 'Lets the hair that it reaches grow longer.',
  parameters,
  memoryWidth: 2,
  volume: (own, pose) => ({ kind: 'cone', cone: coneOf(own, pose) }),
  work({ view, from, to, deposit, products, changes }, own) {
    const { hair } = view;
    deposit.clear(hair);
    if (!(to.press > 0)) return;
    deposit.addCones(hair, conesAlong(own, from, to));
    for (const k of deposit.strands) {
      let fraction = 0;
      for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++) fraction = Math.max(fraction, deposit.amount[i]!);
      const { id, length } = products.open(hair, k);
      const wanted = length * (1 + hair.dt * to.press * own.rate * fraction);
      changes.lengths.set(id, Math.min(own.longest, Math.max(own.shortestFraction, wanted)));
      changes.touched.add(id);
    }
  },
};
