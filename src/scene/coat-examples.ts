import type { SceneInput } from './schema.ts';
import { SCENE_VERSION } from './schema.ts';

/** Examples with fur: coats of several grooms on one skin, grass, a towel. */

type Groom = NonNullable<SceneInput['grooms']>[number];
type Fields = NonNullable<Groom['fields']>;
type FieldBase = number | { kind: 'region'; region: string; low: number; high: number };
type Stroke = readonly [path: readonly (readonly [number, number, number])[], radius: number, value: number];

/** A field that is painted with strokes on both sides of an animal: x is the distance from its middle. */
const bothSides = (base: FieldBase, strokes: readonly Stroke[]): Fields['length'] => ({
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
  [0.008, 0.375, 0.375],
  [0.025, 0.4, 0.3],
  [0.02, 0.43, 0.27],
];
const RUFF: Stroke['0'] = [
  [0.045, 0.39, 0.235],
  [0.035, 0.33, 0.19],
  [0.025, 0.27, 0.15],
];
const TAIL: Stroke['0'] = [
  [0, 0.29, -0.34],
  [0, 0.22, -0.41],
  [0, 0.15, -0.47],
  [0, 0.07, -0.52],
];
const PAWS: readonly Stroke['0'][] = [
  [
    [0.037, 0.06, 0.097],
    [0.04, 0.01, 0.14],
  ],
  [
    [0.041, 0.06, -0.265],
    [0.042, 0.01, -0.215],
  ],
];
const EARS: Stroke['0'] = [
  [0.03, 0.45, 0.25],
  [0.055, 0.52, 0.26],
];

/** Below the root of the tail, where hair that is combed along the legs meets it. */
const BUTTOCKS: Stroke['0'] = [
  [0.02, 0.25, -0.3],
  [0.04, 0.22, -0.28],
];

/** Lengths of a coat, m, where an animal has them differently. */
interface Lengths {
  readonly body: number;
  readonly face: number;
  readonly ears?: number;
  readonly legs: number;
  readonly paws?: number;
  readonly ruff: number;
  readonly tail: number;
}

const lengths = ({ body, face, ears = face, legs, paws = face, ruff, tail }: Lengths): Fields['length'] =>
  bothSides({ kind: 'region', region: 'legs', low: body, high: legs }, [
    [RUFF, 0.075, ruff],
    [FACE, 0.055, face],
    [EARS, 0.06, ears],
    ...PAWS.map((paw): Stroke => [paw, 0.06, paws]),
    [TAIL, 0.1, tail],
  ]);

/** A coat with colours of its own takes them from the skin. */
const PALE = { kind: 'picked', colour: '#fff4e4' } as const;
const FUR = { model: 'fur', roughness: 0.35, colour: PALE } as const;

/** Daylight in a pale room, in which dark legs and whiskers are seen. */
const PICTURE: SceneInput['picture'] = {
  backgroundCentre: '#a3a5a6',
  backgroundEdge: '#55585c',
  ambient: 0.8,
  exposure: 0.35,
};
const CAMERA: SceneInput['camera'] = { azimuth: 0.8, elevation: 0.1, margin: 0 };

const whiskers = (colour: string): Groom => ({
  name: 'whiskers',
  body: 'animal',
  region: 'whiskers',
  source: { kind: 'coat', change: { body: { lift: 0.75, tip: 0.6, jitter: 0.3 }, length: { variation: 0.4 } } },
  fields: { length: 0.085, direction: [0, -0.35, -1] },
  guides: 26,
  strands: 26,
  model: { name: 'rod', parameters: { stiffness: 8 } },
  look: { strandWidth: 0.0006, colour: { kind: 'picked', colour } },
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
  picture: PICTURE,
  camera: CAMERA,
  grooms: [
    coat('undercoat', 900, 80000, {
      source: {
        kind: 'coat',
        change: {
          points: 6,
          body: { lift: 0.6, tip: 0.3, jitter: 0.4 },
          length: { variation: 0.4 },
          strands: { tufts: 4000, tuftStrength: 0.35 },
        },
      },
      fields: {
        length: lengths({ body: 0.02, face: 0.006, legs: 0.009, ruff: 0.03, tail: 0.042 }),
        direction: COMBED,
        colour: { kind: 'vertex-colours' },
      },
      look: { ...FUR, strandWidth: 0.0003 },
    }),
    coat('guard hairs', 900, 70000, {
      source: {
        kind: 'coat',
        change: {
          points: 8,
          body: { lift: 0.45, tip: 0.18, jitter: 0.25 },
          length: { variation: 0.4 },
          strands: { tufts: 5000, tuftStrength: 0.65, frizz: 0.001 },
        },
      },
      fields: {
        length: lengths({ body: 0.036, face: 0.009, legs: 0.013, ruff: 0.056, tail: 0.075 }),
        lift: { kind: 'region', region: 'tail', low: 0.45, high: 0.7 },
        direction: COMBED,
        colour: { kind: 'vertex-colours' },
      },
      look: {
        ...FUR,
        roughness: 0.3,
        variation: 0.25,
        strandWidth: 0.00022,
        bands: [
          { at: 0, colour: '#fff4e4' },
          { at: 0.75, colour: '#fff0dc' },
          { at: 1, colour: '#c8a890' },
        ],
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
  bodies: [{ name: 'animal', shape: { kind: 'fox', animation: 'look' }, colour: '#b98a58' }],
  contact: { hair: [] },
  picture: PICTURE,
  camera: CAMERA,
  grooms: [
    coat('curls', 1500, 56000, {
      source: {
        kind: 'coat',
        change: {
          points: 44,
          curl: { radius: 0.0042, pitch: 0.008, phaseScale: 0.016, start: 0, ease: 0.1, variation: 0.3 },
          body: { lift: 0.95, tip: 0.6, jitter: 0.5 },
          length: { variation: 0.2 },
          strands: { tufts: 3200, tuftStrength: 0.93, tuftStart: 0, tuftFull: 0.4, phaseJitter: 0.1, frizz: 0.0003 },
        },
      },
      fields: {
        length: lengths({ body: 0.055, face: 0.014, ears: 0.045, legs: 0.048, paws: 0.022, ruff: 0.062, tail: 0.055 }),
        curl: bothSides(0.0042, [[FACE, 0.05, 0.0015]]),
        direction: COMBED,
      },
      look: { ...FUR, roughness: 0.45, strandWidth: 0.00035, colour: { kind: 'picked', colour: '#dcae78' } },
    }),
  ],
};

/** Hair that hangs from part of an animal, as rods. */
const hanging = (name: string, region: string, guides: number, strands: number, fields: Fields): Groom => ({
  name,
  body: 'animal',
  region,
  source: {
    kind: 'coat',
    change: {
      points: 14,
      body: { lift: 0.7, tip: 0.12, droop: 1, volume: 0.012, jitter: 0.25 },
      length: { variation: 0.35 },
      strands: { tufts: 700, tuftStrength: 0.8, frizz: 0.002, frizzScale: 0.03 },
    },
  },
  fields: { direction: COMBED, ...fields },
  guides,
  strands,
  look: {
    ...FUR,
    roughness: 0.28,
    strandWidth: 0.00028,
    variation: 0.3,
    colour: { kind: 'picked', colour: '#a4602a' },
  },
});

const HIGHLAND: SceneInput = {
  format: 'pelage-scene',
  version: SCENE_VERSION,
  name: 'highland',
  about: 'A long coat with mane and tail: springs for what is short, rods for what hangs.',
  bodies: [{ name: 'animal', shape: { kind: 'fox', animation: 'walk' }, colour: '#5a3216' }],
  contact: { hair: [] },
  picture: PICTURE,
  camera: CAMERA,
  grooms: [
    coat('undercoat', 900, 60000, {
      source: { kind: 'coat', change: { points: 6, body: { lift: 0.5, tip: 0.25, jitter: 0.4 } } },
      fields: {
        length: lengths({ body: 0.03, face: 0.008, legs: 0.016, ruff: 0.03, tail: 0.03 }),
        direction: COMBED,
      },
      look: { ...FUR, strandWidth: 0.0003, colour: { kind: 'picked', colour: '#8a4a1c' } },
    }),
    hanging('long coat', 'coat', 240, 22000, {
      length: lengths({ body: 0.17, face: 0.015, ears: 0.03, legs: 0.05, ruff: 0.16, tail: 0.1 }),
      density: bothSides({ kind: 'region', region: 'legs', low: 1, high: 0.5 }, [
        [FACE, 0.055, 0.02],
        [EARS, 0.06, 0.02],
        ...PAWS.map((paw): Stroke => [paw, 0.07, 0.02]),
        [BUTTOCKS, 0.05, 0.01],
      ]),
    }),
    hanging('mane', 'ruff', 50, 6000, {
      length: bothSides(0.22, [[FACE, 0.05, 0.08]]),
      density: bothSides(1, [
        [FACE, 0.045, 0.02],
        [EARS, 0.085, 0.01],
      ]),
    }),
    hanging('tail', 'tail', 40, 5000, {
      length: { kind: 'gradient', axis: [0, 1, 0], from: 0.06, to: 0.25, low: 0.06, high: 0.24 },
    }),
    whiskers('#3a2415'),
  ],
};

const GRASS: SceneInput = {
  format: 'pelage-scene',
  version: SCENE_VERSION,
  name: 'grass',
  about: 'A ball that bounces on grass: blades lie flat below it and rise again.',
  bodies: [
    { name: 'ground', shape: { kind: 'sheet', width: 0.8, depth: 0.8 }, colour: '#2a2a12' },
    {
      name: 'ball',
      shape: { kind: 'sphere', radius: 0.06 },
      position: [0, 0.12, 0],
      motion: { kind: 'head', name: 'bounce', amplitude: 0.07, period: 0.7, cycles: 8, start: 0.2 },
      colour: '#b8352a',
    },
  ],
  picture: { ...PICTURE, ground: 0 },
  camera: { azimuth: 0.5, elevation: 0.3, target: [0, 0.07, 0], distance: 1.25 },
  grooms: [
    {
      name: 'grass',
      body: 'ground',
      source: {
        kind: 'coat',
        change: {
          points: 8,
          body: { lift: 0.95, tip: 0.55, jitter: 1.2 },
          length: { variation: 0.6 },
          strands: { tufts: 2500, tuftStrength: 0.3, frizz: 0.004, frizzScale: 0.04 },
        },
      },
      fields: { length: { kind: 'noise', size: 0.12, low: 0.035, high: 0.06 }, direction: [0.4, 0, 1] },
      guides: 1600,
      strands: 36000,
      model: { name: 'continuum', parameters: { stiffness: 40 } },
      look: {
        ...FUR,
        strandWidth: 0.0012,
        variation: 0.4,
        bands: [
          { at: 0, colour: '#3c4a18' },
          { at: 0.4, colour: '#5f8a2a' },
          { at: 0.85, colour: '#8db548' },
          { at: 1, colour: '#b9b66a' },
        ],
      },
    },
  ],
};

/** A line across a towel. */
const across = (z: number): Stroke['0'] => [
  [-0.25, 0, z],
  [0.25, 0, z],
];

const TOWEL: SceneInput = {
  format: 'pelage-scene',
  version: SCENE_VERSION,
  name: 'towel',
  about: 'A towel that is shaken: loops of cotton on a sheet, with stripes and a flat border.',
  bodies: [
    {
      name: 'towel',
      shape: { kind: 'sheet', width: 0.3, depth: 0.4, thickness: 0.004 },
      rotation: [0.45, 0, 0],
      motion: { kind: 'head', name: 'sway', amplitude: 0.03, period: 0.8, cycles: 8 },
      colour: '#dfe4e2',
    },
  ],
  picture: { ...PICTURE, ground: 0 },
  camera: { azimuth: 0.5, elevation: 0.5, target: [0, 0, 0.03], distance: 0.85 },
  grooms: [
    {
      name: 'pile',
      body: 'towel',
      source: {
        kind: 'coat',
        change: {
          points: 14,
          curl: { radius: 0.0016, pitch: 0.004, phaseScale: 0.004, start: 0, phaseVariation: 1 },
          body: { lift: 1, tip: 0.8, jitter: 1.5 },
          length: { variation: 0.3 },
          strands: { tufts: 9000, tuftStrength: 0.6 },
        },
      },
      fields: {
        length: 0.01,
        direction: [1, 0, 0],
        density: bothSides(1, [[across(0.165), 0.008, 0]]),
        colour: {
          kind: 'painted',
          base: [1, 1, 1],
          strokes: [0.1, 0.125].map((z) => ({
            path: across(z).map(([x, y, w]) => [x, y, w] as [number, number, number]),
            radius: 0.009,
            hardness: 0.9,
            value: [0.06, 0.16, 0.36] as [number, number, number],
          })),
        },
      },
      guides: 1200,
      strands: 56000,
      model: { name: 'continuum' },
      look: { ...FUR, roughness: 0.6, strandWidth: 0.0007, colour: { kind: 'picked', colour: '#fbfaf6' } },
    },
  ],
};

export const COAT_EXAMPLES: readonly SceneInput[] = [FOX, POODLE, HIGHLAND, GRASS, TOWEL];
