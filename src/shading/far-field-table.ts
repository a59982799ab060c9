import { wrap } from './angles.ts';
import { bellNorm, exitAzimuth, rayInside } from './lobes.ts';
import { isSameMedulla, type Medulla, NO_MEDULLA } from './medulla.ts';
import { type CoreTable, coreRange, coreTable } from './medulla-table.ts';
import { bravais, cosInside } from './optics.ts';

/**
 * The azimuthal lobes of the energy-conserving model, averaged over the fibre's width (its far field).
 *
 * Absorption is not in the table, so one table serves hair of every colour: a crossing has length 2 x / cos θt with
 * x = cos γt in [x0, 1], a short interval (x0 = 0.76 at index 1.55), over which e^(−σ 2x / cos θt) is interpolated at
 * three Chebyshev nodes. The table holds the nodes' weights; the reader multiplies them with the nodes' transmittances.
 *
 * Row: |cos θo| in even steps. Columns: the lobes at even steps of |φ|; the same spread over a half turn, for light that
 * came through hair (favouring its first direction) and for light from deep inside (evenly); then what goes forward, and
 * what goes backward. One entry is eight numbers:
 * R, TT of three nodes, TRT of three nodes, and the longer paths (see `residual`).
 *
 * A core takes its part of the light that crosses it, of every colour alike, which is in the weights; what it scatters follows in a
 * table of its own (medulla-table.ts).
 */
export interface FarFieldTable {
  readonly data: Float32Array;
  /** What the core scatters, where there is one; its data is the end of `data`. */
  readonly core: CoreTable | null;
}

export const TABLE = Object.freeze({
  rows: 24,
  /** Steps of |φ| from 0 to π. */
  steps: 128,
  /** Steps of the half-turn averages. */
  softSteps: 16,
  /** Entries of a row: 129 + 17 + 17 + forward + backward. */
  columns: 128 + 1 + 2 * (16 + 1) + 2,
});

/** Numbers before those of the core. */
export const FAR_FIELD_FLOATS: number = TABLE.rows * TABLE.columns * 8;

/** First column of each part of a row. */
export const TABLE_COLUMN = Object.freeze({
  lobes: 0,
  soft: TABLE.steps + 1,
  broad: TABLE.steps + 1 + TABLE.softSteps + 1,
  forward: TABLE.columns - 2,
  backward: TABLE.columns - 1,
});

const WIDE = TABLE.steps + 1;
const FORWARD = TABLE_COLUMN.forward;
const BACKWARD = TABLE_COLUMN.backward;

/** The least |cos θ| of a row: at 0 the optics across a fibre has no limit that could be interpolated. */
const LEAST_ROW_COS = 0.01;

/** The shortest and the longest half crossing, [x0, 1], of a fibre without a core. */
export const halfCrossings = (etaAcross: number): [number, number] => [
  Math.sqrt(Math.max(0, 1 - 1 / (etaAcross * etaAcross))),
  1,
];

/** Where the reader puts the nodes of an interval of half crossings. */
export function crossingNodes([low, high]: readonly [number, number]): [number, number, number] {
  const half = 0.5 * (high - low);
  const middle = 0.5 * (high + low);
  return [middle - half * Math.sqrt(0.75), middle, middle + half * Math.sqrt(0.75)];
}

/** Lagrange's weights of three nodes at x. */
function nodeWeights([a, b, c]: readonly [number, number, number], x: number): [number, number, number] {
  return [
    ((x - b) * (x - c)) / ((a - b) * (a - c)),
    ((x - a) * (x - c)) / ((b - a) * (b - c)),
    ((x - a) * (x - b)) / ((c - a) * (c - b)),
  ];
}

/** Weights of the eight channels for one offset h, and the azimuths at which they leave. */
interface Deposit {
  readonly weights: Float64Array;
  readonly exits: readonly [number, number, number];
}

/** Of one row. */
interface RowOptics {
  readonly eta: number;
  readonly cosTheta: number;
  readonly medulla: Medulla;
  /** Shortest and longest half crossing. */
  readonly range: readonly [number, number];
}

