import type { Front, ShownHair } from './front.ts';
import type { LevelSettings } from './settings.ts';
import { isInView, type Viewpoint, worldError } from './viewpoint.ts';

/** Hair that nobody sees is simulated in sets of this radius at most, m: narrow strips. */
const HIDDEN = 0.06;
/** Strands join only where the set is so much smaller than it may be: what has just parted does not join again at once. */
const HYSTERESIS = 0.7;

/** Places of nodes and velocities relative to the root of one strand, as far as a choice needs them. */
export interface Sight {
  /** Largest speed relative to the rigid motion of the root, m/s. */
  readonly speed: number;
  /** From the eye to the nearest node, m; Infinity where none is in view. */
  readonly distance: number;
}

/** Speed of node n (its place in rows) relative to the rigid motion of root `row` (likewise), squared. */
function relativeSquare({ position: x, velocity: v, roots }: ShownHair, n: number, row: number): number {
  const { position: r, velocity: u, angularVelocity: w } = roots;
  const dx = x[n]! - r[row]!;
  const dy = x[n + 1]! - r[row + 1]!;
  const dz = x[n + 2]! - r[row + 2]!;
  const sx = v[n]! - u[row]! - (w[row + 1]! * dz - w[row + 2]! * dy);
  const sy = v[n + 1]! - u[row + 1]! - (w[row + 2]! * dx - w[row]! * dz);
  const sz = v[n + 2]! - u[row + 2]! - (w[row]! * dy - w[row + 1]! * dx);
  return sx * sx + sy * sy + sz * sz;
}

/** The speed of each node of strand k relative to the rigid motion of its root. */
export function speedsOf(hair: ShownHair, k: number): Float64Array {
  const from = hair.first[k]!;
  return Float64Array.from({ length: hair.first[k + 1]! - from }, (_, i) =>
    Math.sqrt(relativeSquare(hair, 3 * (from + i), 3 * k)),
  );
}

/** How fast and how far away strand k is, which stands for a set of a radius. */
export function look(hair: ShownHair, k: number, radius: number, view: Viewpoint): Sight {
  const { first, position: x } = hair;
  let fastest = 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (let n = 3 * first[k]!; n < 3 * first[k + 1]!; n += 3) {
    fastest = Math.max(fastest, relativeSquare(hair, n, 3 * k));
    const ex = x[n]! - view.eye[0];
    const ey = x[n + 1]! - view.eye[1];
    const ez = x[n + 2]! - view.eye[2];
    const far = Math.sqrt(ex * ex + ey * ey + ez * ez) - radius;
    if (far < nearest && isInView(view, x[n]!, x[n + 1]!, x[n + 2]!, radius)) nearest = far;
  }
  return { speed: Math.sqrt(fastest), distance: Math.max(0, nearest) };
}

/**
 * Radius of the largest set that may move as one: members are off by `spread` of it, and by more the faster it swings; that is to be less than may be
 * seen. Ward and Lin choose the finer of what distance and speed ask for; here speed counts for what is seen of it, so that a far crowd may run.
 */
export function allowedRadius({ speed, distance }: Sight, view: Viewpoint, settings: LevelSettings): number {
  if (distance === Number.POSITIVE_INFINITY) return HIDDEN;
  return worldError(view, distance, settings.error) / (settings.spread + speed / settings.speed);
}

/** Whether strands of a set of a radius may move as one. */
export const mayJoin = (radius: number, allowed: number): boolean => radius <= HYSTERESIS * allowed;

/** Nodes that are to part, the most urgent first, and those that are to become one, the calmest first. */
export interface Choice {
  readonly splits: readonly number[];
  readonly merges: readonly number[];
}

/**
 * Compares what is on the front with what is allowed. `since` keeps for each leader from when on it could have joined others; only who could for all
 * of the dwell may.
 */
export function choose(front: Front, allowed: Float64Array, since: Float64Array, time: number, dwell: number): Choice {
  const { hierarchy, isOn, place } = front;
  const { radius, leader, parent } = hierarchy;
  const splits: number[] = [];
  const parents = new Set<number>();
  for (let n = 0; n < isOn.length; n++) {
    if (isOn[n] === 0) continue;
    const m = leader[n]!;
    if (place[m]! < 0) continue;
    const up = parent[n]!;
    if (up < 0 || !mayJoin(radius[up]!, allowed[m]!)) since[m] = time;
    else if (time - since[m]! >= dwell) parents.add(up);
    if (radius[n]! > allowed[m]!) splits.push(n);
  }
  const isCalm = (child: number): boolean => {
    const m = leader[child]!;
    return (
      isOn[child] === 1 && place[m]! >= 0 && mayJoin(radius[parent[child]!]!, allowed[m]!) && time - since[m]! >= dwell
    );
  };
  const urgency = (n: number): number => radius[n]! / allowed[leader[n]!]!;
  return {
    splits: splits.sort((a, b) => urgency(b) - urgency(a) || a - b),
    merges: [...parents]
      .filter((n) => front.children(n).every(isCalm))
      .sort((a, b) => radius[a]! - radius[b]! || a - b),
  };
}
