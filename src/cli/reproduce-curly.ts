import {
  CURLY_LOADS,
  type CurlyLoad,
  type CurlyRun,
  coreStop,
  curlyScene,
  helixWalk,
  type PlotCurve,
  plotSvg,
  type SmoothedCurve,
  type StopRow,
  smoothingFigure,
  type WalkRow,
} from '../validate/index.ts';
import type { Context } from './context.ts';
import { type Drawing, drawPlot } from './plot-output.ts';
import { grid } from './table.ts';
import { openRun } from './worker-pool.ts';

export const CURLY_SOURCE =
  'Hayley Iben, Mark Meyer, Lena Petrovic, Olivier Soares, John Anderson and Andrew Witkin, "Artistic simulation of curly hair", ' +
  'Symposium on Computer Animation, 2013 (Pixar technical memo 12-03b).';

/** A figure in words and numbers, with its picture. */
export interface Figure {
  readonly json: object;
  readonly text: string;
}

const alphaName = (alpha: number): string => (Number.isFinite(alpha) ? String(alpha) : 'infinite');

export function reproduceSmoothing(drawing: Drawing): Figure {
  const curves = smoothingFigure();
  const picture = plotSvg({
    title: 'A stylised curl and its smoothed curves',
    x: 'x, m',
    y: 'y, m',
    isSquare: true,
    curves: curves.map(
      ({ alpha, points }): PlotCurve => ({
        name: alpha === 0 ? 'the curl' : `alpha ${alphaName(alpha)}`,
        points: [...points].filter((_, c) => c % 3 !== 2),
        kind: 'known',
      }),
    ),
  });
  const rows = curves.map(({ alpha, straightness, turning }: SmoothedCurve) => [
    `  ${alphaName(alpha)}`,
    straightness.toFixed(4),
    turning.toFixed(3),
  ]);
  return {
    json: { source: CURLY_SOURCE, curves: curves.map(({ points: _, ...row }) => row) },
    text: [
      CURLY_SOURCE,
      '',
      'Figure 4: smoothed curves of one curl, straighter with every alpha; without end exactly straight along the first edge',
      ...grid([['  alpha, cm', 'ends apart / length', 'sum of angles, rad'], ...rows]),
      ...drawPlot(drawing, 'smoothing.svg', picture),
    ].join('\n'),
  };
}

const STEP = 1 / 120;
const degrees = (angle: number): string => ((180 / Math.PI) * angle).toFixed(1);
const timed = (values: readonly number[], scale = 1): number[] =>
  values.flatMap((value, n) => [n * STEP, scale * value]);

export function reproduceHelixWalk(drawing: Drawing): Figure {
  const rows = helixWalk();
  const nameOf = ({ alpha }: WalkRow): string => (alpha === null ? 'elastic rod' : `alpha_b = ${alpha}`);
  const picture = plotSvg({
    title: 'End of a helix on a walk, turned about its axis',
    x: 'time, s',
    y: 'angle, degrees',
    curves: rows.map(
      (row): PlotCurve => ({ name: nameOf(row), points: timed(row.angles, 180 / Math.PI), kind: 'known' }),
    ),
  });
  return {
    json: { source: CURLY_SOURCE, rows: rows.map(({ angles: _, ...row }) => row) },
    text: [
      CURLY_SOURCE,
      '',
      'Figure 2: a perfect helix on a walk keeps the orientation of its end where frames are smoothed; turned about its axis, degrees',
      ...grid([
        ['  frames', 'root mean square', 'largest'],
        ...rows.map((row) => [`  ${nameOf(row)}`, degrees(row.drift), degrees(row.largest)]),
      ]),
      ...drawPlot(drawing, 'helix-walk.svg', picture),
    ].join('\n'),
  };
}