function depositsOf({ eta, cosTheta, medulla, range }: RowOptics, count: number): Deposit[] {
  const sinTheta = Math.sqrt(1 - cosTheta * cosTheta);
  const inside = cosInside(eta, sinTheta);
  const nodes = crossingNodes(range);
  const deposits: Deposit[] = [];
  for (let i = 0; i < count; i++) {
    const gamma = Math.PI * ((i + 0.5) / count - 0.5);
    const ray = rayInside(eta, sinTheta, cosTheta, Math.sin(gamma), medulla);
    const part = (Math.sin(gamma + Math.PI / (2 * count)) - Math.sin(gamma - Math.PI / (2 * count))) / 2;
    const F = ray.reflected;
    const entered = part * (1 - F) * (1 - F) * ray.through;
    const again = F * ray.through;
    const fraction = nodeWeights(nodes, 0.5 * ray.crossing * inside);
    deposits.push({
      weights: Float64Array.of(
        part * F,
        ...fraction.map((w) => w * entered),
        ...fraction.map((w) => w * entered * again),
        (entered * again * again) / (1 - again),
      ),
      exits: [0, 1, 2].map((p) => exitAzimuth(p, ray.gammaO, ray.gammaT)) as [number, number, number],
    });
  }
  return deposits;
}

/** Channels of R, TT and TRT in an entry. */
const LOBE_CHANNELS = [
  [0, 1],
  [1, 4],
  [4, 7],
] as const;

/** Adds the lobes of one row at every step of φ. Bells are cut where they have fallen below 1e-8. */
function spread(row: Float64Array, deposits: readonly Deposit[], width: number): void {
  const norm = bellNorm(width);
  for (const { weights, exits } of deposits) {
    for (let p = 0; p < 3; p++) {
      const [from, to] = LOBE_CHANNELS[p]!;
      for (let step = 0; step < WIDE; step++) {
        const away = Math.abs(wrap((Math.PI * step) / TABLE.steps - exits[p]!)) / width;
        if (away > 20) continue;
        const e = Math.exp(-away);
        const bell = (norm * e) / ((1 + e) * (1 + e));
        for (let c = from; c < to; c++) row[8 * step + c]! += weights[c]! * bell;
      }
    }
  }
}

/** ∫ over the whole turn of one channel, taken as linear between steps, with a weight linear in |φ|. */
function turnIntegral(row: Float64Array, channel: number, weight: (phi: number) => number): number {
  const step = Math.PI / TABLE.steps;
  let sum = 0;
  for (let k = 0; k < TABLE.steps; k++) {
    const a = row[8 * k + channel]!;
    const b = row[8 * k + 8 + channel]!;
    const wa = weight(k * step);
    const wb = weight((k + 1) * step);
    sum += (step * (2 * a * wa + a * wb + b * wa + 2 * b * wb)) / 6;
  }
  return 2 * sum;
}

/** Steps of φ are too coarse for the sharpest lobes: what a lobe holds in all is set right, its peak is not. */
function normaliseLobes(row: Float64Array, deposits: readonly Deposit[]): void {
  const exact = new Float64Array(8);
  for (const { weights } of deposits) for (let c = 0; c < 8; c++) exact[c]! += weights[c]!;
  for (const [from, to] of LOBE_CHANNELS) {
    let wanted = 0;
    let found = 0;
    for (let c: number = from; c < to; c++) {
      wanted += exact[c]!;
      found += turnIntegral(row, c, () => 1);
    }
    if (found <= 0) continue;
    for (let c: number = from; c < to; c++) for (let k = 0; k < WIDE; k++) row[8 * k + c]! *= wanted / found;
  }
  for (let k = 0; k < WIDE; k++) row[8 * k + 7] = exact[7]! / (2 * Math.PI);
}

/** ∫ N(φ − φ') k(φ') dφ' over the half turn |φ'| < π/2, for a density k. */
function soften(row: Float64Array, first: number, density: (phi: number) => number): void {
  const { steps, softSteps } = TABLE;
  const reach = steps / 2;
  const at = (c: number, k: number): number => {
    const around = ((k % (2 * steps)) + 2 * steps) % (2 * steps);
    return row[8 * (around <= steps ? around : 2 * steps - around) + c]!;
  };
  const kernel = Array.from({ length: steps + 1 }, (_, k) => density((Math.PI * (k - reach)) / steps));
  kernel[0]! *= 0.5;
  kernel[steps]! *= 0.5;
  const whole = kernel.reduce((sum, weight) => sum + weight, 0);
  for (let j = 0; j <= softSteps; j++) {
    const centre = (j * steps) / softSteps;
    for (let c = 0; c < 8; c++) {
      let sum = 0;
      for (let k = 0; k <= steps; k++) sum += kernel[k]! * at(c, centre + k - reach);
      row[8 * (first + j) + c] = sum / whole;
    }
  }
}

