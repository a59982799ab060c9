import type { TriangleMesh } from '../../body/mesh.ts';
import type { SkinPlace } from '../skin.ts';
import {
  type ScalarField,
  type ScalarSource,
  scalarField,
  type VectorField,
  type VectorSource,
  vectorField,
} from './field.ts';

/**
 * What hair needs to know of a place on the skin. Every kind of hair answers it for its own skin: a coat by fields that were
 * given, a head by its comb, parting and crown (`head/`).
 */
export interface HairFields {
  /** Length of a hair, m. */
  readonly length: ScalarField;
  /** Which way hair lies: a vector of any length, of which the part along the skin counts; 0 lets it stand. */
  readonly direction: VectorField;
  /** How far hair stands up at its root: 0 along the skin, 1 straight out, more leans against its direction. */
  readonly lift: ScalarField;
  /** Fraction of the full density, 0..1. */
  readonly density: ScalarField;
  /** Radius of the curl, m, and its advance in one turn, m. */
  readonly curl: ScalarField;
  readonly pitch: ScalarField;
  /** Stiffness as a factor of the fibre's. */
  readonly stiffness: ScalarField;
  /** How far strands gather in tufts, as a factor of what the style says. */
  readonly clumping: ScalarField;
  /** Thickness as a factor of the fibre's. */
  readonly width: ScalarField;
  /** Colour as a factor of the fibre's, linear red, green and blue. */
  readonly colour: VectorField;
}

/** Fields as one may give them; what is absent is left to the style. */
export type HairFieldSources = {
  readonly [name in keyof HairFields]?: HairFields[name] extends ScalarField ? ScalarSource : VectorSource;
};

/** What may be said of each field, for those who read it from files. */
export interface FieldDeclaration {
  readonly size: 1 | 3;
  readonly unit: string;
  readonly about: string;
  readonly min: number;
  readonly max: number;
}

export const HAIR_FIELDS: Readonly<Record<keyof HairFields, FieldDeclaration>> = Object.freeze({
  length: { size: 1, unit: 'm', about: 'Length of a hair', min: 0, max: 2 },
  direction: { size: 3, unit: '', about: 'Which way hair lies along the skin; 0 lets it stand', min: -1e6, max: 1e6 },
  lift: { size: 1, unit: '', about: 'How far hair stands up: 0 along the skin, 1 straight out', min: 0, max: 2 },
  density: { size: 1, unit: '', about: 'Fraction of the full density', min: 0, max: 1 },
  curl: { size: 1, unit: 'm', about: 'Radius of the curl; 0 for straight hair', min: 0, max: 0.1 },
  pitch: { size: 1, unit: 'm', about: 'Advance of the curl in one turn', min: 0.0005, max: 0.5 },
  stiffness: { size: 1, unit: '', about: "Stiffness as a factor of the fibre's", min: 0.001, max: 1000 },
  clumping: { size: 1, unit: '', about: 'How far strands gather in tufts, as a factor', min: 0, max: 10 },
  width: { size: 1, unit: '', about: "Thickness as a factor of the fibre's", min: 0.01, max: 100 },
  colour: { size: 3, unit: '', about: "Colour as a factor of the fibre's, linear", min: 0, max: 100 },
});

/** The fields of a kind of hair, with those in place that somebody gave. */
export function overrideFields(own: HairFields, given: HairFieldSources, mesh: TriangleMesh): HairFields {
  const scalar = (name: Exclude<keyof HairFields, 'direction' | 'colour'>): ScalarField => {
    const source = given[name];
    if (source === undefined) return own[name];
    const { min, max } = HAIR_FIELDS[name];
    return within(scalarField(name, source, mesh, own[name]), min, max);
  };
  const vector = (name: 'direction' | 'colour'): VectorField => {
    const source = given[name];
    return source === undefined ? own[name] : vectorField(name, source, mesh, own[name]);
  };
  return {
    length: scalar('length'),
    direction: vector('direction'),
    lift: scalar('lift'),
    density: scalar('density'),
    curl: scalar('curl'),
    pitch: scalar('pitch'),
    stiffness: scalar('stiffness'),
    clumping: scalar('clumping'),
    width: scalar('width'),
    colour: vector('colour'),
  };
}

/** Whoever paints or computes may overshoot: what hair gets stays in range. */
function within(field: ScalarField, min: number, max: number): ScalarField {
  const limited = (value: number): number => (value > min ? (value < max ? value : max) : min);
  const at = (place: SkinPlace): number => limited(field.at(place));
  return field.constant === undefined ? { at } : { at, constant: limited(field.constant) };
}

/** Writes the unit vector along the skin that hair follows from here; false, and zeros, where it has none. */
export function layAt(direction: VectorField, place: SkinPlace, out: Float64Array): boolean {
  direction.at(place, out);
  const n = place.normal;
  const along = out[0]! * n[0]! + out[1]! * n[1]! + out[2]! * n[2]!;
  const size = Math.sqrt(out[0]! * out[0]! + out[1]! * out[1]! + out[2]! * out[2]!);
  for (let k = 0; k < 3; k++) out[k] = out[k]! - along * n[k]!;
  const l = Math.sqrt(out[0]! * out[0]! + out[1]! * out[1]! + out[2]! * out[2]!);
  const isLaid = l > 1e-6 * size;
  for (let k = 0; k < 3; k++) out[k] = isLaid ? out[k]! / l : 0;
  return isLaid;
}
