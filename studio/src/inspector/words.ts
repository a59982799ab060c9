import type { NumberSpec } from './field-spec.ts';

/** What a stylist reads in place of the names of parameters, their units and choices. Files keep the names. */

const TITLES: Readonly<Record<string, string>> = {
  youngsModulus: 'Young’s modulus',
  poissonRatio: 'Poisson’s ratio',
  poissonCurve: 'Poisson’s ratio along the hair',
  ior: 'Refractive index',
  layerOffset: 'Rests on other hair, up to',
  poseSpring: 'Hold up what cannot stand',
  rest: 'Under gravity',
  sleep: 'Let calm hair sleep',
  levels: 'Fine only where it is seen',
  error: 'Error that may be seen',
  material: 'Kind of hair',
  guides: 'Simulated strands',
  strands: 'Shown strands',
  seed: 'Random seed',
  thickness: 'Distance from the skin',
  stiffness: 'Stiffness',
  strongestRest: 'How far hair may hold itself up',
  motion: 'Motion',
  cycles: 'How many times',
  ramp: 'Time to full swing',
  amplitude: 'How far (radian or metre)',
  period: 'Time of a swing',
  pose: 'Back to the groomed shape',
  match: 'Move with the head',
  inertia: 'How much it swings with the head',
  along: 'Along the hair',
  over: 'Over what is there',
  alongRatio: 'Air drag along the hair',
  contact: 'Hair against hair',
  shelter: 'Outer hair keeps the wind off',
  gusts: 'Gustiness',
  octaves: 'Layers of gusts',
  gain: 'Strength of small gusts',
  catch: 'Catches hair within',
  strand: 'Half thickness of the lock',
  pitch: 'From turn to turn',
  turn: 'Wound to the',
  winding: 'Winding speed',
  reach: 'How far it reaches',
  angle: 'How wide it spreads',
  opening: 'Opening',
  grip: 'Firmness of the hold',
  way: 'How to choose',
  does: 'What it becomes',
  by: 'Choose by',
  guard: 'Length of the guard',
  share: 'Hairs taken',
  elevation: 'Held at, degrees from its fall',
  whole: 'Beyond both ends',
  speed: 'Speed',
  drag: 'Pull on the hair',
  sliding: 'Pull along the hair',
  tooth: 'Radius of a tooth',
  blades: 'Length of the blades',
  shortest: 'Shortest piece',
  flow: 'How fast it takes',
  washing: 'How fast spray washes out',
  drying: 'How fast it dries',
  gap: 'Glues within',
  glue: 'Stiffness of the glue',
  tack: 'Toughness of the glue',
  tear: 'Tears when stretched by',
  rate: 'How fast',
  longest: 'Longest, in lengths',
  shortestFraction: 'Shortest',
  everything: 'All of the hair',
  brake: 'How strongly it is calmed',
  calm: 'Calm when slower than',
  value: 'Amount (1 as grown)',
  base: 'Length of a hair',
  level: 'Level cut below the crown',
  levelSlope: 'Slant of the level cut',
  levelVariation: 'Raggedness of the level cut',
  ball: 'Ball cut, radius',
  parted: 'With a parting',
  side: 'Parting, right to left',
  sweep: 'Swept back',
  ragged: 'Hair across the parting',
  jitter: 'Untidiness',
  lift: 'Lift at the root',
  rise: 'Rises over',
  droop: 'Hangs down',
  hug: 'Keeps to the head',
  bend: 'Bends over',
  turnIn: 'Ends turned in',
  turnLength: 'Length of the turned ends',
  ease: 'Curl grows over',
  flatness: 'Flat waves',
  top: 'From below the crown',
  bottom: 'To below the crown',
  lean: 'Leans back',
  pinch: 'Narrows to its edge',
  stand: 'Tie off the head',
  tie: 'Radius of the tie',
  tail: 'Radius of the tail',
  even: 'Ends meet',
  fade: 'Thins out over',
  temples: 'Drawn back at the temples',
  sparse: 'Density on the line',
  fine: 'Longest fine hairs',
  stray: 'Fine hairs aside',
  hairline: 'Hairline',
  gather: 'Ponytail, braid and bun',
  // One name for different things, told apart by their type.
  'object:strands': 'Wisps and frizz',
  'object:body': 'Volume and fall',
  'object:comb': 'Combing',
  'number:rest': 'Length beside the strip',
  crest: 'Mohawk strip',
  wispTip: 'Locks narrow to, at the tips',
  blendFrom: 'Locks begin at',
  blendTo: 'Locks are full at',
  gapFrom: 'Locks may part from',
  gapTo: 'Locks part fully at',
  tuftStart: 'Tufts begin at',
  tuftFull: 'Tufts are full at',
  phaseScale: 'Neighbours curl alike within',
  phaseVariation: 'Curls out of step, guides',
  phaseJitter: 'Curls out of step, strands',
  frizzScale: 'Length of a frizz wave',
  clearance: 'Keeps off the skin',
  attribute: 'What to paint',
  part: 'Where on the hair',
  head: 'It is a head',
  'array:over': 'Over time',
  name: 'Motion',
  tilt: 'Shift of the highlights',
  section: 'Roundness of the fibre',
  medulla: 'Milky core of the hair (fur)',
  variation: 'Variation',
  tips: 'Pigment at the tips',
  tipStart: 'Tips begin at',
  ground: 'Shadow on the ground',
  ambient: 'Light from all around',
  tone: 'Tone curve',
  shadows: 'Shadows in the hair',
  strandWidth: 'Thickness of a strand',
  collider: 'Hair stays outside',
  resolution: 'Fineness of its distances',
  breathing: 'Grows and shrinks',
  pivot: 'Turns about',
  ring: 'Radius of the ring',
  tube: 'Radius of the tube',
};

