import { describe, expect, it } from 'vitest';
import { fromAxisAngle, rotate } from '../numeric/rotation.ts';
import { makeStrands, type Strands } from '../strands/strands.ts';
import { coatHair } from './coat/coat.ts';
import { makeCoatStyle } from './coat/style.ts';
import { CORE_STRIDE } from './core-curl.ts';
import { ellipsoidField, ellipsoidHead } from './ellipsoid-head.fixture.ts';
import { generate, generateStrands, makeGenerator, updateGuides } from './generator.ts';
import { type Groom, groomGenerator, makeGroom } from './groom.ts';
import { GuideShapes } from './guide-shapes.ts';
import { GENERATION_MODES, type StrandSettings } from './strand-settings.ts';
import { builtInHair } from './styles.ts';

const SEED = 17;
const SCALP_SIZE = 0.2;
const body = { mesh: ellipsoidHead(), field: ellipsoidField() };
const STRANDS = 900;
const options = { guides: 150, strands: STRANDS, seed: SEED };
// Every root of the sequence carries a strand of its guides' hair, guides' roots first; fine-hair.test.ts looks at edges.
const sharp = { hairline: { fade: 0 }, comb: { ragged: 0 } };
const straight = makeGroom(
  body,
  builtInHair('long-straight', { ...sharp, strands: { tufts: 200, smallTufts: 600 } }),
  options,
);
const curly = makeGroom(body, builtInHair('curly', sharp), options);

const inStep = makeGroom(body, builtInHair('curly', { ...sharp, strands: { phaseJitter: 0 } }), options);

const isSame = (a: Float32Array, b: Float32Array): boolean => a.length === b.length && a.every((x, i) => x === b[i]);

const PLAIN = { lengthJitter: 0, frizz: 0 } as const;

/** The groom's binding without tufts: strands from guides and nothing else. */
function plain(groom: Groom, settings: Partial<StrandSettings>): Strands {
  const { large: _large, small: _small, ...binding } = groom.binding;
  const generator = makeGenerator(binding, { ...groom.style.strands, ...PLAIN, ...settings });
  return generateStrands(generator, groom.guides.positions);
}

function edgeLength(p: Float32Array, i: number): number {
  return Math.hypot(p[3 * i + 3]! - p[3 * i]!, p[3 * i + 4]! - p[3 * i + 1]!, p[3 * i + 5]! - p[3 * i + 2]!);
}

describe.each(GENERATION_MODES)(`generate, mode %s (seed ${SEED})`, (mode) => {
  it('reproduces the guides where a strand stands on a guide’s root', () => {
    for (const groom of [straight, inStep]) {
      const p = plain(groom, { mode }).positions;
      let farthest = 0;
      for (let i = 0; i < groom.guides.positions.length; i++)
        farthest = Math.max(farthest, Math.abs(p[i]! - groom.guides.positions[i]!));
      expect(farthest).toBeLessThan(2e-5);
    }
  });

  it('puts every root where it was asked for (G2: within 1e-6 of the scalp)', () => {
    for (const groom of [straight, curly]) {
      const strands = generateStrands(
        makeGenerator(groom.binding, { ...groom.style.strands, mode }, { field: body.field }),
        groom.guides.positions,
      );
      let farthest = 0;
      for (let i = 0; i < STRANDS; i++)
        for (let c = 0; c < 3; c++) {
          const d = strands.positions[3 * strands.first[i]! + c]! - groom.roots.position[3 * i + c]!;
          farthest = Math.max(farthest, Math.abs(d));
        }
      expect(farthest).toBeLessThan(1e-6 * SCALP_SIZE);
    }
  });

  it('keeps the curl (G3: at least 90 % of the radius)', () => {
    const turn = curly.guides.strandAttributes.get('turn')!.data as Float32Array;
    const before = curlRadius(curly.guides, turn);
    const own = Float32Array.from(curly.binding.wisp, (guide) => turn[guide]!);
    expect(curlRadius(plain(curly, { mode }), own) / before).toBeGreaterThan(0.9);
  });

  it('has edges as long as the guides’', () => {
    const p = plain(straight, { mode }).positions;
    const { points, weights, triples, triple, wisp } = straight.binding;
    const length = straight.guides.strandAttributes.get('length')!.data;
    for (let i = 0; i < STRANDS; i += 7) {
      let mean = 0;
      for (let k = 0; k < 3; k++) mean += weights[3 * i + k]! * length[triples[3 * triple[i]! + k]!]!;
      const [low, high] = [Math.min(mean, length[wisp[i]!]!), Math.max(mean, length[wisp[i]!]!)];
      let sum = 0;
      for (let j = 0; j + 1 < points; j++) sum += edgeLength(p, i * points + j);
      expect(sum).toBeGreaterThan(low * 0.999);
      expect(sum).toBeLessThan(high * 1.001);
    }
  });

  it('turns with the head', () => {
    const q = fromAxisAngle([0.3, 1, 0.2], 0.9);
    const generator = makeGenerator(curly.binding, { ...curly.style.strands, mode });
    const before = generateStrands(generator, curly.guides.positions).positions;
    const after = generateStrands(generator, turned(curly.guides.positions)).positions;
    const expected = turned(before);
    let farthest = 0;
    for (let i = 0; i < after.length; i++) farthest = Math.max(farthest, Math.abs(after[i]! - expected[i]!));
    expect(farthest).toBeLessThan(1e-4);

    function turned(positions: Float32Array): Float32Array {
      const out = new Float32Array(positions.length);
      for (let i = 0; i < out.length; i += 3)
        out.set(rotate(q, [positions[i]!, positions[i + 1]!, positions[i + 2]!]), i);
      return out;
    }
  });
});

