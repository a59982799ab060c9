import { choice, curve, group, quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { dampingParameter } from '../elastic-parameters.ts';
import { layerOffsetParameters } from '../layer-offset.ts';

/** Joints that move by themselves: tentacles, tails, ropes that perform. Strand attributes of the same names multiply or add, one a strand. */
const motorParameters = {
  amplitude: quantity({
    unit: 'rad/m',
    about: 'Bend that motors add at most, per metre of strand; 0: no motors.',
    min: 0,
    max: 1e4,
    default: 0,
  }),
  frequency: quantity({ unit: 'Hz', about: 'How often a second motors swing.', min: 0, max: 100, default: 0.5 }),
  waves: quantity({
    unit: '',
    about: 'Waves that run along a strand at a time: 0 bends all of it one way, 1 makes it a snake.',
    min: -100,
    max: 100,
    default: 0.5,
  }),
  swirl: quantity({
    unit: '',
    about: 'Swing across the first one, a quarter of a period later: 0 in a plane, 1 round and round.',
    min: -1,
    max: 1,
    default: 0,
  }),
  along: curve({ about: 'Amplitude along the strand.' }),
};

/** Springs that hold on to a body that they have touched: suckers, burrs, wet hair on skin. */
const stictionParameters = {
  distance: quantity({
    unit: 'm',
    about: 'Nodes nearer to a body than this, beyond their thickness, take hold of it; 0: none does.',
    min: 0,
    max: 0.1,
    default: 0,
  }),
  release: quantity({
    unit: '',
    about: 'A hold lets go where it is stretched to so many times that distance.',
    min: 1,
    max: 100,
    default: 3,
  }),
  stiffness: quantity({
    unit: '1/s²',
    about: 'Springs of holds, per mass of the node.',
    min: 0,
    max: 1e8,
    default: 1e4,
  }),
  along: curve({ about: 'Where on the strand it takes hold: above 0.5.' }),
};

export const massSpringParameters = {
  rig: choice({
    about:
      'What springs are made of. angular: a mass a point and two angles a joint. flexion: springs to the next but one point. strip: two rails. prism: three rails around the strand. tetrahedra: rungs by turns, with altitude springs.',
    options: ['angular', 'flexion', 'strip', 'prism', 'tetrahedra'],
    default: 'angular',
  }),
  integrator: choice({
    about:
      'implicit: one banded solve a step, stable at any stiffness. hybrid: explicit positions in many small steps, damping implicit.',
    options: ['implicit', 'hybrid'],
    default: 'implicit',
  }),
  stiffness: quantity({
    unit: '',
    about: 'Bending stiffness as a multiple of what the fibre has: 1 is real hair, 20 hair with gel.',
    min: 0,
    max: 1e12,
    default: 1,
  }),
  stretchStiffness: quantity({
    unit: '',
    about: 'Stiffness along the strand as a fraction of what the fibre has.',
    min: 1e-6,
    max: 1,
    default: 0.05,
  }),
  springDamping: quantity({
    unit: 's',
    about: 'Damping of springs over their stiffness: what swings faster than this dies away.',
    min: 0,
    max: 1,
    default: 0.002,
  }),
  width: quantity({
    unit: 'm',
    about: 'Distance of the rails of a strip, a prism or tetrahedra from the strand: the tuft that it stands for.',
    min: 1e-5,
    max: 0.1,
    default: 0.003,
  }),
  shear: quantity({
    unit: '',
    about: 'Stiffness of diagonals over that of rails: how rails resist shear and twist.',
    min: 0,
    max: 10,
    default: 0.45,
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
  motor: group(motorParameters, 'Joints that move by themselves.'),
  stiction: group(stictionParameters, 'Springs that hold on to bodies.'),
  ...layerOffsetParameters,
  ...dampingParameter,
};

export type MassSpringParameters = ValuesOf<typeof massSpringParameters>;
