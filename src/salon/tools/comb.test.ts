import { describe, expect, it } from 'vitest';
import { toolFrame } from '../frame.ts';
import { rowOf, SalonRig, tipOf, triedModels, worstStretch } from '../salon-rig.fixture.ts';
import { poseOf, type ToolSample } from '../stroke.ts';

const SPACING = 0.008;
const TEETH = 9;
const TOOTH = 0.0008;

/** Between which teeth strand k crosses their sheet: place along the comb in units of the spacing; null where it does not. */
function crossingsOf(rig: SalonRig, sample: ToolSample, k: number): number[] {
  const pose = poseOf(sample);
  const { across, up, forward } = toolFrame(pose);
  const hair = rig.hair();
  const local = (i: number, axis: readonly number[]): number =>
    [0, 1, 2].reduce((sum, c) => sum + (hair.position[3 * i + c]! - pose.origin[c]!) * axis[c]!, 0);
  const places: number[] = [];
  for (let i = hair.first[k]!; i + 1 < hair.first[k + 1]!; i++) {
    const a = local(i, up);
    const b = local(i + 1, up);
    if (a * b > 0) continue;
    const t = a / (a - b);
    const depth = (1 - t) * local(i, forward) + t * local(i + 1, forward);
    if (depth > 0 && depth < 0.035) places.push((1 - t) * local(i, across) + t * local(i + 1, across));
  }
  return places;
}

describe.each(triedModels)('a comb in hair of $name', (model) => {
  it('is crossed by no strand, and the lock follows it', () => {
    const rig = new SalonRig({ model, strands: rowOf(4, 14, 0.16, { spacing: 0.007 }) });
    const made = rig.hair();
    const gaps = new Map<number, number>();
    let stretch = 0;
    let deepest = 0;
    const pose = (n: number): ToolSample => ({
      step: rig.step,
      // Down the hair and, on the way, 6 cm to the side, then stopping at once.
      origin: [0.014 + 0.0015 * Math.min(n, 40), -0.05 - 0.0008 * n, 0.015],
      direction: [0, 0, -1],
      up: [0, 1, 0],
      press: 1,
      aperture: 1,
    });
    let n = 0;
    rig.use('comb', { teeth: TEETH, spacing: SPACING, tooth: TOOTH }, 65, pose, () => {
      const sample = pose(n++);
      stretch = Math.max(stretch, worstStretch(rig.hair()));
      for (let k = 0; k < 4; k++)
        for (const side of crossingsOf(rig, sample, k)) {
          const place = side / SPACING + 0.5 * (TEETH - 1);
          if (!gaps.has(k)) gaps.set(k, Math.ceil(place));
          const gap = gaps.get(k)!;
          if (gap > 0) deepest = Math.max(deepest, (gap - 1 - place) * SPACING);
          if (gap < TEETH) deepest = Math.max(deepest, (place - gap) * SPACING);
        }
    });
    expect(gaps.size).toBe(4);
    // No strand gets past a tooth: at most its middle is pressed into the near half of it.
    expect(deepest).toBeLessThan(TOOTH);
    expect(stretch).toBeLessThan(2e-3);
    for (let k = 0; k < 4; k++) expect(tipOf(rig.hair(), k)[0] - tipOf(made, k)[0]).toBeGreaterThan(0.045);
  });
});

describe.each(triedModels)('a comb that stays on the strands of $name that it meets', (model) => {
  const mode = { mode: 'attached', teeth: TEETH };

  /** Where the comb is on the strands, and how far these have moved. */
  function combed(velocity: readonly [number, number, number], steps: number) {
    const rig = new SalonRig({ model, strands: rowOf(2, 25, 0.12) });
    const made = rig.hair();
    const stroke = rig.begin('comb', mode);
    const places: number[] = [];
    for (let n = 0; n < steps; n++) {
      const origin = velocity.map((v, c) => [0.005, -0.08, 0.015][c]! + v * n * rig.dt) as [number, number, number];
      rig.sample(stroke, { origin });
      rig.advance(1);
      const { forces } = rig.loads[0]!;
      for (let r = 0; r < forces.count; r++) if (forces.id[r] === 0) places.push(forces.s[r]!);
    }
    return { rig, made, places };
  }

  it('takes them with it sideways, and slides along them as they turn after it', () => {
    const { rig, made, places } = combed([0.3, 0, 0], 12);
    expect(places[0]).toBeCloseTo(0.08, 6);
    expect(places).toHaveLength(12);
    for (const k of [0, 1]) expect(tipOf(rig.hair(), k)[0] - tipOf(made, k)[0]).toBeGreaterThan(0.012);
  });

  it('slides down and off the tip, is free then, and leaves the hair where it was', () => {
    const { rig, made, places } = combed([0, -0.3, 0], 30);
    places.forEach((s, n) => {
      // The hand stands still in its first step.
      if (n > 1) expect(s).toBeGreaterThan(places[n - 1]!);
    });
    // 4 cm at 0.3 m/s are 16 steps; a hair that gives way takes a little longer.
    expect(places.length).toBeGreaterThan(14);
    expect(places.length).toBeLessThan(22);
    for (const k of [0, 1]) expect(Math.abs(tipOf(rig.hair(), k)[1] - tipOf(made, k)[1])).toBeLessThan(1e-3);
  });
});

describe.each(triedModels)('a brush in hair of $name', (model) => {
  it('takes the hair along more across than along itself', () => {
    const moved = (way: readonly [number, number, number]): number => {
      const rig = new SalonRig({ model, strands: rowOf(3, 12, 0.1), gravity: [0, 0, 0] });
      const made = rig.hair();
      rig.use('brush', {}, 20, (n) => ({
        origin: [0.01 + 0.001 * n * way[0], -0.07 + 0.001 * n * way[1], 0.001 * n * way[2]],
      }));
      const tip = tipOf(rig.hair(), 1);
      return Math.hypot(...[0, 1, 2].map((c) => tip[c]! - tipOf(made, 1)[c]!));
    };
    expect(moved([0, 0, 1])).toBeGreaterThan(0.01);
    expect(moved([0, -1, 0])).toBeLessThan(0.001);
  });
});
