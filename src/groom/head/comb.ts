import { smoothstep } from '../../numeric/curve.ts';
import { PART_CREST, PART_FRINGE } from './parts.ts';
import type { HeadShape } from './shape.ts';
import type { HeadStyle } from './style.ts';

/**
 * Where a point of a growing hair wants to go next: the combing of the style, gravity, and the surfaces that hair lies on.
 * All directions are fields over space, so that neighbouring hair stays neighbouring.
 */
export interface HeadGrowth {
  readonly style: HeadStyle;
  readonly shape: HeadShape;
}

/** What is known of the hair that grows. */
export interface GrowingHair {
  readonly part: number;
  /** Height over the body that the hair rises to, m, and how much the curl around it needs besides. */
  readonly height: number;
  readonly curlRoom: number;
  /** Length of the hair, m; a level cut may end it earlier. */
  readonly length: number;
  /** Height of the level cut for this hair in the middle of the head, m; -Infinity without one. */
  readonly cut: number;
  /** How much lower the cut is for each metre towards the face. */
  readonly cutSlope: number;
  /** Small rotation of the combed direction, rad. */
  readonly stray: number;
}

/** How far p is above the level cut, m. */
export const aboveCut = (growth: HeadGrowth, hair: GrowingHair, p: Float64Array): number =>
  p[1]! - hair.cut + hair.cutSlope * (p[2]! - growth.shape.z);

/** Height of the level cut in the middle of the head. */
export function cutHeight(growth: HeadGrowth, part: number): number {
  const { style, shape } = growth;
  if (part === PART_FRINGE) return shape.top - shape.scale * style.fringe.level;
  if (style.length.level === 0 || part === PART_CREST) return Number.NEGATIVE_INFINITY;
  return shape.top - shape.scale * style.length.level;
}

const GRAVITY_AT_ROOT = 0.15;

/** The style's direction at p after s metres of hair; `sample` holds distance and normal of the body there. */
export function combDirection(
  growth: HeadGrowth,
  hair: GrowingHair,
  s: number,
  p: Float64Array,
  sample: Float64Array,
  out: Float64Array,
): void {
  const mode = growth.style.comb.mode;
  if (mode === 'out') outwards(growth, s, p, out);
  else if (mode === 'crest' && hair.part === PART_CREST) upwards(growth, p, out);
  else downwards(growth, hair, s, p, sample, out);
}

function downwards(
  growth: HeadGrowth,
  hair: GrowingHair,
  s: number,
  p: Float64Array,
  sample: Float64Array,
  out: Float64Array,
): void {
  const { style, shape } = growth;
  const { comb, body } = style;
  const far = s / comb.reach;
  // A comb leads hair over the upper side of the head only: below its widest place "away" would point upwards.
  const above = Math.min(1, Math.max(0, (sample[2]! + 0.05) / 0.3));
  const held = above / (1 + far * far);
  // Away from the nearest point of the source line, seen from above.
  const front = shape.z + comb.front * shape.halfDepth;
  const back = shape.z + comb.back * shape.halfDepth;
  const source = hair.part === PART_FRINGE ? back : Math.min(Math.max(p[2]!, back), front);
  const ax = p[0]! - (shape.x + comb.side * shape.halfBreadth);
  // Behind the line's end hair runs back rather than apart, or it would leave a bare furrow there.
  const behind = p[2]! - source;
  const az = behind < 0 && hair.part !== PART_FRINGE ? 2.5 * behind : behind;
  const inverse = 1 / (Math.sqrt(ax * ax + az * az) + 1e-6);
  // A small stray angle turns the combed direction about the vertical.
  const cx = (ax + hair.stray * az) * inverse;
  const cz = (az - hair.stray * ax) * inverse - comb.sweep;
  const gravity = body.droop * (GRAVITY_AT_ROOT + (1 - GRAVITY_AT_ROOT) * (1 - held));
  const along = (cx * sample[1]! + cz * sample[3]!) * held;
  out[0] = held * cx - along * sample[1]!;
  out[1] = -gravity - along * sample[2]!;
  out[2] = held * cz - along * sample[3]!;
  hug(growth, hair, sample, out);
  turnEnds(growth, hair, s, p, out);
}

// Hair that hangs this far off its height is drawn to the body with full strength, m.
const HUG_DISTANCE = 0.03;

/** Hanging hair is held together by its neighbours, which lie on the body. */
function hug(growth: HeadGrowth, hair: GrowingHair, sample: Float64Array, out: Float64Array): void {
  const off = Math.min(1, Math.max(0, (sample[0]! - hair.height - hair.curlRoom) / HUG_DISTANCE));
  const pull = growth.style.body.hug * off;
  out[0] = out[0]! - pull * sample[1]!;
  out[2] = out[2]! - pull * sample[3]!;
}

