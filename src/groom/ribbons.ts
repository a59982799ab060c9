import { smoothstep } from '../numeric/curve.ts';
import { sin } from '../numeric/elementary.ts';
import { fraction, quantity, type ValuesOf } from '../numeric/parameters.ts';
import { hashUnit } from '../numeric/random.ts';
import { type Quat, rotate } from '../numeric/rotation.ts';
import { addScaled, at, cross, dot, normalize, perpendicular, subtract, type Vec3 } from '../numeric/vector.ts';
import { makeStrands, type Strands, strandCount, uniformFirst } from '../strands/strands.ts';

/** Hair that is shown as flat wisps: a ribbon about every guide, and strands that fill it. */
export const ribbonParameters = {
  width: quantity({ unit: 'm', about: 'Width of a ribbon.', min: 1e-4, max: 0.2, default: 0.015 }),
  depth: quantity({ unit: 'm', about: 'Thickness of a ribbon.', min: 0, max: 0.05, default: 0.003 }),
  arch: quantity({
    unit: '',
    about: 'How far the rims of a ribbon are bent towards the skin, as a fraction of its width: 0 is flat, 0.3 a U.',
    min: -1,
    max: 1,
    default: 0.12,
  }),
  taper: fraction(0.4, 'How much narrower a ribbon is at its tip'),
  locks: quantity({
    unit: '',
    about: 'Locks that the strands of a ribbon gather in towards its tip: its relief; 0 for none.',
    min: 0,
    max: 100,
    integer: true,
    default: 5,
  }),
  gather: fraction(0.6, 'How far strands have come to the middle of their lock at the tip'),
  wander: quantity({
    unit: 'm',
    about: 'How far strands wander to either side of their way: what a tangent map would say.',
    min: 0,
    max: 0.05,
    default: 0.0012,
  }),
  ragged: fraction(0.15, 'How much shorter the shortest strands of a ribbon are'),
};
export type RibbonParameters = ValuesOf<typeof ribbonParameters>;

/** Where a strand lies in its ribbon: numbers of one strand. */
interface Lane {
  /** Across, −1 to 1: its own, and that of the middle of its lock. */
  readonly across: number;
  readonly lock: number;
  /** Out of the flat side, −1 to 1. */
  readonly out: number;
  readonly length: number;
  /** Waves about its way: heights, lengths over the ribbon's and phases of two. */
  readonly waves: readonly (readonly [height: number, turns: number, phase: number])[];
}

function laneOf(id: number, n: number, { locks, ragged }: RibbonParameters): Lane {
  const chance = (what: number): number => hashUnit(id, n, what);
  const across = 2 * chance(0) - 1;
  // Locks lie beside each other, some above others.
  const lock = Math.min(locks - 1, Math.floor(0.5 * (across + 1) * locks));
  const wave = (k: number): readonly [number, number, number] => [
    (2 * chance(10 + k) - 1) / (k + 1),
    (k + 1) * (1 + chance(20 + k)),
    2 * Math.PI * chance(30 + k),
  ];
  return {
    across,
    lock: locks === 0 ? across : (2 * (lock + 0.5)) / locks - 1 + (hashUnit(id, lock, 40) - 0.5) / locks,
    out: locks === 0 ? 2 * chance(1) - 1 : 0.5 * (2 * chance(1) - 1) + 0.5 * (2 * hashUnit(id, lock, 41) - 1),
    length: 1 - ragged * chance(2) * chance(3),
    waves: [wave(0), wave(1)],
  };
}

/**
 * Strands in flat wisps after Kmoch (2018, 4.4): each guide is the middle of a ribbon, whose way across rides with the root and goes along the
 * hair without twist. Few strands a ribbon are drawn wide and many narrow, so that the same ribbons do near and far.
 */
export class Ribbons {
  readonly strands: Strands;
  /** The guide of each strand. */
  readonly leader: Uint32Array;
  private readonly guides: Strands;
  private readonly parameters: RibbonParameters;
  private readonly lanes: readonly Lane[];
  /** The way across each guide at its root, in the body's axes. */
  private readonly across: readonly Vec3[];
  /** Of the ribbon at work. */
  private readonly sections: Float64Array;

