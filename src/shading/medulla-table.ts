import { solveDense } from '../numeric/dense.ts';
import { Random } from '../numeric/random.ts';
import { type RayInside, rayInside } from './lobes.ts';
import type { Medulla } from './medulla.ts';
import { type Walk, walkThroughCore } from './medulla-walk.ts';
import { cosInside } from './optics.ts';

/**
 * What the core of a fibre scatters (the TTs and TRTs lobes of Yan et al. 2015 and all after them, as one), as a table: paths of
 * light are followed through the double cylinder at a few elevations, and what leaves is kept as a smooth function of the azimuth.
 *
 * Along the fibre such light has forgotten where it came from but for the side, so it leaves evenly over the fibre's face:
 *   S = E(θi) E(θo) (2 / π Ē) (1 − c sin θi sin θo) N(φ),  Ē = ∫ E cos² θ dθ 2 / π,  ∫ N dφ = 1,
 * which is reciprocal and gives back E(θo) of even light, whatever E is (the odd term vanishes). Followed paths agree: the mean of
 * sin² θi is 0.24 to 0.26 for cores of all kinds, ¼ here.
 *
 * Pigment: paths have lengths from a fifth of a radius to dozens. Four lengths stand for all of them, with weights that make four
 * absorptions exact; those between are within 1 % of the light.
 *
 * Row: |cos θ| as in the far-field table. Columns of four numbers: N at even steps of |φ|; the same after a half turn, twice, as
 * in the far-field table; what goes forward; what goes backward; and E, the shortest and the longest half crossing, and E without
 * the core's own absorption.
 */
export const CORE = Object.freeze({ rows: 24, steps: 16, columns: 3 * (16 + 1) + 3 });

export const CORE_COLUMN = Object.freeze({
  lobes: 0,
  soft: CORE.steps + 1,
  broad: 2 * (CORE.steps + 1),
  forward: CORE.columns - 3,
  backward: CORE.columns - 2,
  row: CORE.columns - 1,
});

/** Lengths that stand for all, as multiples of the first: 0.3, 1.2, 3.6 and 14.4 radii; and the absorptions that are exact. */
export const LENGTH_POWERS: readonly [number, number, number, number] = [1, 4, 12, 48];
export const FIRST_LENGTH = 0.3;
const EXACT: readonly number[] = [0, 0.15, 0.7, 3];

/** Cosines of the azimuth's multiples that are kept. */
const ORDERS = 10;
/** Elevations at which paths are followed, by their cosine, and paths of each. */
const FOLLOWED: readonly number[] = [0.02, 0.2, 0.45, 0.7, 0.9, 1];
const PATHS = 3000;
const SEED = 0x5eed;

export interface CoreTable {
  readonly data: Float32Array;
  /** c of the formula. */
  readonly mirrored: number;
  /** 2 / (π Ē). */
  readonly scale: number;
}

/** Turns what is left at the four exact absorptions, four numbers each time, into weights of the four lengths. */
function toWeights(left: Float64Array): void {
  const count = left.length / 4;
  const matrix = Float64Array.from({ length: 16 }, (_, i) =>
    Math.exp(-EXACT[i >> 2]! * FIRST_LENGTH * LENGTH_POWERS[i & 3]!),
  );
  const right = Float64Array.from(left, (_, i) => left[4 * (i % count) + Math.floor(i / count)]!);
  solveDense(matrix, right, 4, count);
  for (let i = 0; i < left.length; i++) left[4 * (i % count) + Math.floor(i / count)] = right[i]!;
}

/** Positive weights that keep a cut series positive (Jackson 1912). */
const damping: readonly number[] = Array.from({ length: ORDERS + 1 }, (_, m) => {
  const n = ORDERS + 2;
  const a = Math.PI / n;
  return ((n - m) * Math.cos(m * a) + Math.sin(m * a) / Math.tan(a)) / n;
});

/** What leaves at one elevation: cosine series of each length, what is left of the light, and where along the fibre it goes. */
interface Followed {
  readonly series: Float64Array;
  readonly kept: number;
  readonly sine: number;
}

