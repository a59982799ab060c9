import { material } from '../groom/materials.ts';
import { coreRatio } from '../models/curly/core.ts';
import { curlyPresets } from '../models/curly/presets.ts';
import { shapeOf } from '../models/curly/rest-shape.ts';
import { setWeights, smoothEdges } from '../models/curly/smoothing.ts';
import { findModel } from '../models/index.ts';
import { atan2, cos, sin } from '../numeric/elementary.ts';
import { between, rotate } from '../numeric/rotation.ts';
import {
  add,
  addScaled,
  at,
  cross,
  dot,
  normalize,
  perpendicular,
  scale,
  subtract,
  type Vec3,
} from '../numeric/vector.ts';
import { Rig, type RootMotion, writeRoots } from './rig.ts';

/** Figures 2, 4 and 10 of Iben et al. 2013 as numbers. A published unit is taken for 1 cm. */

const UNIT = 0.01;
const STEP = 1 / 120;
const FIBRE = material('caucasian-curly');

/** The helix of the specification: 60 points, radius 1.5, pitch 4, edges 1. It hangs from the origin. */
export function stylisedCurl(nodes = 60, radius = 1.5, pitch = 4): Vec3[] {
  const rise = pitch / (2 * Math.PI);
  const turn = 1 / Math.sqrt(radius * radius + rise * rise);
  return Array.from({ length: nodes }, (_, i) => {
    const a = i * turn;
    return [UNIT * radius * (cos(a) - 1), -UNIT * rise * a, UNIT * radius * sin(a)];
  });
}

const flat = (shape: readonly Vec3[]): Float64Array => Float64Array.from(shape.flat());

function lengthsOf(x: Float64Array): Float64Array {
  const nodes = x.length / 3;
  return Float64Array.from({ length: nodes }, (_, i) => {
    if (i === nodes - 1) return 0;
    const e = subtract(at(x, i + 1), at(x, i));
    return Math.sqrt(dot(e, e));
  });
}

export interface SmoothedCurve {
  /** Smoothing length in published units; infinite for the straight one. */
  readonly alpha: number;
  /** Points of the smoothed curve, metres. */
  readonly points: Float64Array;
  /** Distance of its ends over its length: 1 is straight. */
  readonly straightness: number;
  /** Sum of the angles between its edges, radian. */
  readonly turning: number;
}

/** Figure 4: one stylised curl, wider towards the tip and bent as a whole, smoothed more and more. */
export function smoothingFigure(alphas: readonly number[] = [0, 2, 4, 6, Number.POSITIVE_INFINITY]): SmoothedCurve[] {
  const x = flat(
    Array.from({ length: 60 }, (_, i): Vec3 => {
      const a = 0.62 * i;
      const wide = UNIT * (0.6 + 0.015 * i);
      const s = i / 59;
      return [wide * (cos(a) - 1) + 0.1 * s * s, -0.32 * s, wide * sin(a)];
    }),
  );
  return alphas.map((alpha) => smoothedCurve(x, alpha));
}

function smoothedCurve(x: Float64Array, alpha: number): SmoothedCurve {
  const restLength = lengthsOf(x);
  const nodes = restLength.length;
  const weight = new Float64Array(nodes);
  const edges = new Float64Array(x.length);
  setWeights(restLength, 0, nodes, UNIT * alpha, weight);
  smoothEdges(x, restLength, weight, 0, nodes, edges);
  const points = x.slice();
  let [length, turning] = [0, 0];
  for (let i = 0; i < nodes - 1; i++) {
    const edge = scale(at(edges, i), restLength[i]!);
    points.set(add(at(points, i), edge), 3 * i + 3);
    length += Math.sqrt(dot(edge, edge));
    if (i > 0) turning += angleBetween(at(edges, i - 1), at(edges, i));
  }
  const across = subtract(at(points, nodes - 1), at(points, 0));
  return { alpha, points, straightness: Math.sqrt(dot(across, across)) / length, turning };
}

function angleBetween(a: Vec3, b: Vec3): number {
  const w = cross(a, b);
  return atan2(Math.sqrt(dot(w, w)), dot(a, b));
}

export interface WalkRow {
  /** Smoothing length of the frames in published units; null for the elastic rod. */
  readonly alpha: number | null;
  /** Root mean square and largest angle by which the end of the curl is turned about its axis, radian. */
  readonly drift: number;
  readonly largest: number;
  /** Angle at every step. */
  readonly angles: readonly number[];
}

/** A head on a walk: two steps a second, from side to side and up and down. */
export function walk(time: number): RootMotion {
  const w = 2 * Math.PI;
  const begin = time < 0.5 ? 2 * time : 1;
  return {
    position: [0.03 * begin * sin(w * time), 0.03 * begin * sin(2 * w * time), 0.015 * begin * sin(w * time + 0.7)],
    velocity: [0, 0, 0],
  };
}

/** The stiffest of the published range along the whole helix: a soft tip would hang, and turn with nothing. */
const EVEN = { bendStiffnessTip: 7.2e4, bendDampingTip: 2495 };

