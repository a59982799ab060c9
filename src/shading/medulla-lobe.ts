import type { Angles, Rgb } from './angles.ts';
import { FAR_FIELD_FLOATS } from './far-field-table.ts';
import type { Fibre } from './fibre.ts';
import type { RayInside } from './lobes.ts';
import { CORE, CORE_COLUMN, type CoreTable, FIRST_LENGTH, LENGTH_POWERS, scatteredFrom } from './medulla-table.ts';
import { cosInside } from './optics.ts';

/** What the core of a fibre scatters, read from its table (medulla-table.ts has the formula). */

const NOTHING: Rgb = [0, 0, 0];

/** Four numbers of a column between two rows, and where the column lies between two. */
function entryAt({ data }: CoreTable, cosine: number, column: number, part: number): number[] {
  const y = Math.min(1, cosine) * (CORE.rows - 1);
  const row = Math.min(CORE.rows - 2, Math.floor(y));
  const a = 4 * (row * CORE.columns + column);
  const b = a + 4 * CORE.columns;
  return [0, 1, 2, 3].map((k) => {
    const low = part === 0 ? data[a + k]! : data[a + k]! + part * (data[a + 4 + k]! - data[a + k]!);
    const high = part === 0 ? data[b + k]! : data[b + k]! + part * (data[b + 4 + k]! - data[b + k]!);
    return low + (y - row) * (high - low);
  });
}

/** The shortest and the longest half crossing at an elevation. */
export function rangeAt(core: CoreTable, cosO: number): [number, number] {
  const [, low, high] = entryAt(core, cosO, CORE_COLUMN.row, 0);
  return [low!, high!];
}

/** E: the part of light at this elevation that the core scatters, before pigment takes its own. */
export const coreEnergy = (core: CoreTable, cosine: number): number => entryAt(core, cosine, CORE_COLUMN.row, 0)[0]!;

/** What pigment leaves of four lengths, in one channel. */
function afterPigment(fibre: Fibre, cosine: number, lengths: readonly number[], channel: number): number {
  const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
  const first = (-FIRST_LENGTH * fibre.sigma[channel]!) / cosInside(fibre.eta, sine);
  return Math.max(
    0,
    lengths.reduce((sum, weight, k) => sum + weight * Math.exp(first * LENGTH_POWERS[k]!), 0),
  );
}

/** What the core scatters of a ray at one offset, over what it scatters of rays at all offsets. */
export function coreShare(fibre: Fibre, ray: RayInside, cosO: number): number {
  const { core } = fibre.table;
  if (!core) return 0;
  return scatteredFrom(ray, fibre.medulla) / Math.max(1e-9, entryAt(core, cosO, CORE_COLUMN.row, 0)[3]!);
}

const channels = (f: (channel: number) => number): Rgb => [f(0), f(1), f(2)];

function around(core: CoreTable, cosine: number, first: number, phi: number): number[] {
  const x = (Math.abs(phi) / Math.PI) * CORE.steps;
  const column = Math.min(CORE.steps - 1, Math.floor(x));
  return entryAt(core, cosine, first + column, x - column);
}

/** S cos θi of what the core scatters. */
export function coreCosine(fibre: Fibre, { sinI, cosI, sinO, cosO, phi }: Angles): Rgb {
  const { core } = fibre.table;
  if (!core) return NOTHING;
  // Of both elevations alike, so that light may go either way.
  const cosine = 0.5 * (cosI + cosO);
  const along = core.scale * coreEnergy(core, cosI) * coreEnergy(core, cosO) * (1 - core.mirrored * sinI * sinO) * cosI;
  const lengths = around(core, cosine, CORE_COLUMN.lobes, phi);
  return channels((c) => along * afterPigment(fibre, cosine, lengths, c));
}

/** The same of light from a half turn (a column of the far-field table's kind); S cos θi. */
export function softCoreCosine(fibre: Fibre, { cosI, cosO, phi }: Angles, kind: 'soft' | 'broad'): Rgb {
  const { core } = fibre.table;
  if (!core) return NOTHING;
  const along = (2 / Math.PI) * coreEnergy(core, cosO) * cosI;
  const lengths = around(core, cosO, CORE_COLUMN[kind], phi);
  return channels((c) => along * afterPigment(fibre, cosO, lengths, c));
}

/** What of light at an elevation the core sends forward and backward. */
export function coreHalfTurns(fibre: Fibre, cosine: number): { forward: Rgb; backward: Rgb } {
  const { core } = fibre.table;
  if (!core) return { forward: NOTHING, backward: NOTHING };
  const energy = coreEnergy(core, cosine);
  const of = (column: number): Rgb => {
    const lengths = entryAt(core, cosine, column, 0);
    return channels((c) => energy * afterPigment(fibre, cosine, lengths, c));
  };
  return { forward: of(CORE_COLUMN.forward), backward: of(CORE_COLUMN.backward) };
}

