import { describe, expect, it } from 'vitest';
import { bakeDistanceField } from '../../body/distance-field.ts';
import type { TriangleMesh } from '../../body/mesh.ts';
import { sheetMesh, sphereMesh, torusMesh } from '../../body/shapes.ts';
import { SheetDistance } from '../../body/sheet-distance.ts';
import { strandCount } from '../../strands/strands.ts';
import { type HairFieldSources, layAt } from '../fields/hair-fields.ts';
import { generateStrands } from '../generator.ts';
import { groomGenerator, growGroom, growthOn, makeGroom } from '../groom.ts';
import type { HairGrowth } from '../growth.ts';
import { growthRoots } from '../shown-roots.ts';
import type { HairBody } from '../skin.ts';
import { visitPlaces } from '../skin.ts';
import { type Coat, coatHair } from './coat.ts';
import { type CoatStyleInput, makeCoatStyle } from './style.ts';

const SEED = 19;
const COUNT = 120;

const solid = (mesh: TriangleMesh): HairBody => ({
  mesh,
  field: bakeDistanceField(mesh, { resolution: 96, margin: 0.3 }),
});
const sheet = sheetMesh(0.3, 0.2, 24);
const BODIES: readonly (readonly [string, HairBody])[] = [
  ['a sphere', solid(sphereMesh(0.1, 4))],
  ['a torus', solid(torusMesh(0.1, 0.04, 96, 48))],
  ['an open sheet', { mesh: sheet, field: new SheetDistance(sheet) }],
];

/** Around the y axis, as vectors at the vertices; and a length that rises with x. */
function painted({ positions }: TriangleMesh): { direction: Float32Array; length: Float32Array } {
  const count = positions.length / 3;
  const direction = new Float32Array(3 * count);
  const length = new Float32Array(count);
  for (let v = 0; v < count; v++) {
    direction.set([positions[3 * v + 2]!, 0, -positions[3 * v]!], 3 * v);
    length[v] = 0.015 + 0.05 * Math.max(0, positions[3 * v]!);
  }
  return { direction, length };
}

const STRAIGHT: CoatStyleInput = { body: { jitter: 0, noise: 0, lift: 0.3 }, length: { variation: 0 } };

describe.each(BODIES)(`a coat painted on %s (seed ${SEED})`, (_, body) => {
  const { direction, length } = painted(body.mesh);
  const fields: HairFieldSources = {
    direction: { kind: 'vertices', values: direction },
    length: { kind: 'vertices', values: length },
  };
  const growth = growthOn(body, coatHair(makeCoatStyle(STRAIGHT), fields), { seed: SEED });
  const roots = growthRoots(growth, COUNT);
  const { guides, warnings } = growGroom(growth, COUNT);
  const p = guides.positions;

  it('grows from the skin, as long as was painted', () => {
    expect(warnings).toEqual([]);
    expect(strandCount(guides)).toBe(COUNT);
    const lengths = guides.strandAttributes.get('length')!.data;
    visitPlaces(roots, (place, i) => {
      expect(Array.from(p.subarray(3 * guides.first[i]!, 3 * guides.first[i]! + 3))).toEqual([...place.position]);
      expect(lengths[i]).toBeCloseTo(growth.fields.length.at(place), 6);
      expect(lengths[i]).toBeCloseTo(0.015 + 0.05 * Math.max(0, place.position[0]!), 3);
    });
  });

  it('leaves it in the painted direction, lifted as it was asked', () => {
    const lay = new Float64Array(3);
    visitPlaces(roots, (place, i) => {
      if (!layAt(growth.fields.direction, place, lay)) return;
      const first = 3 * guides.first[i]!;
      const d = [0, 1, 2].map((k) => p[first + 3 + k]! - p[first + k]!);
      const size = Math.hypot(...d);
      const out = d.reduce((sum, x, k) => sum + x * place.normal[k]!, 0) / size;
      const along = d.reduce((sum, x, k) => sum + x * lay[k]!, 0) / size;
      const across = Math.sqrt(Math.max(0, 1 - out * out - along * along));
      // It begins at 23° and lies down from there.
      expect(out).toBeGreaterThan(0.1);
      expect(out).toBeLessThan(0.45);
      expect(along).toBeGreaterThan(0.85);
      expect(across).toBeLessThan(0.25);
    });
  });

  it('keeps out of the body and follows it', () => {
    for (let g = 0; g < COUNT; g++)
      for (let i = guides.first[g]! + 1; i < guides.first[g + 1]!; i++) {
        const far = body.field.distance(p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!);
        expect(far).toBeGreaterThan(-1e-4);
        // Only the sheet ends under its hair.
        if (body.mesh !== sheet) expect(far).toBeLessThan(0.012);
      }
  });

  it('shows as many strands as are asked for, out of the body too', () => {
    const groom = makeGroom(body, coatHair(makeCoatStyle(STRAIGHT), fields), {
      guides: COUNT,
      strands: 800,
      seed: SEED,
    });
    const { positions } = generateStrands(groomGenerator(groom, body), groom.guides.positions, groom.roots);
    expect(positions.length).toBe(3 * 800 * groom.style.points);
    let deepest = 0;
    for (let i = 0; i < positions.length; i += 3)
      deepest = Math.min(deepest, body.field.distance(positions[i]!, positions[i + 1]!, positions[i + 2]!));
    expect(deepest).toBeGreaterThan(-5e-4);
  });
});

