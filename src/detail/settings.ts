import { flag, quantity, type ValuesOf } from '../numeric/parameters.ts';

/** How finely hair is simulated, as a scene says it. */
export const levelParameters = {
  error: quantity({
    unit: 'px',
    about: 'Largest error that may be seen, in pixels of a picture of 1,080 rows.',
    min: 0,
    max: 100,
    default: 1,
  }),
  spread: quantity({
    unit: '',
    about: "What members of a calm cluster may be off, as a fraction of the cluster's radius.",
    min: 0.001,
    max: 10,
    default: 0.025,
  }),
  speed: quantity({
    unit: 'm/s',
    about: "Speed relative to the root at which members are off by all of the cluster's radius.",
    min: 0.01,
    max: 1000,
    default: 32,
  }),
  dwell: quantity({
    unit: 's',
    about: 'Strands move by themselves at least this long before they join others.',
    min: 0,
    max: 100,
    default: 0.25,
  }),
  budget: quantity({
    unit: '',
    about:
      'Strands that join or part at most in one look at the hair, thirty times a second; touched ones are not counted.',
    min: 1,
    max: 100000,
    integer: true,
    default: 256,
  }),
  tips: flag({
    about: 'Strands part from others at their tips first and join them from their roots on: an adaptive wisp tree.',
    default: false,
  }),
};

export type LevelSettings = ValuesOf<typeof levelParameters>;