  /** `away`: which way the flat side of each guide looks at its root. */
  constructor(guides: Strands, count: number, away: (root: Vec3) => Vec3, parameters: RibbonParameters) {
    const each = Math.max(1, Math.round(count / Math.max(1, strandCount(guides))));
    const points = Math.max(0, ...Array.from(guides.id, (_, g) => guides.first[g + 1]! - guides.first[g]!));
    this.sections = new Float64Array(SECTION * points);
    this.guides = guides;
    this.parameters = parameters;
    this.leader = new Uint32Array(each * strandCount(guides)).map((_, k) => Math.floor(k / each));
    this.lanes = Array.from(this.leader, (g, k) => laneOf(guides.id[g]!, k % each, parameters));
    this.across = Array.from(guides.id, (_, g) => {
      const root = at(guides.positions, guides.first[g]!);
      const along = directionAt(guides.positions, guides.first[g]!, guides.first[g + 1]!, 0);
      const u = cross(along, away(root));
      return dot(u, u) > 0.01 * dot(away(root), away(root))
        ? normalize(u)
        : normalize(cross(along, [0, 0, 1]), perpendicular(along));
    });
    const first = uniformFirst(this.leader.length, points);
    const positions = new Float32Array(3 * points * this.leader.length);
    this.strands = makeStrands({ first, positions });
    this.update(guides.positions, [0, 0, 0, 1], positions);
  }

  /** Writes all strands for the places of the guides, on a body that is turned so. */
  update(guidePositions: Float32Array, turn: Quat, out: Float32Array): void {
    const { guides, leader, sections } = this;
    leader.forEach((g, k) => {
      if (k === 0 || leader[k - 1] !== g)
        layAlong(guidePositions, guides.first[g]!, guides.first[g + 1]!, rotate(turn, this.across[g]!), sections);
      this.write(this.lanes[k]!, guides.first[g + 1]! - guides.first[g]! - 1, out, k);
    });
  }

  /** Kernel. One strand of the ribbon whose sections are laid, of which there are `edges` and one. */
  private write({ across, lock, out: high, length, waves }: Lane, edges: number, out: Float32Array, k: number): void {
    const { sections } = this;
    const { width, depth, arch, taper, gather, wander } = this.parameters;
    const { first } = this.strands;
    const points = first[k + 1]! - first[k]!;
    for (let i = 0; i < points; i++) {
      const part = (length * i) / Math.max(1, points - 1);
      const half = 0.5 * width * (1 - taper * part);
      const u = across + gather * smoothstep(part) * (lock - across);
      let aside = 0;
      for (const [height, turns, phase] of waves) aside += height * sin(2 * Math.PI * turns * part + phase);
      // Roots stand where they stand, on the skin.
      const free = smoothstep(part / FREE);
      const over = half * u + free * wander * aside;
      const up = free * (0.5 * depth * high - 2 * arch * half * u * u);
      const j = Math.min(Math.max(0, edges - 1), Math.floor(part * edges));
      const f = part * edges - j;
      const a = SECTION * j;
      const b = SECTION * Math.min(edges, j + 1);
      for (let c = 0; c < 3; c++) {
        const place = sections[a + c]! + f * (sections[b + c]! - sections[a + c]!);
        const left = sections[a + 3 + c]! + f * (sections[b + 3 + c]! - sections[a + 3 + c]!);
        const away = sections[a + 6 + c]! + f * (sections[b + 6 + c]! - sections[a + 6 + c]!);
        out[3 * (first[k]! + i) + c] = place + over * left + up * away;
      }
    }
  }
}

/** Where along the hair strands have left the places of their roots. */
const FREE = 0.15;
/** Numbers of a section of a ribbon: its middle, the way to its left rim, and the way out of its flat side. */
const SECTION = 9;

/** Writes the sections along a guide: the way across at the root is carried along without twist. */
function layAlong(x: Float32Array, from: number, to: number, acrossRoot: Vec3, out: Float64Array): void {
  let across = acrossRoot;
  for (let i = from; i < to; i++) {
    const along = directionAt(x, from, to, i - from);
    across = normalize(addScaled(across, along, -dot(across, along)), perpendicular(along));
    out.set([...at(x, i), ...across, ...cross(across, along)], SECTION * (i - from));
  }
}

/** The direction of a guide at its i-th point. */
function directionAt(x: Float32Array, from: number, to: number, i: number): Vec3 {
  const [low, high] = [Math.max(from, from + i - 1), Math.min(to - 1, from + i + 1)];
  return normalize(subtract(at(x, high), at(x, low)), [0, -1, 0]);
}
