import {
  choice,
  completeValue,
  flag,
  list,
  quantity,
  type ValueOf,
  type ValuesOf,
  variant,
} from '../../numeric/parameters.ts';

/** How strands meet each other, as a scene says it. */

export const contactParameters = {
  stiffness: quantity({
    unit: 'N/m',
    about:
      'How hard two clumps push each other apart. Above what a step can take up (mass / step²) more changes nothing.',
    min: 0,
    max: 1e4,
    default: 0.02,
  }),
  damping: quantity({
    unit: '',
    about: 'Damping of a contact along its normal: 1 is critical, without bounce.',
    min: 0,
    max: 10,
    default: 1,
  }),
  parallel: quantity({
    unit: '',
    about:
      'Fraction of the normal force that is left between strands of the same direction, which mostly slide into each other.',
    min: 0,
    max: 1,
    default: 0.5,
  }),
  friction: quantity({
    unit: 'kg/s',
    about: 'Drag of two strands that rub, sliding root first; tip first it is twice as much.',
    min: 0,
    max: 1,
    default: 1e-6,
  }),
  parallelDrag: quantity({
    unit: 'kg/s',
    about: 'Drag between strands of the same direction in all directions: what clumps move together by.',
    min: 0,
    max: 1,
    default: 2e-6,
  }),
  stiction: quantity({
    unit: '',
    about: 'Coulomb coefficient up to which a contact sticks; 0 for none.',
    min: 0,
    max: 5,
    default: 0,
  }),
  cohesion: quantity({
    unit: '',
    about:
      'Pull of strands that part, as a fraction of the normal force at the same distance: damp or waxed hair; 0 for none.',
    min: 0,
    max: 1,
    default: 0,
  }),
  release: quantity({
    unit: '',
    about: 'Distance, in rest separations, at which a contact ends.',
    min: 1,
    max: 2,
    default: 1.25,
  }),
  ramp: quantity({
    unit: 's',
    about: 'Time over which a contact gains its normal force, and loses first that and then damping.',
    min: 0,
    max: 1,
    default: 4 / 720,
  }),
  crossing: flag({
    about: 'Strands never pass through each other crosswise, however fast; for few strands, keeps all points.',
    default: false,
  }),
  detector: choice({
    about: 'grid finds every contact; track follows closest points of pairs of guides from step to step.',
    options: ['grid', 'track'],
    default: 'grid',
  }),
  keepEvery: quantity({
    unit: '',
    about: 'Points kept for contacts: the next one a radius sum times this along the strand. 0 keeps all.',
    min: 0,
    max: 4,
    default: 0.75,
  }),
  pairFraction: quantity({
    unit: '',
    about:
      'Fraction of the pairs of neighbouring strands that may meet, those near along more of their length first; 1 leaves every pair in.',
    min: 0,
    max: 1,
    default: 1,
  }),
  pairReach: quantity({
    unit: '',
    about: 'Strands are neighbours where points are nearer than this times their radii (with pairFraction below 1).',
    min: 1,
    max: 20,
    default: 2,
  }),
  pairCount: quantity({
    unit: '',
    about: 'How many such points a pair needs to be kept (with pairFraction below 1).',
    min: 1,
    max: 1000,
    integer: true,
    default: 2,
  }),
  pairRefresh: quantity({
    unit: 's',
    about: 'How often the neighbours are found anew; 0 keeps those of the groom.',
    min: 0,
    max: 1000,
    default: 0,
  }),
  seed: quantity({
    unit: '',
    about: 'Seed that decides which of two equally near pairs is left out.',
    min: 0,
    max: 4294967295,
    integer: true,
    default: 1,
  }),
};

export type ContactParameters = ValuesOf<typeof contactParameters>;

export const volumeParameters = {
  cell: quantity({
    unit: 'm',
    about: 'Width of a grid cell; 0 takes 1.32 radii of a clump at its root.',
    min: 0,
    max: 0.5,
    default: 0,
  }),
  soundSpeed: quantity({
    unit: 'm/s',
    about:
      'Speed of sound in compressed hair, by which it swells again: hair piled up H high sinks by 9.81 H / soundSpeed².',
    min: 0,
    max: 100,
    default: 16,
  }),
  slack: quantity({
    unit: '',
    about: 'How much denser than groomed hair may be before it pushes.',
    min: 0,
    max: 10,
    default: 0.02,
  }),
  exchange: quantity({
    unit: '1/s',
    about: 'How fast neighbouring hair comes to move together: internal friction.',
    min: 0,
    max: 1e4,
    default: 100,
  }),
};

export type VolumeParameters = ValuesOf<typeof volumeParameters>;

export const fluidParameters = {
  reach: quantity({
    unit: 'm',
    about: 'Distance over which hair feels hair; 0 takes two and a half clump radii.',
    min: 0,
    max: 0.5,
    default: 0,
  }),
  soundSpeed: quantity({
    unit: 'm/s',
    about: 'Speed of sound in compressed hair, by which it swells again.',
    min: 0,
    max: 100,
    default: 4,
  }),
  hardest: quantity({
    unit: '',
    about: 'Density, in groomed densities, at which the pressure grows no more.',
    min: 1.01,
    max: 10,
    default: 2,
  }),
  power: quantity({
    unit: '',
    about: 'Growth of pressure with density: 1 or 2.',
    min: 1,
    max: 2,
    integer: true,
    default: 1,
  }),
  collision: quantity({
    unit: 'm/s',
    about: 'Viscosity of hair that closes in on hair.',
    min: 0,
    max: 100,
    default: 0.5,
  }),
  shearViscosity: quantity({
    unit: 'm²/s',
    about: 'Viscosity of hair that rubs along hair.',
    min: 0,
    max: 10,
    default: 1e-4,
  }),
  along: quantity({
    unit: '',
    about: 'Fraction of the shear viscosity that is left along the strands.',
    min: 0,
    max: 1,
    default: 0.3,
  }),
};

export type FluidParameters = ValuesOf<typeof fluidParameters>;

export const interactionParameters = list({
  about: 'How strands meet each other: any of contact, volume and fluid, or none.',
  item: variant({ variants: { contact: contactParameters, volume: volumeParameters, fluid: fluidParameters } }),
  most: 8,
});

export type InteractionDeclaration = ValueOf<typeof interactionParameters>[number];

/** Declarations with every absent parameter at its default; what is out of range is refused. */
export const makeDeclarations = (given: unknown): readonly InteractionDeclaration[] =>
  completeValue(interactionParameters, given, 'How strands meet');
