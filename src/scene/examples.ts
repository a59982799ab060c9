import { cos, sin } from '../numeric/elementary.ts';
import { fromAxisAngle, logMap, multiply } from '../numeric/rotation.ts';
import { InputError } from '../strands/input-error.ts';
import { BRUSH_EXAMPLES } from './brush-examples.ts';
import { COAT_EXAMPLES } from './coat-examples.ts';
import { CROWD } from './crowd-example.ts';
import { ORIENTED_EXAMPLES } from './oriented-examples.ts';
import { SCENE_VERSION, type Scene, type SceneInput, sceneSchema } from './schema.ts';

/** Scenes that come with Pelage, runnable by name. */

type BodyInput = NonNullable<SceneInput['bodies']>[number];
type GroomInput = NonNullable<SceneInput['grooms']>[number];
type HairColour = NonNullable<NonNullable<GroomInput['look']>['colour']>;
const melanin = (amount: number, redness: number): HairColour => ({ kind: 'melanin', melanin: amount, redness });

/** Hair colours; scenes that are not here are brown. */
const COLOURS: Readonly<Record<string, HairColour>> = {
  buzz: melanin(0.8, 0.2),
  bob: melanin(0.93, 0.1),
  'long-straight': melanin(0.2, 0.15),
  'long-wavy': melanin(0.55, 0.35),
  curly: melanin(0.45, 0.85),
  coily: melanin(0.97, 0.1),
  mohawk: { kind: 'picked', colour: '#2f8fb5' },
  ponytail: melanin(0.36, 0.25),
  'head-shake': melanin(0.55, 0.35),
  wind: melanin(0.2, 0.15),
};

/** What an example has besides one style of hair on a bust that turns its head. */
interface More {
  /** The style; that of the example's name where absent. */
  readonly style?: string;
  readonly motion?: BodyInput['motion'];
  /** Bodies besides the head. */
  readonly bodies?: readonly BodyInput[];
  readonly groom?: Partial<GroomInput>;
  /** Grooms besides the hair. */
  readonly grooms?: readonly GroomInput[];
  readonly scene?: Partial<SceneInput>;
}

const TURN: BodyInput['motion'] = { kind: 'head', name: 'turn', amplitude: 0.8, period: 2.4, cycles: 1, start: 0.5 };
const STILL: BodyInput['motion'] = { kind: 'head', name: 'still' };

const style = (name: string, about: string, more: More = {}): SceneInput => ({
  format: 'pelage-scene',
  version: SCENE_VERSION,
  name,
  about,
  bodies: [{ name: 'head', shape: { kind: 'bust' }, motion: more.motion ?? TURN }, ...(more.bodies ?? [])],
  grooms: [
    {
      name: 'hair',
      body: 'head',
      source: { kind: 'style', style: more.style ?? name },
      ...(COLOURS[name] ? { look: { roughness: 0.18, colour: COLOURS[name] } } : {}),
      ...more.groom,
    },
    ...(more.grooms ?? []),
  ],
  ...more.scene,
});

type Triple = [number, number, number];

/** A line over a ball of 7.5 cm, from its back over its top to its front. */
const MERIDIAN: Triple[] = Array.from({ length: 9 }, (_, i) => {
  const angle = Math.PI * (i / 8 - 0.5);
  return [0, 0.075 * cos(angle), 0.075 * sin(angle)];
});

/** A key of a scene's motion. */
export interface RollKey {
  time: number;
  position: Triple;
  rotation: Triple;
}

/**
 * A head that goes down, lies on its side with its ear 2 cm under a ground at y = −0.45, rolls to its back and face and gets
 * up again, so many times; three and a half seconds each.
 */
export function rollKeys(times: number): RollKey[] {
  const lie = fromAxisAngle([0, 0, 1], Math.PI / 2);
  const rolled = (angle: number): Triple => [...logMap(multiply(lie, fromAxisAngle([0, 1, 0], angle)))];
  const upright: Triple = [0, 0, 0];
  const leaning: Triple = [0, 0, Math.PI / 4];
  const keys: RollKey[] = [{ time: 0, position: [0, 0, 0], rotation: upright }];
  for (let n = 0; n < times; n++)
    keys.push(
      { time: 3.5 * n + 0.3, position: [0, 0, 0], rotation: upright },
      { time: 3.5 * n + 0.7, position: [0, -0.2, 0], rotation: leaning },
      { time: 3.5 * n + 1.1, position: [0, -0.39, 0], rotation: rolled(0) },
      { time: 3.5 * n + 1.5, position: [0, -0.37, -0.06], rotation: rolled(0.9) },
      { time: 3.5 * n + 2.1, position: [0, -0.37, 0.06], rotation: rolled(-0.9) },
      { time: 3.5 * n + 2.5, position: [0, -0.39, 0], rotation: rolled(0) },
      { time: 3.5 * n + 2.9, position: [0, -0.2, 0], rotation: leaning },
      { time: 3.5 * n + 3.3, position: [0, 0, 0], rotation: upright },
    );
  return keys;
}

const DARK = melanin(0.72, 0.35);

/** The hair of a face that goes with the hair of the head. */
const faceHair = (name: string, guides: number, strands: number): GroomInput => ({
  name,
  body: 'head',
  source: { kind: 'style', style: name },
  guides,
  strands,
  look: { roughness: 0.25, colour: DARK },
});

/** Four grooms on one head. */
const PORTRAIT: SceneInput = style(
  'portrait',
  'A bust with hair, brows, lashes and a beard: four grooms on one head.',
  {
    style: 'ponytail',
    groom: { look: { roughness: 0.2, colour: DARK } },
    grooms: [faceHair('brows', 80, 1000), faceHair('lashes', 100, 460), faceHair('beard', 160, 9000)],
  },
);

