import { curlyPresets } from '../models/curly/presets.ts';
import { parseScene } from '../scene/read-scene.ts';
import type { Scene, SceneInput } from '../scene/schema.ts';

/**
 * The published loads of curly hair as scenes. The characters' meshes and grooms were never published: the bust and capsules stand in,
 * with as many hairs of as many points, edges of 1 cm, on a walk and with all contacts.
 */

export interface CurlyLoad {
  readonly name: string;
  /** Hairs and points as published. */
  readonly hairs: number;
  readonly points: number;
  /** What makes clumps here as thick on the mean as the published spheres, whose radii are 0.23 to 1.65 cm for the redhead, 1 to 2.5 cm for the horse. */
  readonly thickness: number;
  /** Seconds a frame as published, with 1 and 2 processors. */
  readonly published: readonly [one: number, two: number];
}

export const CURLY_LOADS: readonly CurlyLoad[] = [
  { name: 'redhead', hairs: 579, points: 44552, thickness: 2.9, published: [61.1, 30.7] },
  { name: 'mane', hairs: 2604, points: 43591, thickness: 2.1, published: [39.1, 25.2] },
  { name: 'tail', hairs: 425, points: 18275, thickness: 0.85, published: [31.0, 17.3] },
  { name: 'fetlocks front', hairs: 996, points: 17928, thickness: 1.3, published: [14.2, 7.7] },
  { name: 'fetlocks rear', hairs: 726, points: 13068, thickness: 1.1, published: [9.7, 5.2] },
  { name: 'body', hairs: 4949, points: 24745, thickness: 2.9, published: [18.6, 9.5] },
];

export interface CurlyRun {
  readonly integrator: 'implicit' | 'published';
  /** Whether few points and pairs of strands are looked at, as published, or all. */
  readonly isPruned: boolean;
}

/** Published: r_c = 5 and n_t = 1 for the redhead, 3 and 3 for the horse; half of the pairs, which is not published. */
const contactOf = (isRedhead: boolean, isPruned: boolean): NonNullable<NonNullable<SceneInput['contact']>['hair']> => [
  isPruned
    ? {
        kind: 'contact',
        keepEvery: 0.75,
        pairFraction: 0.5,
        pairReach: isRedhead ? 5 : 3,
        pairCount: isRedhead ? 1 : 3,
      }
    : { kind: 'contact', keepEvery: 0, pairFraction: 1 },
];

/** One load. */
export function curlyScene({ name, hairs, points, thickness }: CurlyLoad, { integrator, isPruned }: CurlyRun): Scene {
  const isRedhead = name === 'redhead';
  const perHair = Math.round(points / hairs);
  const length = 0.01 * (perHair - 1);
  const model = { name: 'curly', parameters: { ...curlyPresets[isRedhead ? 'redhead' : 'horse'], integrator } };
  const body = isRedhead ? HEAD : LIMB;
  const source: NonNullable<SceneInput['grooms']>[number]['source'] = isRedhead
    ? {
        kind: 'style',
        style: 'curly',
        change: { points: perHair, length: { base: length, variation: 0, front: 1, nape: 1 } },
      }
    : { kind: 'coat', change: { points: perHair, length: { base: length, variation: 0 } } };
  return parseScene(
    {
      format: 'pelage-scene',
      version: 2,
      name,
      bodies: [{ ...body, motion: { kind: 'head', name: 'bounce', amplitude: 0.03, period: 0.5 } }],
      grooms: [{ source, guides: hairs, strands: hairs, model }],
      contact: { hair: contactOf(isRedhead, isPruned), thickness },
      sleep: false,
    },
    name,
  );
}

const HEAD = { name: 'head' };
const LIMB = { name: 'limb', shape: { kind: 'capsule' as const, radius: 0.12, height: 0.5 } };
