import { smoothstep } from '../../../src/numeric/curve.ts';
import { cos, sin } from '../../../src/numeric/elementary.ts';

/** Waves over whole turns. */
export const wave = (turns: number): number => sin(2 * Math.PI * turns);
export const swing = (turns: number): number => cos(2 * Math.PI * turns);

/** From 0 to 1 between two times. */
export const rise = (time: number, from: number, to: number): number => smoothstep((time - from) / (to - from));