export const medullaWgsl: string = /* wgsl */ `
// Half the chord of a ray in the core, seen along the fibre.
fn hair_core_chord(fibre: HairFibre, sin_gamma_t: f32) -> f32 {
  return sqrt(max(0.0, fibre.core_radius * fibre.core_radius - sin_gamma_t * sin_gamma_t));
}

fn hair_has_core(fibre: HairFibre) -> bool {
  return fibre.core_scale > 0.0;
}

// Four numbers of a column, between two rows.
fn hair_core_entry(fibre: HairFibre, cosine: f32, column: u32, part: f32) -> vec4f {
  let y = min(1.0, cosine) * ${(CORE.rows - 1).toFixed(1)};
  let row = min(${CORE.rows - 2}u, u32(y));
  let a = u32(fibre.table) + ${FAR_FIELD_FLOATS / 4}u + row * ${CORE.columns}u + column;
  let b = a + ${CORE.columns}u;
  let low = mix(hair_table[a], hair_table[a + 1u], part);
  let high = mix(hair_table[b], hair_table[b + 1u], part);
  return mix(low, high, y - f32(row));
}

// What the core scatters of light at an elevation, then the shortest and the longest half crossing.
fn hair_core_row(fibre: HairFibre, cosine: f32) -> vec4f {
  let y = min(1.0, cosine) * ${(CORE.rows - 1).toFixed(1)};
  let row = min(${CORE.rows - 2}u, u32(y));
  let a = u32(fibre.table) + ${FAR_FIELD_FLOATS / 4}u + row * ${CORE.columns}u + ${CORE_COLUMN.row}u;
  return mix(hair_table[a], hair_table[a + ${CORE.columns}u], y - f32(row));
}

// What pigment leaves of four lengths: ${LENGTH_POWERS.join(', ')} times the first.
fn hair_core_pigmented(fibre: HairFibre, cosine: f32, lengths: vec4f) -> vec3f {
  let sine = sqrt(max(0.0, 1.0 - cosine * cosine));
  let first = exp(fibre.sigma * (-${FIRST_LENGTH} / hair_cos_inside(fibre.eta, sine)));
  let four = first * first * first * first;
  let twelve = four * four * four;
  let last = twelve * twelve * twelve * twelve;
  return max(vec3f(0.0), lengths.x * first + lengths.y * four + lengths.z * twelve + lengths.w * last);
}

fn hair_core_around(fibre: HairFibre, cosine: f32, first: u32, phi: f32) -> vec3f {
  let x = abs(phi) * (${CORE.steps}.0 / HAIR_PI);
  let column = min(${CORE.steps - 1}u, u32(x));
  return hair_core_pigmented(fibre, cosine, hair_core_entry(fibre, cosine, first + column, x - f32(column)));
}

// What the core scatters of a ray at one offset, over what it scatters of rays at all offsets.
fn hair_core_share(fibre: HairFibre, reflected: f32, through: f32, cos_o: f32) -> f32 {
  let scattered = (1.0 - reflected) * (1.0 - through) * fibre.core_albedo / max(1e-9, 1.0 - reflected * through);
  return scattered / max(1e-9, hair_core_row(fibre, cos_o).w);
}

// S cos θi of what the core scatters.
fn hair_core_cosine(fibre: HairFibre, angles: HairAngles) -> vec3f {
  let cosine = 0.5 * (angles.cos_i + angles.cos_o);
  let along = fibre.core_scale * hair_core_row(fibre, angles.cos_i).x * hair_core_row(fibre, angles.cos_o).x
    * (1.0 - fibre.core_mirrored * angles.sin_i * angles.sin_o) * angles.cos_i;
  return along * hair_core_around(fibre, cosine, 0u, angles.phi);
}

// The same of light from a half turn.
fn hair_core_soft(fibre: HairFibre, angles: HairAngles, first: u32, phi: f32) -> vec3f {
  let along = ${2 / Math.PI} * hair_core_row(fibre, angles.cos_o).x * angles.cos_i;
  return along * hair_core_around(fibre, angles.cos_o, first, phi);
}

// What of light at an elevation the core sends forward, or backward.
fn hair_core_half_turn(fibre: HairFibre, cosine: f32, column: u32) -> vec3f {
  return hair_core_row(fibre, cosine).x
    * hair_core_pigmented(fibre, cosine, hair_core_entry(fibre, cosine, column, 0.0));
}
`;
