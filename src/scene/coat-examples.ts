import type { SceneInput } from './schema.ts';
import { SCENE_VERSION } from './schema.ts';

/** Examples with fur: coats of several grooms on one skin, grass, a towel. */

type Groom = NonNullable<SceneInput['grooms']>[number];
type Fields = NonNullable<Groom['fields']>;
type Stroke = readonly [path: readonly (readonly [number, number, number])[], radius: number, value: number];

/** A field that is painted with strokes on both sides of an animal: x is the distance from its middle. */
const bothSides = (base: number, strokes: readonly Stroke[]): Fields['length'] => ({
  kind: 'painted',
  base,
  strokes: strokes.flatMap(([path, radius, value]) =>
    (path.some(([x]) => x !== 0) ? [1, -1] : [1]).map((side) => ({
      path: path.map(([x, y, z]) => [side * x, y, z] as [number, number, number]),
      radius,
      hardness: 0.3,
      value,
    })),
  ),
});

/** Combed from nose to tail by one stroke along the back, and down the legs. */
const COMBED: Fields['direction'] = {
  kind: 'combed',
  limbs: true,
  strokes: [
    {
      path: [
        [0, 0.36, 0.2],
        [0, 0.37, 0],
        [0, 0.35, -0.25],
      ],
    },
  ],
};

const FACE: Stroke['0'] = [
  [0.01, 0.37, 0.37],
  [0.025, 0.4, 0.27],
];
const RUFF: Stroke['0'] = [
  [0.035, 0.36, 0.2],
  [0.03, 0.28, 0.17],
];
const TAIL: Stroke['0'] = [
  [0, 0.32, -0.31],
  [0, 0.24, -0.39],
  [0, 0.15, -0.47],
];
const LEGS: readonly Stroke['0'][] = [
  [
    [0.05, 0.17, 0.12],
    [0.05, 0.01, 0.13],
  ],
  [
    [0.05, 0.15, -0.24],
    [0.05, 0.01, -0.22],
  ],
];
const EARS: Stroke['0'] = [
  [0.04, 0.44, 0.22],
  [0.06, 0.52, 0.2],
];

/** Lengths of a coat, metres, where an animal has them differently. */
const lengths = (body: number, face: number, legs: number, ruff: number, tail: number): Fields['length'] =>
  bothSides(body, [
    [RUFF, 0.07, ruff],
    [FACE, 0.06, face],
    [EARS, 0.05, face],
    ...LEGS.map((leg): Stroke => [leg, 0.06, legs]),
    [TAIL, 0.1, tail],
  ]);

const PALE = { kind: 'picked', colour: '#fff4e4' } as const;
const FUR = { model: 'fur', roughness: 0.35, colour: PALE } as const;

const whiskers = (colour: string): Groom => ({
  name: 'whiskers',
  body: 'animal',
  region: 'whiskers',
  source: { kind: 'coat', change: { body: { lift: 0.75, tip: 0.6, jitter: 0.3 }, length: { variation: 0.4 } } },
  fields: { length: 0.07, direction: [0, -0.2, -1], width: 3 },
  guides: 26,
  strands: 26,
  model: { name: 'rod', parameters: { stiffness: 8 } },
  look: { colour: { kind: 'picked', colour } },
});

/** A short coat of many samples, whose hairs follow springs. */
const coat = (name: string, guides: number, strands: number, rest: Partial<Groom>): Groom => ({
  name,
  body: 'animal',
  region: 'coat',
  guides,
  strands,
  model: { name: 'continuum' },
  source: { kind: 'coat', change: {} },
  look: FUR,
  ...rest,
});

const FOX: SceneInput = {
  format: 'pelage-scene',
  version: SCENE_VERSION,
  name: 'fox',
  about: 'A red fox that walks: undercoat, guard hairs and whiskers, combed by one stroke.',
  bodies: [{ name: 'animal', shape: { kind: 'fox', animation: 'walk' } }],
  contact: { hair: [] },
  camera: { azimuth: 0.9, elevation: 0.12 },
  grooms: [
    coat('undercoat', 900, 90000, {
      source: { kind: 'coat', change: { body: { lift: 0.6, tip: 0.35, jitter: 0.4 }, length: { variation: 0.4 } } },
      fields: {
        length: lengths(0.016, 0.005, 0.006, 0.026, 0.032),
        direction: COMBED,
        colour: { kind: 'vertex-colours' },
        width: 0.7,
      },
    }),
    coat('guard hairs', 900, 60000, {
      source: { kind: 'coat', change: { body: { lift: 0.5, tip: 0.22, jitter: 0.25 }, length: { variation: 0.35 } } },
      fields: {
        length: lengths(0.03, 0.007, 0.008, 0.05, 0.06),
        direction: COMBED,
        colour: { kind: 'vertex-colours' },
      },
    }),
    whiskers('#20140c'),
  ],
};

