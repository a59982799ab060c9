import type { Vec3 } from '../../numeric/vector.ts';
import type { FoxClip } from './clips.ts';

/** The fox as its file has it (src/strands/pack.ts): whole numbers, the half at x >= 0 of all that is symmetric. */
export interface StoredFox {
  /** Lowest corner, and metres of one step. */
  readonly origin: Vec3;
  readonly step: number;
  /** Steps of positions and triangles (code.ts). */
  readonly positions: Uint8Array;
  readonly triangles: Uint8Array;
  /** Weights in parts of 255. */
  readonly regions: ReadonlyMap<string, Uint8Array>;
  /** Three a vertex, sRGB. */
  readonly colours: Uint8Array;
  /** Four a vertex, the first of all vertices before the second of all. */
  readonly joints: Uint8Array;
  readonly weights: Uint8Array;
  readonly skeleton: readonly StoredJoint[];
  readonly clips: readonly StoredClip[];
}

export interface StoredJoint {
  readonly name: string;
  /** −1 for none. */
  readonly parent: number;
  /** The same joint on the other side; itself in the middle. */
  readonly image: number;
  readonly at: Vec3;
}

export interface StoredClip {
  readonly name: FoxClip;
  /** Seconds. */
  readonly duration: number;
  /** Keys are even in time, the first at 0 and the last at the end. */
  readonly keys: number;
  /** Joints that turn, and rotations of each at all keys; joints that leave their place, and by how much. */
  readonly turning: readonly number[];
  readonly turns: Uint8Array;
  readonly moving: readonly number[];
  readonly moves: Uint8Array;
}

/** Metres that a stored move may have at most, to each side. */
export const LARGEST_MOVE = 0.05;
const FULL = 65_535;

/** A number between −limit and limit as a whole number below 65,536, and back. */
export const toWhole = (value: number, limit: number): number => Math.round((FULL * (value / limit + 1)) / 2);
export const fromWhole = (whole: number, limit: number): number => limit * ((2 * whole) / FULL - 1);
