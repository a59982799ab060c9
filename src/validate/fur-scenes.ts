import { parseScene } from '../scene/read-scene.ts';
import type { Scene, SceneInput } from '../scene/schema.ts';

/**
 * Published loads of fur as scenes: a ball on grass, a mammoth, a gorilla. The animals' meshes were never published: ellipsoids and capsules
 * of their sizes stand in, with as many hairs of as many segments.
 */

type Body = NonNullable<SceneInput['bodies']>[number];
type Groom = NonNullable<SceneInput['grooms']>[number];
type Triple = [number, number, number];

const scene = (name: string, rest: Partial<SceneInput>): Scene =>
  parseScene({ format: 'pelage-scene', version: 2, name, contact: { hair: [] }, sleep: false, ...rest }, name);

/** Where the ball is while it bounces over the grass, from side to side. */
const BOUNCES: readonly (readonly [time: number, height: number])[] = [
  [0, 0.3],
  [0.3, 0.057],
  [0.36, 0.054],
  [0.66, 0.22],
  [0.96, 0.057],
  [1.02, 0.055],
  [1.26, 0.17],
  [1.5, 0.057],
  [1.56, 0.055],
  [1.9, 0.4],
  [2.6, 0.6],
];
/** When it is lowest first, and when it is gone; seconds. */
export const PRESSED = 0.36;
export const GONE = 2.6;
export const BALL_RADIUS = 0.06;
export const BLADE = 0.045;

export const grassScene = (samples = 900, blades = 16000): Scene =>
  scene('ball on grass', {
    bodies: [
      { name: 'meadow', shape: { kind: 'sheet', width: 0.5, depth: 0.5 }, colour: '#3a2f22' },
      {
        name: 'ball',
        shape: { kind: 'sphere', radius: BALL_RADIUS },
        motion: {
          kind: 'keys',
          keys: BOUNCES.map(([time, y]) => ({ time, position: [-0.13 + 0.15 * time, y, 0.02] as Triple })),
        },
        colour: '#b5433a',
      },
    ],
    grooms: [
      {
        name: 'grass',
        body: 'meadow',
        source: {
          kind: 'coat',
          change: {
            points: 6,
            body: { lift: 1, tip: 0.9, jitter: 0.25, volume: 0 },
            length: { base: BLADE, variation: 0.3 },
          },
        },
        fibre: { radius: 1e-4 },
        guides: samples,
        strands: blades,
        // Blades give way fast.
        model: { name: 'continuum', parameters: { contactRate: 12 } },
        look: { strandWidth: 0.0006, colour: { kind: 'picked', colour: '#7fae4a' } },
      },
    ],
    camera: { azimuth: 0.5, elevation: 0.75 },
  });

interface Part {
  readonly name: string;
  readonly shape: Body['shape'];
  readonly position: Triple;
  readonly rotation?: Triple;
  /** Hairs, springs, and length in metres. */
  readonly hairs: number;
  readonly samples: number;
  readonly length: NonNullable<Groom['fields']>['length'];
}

/** An animal of parts that ride on the first of them. */
function animal(parts: readonly Part[], motion: Body['motion'], groom: Partial<Groom>): Partial<SceneInput> {
  return {
    bodies: parts.map(({ name, shape, position, rotation }, k) => ({
      name,
      shape,
      // What rides on another stands in its coordinates.
      position: k === 0 ? position : (position.map((x, c) => x - parts[0]!.position[c]!) as Triple),
      ...(rotation ? { rotation } : {}),
      // Parts are inside each other where they meet.
      collider: false,
      colour: '#17130f',
      ...(k === 0 ? { motion } : { on: parts[0]!.name }),
    })),
    grooms: parts.map(({ name, hairs, samples, length }) => ({
      name: `${name} hair`,
      body: name,
      guides: samples,
      strands: hairs,
      model: { name: 'continuum' },
      ...groom,
      fields: { length, direction: [0, -1, 0] as Triple },
    })),
  };
}

const capsule = (radius: number, height: number): Body['shape'] => ({ kind: 'capsule', radius, height });
const ellipsoid = (x: number, y: number, z: number): Body['shape'] => ({ kind: 'ellipsoid', radii: [x, y, z] });

