import {
  type BounceRow,
  bounceRows,
  cuticleRatio,
  type PendulumRow,
  type PlotCurve,
  pendulumRows,
  plotSvg,
  type SlideRow,
  slidingRows,
  threeStrands,
} from '../validate/index.ts';
import { type Drawing, drawPlot } from './plot-output.ts';
import type { Reproduced } from './reproduce-all.ts';
import { grid } from './table.ts';

const SOURCE =
  'Florence Bertails, Basile Audoly, Marie-Paule Cani, Bernard Querleux, Frédéric Leroy and Jean-Luc Lévêque, ' +
  '"Super-helices for predicting the dynamics of natural hair", ACM Transactions on Graphics 25(3), 2006; SIGGRAPH 2008 hair course, 1.4.2 and 2.5.2. ' +
  'Published are films and ranges of coefficients; closed forms stand beside ours.';

const STEP = 1 / 240;
const FRAME = 1 / 24;
const timed = (values: readonly number[], step: number): number[] => values.flatMap((value, n) => [n * step, value]);
const known = (name: string, points: number[]): PlotCurve => ({ name, points, kind: 'known' });

/** Swings of clumps: drag of the air from a pendulum, internal friction from a curl that bounces, and three strands that touch. */
export function reproducePendulum(drawing: Drawing): Reproduced {
  const swings = pendulumRows();
  const bounces = bounceRows();
  const wisps = threeStrands();
  const dragName = ({ drag }: PendulumRow): string => (drag === 0 ? 'none' : drag.toExponential(1));
  const frictionName = ({ internalFriction }: BounceRow): string => internalFriction.toExponential(1);
  const pendulum = plotSvg({
    title: 'A strand that is let go in air',
    x: 'time, s',
    y: 'angle, degrees',
    curves: swings.map((row) => known(`drag ${dragName(row)}`, timed(row.angles, STEP))),
  });
  const bounce = plotSvg({
    title: 'A curl whose weight comes at once',
    x: 'time, s',
    y: 'root to tip, m',
    curves: bounces.map((row) => known(`internal friction ${frictionName(row)}`, timed(row.lengths, STEP))),
  });
  const wisp = plotSvg({
    title: 'Three strands as one wisp',
    x: 'time, s',
    y: 'least distance over groomed',
    curves: wisps.map((row) => known(row.hasContacts ? 'contacts' : 'none', timed(row.nearest, FRAME))),
  });
  return {
    json: {
      source: SOURCE,
      pendulum: swings.map(({ angles: _, ...row }) => row),
      bounce: bounces.map(({ lengths: _, ...row }) => row),
      threeStrands: wisps.map(({ nearest: _, ...row }) => row),
      pictures: drawing.output === undefined ? [] : ['pendulum.svg', 'bounce.svg', 'three-strands.svg'],
    },
    text: [
      SOURCE,
      '',
      'Pendulum of 15 cm: published drag 5e-6 (disciplined) to 5e-5 kg/(m s) (fuzzy); in closed form it adds drag / 2 mass to the rate at which swings end, 1/s',
      ...grid([
        ['  drag', 'rate: ours', 'closed form', 'a swing, s'],
        ...swings.map((row) => [
          `  ${dragName(row)}`,
          row.rate.toFixed(3),
          row.expected.toFixed(3),
          row.period.toFixed(3),
        ]),
      ]),
      ...drawPlot(drawing, 'pendulum.svg', pendulum),
      '',
      'A curl bounces: published internal friction 5e-11 to 5e-10 kg m3/s, best fit 1e-10; swing beyond where it comes to rest',
      ...grid([
        ['  internal friction', 'overshoot'],
        ...bounces.map((row) => [`  ${frictionName(row)}`, `${(100 * row.overshoot).toFixed(0)} %`]),
      ]),
      ...drawPlot(drawing, 'bounce.svg', bounce),
      '',
      'Three strands as one wisp, shaken by 1 g: least distance of two of them over the groomed one',
      ...grid(
        wisps.map(({ hasContacts, least }) => [`  ${hasContacts ? 'with contacts' : 'without'}`, least.toFixed(2)]),
      ),
      ...drawPlot(drawing, 'three-strands.svg', wisp),
    ].join('\n'),
  };
}

/** Clumps that slide: over materials, where friction is fitted to the way, and over hair. */
export function reproduceSliding(drawing: Drawing): Reproduced {
  const rows = slidingRows();
  const cuticle = cuticleRatio();
  const nameOf = ({ material, clump }: SlideRow): string => `${clump} clump on ${material}`;
  const picture = plotSvg({
    title: 'Clumps that slide down a slope of 39°',
    x: 'time, s',
    y: 'way, m',
    curves: rows.map((row) => known(nameOf(row), timed(row.way, STEP))),
  });
  return {
    json: {
      source: SOURCE,
      rows: rows.map(({ way: _, ...row }) => row),
      cuticle,
      pictures: drawing.output === undefined ? [] : ['sliding.svg'],
    },
    text: [
      SOURCE,
      '',
      'Sliding over materials: the friction that a clump was given (of ours, none is published), and what half a second of its way says',
      ...grid([
        ['  clump', 'given', 'fitted'],
        ...rows.map((row) => [`  ${nameOf(row)}`, row.friction.toFixed(3), row.fitted.toFixed(3)]),
      ]),
      '',
      `Clump over clumps across it, tip first over root first: ${cuticle.toFixed(2)} (law of the pair 1.37; of one fibre 2, as published)`,
      ...drawPlot(drawing, 'sliding.svg', picture),
    ].join('\n'),
  };
}
