import { quantity } from '../../numeric/parameters.ts';
import { add, at, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { fromTool, toolFrame, toTool } from '../frame.ts';
import { isotropic } from '../loads.ts';
import { movedTowards, withinReach } from '../reach.ts';
import type { Tool, Work } from '../tool.ts';
import { type Cone, coneOffset } from '../volumes/cone.ts';
import { coneOf, spoutParameters } from '../volumes/spout.ts';

const parameters = {
  ...spoutParameters({ reach: 0.06, angle: 0.6 }),
  grip: quantity({ unit: 'N/m', about: 'How firmly the hand holds each strand.', min: 0.001, max: 100, default: 0.1 }),
  speed: quantity({
    unit: 'm/s',
    about: 'How fast held hair follows the hand at most.',
    min: 0.01,
    max: 50,
    default: 2,
  }),
};

/** Columns of the memory: id, s, place in the hand (3), where it is held now (3). */
const OFFSET = 2;
const HELD = 5;

/** A hand. It holds one point of each strand that it finds when it closes, and moves it as far as the hair reaches. */
export const grab: Tool<typeof parameters> = {
  name: 'grab',
  about: 'Takes hold of the hair and moves it, as far as its length allows.',
  parameters,
  memoryWidth: 8,
  volume: (own, pose) => ({ kind: 'cone', cone: coneOf(own, pose) }),
  work(work, own) {
    const { view, to, rows, loads, changes } = work;
    if (to.press > 0 && rows.count === 0) take(work, coneOf(own, to));
    if (!(to.press > 0)) rows.data.length = 0;
    const frame = toolFrame(to);
    const { dt } = view.hair;
    const stiffness = isotropic(own.grip);
    const damping = isotropic(own.grip * dt);
    for (let row = 0; row < rows.count; row++) {
      const id = rows.at(row, 0);
      const k = view.place.get(id);
      if (k === undefined) continue;
      const s = rows.at(row, 1);
      const wanted = add(to.origin, fromTool(frame, rowVector(work, row, OFFSET)));
      const before = rowVector(work, row, HELD);
      const target = withinReach(view, k, s, movedTowards(before, withinReach(view, k, s, wanted), own.speed * dt));
      for (let c = 0; c < 3; c++) rows.set(row, HELD + c, target[c]!);
      loads.spring(id, s, target, stiffness, damping, scale(subtract(target, before), 1 / dt));
      changes.touched.add(id);
    }
  },
};

const rowVector = ({ rows }: Work, row: number, column: number): Vec3 => [
  rows.at(row, column),
  rows.at(row, column + 1),
  rows.at(row, column + 2),
];

/** Takes, of each strand with nodes in the cone, the one nearest to its centre line. Roots cannot be taken. */
function take({ view, to, rows }: Work, cone: Cone): void {
  const { hair } = view;
  const frame = toolFrame(to);
  for (const k of view.byId()) {
    let best = -1;
    let least = 2;
    for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++) {
      if (hair.inverseMass[i] === 0) continue;
      const offset = coneOffset(cone, hair.position[3 * i]!, hair.position[3 * i + 1]!, hair.position[3 * i + 2]!);
      if (offset >= least) continue;
      least = offset;
      best = i;
    }
    if (best < 0) continue;
    const x = at(hair.position, best);
    rows.push(hair.ids[k]!, hair.s[best]!, ...toTool(frame, subtract(x, to.origin)), ...x);
  }
}
