import { describe, expect, it } from 'vitest';
import { sphereMesh } from '../../body/shapes.ts';
import { Random } from '../../numeric/random.ts';
import { at, dot, type Vec3 } from '../../numeric/vector.ts';
import { scatterRoots } from '../roots.ts';
import { makePlace, type SkinPlace, visitPlaces } from '../skin.ts';
import { coverAt, PaintMix, squaredGap } from './brush.ts';
import { CombedField } from './direction/combed-field.ts';
import { scalarField, vectorField } from './field.ts';
import { overrideFields } from './hair-fields.ts';
import type { Painted, PaintedStroke } from './painted.ts';
import { StrokeGrid } from './stroke-grid.ts';

const SEED = 12;
const mesh = sphereMesh(0.1, 3);
const weight = new Float32Array(mesh.positions.length / 3).fill(1);
const roots = scatterRoots({ mesh, weight, name: 'the ball' }, { count: 300, seed: SEED });

const everywhere = <Answer>(ask: (place: SkinPlace) => Answer): Answer[] => {
  const answers: Answer[] = [];
  visitPlaces(roots, (place) => answers.push(ask(place)));
  return answers;
};

const onBall = (random: Random): Vec3 => {
  const v = random.below(mesh.positions.length / 3);
  return at(mesh.positions, v);
};

/** Strokes of a few points each, of all sizes. */
const strokes = (count: number, random: Random): PaintedStroke<number>[] =>
  Array.from({ length: count }, () => ({
    path: Array.from({ length: 1 + random.below(4) }, () => onBall(random)),
    radius: random.between(0.01, 0.12),
    hardness: random.between(0, 0.9),
    opacity: random.between(0.2, 1),
    value: random.between(1, 5),
  }));

const painted = (list: readonly PaintedStroke<number>[], mode: 'over' | 'mixed'): Painted<number, number> => ({
  kind: 'painted',
  base: 2,
  mode,
  strokes: list,
});

const valuesOf = (source: Painted<number, number>): number[] => {
  const field = scalarField('length', source, mesh);
  return everywhere((place) => field.at(place));
};

describe(`paint on a skin (seed ${SEED})`, () => {
  const list = strokes(12, new Random(SEED));
  const backwards = [...list].reverse();

  it('mixes to the same whatever the order of its strokes', () => {
    const [one, other] = [valuesOf(painted(list, 'mixed')), valuesOf(painted(backwards, 'mixed'))];
    expect(Math.max(...one.map((value, i) => Math.abs(value - other[i]!)))).toBeLessThan(1e-12);
  });

  it('laid over depends on the order', () => {
    const [one, other] = [valuesOf(painted(list, 'over')), valuesOf(painted(backwards, 'over'))];
    expect(Math.max(...one.map((value, i) => Math.abs(value - other[i]!)))).toBeGreaterThan(0.5);
  });

  it.each(['over', 'mixed'] as const)('%s lies between the values that went in', (mode) => {
    const values = valuesOf(painted(list, mode));
    const all = [2, ...list.map(({ value }) => value)];
    expect(Math.min(...values)).toBeGreaterThanOrEqual(Math.min(...all) - 1e-12);
    expect(Math.max(...values)).toBeLessThanOrEqual(Math.max(...all) + 1e-12);
    const same = valuesOf(
      painted(
        list.map((stroke) => ({ ...stroke, value: 2 })),
        mode,
      ),
    );
    expect(same.every((value) => Math.abs(value - 2) < 1e-12)).toBe(true);
  });

  it('of one stroke is a plain blend of what was there and what it brings', () => {
    const dab = { path: [[0, 0.1, 0]] as Vec3[], radius: 1, hardness: 0.9, opacity: 0.3, value: 4 };
    for (const mode of ['over', 'mixed'] as const)
      for (const value of valuesOf(painted([dab], mode))) expect(value).toBeCloseTo(2 + 0.3 * 2, 12);
  });

  it('follows the published formula where strokes mix', () => {
    const mix = new PaintMix(1);
    const [phi, c] = [
      [0.3, 0.5, 0.2],
      [1, 4, 2],
    ];
    mix.begin([7]);
    for (let k = 0; k < 3; k++) mix.add(phi[k]!, [c[k]!], false);
    mix.finish();
    const [sum, left] = [phi.reduce((a, b) => a + b), phi.reduce((a, b) => a * (1 - b), 1)];
    const front = phi.reduce((a, b, k) => a + b * c[k]!, 0) / sum;
    expect(mix.value[0]).toBeCloseTo(left * 7 + (1 - left) * front, 14);
  });

  it('is found in the grid as it is without one', () => {
    const paths = list.map((stroke) => ({ hardness: 0.5, opacity: 1, ...stroke }));
    const grid = new StrokeGrid(paths);
    const random = new Random(SEED);
    for (let n = 0; n < 200; n++) {
      const [x, y, z] = [random.between(-0.25, 0.25), random.between(-0.25, 0.25), random.between(-0.25, 0.25)];
      const found = new Map<number, number>();
      grid.visit(x, y, z, ({ stroke, fraction }) => found.set(stroke, fraction));
      paths.forEach((stroke, k) => {
        const flat = stroke.path.flat();
        const gaps = stroke.path.map((_, i) => squaredGap(flat, i, x, y, z));
        expect(found.get(k) ?? 0).toBeCloseTo(coverAt(stroke, Math.sqrt(Math.min(...gaps))), 12);
      });
    }
  });

  it('says what is wrong with a stroke', () => {
    const bad =
      (change: Partial<PaintedStroke<number>>): (() => unknown) =>
      () =>
        scalarField('length', painted([{ ...list[0]!, ...change }], 'over'), mesh);
    expect(bad({ path: [] })).toThrow(/"length".*stroke 0 has no points/);
    expect(bad({ radius: 0 })).toThrow(/stroke 0 has the radius 0/);
    expect(bad({ hardness: 1 })).toThrow(/hardness 1/);
    expect(bad({ opacity: 2 })).toThrow(/opacity 2/);
    expect(bad({ value: Number.NaN })).toThrow(/value NaN/);
    expect(bad({ path: [[0, Number.POSITIVE_INFINITY, 0]] })).toThrow(/without finite coordinates/);
  });
});

