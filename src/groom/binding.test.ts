import { describe, expect, it } from 'vitest';
import { InputError } from '../strands/input-error.ts';
import { bindStrands, NO_TUFT } from './binding.ts';
import { ellipsoidField, ellipsoidHead } from './ellipsoid-head.fixture.ts';
import { groupRoots } from './groom.ts';
import { isSameHair } from './groups.ts';
import { growGuides } from './grow.ts';
import { Head } from './head/head.ts';
import { headStyle } from './head/styles.ts';
import { scatterRoots, sliceRoots } from './roots.ts';
import { makeSkin } from './skin.ts';

const SEED = 31;
const body = { mesh: ellipsoidHead(), field: ellipsoidField() };
const skin = makeSkin(body, 'scalp');
const all = scatterRoots(skin, { count: 2000, seed: SEED });
const growth = new Head(skin, headStyle('long-straight', { comb: { ragged: 0 } }), 1);
const { guides } = growGuides(growth, sliceRoots(all, 0, 150));
const groups = groupRoots(growth, all);
const tufts = { tuftRoots: all, tuftGroups: groups, largeTufts: 60, smallTufts: 300 };
const binding = bindStrands(guides, all, { groups, ...tufts });

describe(`bindStrands (seed ${SEED})`, () => {
  it('gives every strand three guides with weights that add up to one', () => {
    for (let i = 0; i < 2000; i++) {
      const w = binding.weights.subarray(3 * i, 3 * i + 3);
      expect(Math.min(...w)).toBeGreaterThanOrEqual(0);
      expect(w[0]! + w[1]! + w[2]!).toBeCloseTo(1, 5);
      const triple = binding.triples.subarray(3 * binding.triple[i]!, 3 * binding.triple[i]! + 3);
      expect(new Set(triple).size).toBe(3);
      expect(triple).toContain(binding.wisp[i]!);
    }
  });

  it('gives a strand on a guide’s root to that guide alone', () => {
    for (let i = 0; i < 150; i++) {
      expect(binding.wisp[i]).toBe(i);
      expect(Math.max(...binding.weights.subarray(3 * i, 3 * i + 3))).toBeCloseTo(1, 5);
    }
  });

  it('blends nothing across the parting', () => {
    const group = guides.strandAttributes.get('group')!.data;
    for (let i = 0; i < 2000; i++)
      for (let k = 0; k < 3; k++)
        if (binding.weights[3 * i + k]! > 0) {
          const guide = binding.triples[3 * binding.triple[i]! + k]!;
          expect(isSameHair(group[guide]!, groups[i]!)).toBe(true);
        }
  });

  it('puts strands into tufts near by, and those into larger ones', () => {
    let without = 0;
    for (let i = 0; i < 2000; i++) {
      const tuft = binding.small!.of[i]!;
      if (tuft === NO_TUFT) {
        without++;
        continue;
      }
      const gap = [0, 1, 2].map((c) => all.position[3 * tuft + c]! - all.position[3 * i + c]!);
      expect(Math.hypot(...gap)).toBeLessThan(0.04);
      expect(binding.large!.of[i]).toBe(binding.small!.centres.large!.of[tuft]);
    }
    expect(without).toBeLessThan(20);
  });

  it('does not depend on how many strands there are, nor on where a range begins', () => {
    const part = bindStrands(guides, sliceRoots(all, 500, 900), { groups: groups.subarray(500, 900), ...tufts });
    for (let i = 0; i < 400; i++) {
      const a = part.triples.subarray(3 * part.triple[i]!, 3 * part.triple[i]! + 3);
      const b = binding.triples.subarray(3 * binding.triple[500 + i]!, 3 * binding.triple[500 + i]! + 3);
      expect(a).toEqual(b);
    }
    expect(part.weights).toEqual(binding.weights.subarray(1500, 2700));
    expect(part.rootOffset).toEqual(binding.rootOffset.subarray(1500, 2700));
    expect(part.small!.of).toEqual(binding.small!.of.subarray(500, 900));
  });

  it('finds groups by itself where none are given, and manages with one guide', () => {
    const own = bindStrands(guides, all);
    const same = own.wisp.reduce((n, guide, i) => n + (guide === binding.wisp[i] ? 1 : 0), 0);
    expect(same).toBeGreaterThan(1800);
    const one = growGuides(growth, sliceRoots(all, 0, 1)).guides;
    const lone = bindStrands(one, sliceRoots(all, 0, 10));
    expect(Array.from(lone.wisp)).toEqual(new Array(10).fill(0));
  });

  it('asks for as many roots as there are to be tufts', () => {
    expect(() => bindStrands(guides, all, { ...tufts, smallTufts: 5000 })).toThrow(InputError);
  });
});