/**
 * The longer paths: ½∫ (1−F)² F² T³ / (1 − TF) dh ≈ W T³ (1 − f) / (1 − T f), with W its value without pigment and
 * f such that T = ½ is exact. f stands in the forward entry, W in the backward one.
 */
function residual(row: Float64Array, deposits: readonly Deposit[], { eta, cosTheta, medulla }: RowOptics): void {
  const count = deposits.length;
  const sinTheta = Math.sqrt(1 - cosTheta * cosTheta);
  let whole = 0;
  let half = 0;
  for (let i = 0; i < count; i++) {
    const gamma = Math.PI * ((i + 0.5) / count - 0.5);
    const ray = rayInside(eta, sinTheta, cosTheta, Math.sin(gamma), medulla);
    const F = ray.reflected * ray.through;
    const w = deposits[i]!.weights[7]!;
    whole += w;
    half += (w * (1 - F)) / (1 - 0.5 * F);
  }
  // A dense core leaves nothing for the longer paths.
  const rest = whole > 0 ? half / whole : 1;
  row[8 * FORWARD + 7] = (1 - rest) / (1 - 0.5 * rest);
  row[8 * BACKWARD + 7] = whole;
}

export const rowCosine = (row: number): number => Math.max(LEAST_ROW_COS, row / (TABLE.rows - 1));

/** A head of hair needs two, and building one takes about 30 ms: a picture of several looks finds its own again. */
const MOST_KEPT = 16;
const kept = new Map<string, FarFieldTable>();

/**
 * The table of index `eta` and azimuthal width `s`, of a fibre with such a core; those asked for last are kept. `like`: of another fibre of that
 * index, whose core is taken where it is the same, because it takes longest.
 */
export function farFieldTable(
  eta: number,
  s: number,
  medulla: Medulla = NO_MEDULLA,
  like?: TabledFibre,
): FarFieldTable {
  const core = Object.entries(medulla).sort(([a], [b]) => (a < b ? -1 : 1));
  const key = `${eta} ${s} ${medulla.radius === 0 ? '' : core.join(' ')}`;
  const table = kept.get(key) ?? buildTable(eta, s, medulla, like);
  kept.delete(key);
  kept.set(key, table);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
  return table;
}

function buildTable(eta: number, s: number, medulla: Medulla, like?: TabledFibre): FarFieldTable {
  const core = medulla.radius === 0 ? null : coreOf(eta, medulla, like);
  const data = new Float32Array(FAR_FIELD_FLOATS + (core?.data.length ?? 0));
  if (core) data.set(core.data, FAR_FIELD_FLOATS);
  // Neighbouring offsets leave about 2 π / count apart: half a width keeps the sum smooth.
  const count = Math.min(800, Math.max(96, Math.ceil((4 * Math.PI) / s)));
  for (let r = 0; r < TABLE.rows; r++) {
    const cosTheta = rowCosine(r);
    const across = bravais(eta, Math.sqrt(1 - cosTheta * cosTheta), cosTheta);
    const range = core ? coreRange(core.data, r) : halfCrossings(across);
    const optics: RowOptics = { eta, cosTheta, medulla, range };
    const deposits = depositsOf(optics, count);
    const row = new Float64Array(TABLE.columns * 8);
    spread(row, deposits, s);
    normaliseLobes(row, deposits);
    soften(row, TABLE_COLUMN.soft, (phi) => 1 / Math.PI + 0.5 * Math.cos(phi));
    soften(row, TABLE_COLUMN.broad, () => 1);
    for (let c = 0; c < 7; c++) {
      row[8 * FORWARD + c] = turnIntegral(row, c, (phi) => phi / Math.PI);
      row[8 * BACKWARD + c] = turnIntegral(row, c, (phi) => 1 - phi / Math.PI);
    }
    residual(row, deposits, optics);
    data.set(row, r * row.length);
  }
  return { data, core };
}

/** What a table was made for. */
interface TabledFibre {
  readonly eta: number;
  readonly medulla: Medulla;
  readonly table: FarFieldTable;
}

function coreOf(eta: number, medulla: Medulla, like: TabledFibre | undefined): CoreTable {
  const own = like?.table.core;
  return own && like.eta === eta && isSameMedulla(like.medulla, medulla) ? own : coreTable(eta, medulla, rowCosine);
}
