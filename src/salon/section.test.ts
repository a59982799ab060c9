import { describe, expect, it } from 'vitest';
import type { HairState } from '../contact/interaction.ts';
import { models } from '../models/index.ts';
import { at } from '../numeric/vector.ts';
import { rowOf, SalonRig, tipOf, triedModels } from './salon-rig.fixture.ts';
import type { ToolSample } from './stroke.ts';
import { tools } from './tools/index.ts';

const rod = models.find(({ name }) => name === 'rod')!;

/** A hand that goes down before the hair, where every tool reaches all of it. */
const down = (x: number) => (n: number) => ({ origin: [x, -0.02 - 0.004 * n, 0.012] as const });
const STEPS = 10;
/** Wide enough for the whole row, whatever the tool calls it. */
const WIDE: Readonly<Record<string, Record<string, unknown>>> = {
  scissors: { blades: 0.3, opening: 2 },
  'thinning-shears': { blades: 0.3, opening: 2 },
  clippers: { width: 0.2 },
  clasp: { catch: 0.1 },
  'curling-iron': { catch: 0.02 },
  paint: { radius: 0.1 },
  comb: { drag: 1e-3 },
  brush: { width: 0.2, bristles: 0.05 },
};
const settingsOf = (name: string): Record<string, unknown> =>
  WIDE[name] ?? ('angle' in tools.find((tool) => tool.name === name)!.parameters ? { reach: 0.3, angle: 1 } : {});

/** All that is known of a strand: where it is and how long. */
function strandOf({ ids, first, position, s }: HairState, id: number): number[] {
  const k = ids.indexOf(id);
  return [...position.subarray(3 * first[k]!, 3 * first[k + 1]!), ...s.subarray(first[k]!, first[k + 1]!)];
}

/** Chooses strands of a row by painting over their roots. */
function choose(rig: SalonRig, from: number, to: number): void {
  rig.use('section', { radius: 0.004 }, to - from + 1, (n) => ({ origin: [0.01 * (from + n), -0.01, 0] }));
}

const others = tools.filter(({ name }) => name !== 'section' && name !== 'grow');

describe('a section', () => {
  it.each(others)('$name touches only what is in it, and nothing else by the last bit', ({ name }) => {
    const make = (): SalonRig => new SalonRig({ model: rod, strands: rowOf(4, 12, 0.1) });
    const [rig, calm] = [make(), make()];
    choose(rig, 0, 1);
    expect([...rig.salon.selection.ids]).toEqual([0, 1]);
    calm.advance(rig.step);
    rig.use(name, settingsOf(name), STEPS, (n) => ({ ...down(0.015)(n), up: [1, 0, 0] }) as Partial<ToolSample>);
    rig.advance(2);
    calm.advance(rig.step - calm.step);
    const [after, before] = [rig.hair(), calm.hair()];
    for (const id of [2, 3]) expect(strandOf(after, id), `strand ${id}`).toEqual(strandOf(before, id));
    for (const id of [2, 3]) expect(rig.salon.products.get(id)).toBeUndefined();
  });

  it('is drawn with a lasso or as one side of a line, added to, taken from, inverted and left', () => {
    const rig = new SalonRig({ model: rod, strands: rowOf(6, 8, 0.1) });
    const chosen = (): number[] => [...rig.salon.selection.ids].sort();
    const square = [
      [0.015, -0.02],
      [0.035, -0.02],
      [0.035, -0.06],
      [0.015, -0.06],
    ] as const;
    const draw = (parameters: object, places: readonly (readonly [number, number])[]): void => {
      rig.use('section', { ...parameters }, places.length, (n) => ({ origin: [...places[n]!, 0.02] }));
      rig.advance(1);
    };
    draw({ way: 'lasso' }, square);
    expect(chosen()).toEqual([2, 3]);
    const [up, low] = [
      [0.045, 0.01],
      [0.045, -0.01],
    ] as const;
    draw({ way: 'side', does: 'more' }, [low, up]);
    expect(chosen()).toEqual([0, 1, 2, 3, 4]);
    choose(rig, 9, 9);
    expect(chosen()).toEqual([]);
    draw({ way: 'lasso' }, square);
    draw({ way: 'inverse' }, [low]);
    expect(chosen()).toEqual([0, 1, 4, 5]);
    const kept = rig.snapshot();
    draw({ way: 'all' }, [low]);
    expect(chosen()).toEqual([]);
    draw({ way: 'groom', groom: 1 }, [low]);
    expect(chosen()).toEqual([]);
    draw({ way: 'groom', does: 'more' }, [low]);
    expect(chosen()).toEqual([0, 1, 2, 3, 4, 5]);
    rig.restore(kept);
    expect(chosen()).toEqual([0, 1, 4, 5]);
  });
});

