import { restMotion } from '../body/motion.ts';
import { type BentInterpolation, generateBent, makeBentHair, readBends } from '../groom/bent-hair.ts';
import { material } from '../groom/materials.ts';
import { continuum } from '../models/continuum/continuum.ts';
import type { ForceField } from '../models/model.ts';
import { at, distance, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import { oneGroom } from '../simulation/setup.ts';
import { Simulation } from '../simulation/simulation.ts';
import { type Strands, strandsFromPolylines } from '../strands/strands.ts';

/**
 * A quad in a whirlwind: springs at its four corners alone, hairs all over it. The corners' springs lean round the centre, so that their mean
 * there is none; what interpolates shapes instead moves the hair at the centre, and shortens it.
 */

const SIDE = 0.3;
const LENGTH = 0.06;
const POINTS = 6;
/** Frames a second, and the one that is compared. */
const RATE = 24;
export const WHIRL_FRAME = 90;

const upright = ([x, , z]: Vec3): Vec3[] =>
  Array.from({ length: POINTS }, (_, i): Vec3 => [x, (LENGTH * i) / (POINTS - 1), z]);

const CORNERS: readonly Vec3[] = [
  [-1, 0, -1],
  [1, 0, -1],
  [1, 0, 1],
  [-1, 0, 1],
].map((p) => scale(p as unknown as Vec3, SIDE / 2));

/** A place of the quad in one of its two triangles of corners: which, and their weights. */
function triangleAt([x, , z]: Vec3): { guides: number[]; weights: number[] } {
  const u = x / SIDE + 0.5;
  const v = z / SIDE + 0.5;
  // Corners 0, 1, 2 where u is the larger, else 0, 3, 2.
  return u >= v ? { guides: [0, 1, 2], weights: [1 - u, u - v, v] } : { guides: [0, 3, 2], weights: [1 - v, v - u, u] };
}

/** Air that goes round the middle, fastest at the corners, with a smooth profile. */
function whirlwind(speed: number, drag: number): ForceField {
  const radius = SIDE / Math.SQRT2;
  return {
    apply({ count, position, length }, time, { force, damping }) {
      // It rises within a second and swells a little.
      const now = speed * Math.min(1, time) * (1 + 0.15 * Math.sin(5 * time));
      for (let i = 0; i < count; i++) {
        const [x, z] = [position[3 * i]!, position[3 * i + 2]!];
        const r = Math.hypot(x, z) / radius;
        const v = (now / radius) * Math.exp(0.5 * (1 - r * r));
        const d = drag * length[i]!;
        force[3 * i] = force[3 * i]! - d * v * z;
        force[3 * i + 2] = force[3 * i + 2]! + d * v * x;
        for (const c of [0, 3, 5]) damping[6 * i + c] = damping[6 * i + c]! + d;
      }
    },
    isRestless: () => true,
  };
}

export interface Whirled {
  readonly interpolation: BentInterpolation;
  /** At the frame that is compared: angle of a corner's tip, radian; way of tips from upright, and height of the tip at the centre, in lengths. */
  readonly cornerAngle: number;
  readonly centre: number;
  readonly quarter: number;
  readonly corner: number;
  readonly height: number;
  /** Farthest that the hair at the centre is from upright in all frames, in lengths. */
  readonly most: number;
  /** The hairs then. */
  readonly strands: Strands;
}

/** `across`: hairs along a side of the quad that are shown; the four corners are all that is simulated. */
export function whirl(interpolation: BentInterpolation, across: number): Whirled {
  const guides = strandsFromPolylines(CORNERS.map(upright));
  const simulation = new Simulation(
    oneGroom({
      guides,
      model: continuum,
      parameters: { friction: 0, packedFriction: 0 },
      fibre: material('fur'),
      motion: restMotion(),
      fields: [whirlwind(0.38, 1e-5)],
    }),
  );
  const places = [[0, 0, 0] as Vec3, [SIDE / 4, 0, 0] as Vec3, CORNERS[2]!, ...gridOf(across)];
  const hairs = strandsFromPolylines(places.map(upright));
  const bound = places.map(triangleAt);
  const followed = {
    guides: Uint32Array.from(bound.flatMap((one) => one.guides)),
    weights: Float32Array.from(bound.flatMap(({ weights }) => weights)),
  };
  const hair = makeBentHair(hairs, guides, followed, interpolation);
  const now = new Float32Array(guides.positions.length);
  const out = new Float32Array(hairs.positions.length);
  const tipOf = (k: number): Vec3 => scale(subtract(at(out, POINTS * k + POINTS - 1), places[k]!), 1 / LENGTH);
  const off = (k: number): number => distance(tipOf(k), [0, 1, 0]);
  let most = 0;
  for (let frame = 2; frame <= WHIRL_FRAME; frame++) {
    simulation.advanceTo((frame - 1) / RATE);
    simulation.positionsAt((frame - 1) / RATE, now);
    readBends(hair, now);
    generateBent(hair, 0, frame === WHIRL_FRAME ? places.length : 3, out);
    most = Math.max(most, off(0));
  }
  const [x, y, z] = [hair.bends[8]!, hair.bends[9]!, hair.bends[10]!];
  return {
    interpolation,
    cornerAngle: Math.hypot(x, y, z),
    centre: off(0),
    quarter: off(1),
    corner: off(2),
    height: tipOf(0)[1],
    most,
    strands: { ...hairs, positions: out },
  };
}

const gridOf = (across: number): Vec3[] =>
  Array.from({ length: across * across }, (_, i) => {
    const [u, v] = [((i % across) + 0.5) / across, (Math.floor(i / across) + 0.5) / across];
    return [SIDE * (u - 0.5), 0, SIDE * (v - 0.5)];
  });
