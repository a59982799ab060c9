import type { Vec3 } from '../numeric/vector.ts';
import { type Angles, anglesOf, LEAST_COS, type Rgb } from './angles.ts';
import { crossingNodes, halfCrossings, TABLE, TABLE_COLUMN } from './far-field-table.ts';
import type { Fibre } from './fibre.ts';
import { longitudinal } from './longitudinal.ts';
import { coreCosine, rangeAt } from './medulla-lobe.ts';
import { bravais, cosInside } from './optics.ts';

/**
 * The energy-conserving model seen from afar: the average over the width of `scatterNear`, from a table. About fifteen
 * exponentials a call, none of them a loop. Not reciprocal (the optics is that of the eye's elevation).
 */

/** Of R, TT, TRT and the longer paths. */
export type Lobes = [number, number, number, number];

/** Where a fetch falls in the table: two rows, two columns, and how far between them. */
interface Place {
  readonly row: number;
  readonly rowPart: number;
  readonly column: number;
  readonly columnPart: number;
}

function placeOf(cosO: number, first: number, steps: number, phi: number): Place {
  const y = Math.min(1, cosO) * (TABLE.rows - 1);
  const x = (Math.abs(phi) / Math.PI) * steps;
  const row = Math.min(TABLE.rows - 2, Math.floor(y));
  const column = Math.min(steps - 1, Math.floor(x));
  return { row, rowPart: y - row, column: first + column, columnPart: x - column };
}

/** The eight numbers of a place, bilinear. */
function fetchEntry(data: Float32Array, { row, rowPart, column, columnPart }: Place): Float64Array {
  const entry = new Float64Array(8);
  const a = 8 * (row * TABLE.columns + column);
  const b = a + 8 * TABLE.columns;
  for (let c = 0; c < 8; c++) {
    const low = data[a + c]! + columnPart * (data[a + 8 + c]! - data[a + c]!);
    const high = data[b + c]! + columnPart * (data[b + 8 + c]! - data[b + c]!);
    entry[c] = low + rowPart * (high - low);
  }
  return entry;
}

/** R, TT, TRT and longer paths for one channel of colour, given its entry and the transmittances of the nodes. */
function lobesOf(entry: Float64Array, T: readonly number[], f: number): Lobes {
  const [a, b, c] = T as [number, number, number];
  return [
    entry[0]!,
    entry[1]! * a + entry[2]! * b + entry[3]! * c,
    entry[4]! * a * a + entry[5]! * b * b + entry[6]! * c * c,
    (entry[7]! * b * b * b * (1 - f)) / (1 - b * f),
  ];
}

/** Transmittance of one crossing at the three nodes. */
function nodeTransmittances(fibre: Fibre, sinO: number, cosO: number, channel: number): number[] {
  const { core } = fibre.table;
  const range = core ? rangeAt(core, cosO) : halfCrossings(bravais(fibre.eta, sinO, Math.max(cosO, LEAST_COS)));
  const scale = (-2 * fibre.sigma[channel]!) / cosInside(fibre.eta, sinO);
  return crossingNodes(range).map((x) => Math.exp(scale * x));
}

/** Azimuthal lobes [R, TT, TRT, longer] of each colour channel, with absorption. */
export function azimuthalLobes(fibre: Fibre, angles: Angles, first: number = TABLE_COLUMN.lobes): Lobes[] {
  const { data } = fibre.table;
  const { sinO, cosO, phi } = angles;
  const place = placeOf(cosO, first, first === TABLE_COLUMN.lobes ? TABLE.steps : TABLE.softSteps, phi);
  const entry = fetchEntry(data, place);
  const f = fetchEntry(data, placeOf(cosO, TABLE_COLUMN.forward, 1, 0))[7]!;
  return [0, 1, 2].map((channel) => lobesOf(entry, nodeTransmittances(fibre, sinO, cosO, channel), f));
}

/** Energy that leaves forward and backward of each lobe, for light (or an eye) at this elevation; per colour channel. */
export function halfTurnLobes(fibre: Fibre, sinO: number, cosO: number): { forward: Lobes[]; backward: Lobes[] } {
  const { data } = fibre.table;
  const ahead = fetchEntry(data, placeOf(cosO, TABLE_COLUMN.forward, 1, 0));
  const behind = fetchEntry(data, placeOf(cosO, TABLE_COLUMN.forward, 1, Math.PI));
  const f = ahead[7]!;
  behind[7] = ahead[7] = 0.5 * behind[7]!;
  const of = (entry: Float64Array): Lobes[] =>
    [0, 1, 2].map((channel) => lobesOf(entry, nodeTransmittances(fibre, sinO, cosO, channel), f));
  return { forward: of(ahead), backward: of(behind) };
}

/** Shift of the eye's elevation inside the lobes: R 2α, TT −α, TRT −4α (α tilts normals towards the root). */
export const tiltsOf = (tilt: number): Lobes => [2 * tilt, -tilt, -4 * tilt, 0];

/** M of the four lobes. */
export function longitudinalLobes(fibre: Fibre, angles: Angles): Lobes {
  const { sinI, cosI, sinO, cosO } = angles;
  return tiltsOf(fibre.tilt).map((tilt, p) => {
    const s = Math.sin(tilt);
    const c = Math.cos(tilt);
    const v = fibre.variance[Math.min(2, p)]!;
    return longitudinal(sinI, cosI, sinO * c + cosO * s, cosO * c - sinO * s, v);
  }) as Lobes;
}

/** S cos θi. */
export function scatterCosine(fibre: Fibre, angles: Angles): Rgb {
  const M = longitudinalLobes(fibre, angles);
  const core = coreCosine(fibre, angles);
  return azimuthalLobes(fibre, angles).map(
    (N, c) => M[0] * N[0] + M[1] * N[1] + M[2] * N[2] + M[3] * N[3] + core[c]!,
  ) as Rgb;
}

