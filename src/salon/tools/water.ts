import { quantity } from '../../numeric/parameters.ts';
import { addFraction } from '../changes.ts';
import type { Tool } from '../tool.ts';
import { coneOf, conesAlong, spoutParameters } from '../volumes/spout.ts';

const parameters = {
  ...spoutParameters({ reach: 0.16, angle: 0.5 }),
  flow: quantity({
    unit: '1/s',
    about:
      'How fast hair at the nozzle gets wet: 20 soaks it in a twentieth of a second, farther away it takes longer.',
    min: 0,
    max: 100,
    default: 30,
  }),
  washing: quantity({
    unit: '1/s',
    about: 'How fast the jet washes out spray.',
    min: 0,
    max: 100,
    default: 4,
  }),
};

/** Water makes hair heavy and thin, takes away the stiffness of spray and lets set curls go back to what they were. */
export const water: Tool<typeof parameters> = {
  name: 'water',
  about: 'Wets the hair: it gets heavier and thinner, curls hang longer, spray and set curls wash out.',
  parameters,
  memoryWidth: 2,
  volume: (own, pose) => ({ kind: 'cone', cone: coneOf(own, pose) }),
  work({ view, from, to, deposit, products, changes }, { flow, washing, ...spout }) {
    const { hair } = view;
    deposit.clear(hair);
    if (!(to.press > 0)) return;
    deposit.addCones(hair, conesAlong(spout, from, to));
    for (const k of deposit.strands) {
      const own = products.open(hair, k);
      const first = hair.first[k]!;
      const isSet = own.heat.some((heat) => heat > 0);
      for (let i = 0; i < own.s.length; i++) {
        const dose = hair.dt * to.press * deposit.amount[first + i]!;
        if (dose === 0) continue;
        own.wet[i] = Math.min(1, own.wet[i]! + flow * dose);
        own.spray[i] = own.spray[i]! * Math.max(0, 1 - washing * dose);
        if (!isSet) continue;
        const fraction = Math.min(1, flow * dose);
        addFraction(changes.shapeReset, own.id, own.s.length, i, fraction);
        own.heat[i] = fraction === 1 ? 0 : own.heat[i]! * (1 - fraction);
      }
      changes.dirty.add(own.id);
      changes.touched.add(own.id);
    }
  },
};
