import { describe, expect, it } from 'vitest';
import type { HairState } from '../../contact/interaction.ts';
import { at, dot, length, subtract, type Vec3 } from '../../numeric/vector.ts';
import { curlShape, rowOf, SalonRig, thickAir, tipOf, triedModels } from '../salon-rig.fixture.ts';
import type { ToolSample } from '../stroke.ts';

/** Blades that lie level and cut everything at a height. */
const level = (y: number, x = -0.02): Partial<ToolSample> => ({
  origin: [x, y, 0],
  direction: [1, 0, 0],
  up: [0, 0, 1],
});

/** Sum of mass times velocity; mass is at the nodes unless the model says otherwise. */
function momentumOf({ dynamics }: SalonRig, { ids, first, s, velocity }: HairState): readonly number[] {
  const known = dynamics.momentum?.();
  if (known) return known;
  const sum = [0, 0, 0];
  for (let k = 0; k < ids.length; k++)
    for (let i = first[k]!; i < first[k + 1]!; i++) {
      const w = dynamics.inverseMass(ids[k]!, s[i]!, [1, 0, 0]);
      if (w > 0) for (let c = 0; c < 3; c++) sum[c] = sum[c]! + velocity[3 * i + c]! / w;
    }
  return sum;
}

const lengthOf = ({ s, first }: HairState): number =>
  Array.from(first.subarray(1), (end) => s[end - 1]!).reduce((sum, length) => sum + length, 0);

