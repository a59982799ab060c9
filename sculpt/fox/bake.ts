import { deflateSync } from 'fflate';
import { base64Of } from '../../src/body/base64.ts';
import { encodeCorners, encodeSteps } from '../../src/body/fox/code.ts';
import { LARGEST_MOVE, type StoredClip, type StoredFox, toWhole } from '../../src/body/fox/stored.ts';
import { pow } from '../../src/numeric/elementary.ts';
import type { Quat } from '../../src/numeric/rotation.ts';
import type { Vec3 } from '../../src/numeric/vector.ts';
import { pack } from '../../src/strands/pack.ts';
import type { Clip } from './motion/clip.ts';
import { FOX_CLIPS } from './motion/clips.ts';
import { bindSkin } from './rig/binding.ts';
import { JOINT_IMAGES, JOINTS } from './rig/skeleton.ts';
import { type FoxHalf, sculptFox } from './sculpt.ts';

/** The text of src/body/fox/fox-file.ts. */
export function bakeFox(): string {
  return `/** The built-in fox, sculpted in sculpt/fox/ and written by \`npm run bake-animal\`: not to be edited by hand. */

/** What src/body/fox/stored.ts says: packed (src/strands/pack.ts), deflated, base64. */
export const FOX: string =
  '${base64Of(deflateSync(pack(storedFox(sculptFox())), { level: 9 }))}';
`;
}

/** Metres of one step of positions. */
const STEP = 1 / 65_536;
const ORIGIN: Vec3 = [0, -0.05, -0.6];

export function storedFox(half: FoxHalf): StoredFox {
  const { joints, weights } = bindSkin(half.positions, half.triangles);
  const whole = (value: number): number => Math.round(255 * value);
  return {
    origin: ORIGIN,
    step: STEP,
    positions: encodeSteps(
      Uint16Array.from(half.positions, (value, i) => Math.round((value - ORIGIN[i % 3]!) / STEP)),
      3,
    ),
    triangles: encodeSteps(encodeCorners(half.triangles), Number.POSITIVE_INFINITY),
    regions: new Map(Array.from(half.regions, ([name, weight]) => [name, Uint8Array.from(weight, whole)])),
    colours: Uint8Array.from(half.colours, (linear) => whole(encodeSrgb(linear))),
    joints: inPlanes(joints),
    weights: inPlanes(weights),
    skeleton: JOINTS.map(({ name, parent, at }, j) => ({ name, parent, image: JOINT_IMAGES[j]!, at })),
    clips: FOX_CLIPS.map(storedClip),
  };
}

const encodeSrgb = (linear: number): number =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055;

/** The first of four of all vertices, then the second, and so on. */
function inPlanes(fours: Uint8Array): Uint8Array {
  const count = fours.length / 4;
  return Uint8Array.from(fours, (_, i) => fours[4 * (i % count) + Math.floor(i / count)]!);
}

/** A joint that never turns or moves more than this has no keys. */
const STILL = 1e-6;

export function storedClip({ name, duration, keys, isLoop, poseAt }: Clip): StoredClip {
  const poses = Array.from({ length: keys + 1 }, (_, k) => poseAt(isLoop && k === keys ? 0 : k / keys));
  const joints = JOINTS.map((_, j) => j);
  const turning = joints.filter((j) => poses.some(({ local }) => 1 - Math.abs(local[j]![3]) > STILL * STILL));
  const moving = joints.filter((j) => poses.some(({ offset }) => offset[j]!.some((c) => Math.abs(c) > STILL)));
  const turns = turning.flatMap((j) => onOneSide(poses.map(({ local }) => local[j]!)).flat());
  const moves = moving.flatMap((j) => poses.flatMap(({ offset }) => offset[j]!));
  return {
    name,
    duration,
    keys: keys + 1,
    turning,
    turns: encodeSteps(
      Uint16Array.from(turns, (value) => toWhole(value, 1)),
      4,
    ),
    moving,
    moves: encodeSteps(
      Uint16Array.from(moves, (value) => toWhole(value, LARGEST_MOVE)),
      3,
    ),
  };
}

/** Of the two quaternions of a rotation always the one near to that before. */
function onOneSide(rotations: readonly Quat[]): Quat[] {
  let last: Quat = [0, 0, 0, 1];
  return rotations.map((q) => {
    const isFar = q[0] * last[0] + q[1] * last[1] + q[2] * last[2] + q[3] * last[3] < 0;
    last = isFar ? [-q[0], -q[1], -q[2], -q[3]] : q;
    return last;
  });
}
