import {
  conjugate,
  fromAxes,
  fromAxisAngle,
  IDENTITY,
  multiply,
  type Quat,
  rotate,
} from '../../../src/numeric/rotation.ts';
import {
  add,
  addScaled,
  cross,
  dot,
  length,
  normalize,
  scale,
  subtract,
  type Vec3,
  ZERO,
} from '../../../src/numeric/vector.ts';
import { DEGREE } from '../../clay/solids.ts';
import { JOINTS, jointNumber } from '../rig/skeleton.ts';

/** Turns about the axes through a joint, degrees: nose down (about x), to the left (about y), left side up (about z). */
export const turned = (down: number, left = 0, roll = 0): Quat =>
  multiply(
    fromAxisAngle([0, 1, 0], left * DEGREE),
    multiply(fromAxisAngle([1, 0, 0], down * DEGREE), fromAxisAngle([0, 0, 1], roll * DEGREE)),
  );

/** The two bones of a leg that bend towards a target, what they carry, and how. */
interface Limb {
  readonly upper: number;
  readonly lower: number;
  readonly end: number;
  readonly tip: number;
  /** +1: the middle joint points forwards, as the knee does; −1: backwards. */
  readonly bend: number;
}

const limb = (names: readonly [string, string, string, string], bend: number): Limb => {
  const [upper, lower, end, tip] = names.map(jointNumber) as [number, number, number, number];
  return { upper, lower, end, tip, bend };
};

export const SIDES = ['left', 'right'] as const;
export type Side = (typeof SIDES)[number];
export type LegName = `${Side} ${'fore' | 'hind'}`;

export const LIMBS: Readonly<Record<LegName, Limb>> = Object.fromEntries(
  SIDES.flatMap((side) => [
    [`${side} fore`, limb([`${side} arm`, `${side} forearm`, `${side} hand`, `${side} fingers`], -1)],
    [`${side} hind`, limb([`${side} thigh`, `${side} shank`, `${side} foot`, `${side} toes`], 1)],
  ]),
) as Record<LegName, Limb>;

export const LEGS = Object.keys(LIMBS) as readonly LegName[];

/** Where a paw is to be. */
export interface PawTarget {
  /** Of the joint that the toes turn on, metres. */
  readonly at: Vec3;
  /** Turn of the bone above it against rest: its upper end forwards, degrees. */
  readonly lean: number;
  /** The same of the toes: their tips down. */
  readonly curl: number;
}

/** A pose of the skeleton in the making. */
export class Pose {
  /** Of each joint against what carries it. */
  readonly local: Quat[] = JOINTS.map(() => IDENTITY);
  /** By how much each joint is away from where it would be, metres, in the coordinates of what carries it. */
  readonly offset: Vec3[] = JOINTS.map(() => ZERO);

  turn(name: string, rotation: Quat): this {
    const j = jointNumber(name);
    this.local[j] = multiply(this.local[j]!, rotation);
    return this;
  }

  move(name: string, by: Vec3): this {
    const j = jointNumber(name);
    this.offset[j] = add(this.offset[j]!, by);
    return this;
  }

  /** Orientation of a joint in the world. */
  orientation(j: number): Quat {
    const { parent } = JOINTS[j]!;
    return parent < 0 ? this.local[j]! : multiply(this.orientation(parent), this.local[j]!);
  }

  position(j: number): Vec3 {
    const { parent, at } = JOINTS[j]!;
    if (parent < 0) return add(at, this.offset[j]!);
    const arm = add(subtract(at, JOINTS[parent]!.at), this.offset[j]!);
    return add(this.position(parent), rotate(this.orientation(parent), arm));
  }

  /** Turns a joint so that it stands so in the world. */
  face(name: string, orientation: Quat): this {
    const j = jointNumber(name);
    const { parent } = JOINTS[j]!;
    this.local[j] = parent < 0 ? orientation : multiply(conjugate(this.orientation(parent)), orientation);
    return this;
  }

  /** Bends a leg so that its paw is where it should be; returns by how much it is too short, metres. */
  reach(name: LegName, { at, lean, curl }: PawTarget): number {
    const { upper, lower, end, tip, bend } = LIMBS[name];
    const ankleTurn = turned(lean);
    const ankle = subtract(at, rotate(ankleTurn, subtract(JOINTS[tip]!.at, JOINTS[end]!.at)));
    const from = this.position(upper);
    const thigh = subtract(JOINTS[lower]!.at, JOINTS[upper]!.at);
    const shank = subtract(JOINTS[end]!.at, JOINTS[lower]!.at);
    const [a, b] = [length(thigh), length(shank)];
    const way = subtract(ankle, from);
    const distance = Math.min(length(way), 0.9995 * (a + b));
    const along = normalize(way);
    // The leg bends in the plane that it bends in at rest, as what carries it has turned that.
    const rest = scale(normalize(cross(thigh, shank)), bend);
    const turnedRest = rotate(this.orientation(JOINTS[upper]!.parent), rest);
    const side = normalize(addScaled(turnedRest, along, -dot(turnedRest, along)));
    const ahead = cross(along, side);
    const cosine = (a * a + distance * distance - b * b) / (2 * a * distance);
    const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
    const middle = addScaled(addScaled(from, along, a * cosine), ahead, bend * a * sine);
    const foot = addScaled(from, along, distance);
    this.aim(upper, thigh, rest, subtract(middle, from), side);
    this.aim(lower, shank, rest, subtract(foot, middle), side);
    this.face(JOINTS[end]!.name, ankleTurn);
    this.face(JOINTS[tip]!.name, turned(curl));
    return length(way) - distance;
  }

  /** Turns a joint so that its bone and what is beside it at rest lie along others. */
  private aim(j: number, bone: Vec3, beside: Vec3, way: Vec3, side: Vec3): void {
    const orientation = multiply(frameOf(way, side), conjugate(frameOf(bone, beside)));
    this.face(JOINTS[j]!.name, orientation);
  }
}

function frameOf(way: Vec3, side: Vec3): Quat {
  const y = normalize(way);
  const x = normalize(addScaled(side, y, -dot(side, y)));
  return fromAxes(x, y, cross(x, y));
}

/** Bends the legs so that the paws stay where they stand at rest, or so much wider apart, whatever the trunk does. */
export function standFirm(pose: Pose, wider = 0): Pose {
  for (const leg of LEGS) {
    const { upper, end, tip } = LIMBS[leg];
    const [x, y, z] = JOINTS[tip]!.at;
    // The bone above the paw goes half the way with the hip.
    const shift = pose.position(upper)[2] - JOINTS[upper]!.at[2];
    const lean = (0.5 * shift) / (JOINTS[end]!.at[1] - y) / DEGREE;
    pose.reach(leg, { at: [x + Math.sign(x) * wider, y, z], lean, curl: 0 });
  }
  return pose;
}