/** Figure 2: a helix on a walk, its frames smoothed or not, beside an elastic rod. */
export function helixWalk({ alphas = [0, 3, 10], seconds = 4, withRod = true } = {}): WalkRow[] {
  const rows: (number | null)[] = withRod ? [...alphas, null] : [...alphas];
  return rows.map((alpha) => {
    const shape = stylisedCurl();
    const rig = new Rig({
      model: findModel(alpha === null ? 'rod' : 'curly'),
      shape,
      fibre: FIBRE,
      restState: 'sag-free',
      motion: walk,
      parameters: alpha === null ? {} : { ...curlyPresets.redhead, ...EVEN, bendSmoothing: UNIT * alpha },
    });
    const groomed = flat(shape);
    const angles: number[] = [];
    for (let n = 0; n * STEP < seconds; n++) {
      rig.step(STEP, { drag: 2e-5 });
      angles.push(turnOfEnd(groomed, rig.positions()));
    }
    const square = angles.reduce((sum, angle) => sum + angle * angle, 0);
    const largest = angles.reduce((most, angle) => Math.max(most, Math.abs(angle)), 0);
    return { alpha, drift: Math.sqrt(square / angles.length), largest, angles };
  });
}

/** Points of one turn of the curl, more or less. */
const TURN = 10;

/** By how much the last turn of a curl is turned about its axis against how it was groomed, the axes being laid on each other. */
export function turnOfEnd(groomed: Float64Array, now: Float64Array): number {
  const [a, b] = [axisOfEnd(groomed), axisOfEnd(now)];
  const turn = between(a, b);
  const last = groomed.length / 3 - TURN;
  const [centreA, centreB] = [meanOf(groomed, last), meanOf(now, last)];
  let [sine, cosine] = [0, 0];
  for (let i = last; i < last + TURN; i++) {
    const was = across(rotate(turn, subtract(at(groomed, i), centreA)), b);
    const is = across(subtract(at(now, i), centreB), b);
    sine += dot(cross(was, is), b);
    cosine += dot(was, is);
  }
  return atan2(sine, cosine);
}

const across = (v: Vec3, axis: Vec3): Vec3 => addScaled(v, axis, -dot(v, axis));

function meanOf(x: Float64Array, from: number): Vec3 {
  let sum: Vec3 = [0, 0, 0];
  for (let i = from; i < from + TURN; i++) sum = add(sum, at(x, i));
  return scale(sum, 1 / TURN);
}

function axisOfEnd(x: Float64Array): Vec3 {
  const last = x.length / 3 - TURN;
  return normalize(subtract(meanOf(x, last), meanOf(x, last - TURN)), perpendicular([0, 1, 0]));
}

export interface StopRow {
  /** Deceleration of the stop, in g. */
  readonly g: number;
  readonly hasCore: boolean;
  readonly integrator: 'implicit' | 'published';
  /** Largest length of the core over that at rest, and the frame (of 24 a second, from the stop on) in which it was. */
  readonly peak: number;
  readonly frame: number;
  /** Largest edge over its rest length. */
  readonly strain: number;
  /** Core ratio at every step. */
  readonly ratios: readonly number[];
}

export interface StopOptions {
  readonly g?: readonly number[];
  readonly integrators?: readonly ('implicit' | 'published')[];
  readonly seconds?: number;
}

/** A stop within one frame of 24 a second. */
const STOP = 1 / 24;

/** Figure 10: a curl that is stopped at 10 g and 40 g, with core springs and without. */
export function coreStop({ g = [10, 40], integrators = ['implicit'], seconds = 0.5 }: StopOptions = {}): StopRow[] {
  return g.flatMap((times) =>
    integrators.flatMap((integrator) =>
      [true, false].map((hasCore) => ({
        g: times,
        hasCore,
        integrator,
        ...stopCurl(times, hasCore, integrator, seconds),
      })),
    ),
  );
}

const NO_CORE = { coreStiffness: 0, coreStiffnessMost: 0, coreDamping: 0, coreDampingMost: 0 };

function stopCurl(
  g: number,
  hasCore: boolean,
  integrator: 'implicit' | 'published',
  seconds: number,
): Pick<StopRow, 'peak' | 'frame' | 'strain' | 'ratios'> {
  const speed = g * 9.81 * STOP;
  const shape = stylisedCurl();
  // Both go sideways, the root stops, the curl swings on and is pulled long.
  const motion = (time: number): RootMotion => {
    const left = time < STOP ? 1 - time / STOP : 0;
    return { position: [0.5 * speed * STOP * (1 - left * left), 0, 0], velocity: [speed * left, 0, 0] };
  };
  const rig = new Rig({
    ...{ model: findModel('curly'), shape, fibre: FIBRE, motion },
    restState: 'sag-free',
    parameters: { ...curlyPresets.redhead, ...(hasCore ? {} : NO_CORE), integrator },
  });
  const x = rig.positions();
  rig.dynamics.reset(rig.dynamics.ids, { sample: (ids, time, out) => writeRoots(motion(time), ids.length, out) }, 0);
  const restLength = lengthsOf(x);
  const smoothing = { bendSmoothing: 0.1, coreSmoothing: 0.03 };
  const { restCore } = shapeOf(x, restLength, Float64Array.of(1, 0, 0), smoothing);
  const nodes = restLength.length;
  const weight = new Float64Array(nodes);
  const smoothed = new Float64Array(x.length);
  setWeights(restLength, 0, nodes, smoothing.coreSmoothing, weight);
  const ratios: number[] = [];
  let strain = 0;
  for (let n = 0; n * STEP < seconds; n++) {
    rig.step(STEP, { drag: 2e-5 });
    const now = rig.positions();
    smoothEdges(now, restLength, weight, 0, nodes, smoothed);
    ratios.push(coreRatio(smoothed, restCore, restLength, 0, nodes));
    lengthsOf(now).forEach((length, i) => {
      if (i < nodes - 1) strain = Math.max(strain, length / restLength[i]!);
    });
  }
  const peak = ratios.reduce((most, ratio) => (ratio > most || Number.isNaN(ratio) ? ratio : most), 0);
  return { peak, frame: Math.ceil(ratios.indexOf(peak) * STEP * 24), strain, ratios };
}