describe('a coat', () => {
  const body = BODIES[0]![1];
  const on = (style: CoatStyleInput, fields: Parameters<typeof coatHair>[1] = {}): HairGrowth =>
    growthOn(body, coatHair(makeCoatStyle(style), fields), { seed: SEED });
  const tipHeights = (growth: HairGrowth): number[] => {
    const { guides } = growGroom(growth, 40);
    const p = guides.positions;
    return Array.from({ length: 40 }, (_, g) => {
      const tip = 3 * (guides.first[g + 1]! - 1);
      return body.field.distance(p[tip]!, p[tip + 1]!, p[tip + 2]!);
    });
  };

  it('stands straight out where it has no direction', () => {
    for (const height of tipHeights(on({ ...STRAIGHT, body: { jitter: 0, noise: 0, tip: 1 } })))
      expect(height).toBeCloseTo(0.03, 3);
  });

  it('stands up the more the more it is lifted', () => {
    const direction = [0, 1, 0] as const;
    const mean = (lift: number): number => {
      const heights = tipHeights(on({ body: { lift, tip: lift, jitter: 0, noise: 0 } }, { direction }));
      return heights.reduce((sum, h) => sum + h, 0) / heights.length;
    };
    const means = [0, 0.25, 0.5, 0.75, 1].map(mean);
    for (let k = 1; k < means.length; k++) expect(means[k]!).toBeGreaterThan(means[k - 1]! + 0.0005);
  });

  it('hangs where gravity may bend it', () => {
    const tips = (droop: number): number => {
      const { guides } = growGroom(on({ body: { droop, bend: 0.005 } }, { direction: [1, 0, 0] }), 40);
      let sum = 0;
      for (let g = 0; g < 40; g++)
        sum += guides.positions[3 * guides.first[g + 1]! - 2]! - guides.positions[3 * guides.first[g]! + 1]!;
      return sum / 40;
    };
    expect(tips(1)).toBeLessThan(tips(0) - 0.004);
  });

  it('grows only where density lets it, on a named region or by weights', () => {
    const upper = ({ position }: { position: Float64Array }): number => (position[1]! > 0 ? 1 : 0);
    const dense = growGroom(on({}, { density: upper }), 50).guides;
    const weight = Float32Array.from({ length: body.mesh.positions.length / 3 }, (_, v) =>
      body.mesh.positions[3 * v + 1]! > 0.02 ? 1 : 0,
    );
    const source = coatHair(makeCoatStyle(), {});
    const weighted = growGroom(growthOn(body, source, { part: weight }), 50).guides;
    const named = { ...body, mesh: { ...body.mesh, regions: new Map([['back', { weight }]]) } };
    const region = growGroom(growthOn(named, coatHair(makeCoatStyle(), {}, { region: 'back' })), 50).guides;
    for (let g = 0; g < 50; g++) {
      expect(dense.positions[3 * dense.first[g]! + 1]).toBeGreaterThan(0);
      expect(weighted.positions[3 * weighted.first[g]! + 1]).toBeGreaterThan(0);
    }
    expect(region.positions).toEqual(weighted.positions);
    expect(() => growthOn(body, coatHair(makeCoatStyle(), {}, { region: 'tail' }))).toThrow(/no region "tail"/);
    expect(() => growthOn(body, source, { part: new Float32Array(3) })).toThrow(/3 weights/);
  });

  it('curls by its fields', () => {
    const style = makeCoatStyle({ points: 60, length: { base: 0.06 }, curl: { variation: 0 }, body: { noise: 0 } });
    const curled = growthOn(body, coatHair(style, { direction: [0, 1, 0], curl: 0.003, pitch: 0.01 }), { seed: SEED });
    const turns = growGroom(curled, 10).guides.strandAttributes.get('turn')!.data;
    for (const turn of turns) expect(turn).toBeCloseTo(Math.hypot(2 * Math.PI * 0.003, 0.01), 5);
  });

  it('gives the same bytes for the same seed, whatever others grow', () => {
    const few = growGroom(on({}, { direction: [0, 1, 0] }), 10).guides.positions;
    const many = growGroom(on({}, { direction: [0, 1, 0] }), 30).guides.positions;
    expect(many.subarray(0, few.length)).toEqual(few);
    expect((on({}) as Coat).seed).toBe(SEED);
  });
});
