import { OBSTACLE_ROW } from '../../models/model.ts';
import type { HairState } from '../interaction.ts';
import type { Pinch } from './recovery-state.ts';

/** Normals of surfaces that pinch: the cosine between them is below this. At −0.5 hair was torn by wedges of 63 degrees. */
const OPPOSED = -0.3;

/**
 * A piece of strand shorter than this that is pinched beside goes along, metres: it cannot bend within its length. Tips of
 * stubble of 6 mm, left to themselves while the rest was pinched, were dragged 2.5 mm into the ground in one step.
 */
const SHORT = 0.006;

/** Node i of strand k between the colliders a and b. */
export interface Press {
  readonly k: number;
  readonly i: number;
  readonly a: number;
  readonly b: number;
}

/** Pressed nodes, by strand and node, with the short pieces between them and beyond the last one. */
export function withShortRests(hair: HairState, pressed: readonly Press[]): Press[] {
  const all: Press[] = [];
  pressed.forEach((press, n) => {
    all.push(press);
    const { k, i } = press;
    const next = pressed[n + 1];
    const end = next?.k === k ? next.i : hair.first[k + 1]!;
    if (hair.s[Math.min(end, hair.first[k + 1]! - 1)]! - hair.s[i]! >= SHORT) return;
    for (let j = i + 1; j < end; j++) all.push({ ...press, i: j });
  });
  return all;
}

/** The first two rows whose normals oppose each other. */
export function opposed(rows: Float64Array, count: number): readonly [number, number] | null {
  for (let n = 0; n < count; n++)
    for (let m = n + 1; m < count; m++) {
      const [a, b] = [OBSTACLE_ROW * n, OBSTACLE_ROW * m];
      const cosine = rows[a + 1]! * rows[b + 1]! + rows[a + 2]! * rows[b + 2]! + rows[a + 3]! * rows[b + 3]!;
      if (cosine < OPPOSED) return [n, m];
    }
  return null;
}

/** Distance between two opposed surfaces through a point after the coming step, at the speed with which they close in. */
export function roomBetween(rows: Float64Array, a: number, b: number, dt: number): number {
  let closing = 0;
  for (const row of [a, b]) for (let c = 1; c <= 3; c++) closing += rows[row + c]! * rows[row + 3 + c]!;
  return rows[a]! + rows[b]! - 1.5 * Math.max(0, closing) * dt;
}

/** The piece of strand about a node: half an edge to either side, and a little more for rounding. */
export function pinchAt(hair: HairState, k: number, i: number, a: number, b: number): Pinch {
  const s = hair.s[i]!;
  const before = i > hair.first[k]! ? hair.s[i - 1]! : s;
  const after = i + 1 < hair.first[k + 1]! ? hair.s[i + 1]! : s + (s - before);
  return {
    id: hair.ids[k]!,
    s,
    from: s - 0.501 * (s - before),
    to: s + 0.501 * (after - s),
    a,
    b,
    weight: 0,
    isPressed: true,
  };
}
