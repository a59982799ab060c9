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

const number = (about: string, fallback: number, unit: string, min: number, max: number): NumberParameter =>
  quantity({ about, unit, min, max, default: fallback });

const whole = (about: string, fallback: number, min: number, max: number): NumberParameter =>
  quantity({ about, unit: '', min, max, default: fallback, integer: true });

export const contactParameters = {
  stiffness: number('How hard two clumps push each other apart; at most mass / step² counts.', 0.02, 'N/m', 0, 1e4),
  damping: number('Damping of a contact along its normal: 1 is critical, without bounce.', 1, '', 0, 10),
  parallel: number('Fraction of the normal force that is left between strands of the same direction.', 0.5, '', 0, 1),
  friction: number('Drag of strands that slide root first; tip first it is twice as much.', 1e-6, 'kg/s', 0, 1),
  parallelDrag: number('Drag between strands of the same direction: what clumps move together by.', 2e-6, 'kg/s', 0, 1),
  stiction: number('Coulomb coefficient up to which a contact sticks; 0 for none.', 0, '', 0, 5),
  cohesion: number('Pull of strands that part, as a fraction of the push: damp or waxed hair.', 0, '', 0, 1),
  release: number('Distance, in rest separations, at which a contact ends.', 1.25, '', 1, 2),
  ramp: number(
    'Time over which a contact gains its normal force, and loses first that and then damping.',
    4 / 720,
    's',
    0,
    1,
  ),
  crossing: flag({
    about: 'Strands never pass through each other crosswise, however fast; for few strands, keeps all points.',
    default: false,
  }),
  detector: choice({
    about: 'grid finds every contact; track follows closest points of pairs of guides from step to step.',
    options: ['grid', 'track'],
    default: 'grid',
  }),
  keepEvery: number('Points kept for contacts: one every so many radius sums; 0 keeps all.', 0.75, '', 0, 4),
  pairFraction: number('Fraction of the pairs of neighbouring strands that may touch, the nearest first.', 1, '', 0, 1),
  pairReach: number('Points nearer than this times their radii make strands neighbours.', 2, '', 1, 20),
  pairCount: whole('How many such points a pair needs to be kept (with pairFraction below 1).', 2, 1, 1000),
  pairRefresh: number('How often the neighbours are found anew; 0 keeps those of the groom.', 0, 's', 0, 1000),
  seed: whole('Seed that decides which of two equally near pairs is left out.', 1, 0, 4294967295),
};

export type ContactParameters = ValuesOf<typeof contactParameters>;

export const volumeParameters = {
  cell: number('Width of a grid cell; 0 takes 1.32 radii of a clump at its root.', 0, 'm', 0, 0.5),
  soundSpeed: number(
    'Speed at which compressed hair swells: a pile H high sinks by 9.81 H / soundSpeed².',
    16,
    'm/s',
    0,
    100,
  ),
  slack: number('How much denser than groomed hair may be before it pushes.', 0.02, '', 0, 10),
  exchange: number('How fast neighbouring hair comes to move together: internal friction.', 100, '1/s', 0, 1e4),
};

export type VolumeParameters = ValuesOf<typeof volumeParameters>;

export const fluidParameters = {
  reach: number('Distance over which hair feels hair; 0 takes two and a half clump radii.', 0, 'm', 0, 0.5),
  soundSpeed: number('Speed at which compressed hair swells again.', 4, 'm/s', 0, 100),
  hardest: number('Density, in groomed densities, at which the pressure grows no more.', 2, '', 1.01, 10),
  power: whole('Growth of pressure with density: 1 or 2.', 1, 1, 2),
  collision: number('Viscosity of hair that closes in on hair.', 0.5, 'm/s', 0, 100),
  shearViscosity: number('Viscosity of hair that rubs along hair.', 1e-4, 'm²/s', 0, 10),
  along: number('Fraction of the shear viscosity that is left along the strands.', 0.3, '', 0, 1),
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
