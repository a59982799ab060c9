import { describe, expect, it } from 'vitest';
import { strandCount } from '../../strands/strands.ts';
import { ellipsoidField, ellipsoidHead } from '../ellipsoid-head.fixture.ts';
import { groupRoots } from '../groom.ts';
import { growGuides } from '../grow.ts';
import { scatterRoots, sliceRoots } from '../roots.ts';
import { makeSkin } from '../skin.ts';
import { Head } from './head.ts';
import { PART_FRINGE } from './parts.ts';
import { type HeadStyle, makeHeadStyle } from './style.ts';
import { HEAD_STYLE_NAMES, headStyle } from './styles.ts';

const SEED = 8;
const COUNT = 80;
const body = { mesh: ellipsoidHead(), field: ellipsoidField() };
const skin = makeSkin(body, 'scalp');
const roots = scatterRoots(skin, { count: COUNT, seed: SEED });
const headOf = (style: HeadStyle): Head => new Head(skin, style, 1);

describe.each(HEAD_STYLE_NAMES)(`growGuides in the style %s (seed ${SEED})`, (name) => {
  const style = headStyle(name);
  const { guides, warnings } = growGuides(headOf(style), roots);
  const p = guides.positions;
  const lengths = guides.strandAttributes.get('length')!.data;

  it('gives every guide its length within 0.1 %, in equal edges, from its root', () => {
    expect(strandCount(guides)).toBe(COUNT);
    for (let g = 0; g < COUNT; g++) {
      const begin = 3 * guides.first[g]!;
      expect(Array.from(p.subarray(begin, begin + 3))).toEqual(Array.from(roots.position.subarray(3 * g, 3 * g + 3)));
      const edge = lengths[g]! / (style.points - 1);
      let sum = 0;
      let uneven = 0;
      for (let i = begin; i < begin + 3 * (style.points - 1); i += 3) {
        const l = Math.hypot(p[i + 3]! - p[i]!, p[i + 4]! - p[i + 1]!, p[i + 5]! - p[i + 2]!);
        uneven = Math.max(uneven, Math.abs(l / edge - 1));
        sum += l;
      }
      expect(uneven).toBeLessThan(2e-3);
      expect(Math.abs(sum / lengths[g]! - 1)).toBeLessThan(1e-3);
    }
  });

  it('has no point in the body and no crooked turn', () => {
    let deepest = 0;
    let sharpest = 1;
    for (let g = 0; g < COUNT; g++)
      for (let i = guides.first[g]! + 1; i < guides.first[g + 1]!; i++) {
        deepest = Math.min(deepest, body.field.distance(p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!));
        if (i + 1 === guides.first[g + 1]!) continue;
        const a = [0, 1, 2].map((c) => p[3 * i + c]! - p[3 * i - 3 + c]!);
        const b = [0, 1, 2].map((c) => p[3 * i + 3 + c]! - p[3 * i + c]!);
        const cosine = a.reduce((s, x, c) => s + x * b[c]!, 0) / (Math.hypot(...a) * Math.hypot(...b));
        sharpest = Math.min(sharpest, cosine);
      }
    expect(deepest).toBeGreaterThan(-1e-4);
    expect(sharpest).toBeGreaterThan(0.5);
  });

  it('carries its roots and needs no warning', () => {
    expect(warnings).toEqual([]);
    for (const attribute of ['rootTriangle', 'rootWeights', 'rootNormal', 'rootUv', 'group', 'length', 'turn'])
      expect(guides.strandAttributes.has(attribute)).toBe(true);
    expect(Array.from(guides.id)).toEqual(Array.from(roots.id));
  });
});

describe('growGuides', () => {
  it('grows a guide in the same way whatever others there are', () => {
    const style = headStyle('curly');
    const few = growGuides(headOf(style), sliceRoots(roots, 0, 10)).guides;
    const many = growGuides(headOf(style), roots).guides;
    expect(many.positions.subarray(0, few.positions.length)).toEqual(few.positions);
    const last = growGuides(headOf(style), sliceRoots(roots, 9, 10)).guides;
    expect(last.positions).toEqual(few.positions.subarray(3 * few.first[9]!));
  });

  it('ends hair at a level cut and a fringe at its own', () => {
    const style = headStyle('bob');
    const { guides } = growGuides(headOf(style), roots);
    const top = 0.12;
    const group = guides.strandAttributes.get('group')!.data;
    let fringes = 0;
    for (let g = 0; g < COUNT; g++) {
      const tip = guides.positions[3 * guides.first[g + 1]! - 2]!;
      const isFringe = Math.floor(group[g]! / 3) === PART_FRINGE;
      if (isFringe) fringes++;
      expect(top - tip).toBeLessThan(isFringe ? 0.115 : 0.26);
    }
    expect(fringes).toBeGreaterThan(3);
  });

  it('says how many points a curl needs', () => {
    const style = makeHeadStyle({
      points: 20,
      length: { base: 0.3, variation: 0 },
      curl: { radius: 0.005, pitch: 0.01 },
    });
    const { warnings } = growGuides(headOf(style), sliceRoots(roots, 0, 5));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^the curl is sampled too coarsely: [\d.]+ points a turn, 8 needed; use --points \d+$/);
    const points = Number(/--points (\d+)/.exec(warnings[0]!)![1]);
    const finer = growGuides(headOf({ ...style, points }), sliceRoots(roots, 0, 5));
    expect(finer.warnings).toEqual([]);
  });

  it('puts roots in the groups that their guides have', () => {
    const style = headStyle('bob', { comb: { ragged: 0 } });
    const { guides } = growGuides(headOf(style), roots);
    expect(Array.from(groupRoots(headOf(style), roots))).toEqual(
      Array.from(guides.strandAttributes.get('group')!.data),
    );
  });

  it('lets shown hair cross an edge between groups, but not far', () => {
    const straight = headStyle('long-straight', { comb: { ragged: 0 } });
    const edge = groupRoots(headOf(straight), roots);
    const crossed = groupRoots(headOf(headStyle('long-straight', { comb: { ragged: 0.01 } })), roots);
    const { x, z, halfDepth } = headOf(straight).shape;
    let others = 0;
    for (let i = 0; i < edge.length; i++) {
      if (edge[i] === crossed[i]) continue;
      const fromParting = Math.abs(roots.position[3 * i]! - x);
      const fromItsEnd = Math.abs(roots.position[3 * i + 2]! - z - straight.comb.back * halfDepth);
      expect(Math.min(fromParting, fromItsEnd)).toBeLessThan(0.014);
      others++;
    }
    expect(others).toBeGreaterThan(0);
  });
});
