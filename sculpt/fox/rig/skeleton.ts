import type { Vec3 } from '../../../src/numeric/vector.ts';
import { HEAD_ORIGIN, headPoint } from '../head-frame.ts';

/**
 * The fox's skeleton. At rest every joint stands as the world does, so that a joint is where it is and nothing else. The trunk
 * hangs on its middle, `body`: the spine bends from there to both ends.
 */
export interface Joint {
  readonly name: string;
  /** Number of the joint that carries it; −1 for none. */
  readonly parent: number;
  readonly at: Vec3;
  /** What carries the skin: pieces of bone with the thickness of what lies over them, metres. */
  readonly bones: readonly Bone[];
}

export interface Bone {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly radius: number;
}

interface Plan {
  readonly on: string | null;
  readonly at: Vec3;
  /** The bone from `at` to here where `bones` says nothing. */
  readonly to?: Vec3;
  readonly radius?: number;
  readonly bones?: readonly (readonly [from: Vec3, to: Vec3, radius: number])[];
}

const head = (u: number, v: number, w: number): Vec3 => headPoint([u, v, w]);

const MIDDLE: Readonly<Record<string, Plan>> = {
  body: { on: null, at: [0, 0.33, -0.03], bones: [[[0, 0.3, -0.065], [0, 0.295, 0], 0.05]] },
  loin: { on: 'body', at: [0, 0.338, -0.1], bones: [[[0, 0.315, -0.11], [0, 0.318, -0.16], 0.045]] },
  pelvis: { on: 'loin', at: [0, 0.338, -0.185], bones: [[[0, 0.318, -0.2], [0, 0.315, -0.262], 0.042]] },
  thorax: { on: 'body', at: [0, 0.33, 0.025], bones: [[[0, 0.29, 0.03], [0, 0.29, 0.07], 0.056]] },
  chest: { on: 'thorax', at: [0, 0.33, 0.085], bones: [[[0, 0.295, 0.095], [0, 0.292, 0.13], 0.05]] },
  neck: { on: 'chest', at: [0, 0.335, 0.138], to: [0, 0.366, 0.178], radius: 0.045 },
  nape: { on: 'neck', at: [0, 0.37, 0.18], to: [0, 0.392, 0.207], radius: 0.04 },
  head: {
    on: 'nape',
    at: HEAD_ORIGIN,
    bones: [
      [head(0, 0.01, 0.02), head(0, 0.012, 0.07), 0.036],
      [head(0, 0.012, 0.07), head(0, 0.008, 0.155), 0.012],
    ],
  },
  jaw: { on: 'head', at: head(0, -0.004, 0.04), bones: [[head(0, -0.016, 0.06), head(0, -0.0085, 0.148), 0.004]] },
  'tail 1': { on: 'pelvis', at: [0, 0.332, -0.275], to: [0, 0.316, -0.318], radius: 0.016 },
  'tail 2': { on: 'tail 1', at: [0, 0.316, -0.318], to: [0, 0.276, -0.36], radius: 0.018 },
  'tail 3': { on: 'tail 2', at: [0, 0.276, -0.36], to: [0, 0.222, -0.395], radius: 0.025 },
  'tail 4': { on: 'tail 3', at: [0, 0.222, -0.395], to: [0, 0.166, -0.428], radius: 0.028 },
  'tail 5': { on: 'tail 4', at: [0, 0.166, -0.428], to: [0, 0.116, -0.461], radius: 0.026 },
  'tail 6': { on: 'tail 5', at: [0, 0.116, -0.461], to: [0, 0.074, -0.52], radius: 0.018 },
  belly: { on: 'body', at: [0, 0.25, -0.06], bones: [[[0, 0.262, -0.06], [0, 0.252, -0.01], 0.036]] },
};

/** Of the left side. */
const LEFT: Readonly<Record<string, Plan>> = {
  ear: {
    on: 'head',
    at: head(0.028, 0.041, 0.028),
    bones: [[head(0.033, 0.055, 0.02), head(0.05, 0.118, 0.026), 0.008]],
  },
  ribs: { on: 'body', at: [0.03, 0.285, -0.01], bones: [[[0.02, 0.285, -0.05], [0.02, 0.28, 0.02], 0.034]] },
  scapula: {
    on: 'chest',

    at: [0.03, 0.352, 0.101],
    bones: [[[0.033, 0.342, 0.106], [0.04, 0.285, 0.142], 0.014]],
  },
  arm: { on: 'scapula', at: [0.043, 0.272, 0.146], to: [0.046, 0.19, 0.084], radius: 0.019 },
  forearm: { on: 'arm', at: [0.046, 0.19, 0.084], to: [0.037, 0.0775, 0.0935], radius: 0.012 },
  hand: { on: 'forearm', at: [0.037, 0.0775, 0.0935], to: [0.037, 0.024, 0.109], radius: 0.0095 },
  fingers: { on: 'hand', at: [0.0372, 0.022, 0.112], to: [0.0372, 0.011, 0.142], radius: 0.011 },
  thigh: { on: 'pelvis', at: [0.036, 0.316, -0.222], to: [0.046, 0.213, -0.164], radius: 0.028 },
  shank: { on: 'thigh', at: [0.046, 0.213, -0.164], to: [0.043, 0.113, -0.262], radius: 0.015 },
  foot: { on: 'shank', at: [0.043, 0.113, -0.262], to: [0.042, 0.025, -0.243], radius: 0.0095 },
  toes: { on: 'foot', at: [0.0422, 0.021, -0.236], to: [0.0422, 0.01, -0.208], radius: 0.011 },
};

const mirrored = ([x, y, z]: Vec3): Vec3 => [-x, y, z];

function bonesOf({ at, to, radius, bones }: Plan): Bone[] {
  if (bones) return bones.map(([from, end, thickness]) => ({ from, to: end, radius: thickness }));
  return [{ from: at, to: to!, radius: radius! }];
}

function makeJoints(): Joint[] {
  const names: string[] = [];
  const joints: Joint[] = [];
  const push = (name: string, parent: string | null, at: Vec3, bones: readonly Bone[]): void => {
    names.push(name);
    joints.push({ name, parent: parent === null ? -1 : names.indexOf(parent), at, bones });
  };
  for (const [name, plan] of Object.entries(MIDDLE)) push(name, plan.on, plan.at, bonesOf(plan));
  for (const side of ['left', 'right'] as const)
    for (const [name, plan] of Object.entries(LEFT)) {
      const turned = side === 'left' ? (p: Vec3): Vec3 => p : mirrored;
      const parent = plan.on! in MIDDLE ? plan.on : `${side} ${plan.on}`;
      const bones = bonesOf(plan).map((bone) => ({ ...bone, from: turned(bone.from), to: turned(bone.to) }));
      push(`${side} ${name}`, parent, turned(plan.at), bones);
    }
  return joints;
}

export const JOINTS: readonly Joint[] = makeJoints();

export const jointNumber = (name: string): number => {
  const k = JOINTS.findIndex((joint) => joint.name === name);
  if (k < 0) throw new RangeError(`The fox has no joint "${name}"`);
  return k;
};

/** For every joint, its image on the other side; itself in the middle. */
export const JOINT_IMAGES: readonly number[] = JOINTS.map(({ name }) =>
  jointNumber(name.replace(/^(left|right) /, (_, side) => (side === 'left' ? 'right ' : 'left '))),
);
