import { cos, sin } from '../numeric/elementary.ts';
import {
  add,
  addScaled,
  cross,
  distance,
  mix,
  normalize,
  perpendicular,
  scale,
  subtract,
  type Vec3,
} from '../numeric/vector.ts';

/** Where a strand lies in an up-do: at arc length u beyond the place where it is gathered, in group g, so far from its group's middle (−1 to 1). */
export type Weave = (u: number, group: number, inner: readonly [number, number]) => Vec3;

export interface WeaveSize {
  /** Half of the width of a braid or rope, or of the hair that a bun is wound of, metres. */
  readonly radius: number;
}

/** Groups that a braid is woven of, and a rope is twisted of. */
export const GROUPS = { braid: 3, twist: 2, bun: 1 } as const;
export type Updo = keyof typeof GROUPS;

/** Length of a turn of a braid or rope, in its radii. */
const TURN = 5;
/** Of a group's own thickness, in radii of the whole. */
const GROUP = 0.42;

/** A smooth line through points that are evenly apart, with axes across it that do not twist. */
class CentreLine {
  private readonly points: readonly Vec3[];
  private readonly step: number;

  constructor(points: readonly Vec3[], step: number) {
    this.points = points;
    this.step = step;
  }

  at(v: number): { readonly x: Vec3; readonly side: Vec3; readonly out: Vec3 } {
    const { points, step } = this;
    const i = Math.max(0, Math.min(points.length - 2, Math.floor(v / step)));
    const along = normalize(subtract(points[i + 1]!, points[i]!), [0, -1, 0]);
    const x = addScaled(points[i]!, along, v - i * step);
    // Level, so that a braid shows its face.
    const side = normalize(cross([0, 1, 0], along), [1, 0, 0]);
    return { x, side, out: cross(along, side) };
  }
}

/** Points of mean hair become a line of even steps: where fewer strands are left it goes straight on. */
export function centreLine(mean: readonly Vec3[], step: number): CentreLine {
  const smooth = mean.map((x, i) => {
    const from = Math.max(0, i - 4);
    const near = mean.slice(from, Math.min(mean.length, i + 5));
    return i === 0
      ? x
      : scale(
          near.reduce((sum, y) => add(sum, y)),
          1 / near.length,
        );
  });
  const even: Vec3[] = [smooth[0]!];
  for (let i = 1, left = step; i < smooth.length; ) {
    const last = even[even.length - 1]!;
    const gap = distance(last, smooth[i]!);
    if (gap < left) i++;
    else even.push(mix(last, smooth[i]!, left / gap));
  }
  if (even.length < 2) even.push(addScaled(even[0]!, [0, -1, 0], step));
  return new CentreLine(even, step);
}

/** Three groups that cross over one another in turn, or two that go round each other. */
export function ropeWeave(kind: 'braid' | 'twist', line: CentreLine, { radius }: WeaveSize): Weave {
  const turn = TURN * radius;
  const groups = GROUPS[kind];
  const offset = (v: number, g: number): readonly [number, number] => {
    const angle = (2 * Math.PI * v) / turn + (2 * Math.PI * g) / groups;
    return kind === 'braid'
      ? [0.75 * radius * sin(angle), 0.4 * radius * sin(2 * angle)]
      : [0.5 * radius * cos(angle), 0.5 * radius * sin(angle)];
  };
  // A crossing hair is longer than the line that it follows.
  const steps = 64;
  let long = 0;
  for (let i = 0; i < steps; i++) {
    const [a, b] = [offset((turn * i) / steps, 0), offset((turn * (i + 1)) / steps, 0)];
    const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], turn / steps];
    long += Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  const drawn = turn / long;
  return (u, g, inner) => {
    const v = drawn * u;
    const { x, side, out } = line.at(v);
    // The first turn opens out of the tie.
    const open = Math.min(1, v / (0.25 * turn));
    const [a, b] = offset(v, g);
    const across = addScaled(x, side, open * a + GROUP * radius * inner[0]);
    return addScaled(across, out, open * b + GROUP * radius * inner[1]);
  };
}

/** Of a bun: from one winding to the next, and how high its middle stands, in radii of the hair that it is wound of. */
const WINDING = 1.5;
const DOME = 1.6;

/** Hair wound round and round where it was gathered, outwards and down to the head; `out` looks away from the head. */
export function bunWeave(centre: Vec3, out: Vec3, { radius }: WeaveSize): Weave {
  const side = normalize(perpendicular(out));
  const other = cross(out, side);
  return (u, _, inner) => {
    // An Archimedean spiral r = a + bθ: its length is about aθ + bθ²/2.
    const [a, b] = [0.9 * radius, (WINDING * radius) / (2 * Math.PI)];
    const angle = (Math.sqrt(a * a + 2 * b * u) - a) / b;
    const r = a + b * angle + 0.5 * radius * inner[0];
    const height = radius * Math.max(0.4, DOME - (0.3 * angle * b) / radius) + 0.5 * radius * inner[1];
    const round = add(scale(side, r * cos(angle)), scale(other, r * sin(angle)));
    return addScaled(add(centre, round), out, height * Math.min(1, u / (2 * radius)));
  };
}

/** How far out a bun is wound of so much hair. */
export function bunRadius(length: number, { radius }: WeaveSize): number {
  const [a, b] = [0.9 * radius, (WINDING * radius) / (2 * Math.PI)];
  return Math.sqrt(a * a + 2 * b * length);
}