describe.each(triedModels)('a mirrored stroke in hair of $name', (model) => {
  it.each(others)('$name does the same on the other side', ({ name }) => {
    const strands = rowOf(4, 12, 0.1, { spacing: 0.04, shape: (s) => [-0.06, -s, 0] });
    const rig = new SalonRig({ model, strands });
    const number = rig.salon.begin(name, settingsOf(name), 0, true);
    for (let n = 0; n < STEPS; n++) {
      rig.sample(number, { ...down(0.045)(n), up: name === 'scissors' ? [1, 0, 0] : [0, 1, 0] } as Partial<ToolSample>);
      rig.advance(1);
    }
    rig.end(number);
    rig.advance(4);
    const hair = rig.hair();
    const rooted = [0, 1, 2, 3].map((id) => hair.ids.indexOf(id));
    for (const [a, b] of [
      [rooted[0]!, rooted[3]!],
      [rooted[1]!, rooted[2]!],
    ] as const) {
      expect(hair.first[a + 1]! - hair.first[a]!).toBe(hair.first[b + 1]! - hair.first[b]!);
      for (let i = 0; i < hair.first[a + 1]! - hair.first[a]!; i++) {
        const [x, y, z] = at(hair.position, hair.first[a]! + i);
        const other = at(hair.position, hair.first[b]! + i);
        expect(Math.hypot(x + other[0], y - other[1], z - other[2])).toBeLessThan(2e-5);
      }
    }
  });
});

describe('cutting tools', () => {
  const line = (rig: SalonRig, parameters: object, ...places: readonly (readonly [number, number])[]): void => {
    rig.use('cutting-line', { ...parameters }, places.length, (n) => ({ origin: [...places[n]!, 0.05] }));
    rig.advance(1);
  };
  const heights = (rig: SalonRig, ids: readonly number[]): number[] => {
    const hair = rig.hair();
    return ids.map((id) => tipOf(hair, hair.ids.indexOf(id))[1]);
  };

  it('a cutting line cuts where it was drawn, slanted or level, and only between its ends', () => {
    const rig = new SalonRig({ model: rod, strands: rowOf(5, 30, 0.2), radius: 1e-4 });
    line(rig, {}, [-0.005, -0.1], [0.025, -0.13]);
    for (const [k, y] of heights(rig, [0, 1, 2]).entries()) expect(y).toBeCloseTo(-0.105 - 0.01 * k, 3);
    for (const y of heights(rig, [3, 4])) expect(y).toBeCloseTo(-0.2, 3);
    line(rig, { whole: true }, [0.01, -0.06], [0.02, -0.06]);
    for (const y of heights(rig, [0, 1, 2, 3, 4])) expect(y).toBeCloseTo(-0.06, 3);
    line(rig, { whole: true, depth: 0.02 }, [0.01, -0.03], [0.02, -0.03]);
    for (const y of heights(rig, [0])) expect(y).toBeCloseTo(-0.06, 3);
  });

  it('hair is cut to a guide: level at 0 degrees, in layers at 90, between them at 45', () => {
    for (const [elevation, slope] of [
      ['0', 0],
      ['45', 1 - Math.SQRT1_2],
      ['90', 1],
    ] as const) {
      // Roots higher and higher, as over a head.
      const rig = new SalonRig({ model: rod, strands: rowOf(4, 40, 0.25, { shape: (s, k) => [0, 0.02 * k - s, 0] }) });
      rig.use('guide-cut', { elevation, reach: 0.1 }, 30, (n) => ({ origin: [0.0015 * n, -0.1, 0.05] }));
      for (const [k, y] of heights(rig, [0, 1, 2, 3]).entries()) expect(y).toBeCloseTo(-0.1 + slope * 0.02 * k, 3);
    }
  });

  it('clippers leave what their guard says where they run, and nothing else', () => {
    const rig = new SalonRig({ model: rod, strands: rowOf(4, 40, 0.2) });
    rig.use('clippers', { guard: 0.015, width: 0.02 }, 4, (n) => ({ origin: [0.003 * n, 0, 0] }));
    for (const y of heights(rig, [0, 1])) expect(y).toBeCloseTo(-0.015, 3);
    for (const y of heights(rig, [2, 3])) expect(y).toBeCloseTo(-0.2, 3);
  });

  it('thinning shears take their share of the weight beyond the blades, once a stroke, and no length', () => {
    const rig = new SalonRig({ model: rod, strands: rowOf(1, 21, 0.2) });
    const pose = { origin: [-0.05, -0.105, 0] as const, direction: [1, 0, 0] as const, up: [0, 0, 1] as const };
    for (const left of [0.6, 0.36]) {
      rig.use('thinning-shears', { blades: 0.1, share: 0.4 }, 5, () => pose as Partial<ToolSample>);
      const { applied, thin } = rig.salon.products.get(0)!;
      expect(applied.mass[20]).toBeCloseTo(left, 9);
      expect(applied.mass[9]).toBe(1);
      expect(1 - thin[20]!).toBeCloseTo(left, 9);
    }
    expect(heights(rig, [0])[0]).toBeCloseTo(-0.2, 3);
  });
});
