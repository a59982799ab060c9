import { quantity } from '../../numeric/parameters.ts';
import { hash } from '../../numeric/random.ts';
import { addScaled, distance, type Vec3 } from '../../numeric/vector.ts';
import type { Tool } from '../tool.ts';
import { coneOf, spoutParameters } from '../volumes/spout.ts';

const parameters = {
  ...spoutParameters({ reach: 0.04, angle: 0.4 }),
  spacing: quantity({
    unit: 'm',
    about: 'The hand moves this far from one new strand to the next.',
    min: 0.001,
    max: 0.2,
    default: 0.01,
  }),
  length: quantity({
    unit: 'm',
    about: 'Length of the new hair; 0 lets it grow as long as its neighbours.',
    min: 0,
    max: 2,
    default: 0,
  }),
};

/** Plants strands where the tool points at the skin. Memory: unused id and s, last place (3), count. */
export const grow: Tool<typeof parameters> = {
  name: 'grow',
  about: 'Grows new hair on the skin along the stroke.',
  parameters,
  memoryWidth: 6,
  volume: (own, pose) => ({ kind: 'cone', cone: coneOf(own, pose) }),
  work({ to, rows, seed, changes }, own) {
    if (!(to.press > 0)) return;
    const aim = addScaled(to.origin, to.direction, own.reach);
    if (rows.count > 0) {
      const last: Vec3 = [rows.at(0, 2), rows.at(0, 3), rows.at(0, 4)];
      if (distance(last, aim) < own.spacing) return;
    }
    const count = rows.count > 0 ? rows.at(0, 5) + 1 : 0;
    rows.data.length = 0;
    // No strand has this id: a new strand is not yet there.
    rows.push(4294967295, 0, ...aim, count);
    changes.sprouts.push({ origin: to.origin, direction: to.direction, length: own.length, seed: hash(seed, count) });
  },
};
