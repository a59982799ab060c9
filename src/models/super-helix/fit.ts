import { fromAxes, type Quat, writeMatrix } from '../../numeric/rotation.ts';
import { at, dot, subtract, type Vec3 } from '../../numeric/vector.ts';
import { type CurveSamples, meanDarboux, sampleCurve } from './darboux.ts';
import { placeSystem } from './kinematics.ts';
import { type MinimiseReport, minimise } from './newton.ts';
import { locate } from './strand.ts';
import { addPoint, clearPoints, DIAGONAL, type HelixSystem, makeSystem, RIGID } from './system.ts';

export interface FitOptions {
  readonly elements: number;
  readonly most: number;
  /** Farthest distance that is good enough, metres. */
  readonly tolerance: number;
  readonly placement: 'uniform' | 'curvature';
  /** Darboux vectors that the placement looks at; the groomed ones where absent. */
  readonly profile?: Pick<CurveSamples, 's' | 'w'>;
}

/** A super-helix that follows a polyline. */
export interface Fit {
  readonly length: Float64Array;
  readonly w: Float64Array;
  readonly frame: Quat;
  readonly arc: Float64Array;
  /** Curve length of every point. */
  readonly s: Float64Array;
  /** Farthest distance of a point from its place on the curve, metres. */
  readonly error: number;
}

/**
 * Fits elements to a polyline: first the mean Darboux vectors (least squares in curvature), then, where that misses, the
 * places themselves by Gauss–Newton from there; more elements where the curvature varies most until it is near enough.
 */
export function fitPolyline(points: ArrayLike<number>, options: FitOptions): Fit {
  const samples = sampleCurve(points);
  let breaks = placeBreaks(options.profile ?? samples, samples.s[samples.s.length - 1]!, options);
  for (;;) {
    const fit = fitElements(points, samples, breaks, options.tolerance);
    if (fit.error <= options.tolerance || breaks.length - 1 >= options.most) return fit;
    breaks = splitWorst(samples, breaks, options.most);
  }
}

/** Ends of the elements, from 0 to the length: equal, or so that each has an equal fraction of |dw/ds|^(2/3). */
function placeBreaks(
  profile: Pick<CurveSamples, 's' | 'w'>,
  total: number,
  { elements, placement }: FitOptions,
): number[] {
  const even = Array.from({ length: elements + 1 }, (_, i) => (total * i) / elements);
  if (placement === 'uniform') return even;
  const monitor = monitorOf(profile);
  const mean = monitor.sum / total;
  if (!(mean > 0)) return even;
  const breaks = [0];
  let s = 0;
  let have = 0;
  // A floor of a sixth of the mean keeps calm parts from getting no element at all.
  const rate = (place: number): number => monitor.at(place) / mean + 1 / 6;
  const fraction = ((1 + 1 / 6) * total) / elements;
  const step = total / 4000;
  while (breaks.length < elements && s < total) {
    have += step * rate(s + 0.5 * step);
    s += step;
    if (have >= fraction * breaks.length) breaks.push(s);
  }
  breaks.push(total);
  return breaks;
}

/** |dw/ds|^(2/3) between samples: elements sized by it share the error of a piecewise constant curvature evenly. */
function monitorOf({ s, w }: Pick<CurveSamples, 's' | 'w'>): { at: (place: number) => number; sum: number } {
  const rates = new Float64Array(Math.max(s.length - 1, 1));
  let sum = 0;
  for (let i = 0; i + 1 < s.length; i++) {
    const d = subtract(at(w, i + 1), at(w, i));
    const width = s[i + 1]! - s[i]!;
    const slope = Math.sqrt(dot(d, d)) / width;
    rates[i] = cubeRoot(slope * slope);
    sum += rates[i]! * width;
  }
  let last = 0;
  return {
    sum,
    at(place) {
      if (place < s[last]!) last = 0;
      while (last < s.length - 2 && place > s[last + 1]!) last++;
      return rates[last]!;
    },
  };
}

function cubeRoot(x: number): number {
  if (!(x > 0)) return 0;
  let y = 1;
  for (let i = 0; i < 200; i++) {
    const next = (2 * y + x / (y * y)) / 3;
    if (Math.abs(next - y) <= 1e-12 * next) return next;
    y = next;
  }
  return y;
}