function follow(eta: number, medulla: Medulla, cosO: number, random: Random): Followed {
  const sinO = Math.sqrt(1 - cosO * cosO);
  const cosT = cosInside(eta, sinO);
  const series = new Float64Array(4 * (ORDERS + 1));
  const left = new Float64Array(4);
  const add = (walk: Walk, weight: number): void => {
    for (let k = 0; k < 4; k++) left[k] = weight * Math.exp(-EXACT[k]! * walk.length * cosT);
    for (let m = 0; m <= ORDERS; m++) {
      const cosine = Math.cos(m * walk.azimuth);
      for (let k = 0; k < 4; k++) series[4 * m + k]! += left[k]! * cosine;
    }
  };
  let [entered, kept, sine] = [0, 0, 0];
  for (let i = 0; i < PATHS; i++) {
    const h = (2 * (i + random.unit())) / PATHS - 1;
    const scattered = scatteredOf(eta, medulla, sinO, cosO, h);
    if (scattered <= 0) continue;
    entered += scattered;
    const walk = walkThroughCore(eta, medulla, { sinO, cosO, h }, random);
    if (!walk) continue;
    add(walk, scattered * walk.weight);
    kept += scattered * walk.weight;
    sine += scattered * walk.weight * walk.sine;
  }
  if (kept === 0) return { series, kept: 1, sine: 0 };
  for (let i = 0; i < series.length; i++) series[i]! /= kept;
  toWeights(series);
  return { series, kept: medulla.absorption > 0 ? kept / entered : 1, sine: sine / kept };
}

/** Of light at offset h, what the core scatters, before its own absorption takes more. */
const scatteredOf = (eta: number, medulla: Medulla, sinO: number, cosO: number, h: number): number =>
  scatteredFrom(rayInside(eta, sinO, cosO, h, medulla), medulla);

export const scatteredFrom = ({ reflected: F, through }: RayInside, medulla: Medulla): number =>
  ((1 - F) * (1 - through) * coreAlbedo(medulla)) / Math.max(1e-9, 1 - F * through);

/** Of light that meets something in the core, what is scattered. */
export const coreAlbedo = ({ scattering, absorption }: Medulla): number =>
  scattering / Math.max(1e-9, scattering + absorption);

/** Nodes lie apart even where all crossings are alike. */
const LEAST_RANGE = 0.05;

/** The same over the width, and the range of half crossings through pigment. */
function overWidth(eta: number, medulla: Medulla, cosO: number): { energy: number; low: number; high: number } {
  const count = 200;
  const sinO = Math.sqrt(1 - cosO * cosO);
  let [energy, low, high] = [0, 1, 0];
  for (let i = 0; i <= count; i++) {
    const gamma = (0.5 * Math.PI * i) / count;
    const weight = (Math.cos(gamma) * 0.5 * Math.PI * (i === 0 || i === count ? 0.5 : 1)) / count;
    energy += weight * scatteredOf(eta, medulla, sinO, cosO, Math.sin(gamma));
    const half = 0.5 * rayInside(eta, sinO, cosO, Math.sin(gamma), medulla).crossing * cosInside(eta, sinO);
    low = Math.min(low, half);
    high = Math.max(high, half);
  }
  return { energy, low, high: Math.max(high, low + LEAST_RANGE) };
}

/** Half crossings through pigment of this row, for the nodes of the far-field table. */
export function coreRange(data: Float32Array, row: number): [number, number] {
  const at = 4 * (CORE.columns * row + CORE_COLUMN.row);
  return [data[at + 1]!, data[at + 2]!];
}

/** ∫ k(φ) cos mφ over a half turn, of a density k of unit area there. */
function overHalfTurn(m: number, density: (phi: number) => number): number {
  const steps = 64;
  let [sum, whole] = [0, 0];
  for (let i = 0; i < steps; i++) {
    const phi = Math.PI * ((i + 0.5) / steps - 0.5);
    sum += density(phi) * Math.cos(m * phi);
    whole += density(phi);
  }
  return sum / whole;
}

/** What goes forward of one member of a series: its integral with |φ| / π. */
const forwardPart = (m: number): number => (m === 0 ? 0.5 : m % 2 === 0 ? 0 : -4 / (Math.PI * m) ** 2);