describe(`a painted direction (seed ${SEED})`, () => {
  const path: Vec3[] = [
    [-0.03, 0.1, 0],
    [0.03, 0.1, 0],
  ];
  const brushed: Painted<Vec3 | undefined, Vec3> = {
    kind: 'painted',
    base: [0, 0, 30],
    strokes: [{ path, radius: 0.06, value: undefined }],
  };
  const field = vectorField('direction', brushed, mesh);
  const out = new Float64Array(3);

  it('is the way of the brush under it, along the skin and of one length, whatever the length of what was there', () => {
    everywhere((place) => {
      field.at(place, out);
      expect(Math.abs(dot(at(out, 0), at(place.normal, 0)))).toBeLessThan(1e-5);
      expect(Math.hypot(...out)).toBeLessThan(1 + 1e-9);
      if (place.position[1]! > 0.098) expect(out[0]).toBeGreaterThan(0.95);
      if (place.position[1]! < 0) expect(out[2]).toBeGreaterThan(0);
    });
  });

  it('may lie on a skin that was combed, whose whorls it covers', () => {
    const whorl = { at: [0, 0.1, 0] as Vec3 };
    const combed = { kind: 'combed', strokes: [], whorls: [whorl] } as const;
    const below = new CombedField('direction', mesh, combed);
    const above = vectorField('direction', { ...brushed, base: combed }, mesh);
    const place = makePlace();
    place.position.set(below.skin.whorls[0]!.at);
    place.normal.set([0, 1, 0]);
    place.weights.set([1, 0, 0]);
    expect(below.stand.at(place)).toBe(1);
    expect(above.stand!.at(place)).toBe(0);
  });
});

describe('paint on what hair has by itself', () => {
  it('begins from there where nothing else is said', () => {
    const one = { at: () => 1, constant: 1 };
    const own = {
      ...{ length: { at: () => 0.03 }, lift: one, density: one, curl: one, pitch: one, stiffness: one },
      ...{ clumping: one, width: one, direction: { at: () => undefined }, colour: { at: () => undefined } },
    };
    const strokesOnTop = [{ path: [[0, 0.1, 0]] as Vec3[], radius: 0.05, value: 0.01 }];
    const fields = overrideFields(own, { length: { kind: 'painted', strokes: strokesOnTop } }, mesh);
    const lengths = everywhere((place) => [place.position[1]!, fields.length.at(place)] as const);
    expect(lengths.every(([y, l]) => Math.abs(l - (y > 0.098 ? 0.01 : y < 0 ? 0.03 : l)) < 1e-15)).toBe(true);
  });
});