/** Root mean square of the curl's radius in the middle of the strands. */
function curlRadius(strands: Strands, turn: Float32Array): number {
  const shapes = new GuideShapes(
    makeStrands({
      first: strands.first,
      positions: strands.positions,
      strandAttributes: new Map([['turn', { size: 1, data: turn }]]),
    }),
  );
  const prepared = shapes.makePrepared();
  shapes.prepare(strands.positions, prepared);
  let sum = 0;
  let count = 0;
  for (let g = 0; g < shapes.count; g++)
    for (let j = Math.floor(0.4 * shapes.points); j < 0.9 * shapes.points; j++) {
      const r = prepared.core[CORE_STRIDE * (g * shapes.points + j) + 9]!;
      sum += r * r;
      count++;
    }
  return Math.sqrt(sum / count);
}

describe(`generate (seed ${SEED})`, () => {
  it('gives the same strands for any division into ranges and any order of frames (G4)', () => {
    const generator = groomGenerator(curly, body);
    const whole = generateStrands(generator, curly.guides.positions).positions;
    const moved = curly.guides.positions.map((x, i) => (i % 3 === 0 ? 1.1 * x : x));
    updateGuides(generator, moved);
    updateGuides(generator, curly.guides.positions);
    const { points } = curly.binding;
    for (const [from, to] of [
      [600, STRANDS],
      [0, 1],
      [1, 600],
    ] as const) {
      const out = new Float32Array(3 * (to - from) * points);
      generate(generator, from, to, out);
      expect(isSame(out, whole.subarray(3 * from * points, 3 * to * points))).toBe(true);
    }
  });

  it('gives the same first strands however many are asked for (G4)', () => {
    const few = makeGroom(body, builtInHair('curly', sharp), { ...options, strands: 300 });
    const all = generateStrands(groomGenerator(curly), curly.guides.positions).positions;
    const first = generateStrands(groomGenerator(few), few.guides.positions).positions;
    expect(isSame(first, all.subarray(0, first.length))).toBe(true);
  });

  it('needs no more memory a strand than its binding, whatever its points (G5)', () => {
    const { triple, weights, curl, rootOffset, wisp, id } = curly.binding;
    const bytes = [triple, weights, curl, rootOffset, wisp, id].reduce((sum, array) => sum + array.byteLength, 0);
    expect(bytes / STRANDS).toBeLessThan(64);
  });

  it('keeps strands out of the body when asked to', () => {
    const strands = generateStrands(groomGenerator(curly, body), curly.guides.positions);
    const { positions: p, first } = strands;
    let deepest = 0;
    for (let i = 0; i < STRANDS; i++)
      for (let k = first[i]! + 1; k < first[i + 1]!; k++)
        deepest = Math.min(deepest, body.field.distance(p[3 * k]!, p[3 * k + 1]!, p[3 * k + 2]!));
    expect(deepest).toBeGreaterThan(-1e-4);
  });

  it('draws tufts together towards the tip', () => {
    const spread = (strands: Strands): number => {
      const { points, large } = straight.binding;
      let sum = 0;
      for (let i = 0; i < STRANDS; i++) {
        const other = large!.of.indexOf(large!.of[i]!);
        const [a, b] = [3 * ((i + 1) * points - 1), 3 * ((other + 1) * points - 1)];
        sum += Math.hypot(...[0, 1, 2].map((c) => strands.positions[a + c]! - strands.positions[b + c]!));
      }
      return sum;
    };
    const settings = { ...straight.style.strands, ...PLAIN };
    const tufted = makeGenerator(straight.binding, settings);
    const loose = makeGenerator(straight.binding, { ...settings, tuftStrength: 0, smallTuftStrength: 0 });
    const at = straight.guides.positions;
    expect(spread(generateStrands(tufted, at))).toBeLessThan(0.8 * spread(generateStrands(loose, at)));
  });

  it('lets wisps form slowly when asked to, and then as they would at once', () => {
    const { large: _large, small: _small, ...binding } = straight.binding;
    const generator = makeGenerator(binding, { ...straight.style.strands, ...PLAIN, mode: 'hybrid' });
    const out = new Float32Array(3 * binding.points);
    const tip = (): number => out[3 * binding.points - 3]!;
    const at = (response: number): number => {
      updateGuides(generator, straight.guides.positions, response);
      generate(generator, 700, 701, out);
      return tip();
    };
    const wanted = at(1);
    generator.blend.fill(0);
    const first = Math.abs(at(0.1) - wanted);
    for (let frame = 0; frame < 100; frame++) at(0.1);
    expect(Math.abs(tip() - wanted)).toBeLessThan(1e-6 + 0.01 * first);
    expect(first).toBeGreaterThan(0);
  });

  it('shortens strands by no more than the jitter says', () => {
    const strands = plain(straight, { mode: 'interpolation', lengthJitter: 0.2 });
    const whole = plain(straight, { mode: 'interpolation' });
    const { points } = straight.binding;
    const length = (p: Float32Array, i: number): number => {
      let sum = 0;
      for (let j = 0; j + 1 < points; j++) sum += edgeLength(p, i * points + j);
      return sum;
    };
    for (let i = 0; i < STRANDS; i += 11) {
      const fraction = length(strands.positions, i) / length(whole.positions, i);
      expect(fraction).toBeGreaterThan(0.79);
      expect(fraction).toBeLessThan(1.0001);
    }
  });
});

