import { flag, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { addScaled, at, distance, dot, mix, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { Tool, Work } from '../tool.ts';
import { DRAWN_WIDTH, DrawnLine, planeOf } from '../volumes/drawn-line.ts';
import { snapped } from '../volumes/swept-blades.ts';

const parameters = {
  depth: quantity({
    unit: 'm',
    about: 'How deep behind the line hair is cut; before it all is.',
    min: 0.001,
    max: 2,
    default: 0.5,
  }),
  whole: flag({ about: 'The line goes on beyond both of its ends.', default: false }),
  shortest: quantity({
    unit: 'm',
    about: 'No piece shorter than this is cut off, and none left.',
    min: 0.0005,
    max: 0.1,
    default: 0.004,
  }),
};

type LineParameters = ValuesOf<typeof parameters>;
type Plane = NonNullable<ReturnType<typeof planeOf>>;

/** A straight line drawn across the view: when the hand lets go, hair is cut in the plane of the view through it. Memory: the line. */
export const cuttingLine: Tool<typeof parameters> = {
  name: 'cutting-line',
  about: 'Draw a line across the view: hair is cut along it, as deep as you say.',
  parameters,
  memoryWidth: DRAWN_WIDTH,
  volume: (_, pose) => ({ kind: 'capsules', capsules: [{ a: pose.origin, b: pose.origin, radius: 0.004 }] }),
  work({ to, rows }) {
    if (to.press > 0) new DrawnLine(rows).extend(to);
  },
  finish({ view, to, rows, changes }, own) {
    const line = new DrawnLine(rows);
    line.extend(to);
    const plane = planeOf(line);
    if (!plane) return;
    for (const k of view.byId()) {
      if (!view.isRooted(k)) continue;
      const s = crossingOf(view, k, plane, line.axis, own);
      if (s > own.shortest && view.length(k) - s > own.shortest)
        changes.cuts.push({ id: view.hair.ids[k]!, s, across: plane.normal });
    }
  },
};

/** Arc length at which strand k first goes through the cutting plane; −1 where it never does. */
function crossingOf({ hair }: Work['view'], k: number, plane: Plane, axis: Vec3, own: LineParameters): number {
  const heightOf = (x: Vec3): number => dot(plane.normal, subtract(x, plane.from));
  for (let i = hair.first[k]!; i + 1 < hair.first[k + 1]!; i++) {
    const [p, q] = [at(hair.position, i), at(hair.position, i + 1)];
    const [from, to] = [heightOf(p), heightOf(q)];
    if (from * to > 0 || from === to) continue;
    const t = snapped(from / (from - to));
    if (isReached(mix(p, q, t), plane, axis, own, hair.radius[i]!))
      return hair.s[i]! + t * (hair.s[i + 1]! - hair.s[i]!);
  }
  return -1;
}

/** Whether a place in the plane is behind the line: a simulated strand stands for a lock, which is cut with its side. */
function isReached(x: Vec3, { from, to }: Plane, axis: Vec3, own: LineParameters, radius: number): boolean {
  const way = subtract(to, from);
  const length = distance(from, to);
  // The line's own direction across the view.
  const flat = addScaled(way, axis, -dot(way, axis));
  const along = dot(subtract(x, from), flat) / Math.max(dot(flat, flat), 1e-12);
  if (!own.whole && (along * length < -radius || (along - 1) * length > radius)) return false;
  const behind = dot(subtract(x, mix(from, to, Math.min(1, Math.max(0, along)))), axis);
  return behind <= own.depth;
}
