import { describe, expect, it } from 'vitest';
import { Chair, rowOf, tipOf, triedModels, worstStretch } from '../chair.fixture.ts';
import { toolFrame } from '../frame.ts';
import { poseOf, type ToolSample } from '../stroke.ts';

const SPACING = 0.008;
const TEETH = 9;
const TOOTH = 0.0008;

/** Between which teeth strand k crosses their sheet: place along the comb in units of the spacing; null where it does not. */
function crossingsOf(chair: Chair, sample: ToolSample, k: number): number[] {
  const pose = poseOf(sample);
  const { across, up, forward } = toolFrame(pose);
  const hair = chair.hair();
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
    const chair = new Chair({ model, strands: rowOf(4, 14, 0.16, { spacing: 0.007 }) });
    const made = chair.hair();
    const gaps = new Map<number, number>();
    let stretch = 0;
    let deepest = 0;
    const pose = (n: number): ToolSample => ({
      step: chair.step,
      // Down the hair and, on the way, 6 cm to the side, then stopping at once.
      origin: [0.014 + 0.0015 * Math.min(n, 40), -0.05 - 0.0008 * n, 0.015],
      direction: [0, 0, -1],
      up: [0, 1, 0],
      press: 1,
      aperture: 1,
    });
    let n = 0;
    chair.use('comb', { teeth: TEETH, spacing: SPACING, tooth: TOOTH }, 65, pose, () => {
      const sample = pose(n++);
      stretch = Math.max(stretch, worstStretch(chair.hair()));
      for (let k = 0; k < 4; k++)
        for (const side of crossingsOf(chair, sample, k)) {
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
    for (let k = 0; k < 4; k++) expect(tipOf(chair.hair(), k)[0] - tipOf(made, k)[0]).toBeGreaterThan(0.045);
  });
});

describe.each(triedModels)('a brush in hair of $name', (model) => {
  it('takes the hair along more across than along itself', () => {
    const moved = (way: readonly [number, number, number]): number => {
      const chair = new Chair({ model, strands: rowOf(3, 12, 0.1), gravity: [0, 0, 0] });
      const made = chair.hair();
      chair.use('brush', {}, 20, (n) => ({
        origin: [0.01 + 0.001 * n * way[0], -0.07 + 0.001 * n * way[1], 0.001 * n * way[2]],
      }));
      const tip = tipOf(chair.hair(), 1);
      return Math.hypot(...[0, 1, 2].map((c) => tip[c]! - tipOf(made, 1)[c]!));
    };
    expect(moved([0, 0, 1])).toBeGreaterThan(0.01);
    expect(moved([0, -1, 0])).toBeLessThan(0.001);
  });
});