const POODLE: SceneInput = {
  format: 'pelage-scene',
  version: SCENE_VERSION,
  name: 'poodle',
  about: 'Tight curls all over an animal that looks about, as of a poodle or a lamb.',
  bodies: [{ name: 'animal', shape: { kind: 'fox', animation: 'look' }, colour: '#b9a68f' }],
  contact: { hair: [] },
  camera: { azimuth: 0.9, elevation: 0.12 },
  grooms: [
    coat('curls', 1500, 70000, {
      source: {
        kind: 'coat',
        change: {
          points: 24,
          curl: { radius: 0.0028, pitch: 0.006, phaseScale: 0.004 },
          body: { lift: 0.85, tip: 0.7, jitter: 0.5 },
          length: { variation: 0.25 },
        },
      },
      fields: { length: lengths(0.034, 0.008, 0.016, 0.04, 0.03), direction: COMBED },
      look: { ...FUR, colour: { kind: 'picked', colour: '#efe6d6' } },
    }),
  ],
};

const HIGHLAND: SceneInput = {
  format: 'pelage-scene',
  version: SCENE_VERSION,
  name: 'highland',
  about: 'A long coat with mane and tail: springs for what is short, rods for what hangs.',
  bodies: [{ name: 'animal', shape: { kind: 'fox', animation: 'walk' }, colour: '#5a3216' }],
  contact: { hair: [] },
  camera: { azimuth: 0.9, elevation: 0.12 },
  grooms: [
    coat('undercoat', 900, 60000, {
      source: { kind: 'coat', change: { body: { lift: 0.5, tip: 0.25, jitter: 0.4 } } },
      fields: { length: lengths(0.03, 0.008, 0.014, 0.03, 0.03), direction: COMBED },
      look: { ...FUR, colour: { kind: 'picked', colour: '#8a4a1c' } },
    }),
    {
      name: 'long coat',
      body: 'animal',
      region: 'coat',
      source: { kind: 'coat', change: { points: 14, body: { lift: 0.45, tip: 0.05, droop: 0.9 } } },
      fields: {
        length: lengths(0.12, 0.02, 0.05, 0.16, 0.2),
        density: bothSides(1, [[FACE, 0.06, 0.1], ...LEGS.map((leg): Stroke => [leg, 0.05, 0.4])]),
        direction: COMBED,
      },
      guides: 420,
      strands: 24000,
      look: { ...FUR, colour: { kind: 'picked', colour: '#a4602a' } },
    },
    whiskers('#e8dcc8'),
  ],
};

const GRASS: SceneInput = {
  format: 'pelage-scene',
  version: SCENE_VERSION,
  name: 'grass',
  about: 'A ball that bounces on grass: blades lie flat below it and rise again.',
  bodies: [
    { name: 'ground', shape: { kind: 'sheet', width: 0.6, depth: 0.6 }, colour: '#2e2415' },
    {
      name: 'ball',
      shape: { kind: 'sphere', radius: 0.06 },
      position: [0, 0.12, 0],
      motion: { kind: 'head', name: 'bounce', amplitude: 0.07, period: 0.7, cycles: 8, start: 0.2 },
      colour: '#b8352a',
    },
  ],
  camera: { azimuth: 0.5, elevation: 0.35 },
  grooms: [
    {
      name: 'grass',
      body: 'ground',
      source: { kind: 'coat', change: { body: { lift: 0.95, tip: 0.8, jitter: 0.6 }, length: { variation: 0.5 } } },
      fields: { length: { kind: 'noise', size: 0.12, low: 0.035, high: 0.055 }, direction: [0.4, 0, 1], width: 8 },
      guides: 1600,
      strands: 30000,
      model: { name: 'continuum', parameters: { stiffness: 40 } },
      look: { ...FUR, colour: { kind: 'picked', colour: '#5c9a2c' } },
    },
  ],
};

const TOWEL: SceneInput = {
  format: 'pelage-scene',
  version: SCENE_VERSION,
  name: 'towel',
  about: 'A towel: loops of cotton on a sheet.',
  bodies: [
    { name: 'towel', shape: { kind: 'sheet', width: 0.4, depth: 0.3 }, rotation: [0.5, 0, 0], colour: '#cfe0ea' },
  ],
  camera: { azimuth: 0.4, elevation: 0.4 },
  grooms: [
    {
      name: 'pile',
      body: 'towel',
      source: {
        kind: 'coat',
        change: {
          points: 16,
          curl: { radius: 0.0012, pitch: 0.003, phaseScale: 0.002 },
          body: { lift: 1, tip: 1, jitter: 1 },
        },
      },
      fields: { length: 0.006, direction: [1, 0, 0], width: 4 },
      guides: 900,
      strands: 60000,
      model: { name: 'continuum' },
      look: { ...FUR, colour: { kind: 'picked', colour: '#bcd8ea' } },
    },
  ],
};

export const COAT_EXAMPLES: readonly SceneInput[] = [FOX, POODLE, HIGHLAND, GRASS, TOWEL];