/** Both sides of an animal. */
const pair = (part: Part): Part[] =>
  [1, -1].map((side) => ({
    ...part,
    name: `${side > 0 ? 'left' : 'right'} ${part.name}`,
    position: [side * part.position[0], part.position[1], part.position[2]],
    ...(part.rotation ? { rotation: [part.rotation[0], part.rotation[1], side * part.rotation[2]] as Triple } : {}),
  }));

const MAMMOTH: readonly Part[] = [
  { name: 'trunk', shape: ellipsoid(0.55, 0.62, 0.95), position: [0, 1.6, 0], hairs: 8600, samples: 520, length: 0.34 },
  {
    name: 'head',
    shape: ellipsoid(0.32, 0.42, 0.36),
    position: [0, 2.1, 0.98],
    hairs: 2800,
    samples: 160,
    length: 0.24,
  },
  {
    ...{
      name: 'nose',
      shape: capsule(0.12, 0.95),
      position: [0, 1.35, 1.4] as Triple,
      rotation: [-0.25, 0, 0] as Triple,
    },
    ...{ hairs: 1000, samples: 70, length: 0.08 },
  },
  ...pair({
    name: 'foreleg',
    shape: capsule(0.17, 1.05),
    position: [0.3, 0.7, 0.55],
    hairs: 900,
    samples: 60,
    length: 0.2,
  }),
  ...pair({
    name: 'hind leg',
    shape: capsule(0.18, 1),
    position: [0.3, 0.68, -0.55],
    hairs: 900,
    samples: 60,
    length: 0.2,
  }),
];

export const mammothScene = (): Scene =>
  scene('mammoth', {
    ...animal(
      MAMMOTH,
      { kind: 'head', name: 'sway', amplitude: 0.12, period: 1.1, cycles: 20, start: 0.1 },
      {
        source: {
          kind: 'coat',
          change: { points: 6, body: { lift: 0.35, tip: 0.05, droop: 0.4 }, length: { variation: 0.25 } },
        },
        look: { strandWidth: 0.004, colour: { kind: 'melanin', melanin: 0.62, redness: 0.75 } },
      },
    ),
    camera: { azimuth: 0.95, elevation: 0.06 },
  });

const GORILLA: readonly Part[] = [
  {
    ...{
      name: 'trunk',
      shape: ellipsoid(0.33, 0.43, 0.27),
      position: [0, 0.95, 0] as Triple,
      hairs: 22000,
      samples: 900,
    },
    // Longer on back and shoulders.
    length: {
      kind: 'painted',
      base: 0.045,
      strokes: [
        {
          path: [
            [0, 0.35, -0.12],
            [0, 0, -0.27],
            [0, -0.3, -0.18],
          ],
          radius: 0.26,
          hardness: 0.3,
          value: 0.05,
        },
        {
          path: [
            [0.25, 0.25, 0],
            [-0.25, 0.25, 0],
          ],
          radius: 0.15,
          hardness: 0.3,
          value: 0.055,
        },
      ],
    },
  },
  {
    name: 'head',
    shape: ellipsoid(0.14, 0.19, 0.17),
    position: [0, 1.47, 0.12],
    hairs: 6000,
    samples: 260,
    length: 0.02,
  },
  ...pair({
    ...{
      name: 'arm',
      shape: capsule(0.09, 0.62),
      position: [0.43, 0.82, 0.08] as Triple,
      rotation: [-0.25, 0, 0.18] as Triple,
    },
    ...{ hairs: 5500, samples: 260, length: 0.075 },
  }),
  ...pair({
    name: 'leg',
    shape: capsule(0.12, 0.34),
    position: [0.19, 0.36, 0.02],
    hairs: 2500,
    samples: 150,
    length: 0.03,
  }),
];

export const gorillaScene = (): Scene =>
  scene('gorilla', {
    ...animal(
      GORILLA,
      { kind: 'head', name: 'shake', amplitude: 0.35, period: 0.9, cycles: 20, start: 0.1 },
      {
        source: {
          kind: 'coat',
          change: { points: 5, body: { lift: 0.6, tip: 0.25, jitter: 0.2 }, length: { variation: 0.3 } },
        },
        fibre: { radius: 45e-6 },
        look: { strandWidth: 0.0015, roughness: 0.35, colour: { kind: 'melanin', melanin: 0.8, redness: 0.1 } },
      },
    ),
    camera: { azimuth: 0.6, elevation: 0.05 },
  });