/** Ends turned towards the neck (or away from it), over the last centimetres above the cut. */
function turnEnds(growth: HeadGrowth, hair: GrowingHair, s: number, p: Float64Array, out: Float64Array): void {
  const { body } = growth.style;
  if (body.turnIn === 0 || hair.part === PART_FRINGE) return;
  const left = Math.min(hair.length - s, aboveCut(growth, hair, p));
  const turn = body.turnIn * smoothstep(1 - left / body.turnLength);
  if (turn === 0) return;
  const dx = p[0]! - growth.shape.x;
  const dz = p[2]! - growth.shape.z;
  const inverse = 1 / (Math.sqrt(dx * dx + dz * dz) + 1e-3);
  out[0] = out[0]! - turn * dx * inverse;
  out[2] = out[2]! - turn * dz * inverse;
}

function outwards(growth: HeadGrowth, s: number, p: Float64Array, out: Float64Array): void {
  const { shape, style } = growth;
  const x = p[0]! - shape.x;
  const y = p[1]! - shape.y + 0.25 * shape.halfBreadth;
  const z = p[2]! - shape.z + 0.1 * shape.halfDepth;
  const inverse = 1 / (Math.sqrt(x * x + y * y + z * z) + 1e-6);
  out[0] = x * inverse;
  out[1] = y * inverse - style.body.droop * (s / (s + 0.1));
  out[2] = z * inverse;
}

function upwards(growth: HeadGrowth, p: Float64Array, out: Float64Array): void {
  const { shape, style } = growth;
  const y = p[1]! - shape.y;
  const z = p[2]! - shape.z;
  const inverse = 1 / (Math.sqrt(y * y + z * z) + 1e-6);
  const width = style.crest.width * shape.halfBreadth;
  out[0] = (-0.3 * style.crest.pinch * (p[0]! - shape.x)) / width;
  out[1] = y * inverse;
  out[2] = z * inverse - style.crest.lean;
}

/**
 * The height that hair keeps over the body at p. Ears stand out of the skull: hair lies flat on them instead of bulging.
 */
export function heightOver(growth: HeadGrowth, height: number, p: Float64Array, distance: number): number {
  const { shape } = growth;
  const besideHead = smoothstep((p[1]! - shape.y + 1.6 * shape.halfBreadth) / (0.4 * shape.halfBreadth));
  if (besideHead === 0) return height;
  const x = (p[0]! - shape.x) / (SKULL_BREADTH * shape.halfBreadth);
  const y = (p[1]! - shape.y) / (SKULL_HEIGHT * shape.halfBreadth);
  const z = (p[2]! - shape.z) / shape.halfDepth;
  // Distance from the skull's ellipsoid along the ray from its middle.
  const k = Math.sqrt(x * x + y * y + z * z) + 1e-9;
  const dx = p[0]! - shape.x;
  const dy = p[1]! - shape.y;
  const dz = p[2]! - shape.z;
  const skull = (1 - 1 / k) * Math.sqrt(dx * dx + dy * dy + dz * dz);
  const standsOut = Math.min(0.75 * height, Math.max(0, skull - distance));
  return height - besideHead * standsOut;
}

const SKULL_BREADTH = 0.97;
const SKULL_HEIGHT = 1.05;

/** Hair does not slide sideways off the shoulders: it keeps to the front or the back of them. */
export function restOnShoulders(growth: HeadGrowth, p: Float64Array, sample: Float64Array, out: Float64Array): void {
  const { shape } = growth;
  const below = (shape.top - SHOULDERS * shape.scale - p[1]!) / 0.03;
  const lying = Math.min(1, Math.max(0, below)) * Math.min(1, Math.max(0, (sample[2]! - 0.1) / 0.3));
  out[0] = out[0]! * (1 - 0.9 * lying);
}

// Depth below the crown at which shoulders may begin, m on the reference head.
const SHOULDERS = 0.25;

/**
 * The face that is kept free, as a body in front of it: an elliptic tube along z. Writes distance and normal; the
 * distance is of first order, which is all that keeping a few millimetres off needs.
 */
export function faceDistance(growth: HeadGrowth, p: Float64Array, out: Float64Array): boolean {
  const { face } = growth.style;
  const { shape } = growth;
  if (face.opening === 0 || p[2]! < shape.z + 0.3 * shape.halfDepth) return false;
  const rx = face.opening * shape.scale;
  const ry = 0.5 * (face.bottom - face.top) * shape.scale;
  const x = (p[0]! - shape.x) / rx;
  const y = (p[1]! - (shape.top - 0.5 * (face.top + face.bottom) * shape.scale)) / ry;
  const k = Math.sqrt(x * x + y * y) + 1e-9;
  const gx = x / (k * rx);
  const gy = y / (k * ry);
  const slope = Math.sqrt(gx * gx + gy * gy) + 1e-9;
  out[0] = (k - 1) / slope;
  out[1] = gx / slope;
  out[2] = gy / slope;
  out[3] = 0;
  return true;
}