/** `wispRadius` → `Wisp radius`, unless there are better words; `type` is that of the JSON schema. */
export function fieldTitle(name: string, type = ''): string {
  const known = TITLES[`${type}:${name}`] ?? (Object.hasOwn(TITLES, name) ? TITLES[name] : undefined);
  if (known !== undefined) return known;
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const CHOICES: Readonly<Record<string, string>> = {
  auto: 'As the style has it',
  'asian-smooth': 'Straight',
  'caucasian-wavy': 'Fine and wavy',
  'caucasian-curly': 'Curly',
  'african-fuzzy': 'Tightly coiled',
  brow: 'Brow',
  lash: 'Lash',
  beard: 'Beard',
  fur: 'Fur',
  'sag-free': 'Stays as groomed',
  'as-groomed': 'Sags a little',
  keys: 'From key poses',
  head: 'By name',
  none: 'Nothing to see',
  lasso: 'Lasso: inside a line',
  side: 'One side of a line',
  inverse: 'All other hair',
  groom: 'Hair of one kind',
  only: 'A new section',
  more: 'Added to the section',
  less: 'Taken out of it',
  wisp: 'Single locks',
  hybrid: 'Locks and loose hair',
  dye: 'Dye on the hair',
  bleach: 'Bleach',
  highlights: 'Highlights (foils)',
  all: 'All of it',
  rod: 'Natural hair',
  'rod-explicit': 'Natural hair, small steps',
  'super-helix': 'Smooth curls, few unknowns',
  chain: 'Simple and quick',
  mesh: 'From a file',
  bust: 'The bust',
  twist: 'Rope of two',
  bun: 'Bun, pinned',
  fox: 'The fox',
};

export const choiceTitle = (name: string): string | undefined => CHOICES[name];

/** What 0 means where it is no amount. */
const ZEROS: Readonly<Record<string, string>> = {
  ...{ strandWidth: 'natural', level: 'none', ball: 'none' },
  length: 'as beside it',
};

/** A word in place of the number; what is absent is as usual. */
export function wordFor({ name }: NumberSpec, value: number | undefined): string | null {
  if (value === undefined) return 'usual';
  return value === 0 ? (ZEROS[name] ?? null) : null;
}

/** Seldom touched, and then by those who know what they mean. */
const RARE: ReadonlySet<string> = new Set([
  ...['ellipticity', 'density', 'youngsModulus', 'poissonRatio', 'seed', 'points'],
  ...[
    'internalFriction',
    'thickness',
    'layerOffset',
    'strongestRest',
    'poseSpring',
    'taper',
    'twist',
    'damping',
    'margin',
    'tolerance',
  ],
  ...['safety', 'shortestStep', 'solves', 'elements', 'mostElements', 'fitTolerance', 'placement', 'simplified'],
  ...['stepper', 'iterations', 'radiusCurve', 'stiffnessCurve', 'densityCurve', 'frictionCurve', 'poissonCurve'],
  ...['control', 'contact', 'rest', 'sleep', 'amplitude', 'ramp', 'alongRatio', 'shelter', 'octaves', 'gain', 'size'],
  ...['levelSlope', 'levelVariation', 'ragged', 'jitter', 'noise', 'noiseScale', 'phaseScale', 'phaseVariation'],
  ...['wispTip', 'blendFrom', 'blendTo', 'gapFrom', 'gapTo', 'tuftStart', 'tuftFull', 'phaseJitter', 'frizzScale'],
  ...['flyaway', 'clearance', 'sparse', 'fine', 'stray', 'irregularity', 'rise', 'bend'],
  ...['grip', 'tooth', 'friction', 'drag', 'sliding', 'washing', 'glue', 'tack', 'tear', 'gap', 'strand'],
  ...['resolution', 'pivot', 'breathing'],
  ...['brake', 'calm', 'longest', 'shortestFraction', 'hardness', 'over'],
  ...['dye', 'roundness', 'tilt', 'ior', 'section', 'medulla', 'tone', 'shadows', 'tipStart'],
]);

export const isRare = (name: string): boolean => RARE.has(name);

export interface ShownUnit {
  readonly name: string;
  /** Shown numbers in one of the document. */
  readonly perUnit: number;
}

/** Ratios that people do not read as percents. */
const PLAIN_RATIOS: ReadonlySet<string> = new Set(['friction', 'poissonRatio', 'damping', 'value']);

/** Documents hold metres, radians and fractions; people read centimetres, degrees and percents. */
export function shownUnit(spec: NumberSpec): ShownUnit {
  const { name, unit, min, max, initial, integer } = spec;
  switch (unit) {
    case 'rad':
      return { name: '°', perUnit: 180 / Math.PI };
    case 'm':
      return lengthUnit(initial > 0 ? initial : 0.1 * max);
    case 'm/s':
      return initial < 0.5 ? { name: 'cm/s', perUnit: 100 } : { name: 'm/s', perUnit: 1 };
    case '1/s':
      return max <= 2 ? { name: '%/s', perUnit: 100 } : { name: 'per s', perUnit: 1 };
    case '1/m':
      return { name: 'per m', perUnit: 1 };
    case '': {
      const isFraction = !integer && min >= 0 && min < 1 && max >= 0.9 && max <= 4 && !PLAIN_RATIOS.has(name);
      return isFraction ? { name: '%', perUnit: 100 } : { name: '', perUnit: 1 };
    }
    default:
      return { name: unit, perUnit: 1 };
  }
}

function lengthUnit(usual: number): ShownUnit {
  if (usual >= 0.03) return { name: 'cm', perUnit: 100 };
  return usual >= 2e-4 ? { name: 'mm', perUnit: 1e3 } : { name: 'µm', perUnit: 1e6 };
}