describe.each(triedModels)('scissors in hair of $name', (model) => {
  it('cut every strand where the blades are; the pieces fall and the rest stays', () => {
    const rig = new SalonRig({ model, strands: rowOf(3, 16, 0.15) });
    rig.use('scissors', { blades: 0.1 }, 1, () => level(-0.083));
    const hair = rig.hair();
    expect([...hair.ids].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
    for (let k = 0; k < 6; k++) {
      const length = hair.s[hair.first[k + 1]! - 1]!;
      expect(length).toBeCloseTo(hair.ids[k]! < 3 ? 0.083 : 0.067, 3);
    }
    rig.advance(40);
    const later = rig.hair();
    const fall = 0.5 * 9.81 * (41 / 120) ** 2;
    for (let k = 0; k < 6; k++) {
      const y = at(later.position, later.first[k]!)[1];
      if (later.ids[k]! < 3) expect(Math.abs(y)).toBeLessThan(1e-3);
      else expect(Math.abs(-0.083 - y - fall)).toBeLessThan(0.15 * fall);
    }
  });

  it('keep mass, length and momentum at the instant of the cut', () => {
    const shape = curlShape(0.005, 0.02);
    const rig = new SalonRig({ model, strands: rowOf(2, 40, 0.15, { shape }), gravity: [0, 0, 0] });
    // Something moves, then the cut.
    rig.use('brush', {}, 12, (n) => ({ origin: [0, -0.05, 0.001 * n] }));
    rig.advance(1);
    const before = rig.hair();
    const momentum = momentumOf(rig, before);
    const stroke = rig.begin('scissors', { blades: 0.2, opening: 2 });
    rig.sample(stroke, level(-0.0517, -0.1));
    const [block] = rig.blocks;
    block!.salon.act(before, block!.dynamics, rig.step);
    const after = rig.hair();
    expect(after.ids.length).toBe(4);
    expect(lengthOf(after)).toBeCloseTo(lengthOf(before), 12);
    const now = momentumOf(rig, after);
    const size = Math.hypot(...momentum);
    for (let c = 0; c < 3; c++) expect(Math.abs(now[c]! - momentum[c]!)).toBeLessThan(1e-9 * size);
  });
});

describe.each(triedModels)('what scissors cut off from hair of $name', (model) => {
  it('is as wet and as curly as it was at its place', () => {
    const shape = curlShape(0.005, 0.02);
    const salon = { settings: { dripping: 0 } };
    const rig = new SalonRig({ model, strands: rowOf(1, 40, 0.15, { shape }), gravity: [0, 0, 0], salon });
    // Wet about the place of the cut, less and less away from it.
    rig.use('water', { reach: 0.2, angle: 0.3, flow: 8 }, 6, () => ({ origin: [0, -0.05, 0.1] }));
    const before = { s: [...rig.salon.products.get(0)!.s], wet: [...rig.salon.products.get(0)!.wet] };
    const wetAt = (s: number): number => {
      const i = Math.min(
        before.s.length - 2,
        Math.max(
          0,
          before.s.findLastIndex((place) => place <= s),
        ),
      );
      const t = (s - before.s[i]!) / (before.s[i + 1]! - before.s[i]!);
      return before.wet[i]! + t * (before.wet[i + 1]! - before.wet[i]!);
    };
    expect(Math.max(...before.wet)).toBeGreaterThan(0.1);
    rig.use('scissors', { blades: 0.2, opening: 2 }, 1, () => level(-0.0517, -0.1));
    const hair = rig.hair();
    const k = hair.ids.indexOf(1);
    const cut = before.s.at(-1)! - hair.s[hair.first[k + 1]! - 1]!;
    const piece = rig.salon.products.get(1)!;
    for (let i = 0; i < piece.s.length; i++) expect(piece.wet[i]).toBeCloseTo(wetAt(cut + piece.s[i]!), 6);
    // Free of every force it keeps its shape: the distance of places a quarter of a turn apart.
    const chord = (now: HairState, i: number): number =>
      Math.hypot(...[0, 1, 2].map((c) => at(now.position, i + 4)[c]! - at(now.position, i)[c]!));
    rig.advance(20);
    const later = rig.hair();
    for (let i = hair.first[k]! + 2; i + 6 < hair.first[k + 1]!; i++)
      expect(Math.abs(chord(later, i) / chord(hair, i) - 1)).toBeLessThan(0.02);
  });
});

describe.each(triedModels)('what scissors leave of hair of $name', (model) => {
  it('lies as hair that was groomed to that length', () => {
    // Out over the head, then down, in waves.
    const shape = (s: number): Vec3 => {
      const out = Math.min(s, 0.05);
      return [out, 0.01 * Math.sin(40 * s) - Math.max(0, s - 0.05), 0.006 * Math.sin(70 * s)];
    };
    const rig = new SalonRig({ model, strands: rowOf(3, 40, 0.3, { spacing: 0.03, shape }), fields: [thickAir] });
    const whole = rig.hair();
    rig.use('scissors', { blades: 0.3, opening: 2 }, 1, () => level(-0.1));
    rig.advance(360);
    const hair = rig.hair();
    for (const id of [0, 1, 2]) {
      const k = hair.ids.indexOf(id);
      const left = hair.s[hair.first[k + 1]! - 1]!;
      expect(left).toBeLessThan(0.2);
      const i = whole.s.subarray(0, whole.first[1]).findLastIndex((s) => s <= left) + whole.first[id]!;
      const root = at(hair.position, hair.first[k]!);
      const now = subtract(tipOf(hair, k), root);
      const then = subtract(at(whole.position, i), at(whole.position, whole.first[id]!));
      // Degrees, seen from the root: 10, of which the last whole node is up to 4 away.
      expect(dot(now, then) / (length(now) * length(then))).toBeGreaterThan(Math.cos((10 * Math.PI) / 180));
    }
  });
});

describe('scissors', () => {
  it('cut all of a lock that they close on, at the line of the blades, and none beside it', () => {
    const [model] = triedModels;
    // Blades that end 4 mm before a strand that stands for a lock of 6 mm, and 8 mm before another.
    for (const [gap, ids] of [
      [0.004, [0, 1]],
      [0.008, [0]],
    ] as const) {
      const rig = new SalonRig({ model: model!, strands: rowOf(1, 16, 0.15), radius: 0.006 });
      rig.use('scissors', { blades: 0.05, opening: 0.2 }, 1, () => level(-0.083, -0.05 - gap));
      expect([...rig.hair().ids]).toEqual(ids);
      const [cut] = rig.hair().s.filter((_, i) => i === rig.hair().first[1]! - 1);
      expect(cut).toBeCloseTo(gap === 0.004 ? 0.083 : 0.15, 3);
    }
  });

  it('leave pieces that fall in one piece', () => {
    const [model] = triedModels;
    const rig = new SalonRig({ model: model!, strands: rowOf(2, 16, 0.15) });
    // Down along the hair.
    rig.use('scissors', { blades: 0.1 }, 12, (n) => level(-0.04 - 0.006 * n));
    expect(rig.hair().ids.length).toBe(4);
  });
});
