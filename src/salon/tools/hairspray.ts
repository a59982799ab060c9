import { quantity } from '../../numeric/parameters.ts';
import { bondTouching } from '../bonding.ts';
import type { Tool } from '../tool.ts';
import { coneOf, conesAlong, spoutParameters } from '../volumes/spout.ts';

const parameters = {
  ...spoutParameters({ reach: 0.16, angle: 0.5 }),
  flow: quantity({
    unit: '1/s',
    about: 'How fast hair at the nozzle takes spray: 10 gives it all that it takes in a tenth of a second.',
    min: 0,
    max: 100,
    default: 12,
  }),
  gap: quantity({
    unit: 'm',
    about: 'Locks that are nearer than this to touching are glued together.',
    min: 0,
    max: 0.02,
    default: 0.001,
  }),
  glue: quantity({ unit: 'N/m', about: 'Stiffness of a drop of glue.', min: 0, max: 100, default: 0.05 }),
  tack: quantity({
    unit: 'N·s/m',
    about: 'How much a drop of glue resists motion.',
    min: 0,
    max: 1,
    default: 1e-5,
  }),
  tear: quantity({
    unit: 'm',
    about: 'A drop of glue tears when it is pulled this much longer than it was.',
    min: 0,
    max: 0.2,
    default: 0.006,
  }),
};

/** Spray stiffens hair in the shape that it has and glues clumps that touch. */
export const hairspray: Tool<typeof parameters> = {
  name: 'hairspray',
  about: 'Fixes the hair as it is: it gets stiffer, and locks that touch stick together.',
  parameters,
  memoryWidth: 2,
  volume: (own, pose) => ({ kind: 'cone', cone: coneOf(own, pose) }),
  work(work, own) {
    const { view, to, deposit, products, changes } = work;
    const { hair } = view;
    deposit.clear(hair);
    if (!(to.press > 0)) return;
    deposit.addCones(hair, conesAlong(own, work.from, to));
    for (const k of deposit.strands) {
      const strand = products.open(hair, k);
      for (let i = 0; i < strand.s.length; i++) {
        const dose = hair.dt * to.press * deposit.amount[hair.first[k]! + i]!;
        strand.spray[i] = Math.min(1, strand.spray[i]! + own.flow * dose);
      }
      changes.dirty.add(strand.id);
      changes.touched.add(strand.id);
    }
    for (const id of bondTouching(work, own)) changes.touched.add(id);
  },
};