export function reproduceCoreStop(drawing: Drawing): Figure {
  const rows = coreStop({ integrators: ['implicit', 'published'], seconds: 1 });
  const nameOf = ({ g, hasCore, integrator }: StopRow): string =>
    `${g} g, ${hasCore ? 'core springs' : 'none'}, ${integrator}`;
  const picture = plotSvg({
    title: 'Length of a curl that is stopped',
    x: 'time, s',
    y: 'core over rest',
    curves: rows
      .filter(({ integrator }) => integrator === 'implicit')
      .map((row): PlotCurve => ({ name: nameOf(row), points: timed(row.ratios), kind: 'known' })),
  });
  const lower = (row: StopRow): string => {
    const without = rows.find(
      ({ g, hasCore, integrator }) => g === row.g && !hasCore && integrator === row.integrator,
    )!;
    return row.hasCore ? `${(100 * (1 - (row.peak - 1) / (without.peak - 1))).toFixed(0)} %` : '';
  };
  return {
    json: { source: CURLY_SOURCE, rows: rows.map(({ ratios: _, ...row }) => row) },
    text: [
      CURLY_SOURCE,
      '',
      'Figure 10: a head stops within a frame; the curl swings on. Published: without core springs it unwinds, and is longest 3 frames later',
      ...grid([
        ['  stop', 'core', 'integrator', 'longest / rest', 'in frame', 'longest edge', 'excess lower by'],
        ...rows.map((row) => [
          `  ${row.g} g`,
          row.hasCore ? 'springs' : 'none',
          row.integrator,
          row.peak.toFixed(3),
          String(row.frame),
          row.strain.toFixed(3),
          lower(row),
        ]),
      ]),
      ...drawPlot(drawing, 'core-stop.svg', picture),
    ].join('\n'),
  };
}

/** Seconds a frame of a load in one way. */
export interface LoadTime extends CurlyRun {
  readonly name: string;
  readonly hairs: number;
  readonly points: number;
  readonly workers: number;
  readonly seconds: number;
  readonly published: number;
}

export interface LoadOptions {
  readonly context: Context;
  readonly step: (what: string) => void;
  readonly loads?: readonly CurlyLoad[];
  readonly workers?: readonly number[];
  /** Frames that are timed, at most. */
  readonly frames?: number;
}

const FRAME = 1 / 24;
/** Frames before the clock starts, and frames that are timed. */
const WARM = 1;
const FRAMES = { implicit: 4, published: 1 } as const;

export const LOAD_RUNS: readonly CurlyRun[] = (['implicit', 'published'] as const).flatMap((integrator) =>
  [true, false].map((isPruned) => ({ integrator, isPruned })),
);

/** Table 2: every load with both integrators, pruned and not, with 1 and 2 workers. */
export async function timeLoads({
  context,
  step,
  loads = CURLY_LOADS,
  workers: counts = [1, 2],
  frames = 4,
}: LoadOptions): Promise<LoadTime[]> {
  const rows: LoadTime[] = [];
  for (const load of loads)
    for (const way of LOAD_RUNS)
      for (const workers of counts) {
        step(`${load.name}, ${way.integrator}, ${workers}`);
        rows.push(await timeLoad(load, way, workers, context, frames));
      }
  return rows;
}

async function timeLoad(
  load: CurlyLoad,
  way: CurlyRun,
  workers: number,
  context: Context,
  most: number,
): Promise<LoadTime> {
  const frames = Math.min(most, FRAMES[way.integrator]);
  const times = Array.from({ length: WARM + frames }, (_, f) => (f + 1) * FRAME);
  const where = { folder: context.cwd, ready: context.ready, runs: 'none' } as const;
  const run = await openRun(curlyScene(load, way), { workers, times, ...where });
  const { first } = run.instance.simulation;
  let start = context.now();
  let shown = 0;
  try {
    for await (const _ of run.frames()) if (++shown === WARM) start = context.now();
  } finally {
    await run.end();
  }
  return {
    ...{ ...way, name: load.name, workers },
    ...{ hairs: first.length - 1, points: first[first.length - 1]! },
    seconds: (context.now() - start) / 1000 / frames,
    published: load.published[workers - 1]!,
  };
}

export function describeLoads(rows: readonly LoadTime[]): string {
  return [
    CURLY_SOURCE,
    '',
    'Table 2: seconds a frame (24 a second) on a walk with all contacts; published on two X5660 of 2.8 GHz with as many processors',
    ...grid([
      ['  load', 'hairs', 'points', 'integrator', 'pruning', 'workers', 'ours', 'published', 'published / ours'],
      ...rows.map((row) => [
        `  ${row.name}`,
        String(row.hairs),
        String(row.points),
        row.integrator,
        row.isPruned ? 'on' : 'off',
        String(row.workers),
        row.seconds.toPrecision(3),
        String(row.published),
        (row.published / row.seconds).toPrecision(3),
      ]),
    ]),
    '',
    "The characters' meshes and grooms were not published: the bust and capsules stand in, with as many hairs of as many points and edges of 1 cm.",
  ].join('\n');
}