/** Coats on bodies that are no heads: one laid by rules, the other painted. */
const COATS: SceneInput = {
  format: 'pelage-scene',
  version: SCENE_VERSION,
  name: 'coats',
  about: 'A furry ring, combed round, and a furry ball, combed and cut with strokes of a brush.',
  bodies: [
    {
      name: 'ring',
      shape: { kind: 'torus', ring: 0.12, tube: 0.045 },
      rotation: [0.5, 0, 0],
      motion: { kind: 'head', name: 'shake', amplitude: 0.7, period: 1.2, cycles: 3, start: 0.3 },
      colour: '#7a5a44',
    },
    {
      name: 'ball',
      shape: { kind: 'sphere', radius: 0.075 },
      position: [0, 0.17, 0],
      motion: { kind: 'head', name: 'bounce', amplitude: 0.04, period: 0.6, cycles: 6, start: 0.3 },
      colour: '#6d6a66',
    },
  ],
  grooms: [
    {
      name: 'ring coat',
      body: 'ring',
      source: { kind: 'coat' },
      fields: {
        length: { kind: 'noise', size: 0.06, low: 0.022, high: 0.034 },
        direction: { kind: 'around', axis: [0, 1, 0] },
      },
      guides: 160,
      strands: 26000,
      look: { roughness: 0.3, colour: melanin(0.45, 0.6) },
    },
    {
      name: 'ball coat',
      body: 'ball',
      source: { kind: 'coat', change: { body: { tip: 0.35 } } },
      fields: {
        length: {
          kind: 'painted',
          base: 0.018,
          strokes: [{ path: MERIDIAN, radius: 0.035, hardness: 0.5, value: 0.055 }],
        },
        direction: {
          kind: 'painted',
          base: [0, -1, 0],
          strokes: [{ path: MERIDIAN, radius: 0.045, hardness: 0.4 }],
        },
        lift: {
          kind: 'painted',
          base: 0.3,
          strokes: [{ path: MERIDIAN, radius: 0.035, hardness: 0.5, value: 0.9 }],
        },
      },
      guides: 120,
      strands: 20000,
      look: { roughness: 0.3, colour: melanin(0.2, 0.2) },
    },
  ],
};

const EXAMPLES: readonly SceneInput[] = [
  style('buzz', 'Hair of one centimetre all over.'),
  style('bob', 'A chin-length bob with a fringe.'),
  style('long-straight', 'Long straight hair with a middle parting.'),
  style('long-wavy', 'Long waves with a side parting.'),
  style('curly', 'Loose ringlets.'),
  style('coily', 'Tight coils with volume.'),
  style('mohawk', 'A crest that stands by gel.', { groom: { model: { name: 'rod', parameters: { stiffness: 30 } } } }),
  style('ponytail', 'Hair gathered at the back.', { scene: { camera: { azimuth: 1.75 } } }),
  style('bun', 'Hair wound to a bun, which pins hold.', {
    groom: { control: { pose: { strength: 200 } } },
    scene: { camera: { azimuth: 2.4 } },
  }),
  PORTRAIT,
  style('head-shake', 'Long wavy hair on a head that is shaken: the default test of everything.', {
    style: 'long-wavy',
    motion: { kind: 'head', name: 'shake', amplitude: 0.6, period: 0.8, cycles: 4, start: 0.3 },
  }),
  style('head-flip', 'Long hair thrown from one side of the head to the other.', {
    style: 'long-straight',
    motion: { kind: 'head', name: 'tilt', amplitude: 1.5, period: 2, cycles: 3, start: 0.2, ramp: 0.5 },
  }),
  style('ground-roll', 'A head that lies down on the ground and rolls there.', {
    style: 'long-wavy',
    motion: { kind: 'keys', keys: rollKeys(2) },
    bodies: [{ name: 'ground', shape: { kind: 'ground' }, position: [0, -0.45, 0], friction: 0.5 }],
  }),
  style('swung-sphere', 'A ball that swings round a head, through its hair.', {
    style: 'long-straight',
    motion: STILL,
    bodies: [
      {
        name: 'ball',
        shape: { kind: 'sphere', radius: 0.05 },
        position: [0, -0.1, 0.14],
        motion: {
          ...{ kind: 'head', name: 'shake', amplitude: 2.6, period: 1.6, cycles: 3, start: 0.2 },
          // Round the head, not about itself.
          pivot: [0, 0, 0],
        },
      },
    ],
  }),
  style('breathing-sphere', 'A ball in the hair that swells and shrinks with half a metre a second.', {
    style: 'long-wavy',
    motion: STILL,
    bodies: [
      {
        name: 'balloon',
        shape: { kind: 'sphere', radius: 0.06 },
        position: [0, -0.1, -0.185],
        breathing: { amplitude: 0.6, period: 0.452, start: 0.2 },
      },
    ],
  }),
  style('wind', 'Long straight hair in a gusty wind from the side.', {
    style: 'long-straight',
    motion: STILL,
    scene: { air: { drag: 2e-5, wind: { speed: 5, direction: [1, 0.15, -0.3], gusts: 0.5 } } },
  }),
  COATS,
  ...COAT_EXAMPLES,
  ...ORIENTED_EXAMPLES,
  CROWD,
  ...BRUSH_EXAMPLES,
];

export const exampleNames: readonly string[] = EXAMPLES.map((example) => example.name!);

/** The scene that everything opens with. */
export const DEFAULT_EXAMPLE = 'head-shake';

export function exampleScene(name: string): Scene {
  const example = EXAMPLES.find((candidate) => candidate.name === name);
  if (!example)
    throw new InputError(
      'scene/unknown',
      `There is no example "${name}"; the examples are ${exampleNames.join(', ')}.`,
    );
  return sceneSchema.parse(example);
}
