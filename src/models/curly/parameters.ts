import { choice, curve, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { layerOffsetParameters } from '../layer-offset.ts';

/**
 * Stiffness and damping are told per mass and for edges of 1 cm, as the published ones are for unit masses and unit edges: a spring of
 * k (1/s²) gives a node of such a strand an acceleration of k times its stretch. Other edges get what makes the same strand of them.
 */
const rate = (about: string, value: number) => quantity({ unit: '1/s', about, min: 0, max: 1e6, default: value });
const spring = (about: string, value: number) => quantity({ unit: '1/s²', about, min: 0, max: 1e9, default: value });
const span = (about: string, value: number) => quantity({ unit: 'm', about, min: 0, max: 1000, default: value });

export const curlyParameters = {
  stiffness: quantity({
    unit: '',
    about: 'Stiffness of the bending springs as a multiple: 1 is the style as set, 0.2 limp, 5 wire.',
    min: 0,
    max: 10000,
    default: 1,
  }),
  integrator: choice({
    about:
      'implicit: one solve a step. published: hundreds of explicit steps with damping steps inside, for comparison.',
    options: ['implicit', 'published'],
    default: 'implicit',
  }),
  stretchStiffness: spring('Springs along edges, for edges of 1 cm.', 5e6),
  stretchDamping: rate('Damping along edges.', 4472),
  stretchAllowance: quantity({
    unit: '',
    about: 'Fraction by which an edge may be longer than at rest, whatever pulls.',
    min: 0.001,
    max: 10,
    default: 0.1,
  }),
  bendSmoothing: span(
    'Length over which the frames of bending are smoothed: above the size of a curl they do not turn with it.',
    0.1,
  ),
  bendStiffness: spring('Bending springs at the root, for edges of 1 cm.', 2e4),
  bendStiffnessTip: spring('The same at the tip; in between it falls evenly in powers.', 1e3),
  bendDamping: rate('Damping of bending at the root.', 420),
  bendDampingTip: rate('The same at the tip.', 100),
  coreSmoothing: span('Length over which the core is smoothed: the line around which a curl winds.', 0.03),
  coreStiffness: spring('Springs that keep the core from getting longer, for edges of 1 cm; 0: none.', 1.5e4),
  coreStiffnessMost: spring('The same where a curl is half unwound.', 6e5),
  coreDamping: rate('Damping of a core that is longer than at rest.', 100),
  coreDampingMost: rate('The same where a curl is half unwound.', 1e4),
  core: choice({
    about:
      'consistent: the core gives its force to all edges that it is smoothed from, so that it has an energy. published: to its own edge alone.',
    options: ['consistent', 'published'],
    default: 'consistent',
  }),
  outerRate: quantity({
    unit: '1/s',
    about: 'Outer steps a second of the published integrator: 1440 for stiff springs, 720 for others.',
    min: 24,
    max: 1e5,
    default: 1440,
  }),
  solves: quantity({
    unit: '',
    about:
      'At most so many solves of an implicit step; a further one follows only where an edge is off by more than 0.2 %.',
    min: 1,
    max: 16,
    integer: true,
    default: 4,
  }),
  ...layerOffsetParameters,
  stiffnessCurve: curve({ about: 'Stiffness of bending along the hair.' }),
};

export type CurlyParameters = ValuesOf<typeof curlyParameters>;
