import { clamp, lerp, smoothstep } from '../../src/numeric/curve.ts';
import { length3, pow } from '../../src/numeric/elementary.ts';
import type { Vec3 } from '../../src/numeric/vector.ts';
import { EYE, EYE_SLIT, LOOK } from './head.ts';
import { inHead } from './head-frame.ts';
import { alongNeck, type FoxRegion, type SkinPoint } from './regions.ts';

/** The colours of a red fox, of its coat where it has one: linear, 0 to 1. */

const decode = (byte: number): number => {
  const c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
};
const srgb = (hex: number): Vec3 => [decode(hex >> 16), decode((hex >> 8) & 255), decode(hex & 255)];

const RED = srgb(0xb8581f);
const SADDLE = srgb(0x94421a);
const FLANK = srgb(0xc67a3c);
const WHITE = srgb(0xeee5d8);
const BLACK = srgb(0x1c1714);
const SMOKE = srgb(0x4a3326);
const EAR_HAIR = srgb(0xe0cfbd);
const LEATHER = srgb(0x16120f);
const PAD = srgb(0x2a2321);
const CLAW = srgb(0x322b26);
const IRIS = srgb(0xc4821b);
const PUPIL = srgb(0x080706);

/** Mixes towards a colour by a fraction. */
const towards = (from: Vec3, to: Vec3, t: number): Vec3 => [
  lerp(from[0], to[0], t),
  lerp(from[1], to[1], t),
  lerp(from[2], to[2], t),
];

/** 1 below the line from nose to cheek under which the face is white. */
function whiteFace(v: number, w: number): number {
  const line =
    w > 0.1 ? lerp(0.0085, 0.0045, clamp((w - 0.1) / 0.055, 0, 1)) : lerp(-0.012, 0.0085, smoothstep((w + 0.01) / 0.1));
  return smoothstep((line - v) / 0.006 + 0.5);
}

/** An iris with an upright slit. */
function eyeColour(u: number, v: number, w: number): Vec3 {
  const [du, dv, dw] = [u - EYE.centre[0], v - EYE.centre[1], w - EYE.centre[2]];
  const r = length3(du, dv, dw);
  const ahead = (du * LOOK[0] + dv * LOOK[1] + dw * LOOK[2]) / r;
  const side = (du * LOOK[2] - dw * LOOK[0]) / length3(LOOK[0], 0, LOOK[2]);
  const rise = Math.sqrt(Math.max(0, r * r * (1 - ahead * ahead) - side * side));
  const slit = length3(side / 0.0016, rise / 0.0038, 0);
  const iris = towards(PUPIL, IRIS, smoothstep((slit - 0.75) / 0.5));
  return towards(PUPIL, iris, smoothstep((ahead - 0.62) / 0.1));
}

export function colourAt(point: SkinPoint, regions: Record<FoxRegion, number>): Vec3 {
  const { x, y, z, ny, nz } = point;
  const [u, v, w] = inHead(x, y, z);
  const isHead = smoothstep((w - 0.005) / 0.02);
  let c = towards(RED, SADDLE, 0.8 * smoothstep((ny - 0.45) / 0.5) * (1 - isHead));
  c = towards(c, FLANK, smoothstep((0.3 - y) / 0.07) * (1 - isHead) * (1 - regions.tail));
  // The throat, the breast and the belly.
  const t = alongNeck(y, z);
  const throat = smoothstep((0.8 * nz - 0.6 * ny - 0.42) / 0.3) * smoothstep((t + 0.35) / 0.3) * (1 - isHead);
  c = towards(c, WHITE, Math.max(throat, 0.85 * smoothstep((regions.belly - 0.62) / 0.25)) * (1 - regions.legs));
  c = towards(c, WHITE, isHead * whiteFace(v, w) * (1 - regions.ears));
  // A dark line from the eye to the nose, and dark rims of the lids.
  const tear =
    smoothstep((w - 0.075) / 0.012) *
    smoothstep((0.13 - w) / 0.03) *
    smoothstep(1 - Math.abs(v - 0.0115 - 0.1 * (0.1 - w)) / 0.0045);
  c = towards(c, SMOKE, 0.55 * tear * smoothstep((u - 0.008) / 0.004));
  c = towards(c, BLACK, 0.92 * isHead * smoothstep((0.0024 - EYE_SLIT(u, v, w)) / 0.0014));
  // Socks: higher in front of the legs than behind.
  const sock = smoothstep((0.155 + 0.03 * nz - y) / 0.06) * smoothstep((0.2 - y) / 0.02) * regions.legs;
  c = towards(c, BLACK, 0.93 * Math.max(sock, 0));
  // The brush: smoky towards its end, its tip white.
  const along = regions.tail * clamp((0.33 - y) / 0.26, 0, 1);
  c = towards(c, SMOKE, 0.35 * smoothstep((along - 0.35) / 0.4) * regions.tail);
  c = towards(c, WHITE, smoothstep((-0.44 - z) / 0.025) * regions.tail);
  c = towards(
    c,
    BLACK,
    0.92 * smoothstep((regions.ears - regions['ears-inner'] - 0.35) / 0.4) * smoothstep((v - 0.052) / 0.02),
  );
  c = towards(c, EAR_HAIR, 0.85 * regions['ears-inner']);
  c = towards(c, LEATHER, regions.nose);
  c = towards(c, PAD, regions.pads);
  c = towards(c, CLAW, regions.claws);
  return regions.eyes > 0 ? towards(c, eyeColour(u, v, w), regions.eyes) : c;
}
