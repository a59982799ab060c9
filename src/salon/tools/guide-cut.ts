import { choice, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { addScaled, at, type Vec3 } from '../../numeric/vector.ts';
import { rootOf } from '../selection.ts';
import type { Tool, Work } from '../tool.ts';
import { nearestPlace } from '../volumes/capsule.ts';
import { coneOf, conesAlong, spoutParameters } from '../volumes/spout.ts';

const parameters = {
  elevation: choice({
    about:
      'Angle from how it falls at which hair is held to be cut: 0 for one line all around, 45 for graduation, 90 for layers as long as the guide everywhere.',
    options: ['0', '45', '90'],
    default: '90',
  }),
  length: quantity({
    unit: 'm',
    about: 'Length of the guide; 0: from its root to where the stroke begins.',
    min: 0,
    max: 1,
    default: 0,
  }),
  ...spoutParameters({ reach: 0.12, angle: 0.3 }),
  shortest: quantity({
    unit: 'm',
    about: 'No piece shorter than this is cut off, and none left.',
    min: 0.0005,
    max: 0.1,
    default: 0.004,
  }),
};

type GuideParameters = ValuesOf<typeof parameters>;

/** How far from level to the guide's own length: 1 − cos of the elevation. */
const LAYERED: Readonly<Record<GuideParameters['elevation'], number>> = { 0: 0, 45: 1 - Math.SQRT1_2, 90: 1 };

/**
 * Cuts hair to the length of a guide: the strand that the stroke begins on. Hair held at an angle e from its fall and cut across at the guide is
 * as long as L + cos e (h − L), where L is the guide's length and h that at which the strand would end level with the guide as it
 * hangs: one length at 0 degrees, uniform layers at 90. Memory: guide, its length, height of its end.
 */
export const guideCut: Tool<typeof parameters> = {
  name: 'guide-cut',
  about: 'Cuts to a guide: the lock that you begin on says how long; what you draw over is cut to it at the elevation.',
  parameters,
  memoryWidth: 3,
  volume: (own, pose) => ({ kind: 'cone', cone: coneOf(own, pose) }),
  work(work, own) {
    const { view, from, to, deposit, rows, changes } = work;
    const { hair } = view;
    deposit.clear(hair);
    if (!(to.press > 0)) return;
    if (rows.count === 0) takeGuide(work, own);
    if (rows.count === 0) return;
    deposit.addCones(hair, conesAlong(own, from, to));
    const layered = LAYERED[own.elevation];
    for (const k of [...deposit.strands].sort((a, b) => hair.ids[a]! - hair.ids[b]!)) {
      if (!view.isRooted(k)) continue;
      const level = levelLength(work, k, rows.at(0, 2));
      const s = layered * rows.at(0, 1) + (1 - layered) * level;
      if (s < own.shortest || view.length(k) - s < own.shortest) continue;
      changes.cuts.push({ id: hair.ids[k]!, s, ...(layered === 0 ? { across: LEVEL } : {}) });
    }
  },
};

const LEVEL: Vec3 = [0, 1, 0];

/** The strand that passes nearest to where the tool points. */
function takeGuide({ view, to, rows }: Work, own: GuideParameters): void {
  const end = addScaled(to.origin, to.direction, own.reach);
  let nearest = Number.POSITIVE_INFINITY;
  for (const k of view.byId()) {
    const found = view.isRooted(k) ? nearestPlace(view.hair, k, to.origin, end, Math.min(nearest, own.reach)) : null;
    if (!found) continue;
    nearest = found.distance;
    const length = own.length > 0 ? own.length : found.s;
    const tip = own.length > 0 ? view.pointAt(view.locate(k, Math.min(length, view.length(k)))) : found.point;
    rows.data = [];
    rows.push(view.hair.ids[k]!, length, tip[1]);
  }
}

/** Arc length at which strand k falls below a height; beyond its end it hangs straight. */
function levelLength({ view }: Work, k: number, height: number): number {
  const { hair } = view;
  const root = rootOf(view, k);
  if (root[1] <= height) return root[1] - height;
  for (let i = hair.first[k]!; i + 1 < hair.first[k + 1]!; i++) {
    const [a, b] = [at(hair.position, i)[1], at(hair.position, i + 1)[1]];
    if (a > height && b <= height) return hair.s[i]! + ((a - height) / (a - b)) * (hair.s[i + 1]! - hair.s[i]!);
  }
  return view.length(k) + at(hair.position, hair.first[k + 1]! - 1)[1] - height;
}