describe(`soaked fur (seed ${SEED})`, () => {
  const fur = coatHair(makeCoatStyle({ length: { base: 0.03 }, strands: { tufts: 120, tuftStrength: 0.2 } }), {
    direction: [0, -1, 0],
  });
  const coat = makeGroom(body, fur, { ...options, part: 'scalp' });
  const { points } = coat.binding;

  /** Mean distance of a point of the strands, counted from the root, from the mean of its tuft. */
  function spread(wet: number, point: number): number {
    const generator = makeGenerator(coat.binding, coat.style.strands);
    generator.wetness = new Float32Array(STRANDS).fill(wet);
    const p = generateStrands(generator, coat.guides.positions).positions;
    const { of } = coat.binding.large!;
    const sums = new Map<number, number[]>();
    const at = (i: number, c: number): number => p[3 * (i * points + point) + c]!;
    of.forEach((tuft, i) => {
      const sum = sums.get(tuft) ?? [0, 0, 0, 0];
      for (let c = 0; c < 3; c++) sum[c]! += at(i, c);
      sum[3]!++;
      sums.set(tuft, sum);
    });
    let total = 0;
    of.forEach((tuft, i) => {
      const [x, y, z, n] = sums.get(tuft) as [number, number, number, number];
      total += Math.hypot(at(i, 0) - x / n, at(i, 1) - y / n, at(i, 2) - z / n);
    });
    return total / STRANDS;
  }

  it('draws its tips together in tufts, the wetter the closer, and leaves its roots where they are', () => {
    const tips = [0, 0.5, 1].map((wet) => spread(wet, points - 1));
    expect(tips[1]).toBeLessThan(0.85 * tips[0]!);
    expect(tips[2]).toBeLessThan(0.6 * tips[0]!);
    expect(spread(1, 0)).toBe(spread(0, 0));
  });
});
