import { makeRimScratch, projectRim } from '../models/wisp/lengths.ts';
import { twistTable } from './twist-table.ts';
import { timeSteps, WISP_SCENES, type WispScene, wispNodes, wispRun } from './wisp-scenes.ts';

/** One published scene beside ours; milliseconds a step of 1 ms. */
export interface WispRow {
  readonly scene: WispScene;
  readonly nodes: number;
  readonly published: number;
  readonly withoutDetection: number;
  /** Springs between the rims: what both diagonals take. */
  readonly springs: number;
  /** Milliseconds a step of 1/120 s of the implicit integrator, with all. */
  readonly implicit: number;
}

/** Lengths of so many strands, and with a margin about the head; milliseconds. Published: the same three. */
export interface ConstraintRow {
  readonly strands: number;
  readonly ours: readonly [number, number, number];
  readonly published: readonly [number, number, number];
}

export interface WispTable {
  readonly rows: readonly WispRow[];
  readonly constraints: readonly ConstraintRow[];
  /** Milliseconds of the improved twist algorithm a node. */
  readonly twist: number;
}

export interface WispTableOptions {
  /** Milliseconds of any clock. */
  readonly now: () => number;
  /** Scenes by name; absent: all. */
  readonly scenes?: readonly string[];
  readonly steps?: number;
}

const IMPLICIT = 1 / 120;
/** A step of a simulation of published steps, which divide it by themselves: who may meet whom is found once in it. */
const [SIMULATED, PARTS] = [0.008, 8];
const WITHOUT = { tangle: { length: 0 }, block: { stiffness: 0 } };

/** Every scene by both integrators, and the parts of a step. */
export function wispTable({ now, scenes, steps = 200 }: WispTableOptions): WispTable {
  const rows = WISP_SCENES.filter(({ name }) => scenes?.includes(name) ?? true).map((scene) => {
    const published = { integrator: 'published' };
    const time = (said: object): number =>
      timeSteps(wispRun(scene, said), SIMULATED, Math.max(1, Math.round(steps / PARTS)), now) / PARTS;
    const both = time({ ...published, ...WITHOUT, pattern: 'both' });
    const horizontal = time({ ...published, ...WITHOUT, pattern: 'horizontal' });
    return {
      scene,
      nodes: wispNodes(scene),
      published: time(published),
      withoutDetection: time({ ...published, ...WITHOUT }),
      springs: Math.max(0, both - horizontal),
      implicit: timeSteps(wispRun(scene, {}), IMPLICIT, Math.max(1, Math.round(steps / 5)), now),
    };
  });
  const twist = twistTable({ now, budget: 50, seconds: 0.05 }).rows;
  const improved = twist.find(({ nodes, method }) => nodes === 90 && method.startsWith('improved'));
  return { rows, constraints: PUBLISHED_CONSTRAINTS.map((row) => constraintRow(row, now)), twist: improved!.ours / 90 };
}

/** Table 3.1, straight hair. */
const PUBLISHED_CONSTRAINTS: readonly Pick<ConstraintRow, 'strands' | 'published'>[] = [
  { strands: 50, published: [3.67, 6.78, 8.08] },
  { strands: 25, published: [1.85, 3.19, 3.95] },
];
const POINTS = 30;
const EDGE = 0.01;
const ROUNDS = 60;

/** Lengths of strands whose points are off by a little, alone, and where the first fifth or two fifths of them are at the head. */
function constraintRow(
  { strands, published }: Pick<ConstraintRow, 'strands' | 'published'>,
  now: () => number,
): ConstraintRow {
  const rest = new Float64Array(POINTS).fill(EDGE);
  const weight = new Float64Array(POINTS).fill(1);
  weight.fill(0, 0, 2);
  const scratch = makeRimScratch(POINTS);
  const shaken = Float64Array.from({ length: 3 * POINTS }, (_, c) =>
    c % 3 === 1 ? -EDGE * Math.floor(c / 3) : c < 6 ? 0 : 0.0004 * (((c * 7) % 11) - 5),
  );
  const x = shaken.slice();
  const ours = [0, 0.2, 0.4].map((part) => {
    const start = now();
    for (let n = 0; n < ROUNDS * strands; n++) {
      x.set(shaken);
      projectRim(x, 0, rest, weight, 0, POINTS, scratch);
      if (part === 0) continue;
      for (let i = 2; i < part * POINTS; i++) if (x[3 * i + 2]! < 0) x[3 * i + 2] = 0;
      projectRim(x, 0, rest, weight, 0, POINTS, scratch);
    }
    return (now() - start) / ROUNDS;
  });
  return { strands, ours: ours as unknown as ConstraintRow['ours'], published };
}
