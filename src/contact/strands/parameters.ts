import {
  choice,
  completeValue,
  flag,
  list,
  type NumberParameter,
  quantity,
  type ValueOf,
  type ValuesOf,
  variant,
} from '../../numeric/parameters.ts';

/** How strands meet each other, as a scene says it. */

const number =
  (fallback: number, unit: string, min: number, max: number, integer = false) =>
  (about: string): NumberParameter =>
    quantity({ about, unit, min, max, default: fallback, ...(integer ? { integer } : {}) });

export const contactParameters = {
  stiffness: number(0.02, 'N/m', 0, 1e4)('How hard two clumps push each other apart; at most mass / step² counts.'),
  damping: number(1, '', 0, 10)('Damping of a contact along its normal: 1 is critical, without bounce.'),
  parallel: number(0.5, '', 0, 1)('Fraction of the normal force that is left between strands of the same direction.'),
  friction: number(1e-6, 'kg/s', 0, 1)('Drag of strands that slide root first; tip first it is twice as much.'),
  parallelDrag: number(2e-6, 'kg/s', 0, 1)('Drag between strands of the same direction: what clumps move together by.'),
  stiction: number(0, '', 0, 5)('Coulomb coefficient up to which a contact sticks; 0 for none.'),
  cohesion: number(0, '', 0, 1)('Pull of strands that part, as a fraction of the push: damp or waxed hair.'),
  release: number(1.25, '', 1, 2)('Distance, in rest separations, at which a contact ends.'),
  ramp: number(
    4 / 720,
    's',
    0,
    1,
  )('Time over which a contact gains its normal force, and loses first that and then damping.'),
  crossing: flag({
    about: 'Strands never pass through each other crosswise, however fast; for few strands, keeps all points.',
    default: false,
  }),
  detector: choice({
    about: 'grid finds every contact; track follows closest points of pairs of guides from step to step.',
    options: ['grid', 'track'],
    default: 'grid',
  }),
  keepEvery: number(0.75, '', 0, 4)('Points kept for contacts: one every so many radius sums; 0 keeps all.'),
  pairFraction: number(1, '', 0, 1)('Fraction of the pairs of neighbouring strands that may touch, the nearest first.'),
  pairReach: number(2, '', 1, 20)('Points nearer than this times their radii make strands neighbours.'),
  pairCount: number(2, '', 1, 1000, true)('How many such points a pair needs to be kept (with pairFraction below 1).'),
  pairRefresh: number(0, 's', 0, 1000)('How often the neighbours are found anew; 0 keeps those of the groom.'),
  seed: number(1, '', 0, 4294967295, true)('Seed that decides which of two equally near pairs is left out.'),
};

export type ContactParameters = ValuesOf<typeof contactParameters>;

export const volumeParameters = {
  cell: number(0, 'm', 0, 0.5)('Width of a grid cell; 0 takes 1.32 radii of a clump at its root.'),
  soundSpeed: number(
    16,
    'm/s',
    0,
    100,
  )('Speed at which compressed hair swells: a pile H high sinks by 9.81 H / soundSpeed².'),
  slack: number(0.02, '', 0, 10)('How much denser than groomed hair may be before it pushes.'),
  exchange: number(100, '1/s', 0, 1e4)('How fast neighbouring hair comes to move together: internal friction.'),
};

export type VolumeParameters = ValuesOf<typeof volumeParameters>;

export const fluidParameters = {
  reach: number(0, 'm', 0, 0.5)('Distance over which hair feels hair; 0 takes two and a half clump radii.'),
  soundSpeed: number(4, 'm/s', 0, 100)('Speed at which compressed hair swells again.'),
  hardest: number(2, '', 1.01, 10)('Density, in groomed densities, at which the pressure grows no more.'),
  power: number(1, '', 1, 2, true)('Growth of pressure with density: 1 or 2.'),
  collision: number(0.5, 'm/s', 0, 100)('Viscosity of hair that closes in on hair.'),
  shearViscosity: number(1e-4, 'm²/s', 0, 10)('Viscosity of hair that rubs along hair.'),
  along: number(0.3, '', 0, 1)('Fraction of the shear viscosity that is left along the strands.'),
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
