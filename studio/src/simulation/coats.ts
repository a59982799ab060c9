import type { SceneInput } from '../../../src/scene/schema.ts';
import { FUR_LOOKS } from '../../../src/shading/fur-looks.ts';

/** Coats for animals that a person brings: all lengths go with the animal's own. */

type GroomInput = NonNullable<SceneInput['grooms']>[number];
type Look = NonNullable<GroomInput['look']>;

/** What a mesh tells of itself at a glance. */
export interface AnimalMesh {
  /** Longest side, m. */
  readonly size: number;
  /** From nose to tail, as files have it: along the longer of its two level sides, against their positive direction. */
  readonly axis: readonly [number, number, number];
  /** Whether its file has a picture or colours at its vertices, which the hair takes. */
  readonly paint: 'texture' | 'vertex-colours' | null;
}

interface Layer {
  readonly name: string;
  /** Of the animal's longest side. */
  readonly length: number;
  readonly strands: number;
  /** Thickness of a drawn strand, of the animal's longest side. */
  readonly width: number;
  change(size: number): Record<string, unknown>;
}

export interface Coat {
  readonly name: string;
  /** Of the skin below, where it shows. */
  readonly skin: string;
  readonly look: Look;
  readonly layers: readonly Layer[];
}

/** A coat with colours of its own takes them from the skin. */
const PALE = { kind: 'picked', colour: '#fff4e4' } as const;

const tufts = (count: number, strength: number): object => ({ tufts: count, tuftStrength: strength });

export const COATS: readonly Coat[] = [
  {
    name: 'fox',
    skin: '#8a5228',
    look: { ...FUR_LOOKS.fox },
    layers: [
      {
        ...{ name: 'undercoat', length: 0.02, strands: 60_000, width: 0.0003 },
        change: () => ({ points: 6, body: { lift: 0.6, tip: 0.3, jitter: 0.4 }, strands: tufts(4000, 0.35) }),
      },
      {
        ...{ name: 'guard hairs', length: 0.036, strands: 50_000, width: 0.00024 },
        change: () => ({ points: 8, body: { lift: 0.45, tip: 0.18, jitter: 0.25 }, strands: tufts(5000, 0.65) }),
      },
    ],
  },
  {
    name: 'horse',
    skin: '#3a2213',
    look: { ...FUR_LOOKS.horse },
    layers: [
      {
        ...{ name: 'coat', length: 0.008, strands: 90_000, width: 0.0003 },
        change: () => ({ points: 4, body: { lift: 0.25, tip: 0.05, jitter: 0.15 }, strands: tufts(3000, 0.2) }),
      },
    ],
  },
  {
    name: 'poodle',
    skin: '#b98a58',
    look: { ...FUR_LOOKS.sheep, roughness: 0.45, colour: { kind: 'picked', colour: '#dcae78' } },
    layers: [
      {
        ...{ name: 'curls', length: 0.05, strands: 50_000, width: 0.00035 },
        change: (size) => ({
          points: 44,
          curl: {
            ...{ radius: 0.0042 * size, pitch: 0.008 * size, phaseScale: 0.016 * size },
            ...{ start: 0, ease: 0.1, variation: 0.3 },
          },
          body: { lift: 0.95, tip: 0.6, jitter: 0.5 },
          strands: { ...tufts(3200, 0.93), tuftStart: 0, tuftFull: 0.4, phaseJitter: 0.1, frizz: 0.0003 * size },
        }),
      },
    ],
  },
  {
    name: 'highland',
    skin: '#5a3216',
    look: { ...FUR_LOOKS.horse, colour: { kind: 'picked', colour: '#a4602a' }, roughness: 0.28, variation: 0.3 },
    layers: [
      {
        ...{ name: 'undercoat', length: 0.02, strands: 30_000, width: 0.0003 },
        change: () => ({ points: 6, body: { lift: 0.5, tip: 0.2, jitter: 0.3 } }),
      },
      {
        ...{ name: 'long hair', length: 0.09, strands: 40_000, width: 0.0003 },
        change: (size) => ({
          points: 14,
          body: { lift: 0.5, tip: 0.1, droop: 0.8, jitter: 0.3 },
          strands: { ...tufts(1500, 0.75), frizz: 0.002 * size, frizzScale: 0.03 * size },
        }),
      },
    ],
  },
];

const coatNamed = (name: string): Coat => COATS.find((coat) => coat.name === name) ?? COATS[0]!;

/** The colour of the skin below a coat. */
export const skinOf = (name: string): string => coatNamed(name).skin;

/** The grooms of a coat on a body. */
export function coatGrooms(name: string, body: string, { size, axis, paint }: AnimalMesh): GroomInput[] {
  const { look, layers } = coatNamed(name);
  const paintedLook = paint ? { ...look, colour: PALE, bands: [] } : look;
  return layers.map(({ name: layer, length, strands, width, change }) => ({
    ...{ name: layer, body, material: 'fur', guides: 600, strands, model: { name: 'continuum' } },
    source: { kind: 'coat', change: { ...change(size), length: { variation: 0.4 } } },
    fields: {
      length: length * size,
      direction: { kind: 'combed', limbs: true, axis: [...axis] },
      ...(paint ? { colour: { kind: paint } } : {}),
    },
    look: { ...paintedLook, strandWidth: width * size },
  }));
}