/** S, 1/sr: multiply by radiance and cos θi. */
export function scatterFar(fibre: Fibre, wi: Vec3, wo: Vec3): Rgb {
  const angles = anglesOf(wi, wo);
  const scale = 1 / Math.max(LEAST_COS, angles.cosI);
  return scatterCosine(fibre, angles).map((x) => x * scale) as Rgb;
}

export const farFieldWgsl = /* wgsl */ `
const HAIR_ROW_STEPS = ${(TABLE.rows - 1).toFixed(1)};
const HAIR_ROW_LAST = ${TABLE.rows - 2}u;
const HAIR_COLUMNS = ${TABLE.columns}u;
const HAIR_STEPS = ${TABLE.steps}u;
const HAIR_SOFT_STEPS = ${TABLE.softSteps}u;

struct HairEntry {
  a: vec4f,
  b: vec4f,
}

fn hair_entry(fibre: HairFibre, cos_o: f32, first: u32, steps: u32, phi: f32) -> HairEntry {
  let y = min(1.0, cos_o) * HAIR_ROW_STEPS;
  let x = abs(phi) * (f32(steps) / HAIR_PI);
  let row = min(HAIR_ROW_LAST, u32(y));
  let column = min(steps - 1u, u32(x));
  let i = u32(fibre.table) + 2u * (row * HAIR_COLUMNS + first + column);
  let j = i + 2u * HAIR_COLUMNS;
  let p = x - f32(column);
  let q = y - f32(row);
  return HairEntry(
    mix(mix(hair_table[i], hair_table[i + 2u], p), mix(hair_table[j], hair_table[j + 2u], p), q),
    mix(mix(hair_table[i + 1u], hair_table[i + 3u], p), mix(hair_table[j + 1u], hair_table[j + 3u], p), q),
  );
}

// What depends on one elevation alone: transmittances of the nodes, and the fraction that longer paths keep.
struct HairInside {
  t0: vec3f,
  t1: vec3f,
  t2: vec3f,
  longer: vec3f,
}

// f is that of the table's forward entry.
fn hair_inside_with(fibre: HairFibre, sin_o: f32, cos_o: f32, f: f32) -> HairInside {
  let across = hair_bravais(fibre.eta, sin_o, max(cos_o, HAIR_LEAST_COS));
  var range = vec2f(sqrt(max(0.0, 1.0 - 1.0 / (across * across))), 1.0);
  if (hair_has_core(fibre)) {
    range = hair_core_row(fibre, cos_o).yz;
  }
  let middle = 0.5 * (range.y + range.x);
  let reach = 0.433012702 * (range.y - range.x);
  let sigma = fibre.sigma * (-2.0 / hair_cos_inside(fibre.eta, sin_o));
  let t1 = exp(sigma * middle);
  let apart = exp(sigma * reach);
  return HairInside(t1 / max(apart, vec3f(1e-30)), t1, t1 * apart, t1 * t1 * t1 * (1.0 - f) / (1.0 - t1 * f));
}

fn hair_inside(fibre: HairFibre, sin_o: f32, cos_o: f32) -> HairInside {
  let y = min(1.0, cos_o) * HAIR_ROW_STEPS;
  let row = min(HAIR_ROW_LAST, u32(y));
  let i = u32(fibre.table) + 2u * (row * HAIR_COLUMNS + ${TABLE_COLUMN.forward}u) + 1u;
  let f = mix(hair_table[i].w, hair_table[i + 2u * HAIR_COLUMNS].w, y - f32(row));
  return hair_inside_with(fibre, sin_o, cos_o, f);
}

fn hair_tt(entry: HairEntry, inside: HairInside) -> vec3f {
  return entry.a.y * inside.t0 + entry.a.z * inside.t1 + entry.a.w * inside.t2;
}

fn hair_trt(entry: HairEntry, inside: HairInside) -> vec3f {
  return entry.b.x * inside.t0 * inside.t0 + entry.b.y * inside.t1 * inside.t1 + entry.b.z * inside.t2 * inside.t2;
}

// M of R, TT, TRT and the longer paths.
fn hair_longitudinal_lobes(fibre: HairFibre, angles: HairAngles) -> vec4f {
  let s = angles.sin_o * fibre.tilt_cos + angles.cos_o * fibre.tilt_sin;
  let c = angles.cos_o * fibre.tilt_cos - angles.sin_o * fibre.tilt_sin;
  let v = fibre.variance;
  let n = fibre.variance_norm;
  return vec4f(
    hair_longitudinal(angles.sin_i, angles.cos_i, s.x, c.x, v.x, n.x),
    hair_longitudinal(angles.sin_i, angles.cos_i, s.y, c.y, v.y, n.y),
    hair_longitudinal(angles.sin_i, angles.cos_i, s.z, c.z, v.z, n.z),
    hair_longitudinal(angles.sin_i, angles.cos_i, angles.sin_o, angles.cos_o, v.z, n.z),
  );
}

fn hair_far_cosine(fibre: HairFibre, angles: HairAngles, inside: HairInside) -> vec3f {
  let m = hair_longitudinal_lobes(fibre, angles);
  let entry = hair_entry(fibre, angles.cos_o, 0u, HAIR_STEPS, angles.phi);
  let lobes = vec3f(m.x * entry.a.x) + m.y * hair_tt(entry, inside) + m.z * hair_trt(entry, inside)
    + m.w * entry.b.w * inside.longer;
  if (hair_has_core(fibre)) {
    return lobes + hair_core_cosine(fibre, angles);
  }
  return lobes;
}
`;
