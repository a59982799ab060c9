import { quantity } from '../../numeric/parameters.ts';
import { at } from '../../numeric/vector.ts';
import { Jet } from '../jet.ts';
import { arriving, HairDensity } from '../shelter.ts';
import type { Tool } from '../tool.ts';
import { coneOf, conesAlong, spoutParameters } from '../volumes/spout.ts';

const parameters = {
  ...spoutParameters({ reach: 0.4, angle: 0.35 }),
  speed: quantity({ unit: 'm/s', about: 'Speed of the air at the nozzle.', min: 0, max: 60, default: 12 }),
  drag: quantity({
    unit: 'kg/(m·s)',
    about: 'How strongly the air takes hair along, for each metre of it.',
    min: 0,
    max: 1,
    default: 3e-5,
  }),
  drying: quantity({
    unit: '1/s',
    about: 'How fast hair dries where all the air arrives: 0.5 dries it in two seconds.',
    min: 0,
    max: 100,
    default: 0.8,
  }),
};

/** A stream of warm air. Hair behind other hair gets less of it. */
export const dryer: Tool<typeof parameters> = {
  name: 'dryer',
  about: 'Blows the hair about and dries it; hair behind other hair is sheltered.',
  parameters,
  memoryWidth: 2,
  volume: (own, pose) => ({ kind: 'cone', cone: coneOf(own, pose) }),
  work(work, own) {
    const { view, to, deposit, products, changes } = work;
    const { hair } = view;
    deposit.clear(hair);
    if (!(to.press > 0)) return;
    const cones = conesAlong(own, work.from, to);
    const air = work.air ?? new HairDensity(hair);
    work.fields.push(new Jet({ cones, speed: own.speed * to.press, drag: own.drag, alongRatio: 0.2, air }));
    deposit.addCones(hair, cones);
    for (const k of deposit.strands) {
      const id = hair.ids[k]!;
      changes.touched.add(id);
      const strand = products.get(id);
      if (!strand) continue;
      for (let i = 0; i < strand.s.length; i++) {
        const node = hair.first[k]! + i;
        if (strand.wet[i] === 0 || deposit.amount[node] === 0) continue;
        const fraction = deposit.amount[node]! * arriving(air, to.origin, at(hair.position, node));
        strand.wet[i] = Math.max(0, strand.wet[i]! - hair.dt * to.press * own.drying * fraction);
      }
      changes.dirty.add(id);
    }
  },
};