function writeRow(row: Float32Array, series: Float64Array): void {
  const columns: readonly [number, (phi: number) => number][] = [
    [CORE_COLUMN.lobes, () => 0],
    [CORE_COLUMN.soft, (phi) => 1 / Math.PI + 0.5 * Math.cos(phi)],
    [CORE_COLUMN.broad, () => 1],
  ];
  for (const [first, density] of columns) {
    const factors = damping.map((d, m) => (first === CORE_COLUMN.lobes ? d : d * overHalfTurn(m, density)));
    for (let j = 0; j <= CORE.steps; j++)
      for (let k = 0; k < 4; k++) {
        let sum = series[k]!;
        for (let m = 1; m <= ORDERS; m++)
          sum += 2 * factors[m]! * series[4 * m + k]! * Math.cos((m * Math.PI * j) / CORE.steps);
        row[4 * (first + j) + k] = sum / (2 * Math.PI);
      }
  }
  for (let k = 0; k < 4; k++) {
    let forward = 0;
    for (let m = 0; m <= ORDERS; m++) forward += forwardPart(m) * damping[m]! * series[4 * m + k]!;
    row[4 * CORE_COLUMN.forward + k] = forward;
    row[4 * CORE_COLUMN.backward + k] = series[k]! - forward;
  }
}

/** Series and what is kept, between those that were followed. */
function between(followed: readonly Followed[], cosO: number): Pick<Followed, 'series' | 'kept'> {
  let k = 0;
  while (k < FOLLOWED.length - 2 && cosO > FOLLOWED[k + 1]!) k++;
  const t = Math.min(1, Math.max(0, (cosO - FOLLOWED[k]!) / (FOLLOWED[k + 1]! - FOLLOWED[k]!)));
  const [a, b] = [followed[k]!, followed[k + 1]!];
  return { series: a.series.map((x, i) => x + t * (b.series[i]! - x)), kept: a.kept + t * (b.kept - a.kept) };
}

/** c: the mean of sin θi is −c sin θo / 4; more than 1 would take from one side more than there is. */
function mirroredOf(followed: readonly Followed[]): number {
  let [sum, weight] = [0, 0];
  followed.forEach(({ sine }, i) => {
    const sinO = Math.sqrt(1 - FOLLOWED[i]! ** 2);
    sum += -4 * sine * sinO;
    weight += sinO * sinO;
  });
  return Math.min(0.98, Math.max(0, sum / weight));
}

/** Builds the table of a fibre of index `eta` with a core; about 100 ms. `rowCosine`: of a row of the far-field table. */
export function coreTable(eta: number, medulla: Medulla, rowCosine: (row: number) => number): CoreTable {
  const random = new Random(SEED);
  const followed = FOLLOWED.map((cosO) => follow(eta, medulla, cosO, random));
  const data = new Float32Array(4 * CORE.rows * CORE.columns);
  const energies: number[] = [];
  for (let r = 0; r < CORE.rows; r++) {
    const row = data.subarray(4 * CORE.columns * r, 4 * CORE.columns * (r + 1));
    const { series, kept } = between(followed, rowCosine(r));
    writeRow(row, series);
    const { energy, low, high } = overWidth(eta, medulla, rowCosine(r));
    energies.push(energy * kept);
    row.set([energy * kept, low, high, energy], 4 * CORE_COLUMN.row);
  }
  return { data, mirrored: mirroredOf(followed), scale: 2 / (Math.PI * meanEnergy(energies)) };
}

/** ∫ E cos² θ dθ 2 / π with E linear between rows of |cos θ|, as it is read. */
function meanEnergy(energies: readonly number[]): number {
  const steps = 1024;
  let sum = 0;
  for (let i = 0; i < steps; i++) {
    const cosine = Math.cos((0.5 * Math.PI * (i + 0.5)) / steps);
    const y = cosine * (CORE.rows - 1);
    const row = Math.min(CORE.rows - 2, Math.floor(y));
    const energy = energies[row]! + (y - row) * (energies[row + 1]! - energies[row]!);
    sum += (2 * energy * cosine * cosine) / steps;
  }
  return Math.max(sum, 1e-9);
}
