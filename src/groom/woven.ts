import { cos, sin } from '../numeric/elementary.ts';
import { add, addScaled, cross, normalize, perpendicular, type Vec3 } from '../numeric/vector.ts';

/** Hair that is woven: curves for strands of any model, in metres, root first. */

export interface BraidOptions {
  /** Points of the braid's middle line, a smooth curve. */
  readonly path: readonly Vec3[];
  /** Half of the braid's width, and how deep strands go behind each other. */
  readonly width: number;
  readonly depth: number;
  /** Length in which one strand comes back to its place. */
  readonly pitch: number;
  /** Strands of hair in each of the three tresses, and the radius of a tress. */
  readonly hairs: number;
  readonly tress: number;
}

/**
 * A plait of three tresses: each swings from side to side as sin φ and goes in front and behind twice as often, as sin 2φ, a third of the
 * way behind the one before: so each crosses over one and under the next.
 */
export function braid({ path, width, depth, pitch, hairs, tress }: BraidOptions): Vec3[][] {
  const frames = framesAlong(path);
  return Array.from({ length: 3 * hairs }, (_, n) => {
    const lane = n % 3;
    const hair = Math.floor(n / 3);
    // Hairs of a tress on rings about its middle.
    const ring = hair === 0 ? 0 : tress * Math.sqrt(hair / hairs);
    const angle = 2.4 * hair;
    return path.map((point, i) => {
      const { s, across, out } = frames[i]!;
      const phase = (2 * Math.PI * s) / pitch + (2 * Math.PI * lane) / 3;
      // The tresses come out of one root and spread over the first half turn.
      const open = Math.min(1, (2 * s) / pitch);
      const side = open * width * sin(phase) + ring * cos(angle);
      const front = open * depth * sin(2 * phase) + ring * sin(angle);
      return addScaled(addScaled(point, across, side), out, front);
    });
  });
}

/** A bun: a line that winds outwards in a flat coil about an axis, and comes back over itself in a second layer. */
export function bunPath(centre: Vec3, axis: Vec3, radius: number, turns: number, points: number): Vec3[] {
  const up = normalize(axis);
  const x = perpendicular(up);
  const y = cross(up, x);
  return Array.from({ length: points }, (_, i) => {
    const t = i / (points - 1);
    const angle = 2 * Math.PI * turns * t;
    const r = radius * (t < 0.5 ? 0.25 + 1.5 * t : 1);
    const height = 0.45 * radius * (t < 0.5 ? 1 - t : 0.5 - 0.6 * (t - 0.5));
    return add(
      centre,
      add(addScaled([r * cos(angle) * x[0], r * cos(angle) * x[1], r * cos(angle) * x[2]], y, r * sin(angle)), [
        height * up[0],
        height * up[1],
        height * up[2],
      ]),
    );
  });
}

interface PathFrame {
  readonly s: number;
  readonly across: Vec3;
  readonly out: Vec3;
}

/** Arc lengths and axes across a path, carried along it without turning about it. */
function framesAlong(path: readonly Vec3[]): PathFrame[] {
  let s = 0;
  let across: Vec3 | null = null;
  return path.map((point, i) => {
    const before = path[Math.max(0, i - 1)]!;
    const after = path[Math.min(path.length - 1, i + 1)]!;
    const t = normalize([after[0] - before[0], after[1] - before[1], after[2] - before[2]]);
    if (i > 0) {
      const d = [point[0] - before[0], point[1] - before[1], point[2] - before[2]] as const;
      s += Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }
    const old: Vec3 = across ?? perpendicular(t);
    const along = old[0] * t[0] + old[1] * t[1] + old[2] * t[2];
    across = normalize(addScaled(old, t, -along));
    return { s, across, out: cross(across, t) };
  });
}