/** Halves the elements whose curvature varies most: a quarter of them, at least one. */
function splitWorst(samples: CurveSamples, breaks: readonly number[], most: number): number[] {
  const elements = breaks.length - 1;
  const variance = breaks.slice(1).map((end, e) => {
    const from = breaks[e]!;
    const mean = meanDarboux(samples, from, end);
    let sum = 0;
    const parts = 8;
    for (let k = 0; k < parts; k++) {
      const a = from + ((end - from) * k) / parts;
      const d = subtract(meanDarboux(samples, a, a + (end - from) / parts), mean);
      sum += dot(d, d) / parts;
    }
    const l = end - from;
    return { e, size: sum * l * l * l * l };
  });
  variance.sort((a, b) => b.size - a.size || a.e - b.e);
  const count = Math.min(Math.max(1, Math.ceil(elements / 4)), most - elements);
  const halved = new Set(variance.slice(0, count).map(({ e }) => e));
  const next = [0];
  for (let e = 0; e < elements; e++) {
    if (halved.has(e)) next.push(0.5 * (breaks[e]! + breaks[e + 1]!));
    next.push(breaks[e + 1]!);
  }
  return next;
}

function fitElements(
  points: ArrayLike<number>,
  samples: CurveSamples,
  breaks: readonly number[],
  tolerance: number,
): Fit {
  const elements = breaks.length - 1;
  const count = points.length / 3;
  const system = makeSystem(elements, count);
  system.rigid = RIGID;
  system.size = RIGID + 3 * elements;
  breaks.slice(1).forEach((end, e) => {
    system.length[e] = end - breaks[e]!;
    system.w.set(meanDarboux(samples, breaks[e]!, end), 3 * e);
  });
  writeMatrix(rootFrame(samples), system.frame);
  system.start.set(at(points, 0));
  addTargets(system, samples.s, points);
  placeSystem(system);
  if (worstMiss(system) > 0.05 * tolerance) polish(system, points, breaks[elements]!);
  return {
    length: system.length.slice(),
    w: system.w.slice(),
    frame: frameOf(system),
    arc: samples.arc,
    s: samples.s,
    error: worstMiss(system),
  };
}

/** The frame of an edge belongs to its middle; the root's lies before. */
function rootFrame({ frame, frameAt, w }: CurveSamples): Quat {
  const system = makeSystem(1, 0);
  writeMatrix(frame, system.frame);
  system.length[0] = frameAt;
  for (let i = 0; i < 3; i++) system.w[i] = -w[i]!;
  // Backwards along a helix the frame turns by −w; the place does not matter here.
  placeSystem(system);
  system.frame.copyWithin(0, 9, 18);
  return frameOf(system);
}

export function frameOf({ frame: f }: HelixSystem): Quat {
  return fromAxes([f[0]!, f[3]!, f[6]!], [f[1]!, f[4]!, f[7]!], [f[2]!, f[5]!, f[8]!]);
}

/** Every point of the polyline pulls its place on the curve, the first one a thousand times. */
function addTargets(system: HelixSystem, s: Float64Array, points: ArrayLike<number>): void {
  const { length } = system;
  clearPoints(system);
  for (let i = 0; i < s.length; i++) {
    const [e, place] = locate(length.subarray(0, system.elements), s[i]!);
    pull(system, addPoint(system, e, place), at(points, i), i === 0 ? 1000 : 1);
  }
}

/** A spring of this strength that pulls a point. */
export function pull(system: HelixSystem, p: number, to: Vec3, strength: number): void {
  system.ref.set(to, 3 * p);
  for (const c of DIAGONAL) system.a[6 * p + c] = strength;
}

/** Fraction of an element's own effect on the places at which its curvature resists the fit. */
const RESISTANCE = 0.01;
const POLISH_ITERATIONS = 10;

/** Gauss–Newton on the places, from the present curvatures, which resist a little: twist of straight parts stays. */
function polish(system: HelixSystem, points: ArrayLike<number>, total: number): void {
  resist(system, total, system.points / system.elements);
  minimise(system, { most: POLISH_ITERATIONS, isPlain: true }, report);
  system.start.set(at(points, 0));
  placeSystem(system);
}

const report: MinimiseReport = { iterations: 0, isConverged: false };

/** Ties the curvatures to what they are. */
export function resist(system: HelixSystem, total: number, strength: number): void {
  for (let e = 0; e < system.elements; e++) {
    const effect = RESISTANCE * system.length[e]! * total;
    for (let i = 0; i < 3; i++) {
      system.stiffness[3 * e + i] = strength * effect * effect;
      system.rest[3 * e + i] = system.w[3 * e + i]!;
      system.viscosity[3 * e + i] = 0;
    }
  }
}

/** Farthest distance of a point from where it is pulled to. */
export function worstMiss({ points, x, ref }: HelixSystem): number {
  let worst = 0;
  for (let p = 0; p < points; p++) {
    const d = subtract(at(x, p), at(ref, p));
    worst = Math.max(worst, Math.sqrt(dot(d, d)));
  }
  return worst;
}
