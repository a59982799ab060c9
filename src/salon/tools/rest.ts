import { flag, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { isotropic } from '../loads.ts';
import type { Tool, Work } from '../tool.ts';
import { coneOf, conesAlong, spoutParameters } from '../volumes/spout.ts';

const parameters = {
  ...spoutParameters({ reach: 0.3, angle: 0.5 }),
  everything: flag({ about: 'All of the hair, not only what the tool points at.', default: true }),
  brake: quantity({
    unit: 'N·s/m²',
    about: 'How strongly hair is calmed while it settles, for each metre of it.',
    min: 0,
    max: 10,
    default: 2e-4,
  }),
  calm: quantity({
    unit: 'm/s',
    about: 'Hair slower than this has settled.',
    min: 0.0001,
    max: 1,
    default: 0.005,
  }),
};

type RestParameters = ValuesOf<typeof parameters>;

/** Calms hair and makes the shape that it comes to rest in the groomed one. Memory: id, unused, 1 where it is done. */
export const rest: Tool<typeof parameters> = {
  name: 'rest',
  about: 'Lets the hair settle and makes this the groomed shape.',
  parameters,
  memoryWidth: 3,
  volume: (own, pose) => ({ kind: 'cone', cone: coneOf(own, pose) }),
  work(work, own) {
    const { view, to, rows, changes } = work;
    if (!(to.press > 0)) return;
    remember(work, own);
    for (let row = 0; row < rows.count; row++) {
      const id = rows.at(row, 0);
      const k = view.place.get(id);
      if (k === undefined || rows.at(row, 2) === 1) continue;
      changes.touched.add(id);
      if (fastest(work, k) < own.calm) {
        rows.set(row, 2, 1);
        changes.rest.add(id);
      } else brake(work, own, k);
    }
  },
  finish({ view, rows, changes }) {
    for (let row = 0; row < rows.count; row++)
      if (rows.at(row, 2) === 0 && view.place.has(rows.at(row, 0))) changes.rest.add(rows.at(row, 0));
  },
};

function remember({ view, from, to, rows, deposit }: Work, own: RestParameters): void {
  const { hair } = view;
  const known = new Set<number>();
  for (let row = 0; row < rows.count; row++) known.add(rows.at(row, 0));
  let strands = view.byId();
  if (!own.everything) {
    deposit.clear(hair);
    deposit.addCones(hair, conesAlong(own, from, to));
    strands = [...deposit.strands].sort((a, b) => hair.ids[a]! - hair.ids[b]!);
  }
  for (const k of strands) if (view.isRooted(k) && !known.has(hair.ids[k]!)) rows.push(hair.ids[k]!, 0, 0);
}

function fastest({ view }: Work, k: number): number {
  const { first, velocity } = view.hair;
  let most = 0;
  for (let i = first[k]!; i < first[k + 1]!; i++) {
    const v = 3 * i;
    most = Math.max(
      most,
      velocity[v]! * velocity[v]! + velocity[v + 1]! * velocity[v + 1]! + velocity[v + 2]! * velocity[v + 2]!,
    );
  }
  return Math.sqrt(most);
}

function brake({ view, loads }: Work, own: RestParameters, k: number): void {
  const { hair } = view;
  for (let i = hair.first[k]! + 1; i < hair.first[k + 1]!; i++)
    loads.drag(hair.ids[k]!, hair.s[i]!, isotropic(own.brake * (hair.s[i]! - hair.s[i - 1]!)), [0, 0, 0]);
}
