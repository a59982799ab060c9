import { quantity } from '../../numeric/parameters.ts';
import type { Tool } from '../tool.ts';
import { bladeCuts, bladeParameters, bladesOf } from '../volumes/swept-blades.ts';

const parameters = {
  ...bladeParameters,
  share: quantity({
    unit: '',
    about: 'Of the hairs between the blades, how many each closing of them takes.',
    min: 0.02,
    max: 0.9,
    default: 0.3,
  }),
};

/** Most hairs of a lock that can be thinned out of it: the lock goes on to its tip. */
const MOST = 0.95;

/** One blade has gaps: of each lock some hairs are cut and the others stay. Memory: the locks that this stroke has thinned. */
export const thinningShears: Tool<typeof parameters> = {
  name: 'thinning-shears',
  about: 'Thins the hair between the blades out: some hairs of each lock are cut, the others stay.',
  parameters,
  memoryWidth: 2,
  volume: (own, pose) => ({ kind: 'triangle', corners: bladesOf(own, pose) }),
  work(work, own) {
    const { view, to, rows, products, changes } = work;
    if (!(to.press > 0)) return;
    const thinned = new Set<number>();
    for (let row = 0; row < rows.count; row++) thinned.add(rows.at(row, 0));
    for (const { id, s } of bladeCuts(work, own)) {
      if (thinned.has(id)) continue;
      thinned.add(id);
      rows.push(id, s);
      const strand = products.open(view.hair, view.place.get(id)!);
      for (let i = 0; i < strand.s.length; i++)
        if (strand.s[i]! >= s) strand.thin[i] = Math.min(MOST, 1 - (1 - strand.thin[i]!) * (1 - own.share));
      changes.dirty.add(id);
      changes.touched.add(id);
    }
  },
};
