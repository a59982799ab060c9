import { describe, expect, it } from 'vitest';
import { turnLength, type Winder, wind } from './curl.ts';
import { CoreScratch } from './growth.ts';
import type { CurlStyle } from './hair-style.ts';
import { headStyle } from './head/styles.ts';
import { Path } from './path.ts';
import { makePlace } from './skin.ts';

const ROOT = { ...makePlace(), position: Float64Array.of(0.2, 0, 0), normal: Float64Array.of(1, 0, 0) };
const nowhere = {
  distance: () => 1,
  sample: (_x: number, _y: number, _z: number, out: Float64Array) => {
    out.set([1, 0, 1, 0]);
  },
};

/** Hair around the origin, without noise. */
function growth(curl: Partial<CurlStyle>): Winder {
  const style = headStyle('long-straight', { body: { noise: 0 }, curl });
  return { style, seed: 1, skin: { field: nowhere }, away: (p, out) => out.set(p) };
}

/** A core straight down from the root. */
function plumb(length: number): Path {
  const path = new Path();
  for (let i = 0; i <= 100; i++) path.add(0.2, (-length * i) / 100, 0);
  return path;
}

describe('wind', () => {
  it('is a helix of the asked radius and pitch where its ease has ended', () => {
    const style = growth({ radius: 0.006, pitch: 0.02, start: 0, ease: 0.05 });
    const out = new Path();
    const winding = { radius: 0.006, pitch: 0.02, phase: 0.4, hand: 1 };
    const end = { length: 0.5, cut: Number.POSITIVE_INFINITY, ragged: 0 };
    expect(wind(style, winding, ROOT, plumb(0.2), end, out, new CoreScratch())).toBe(Number.POSITIVE_INFINITY);
    const arc = turnLength(0.006, 0.02);
    let radius = 0;
    for (let i = Math.floor(out.count / 2); i < out.count; i++)
      radius = Math.max(radius, Math.abs(Math.hypot(out.points[3 * i]! - 0.2, out.points[3 * i + 2]!) - 0.006));
    expect(radius).toBeLessThan(1e-5);
    const half = Math.floor(out.count / 2);
    const turns = -(out.points[3 * (out.count - 1) + 1]! - out.points[3 * half + 1]!) / 0.02;
    expect((out.arc[out.count - 1]! - out.arc[half]!) / turns / arc).toBeCloseTo(1, 2);
  });

  it('leaves straight hair on its core, and says where the cut meets it', () => {
    const out = new Path();
    const winding = { radius: 0, pitch: 0.02, phase: 0, hand: 1 };
    const end = { length: 0.2, cut: 0.1, ragged: 0.004 };
    const cut = wind(growth({}), winding, ROOT, plumb(0.2), end, out, new CoreScratch());
    expect(cut).toBeCloseTo(0.104, 3);
    for (let i = 0; i < out.count; i++) expect(Math.hypot(out.points[3 * i]! - 0.2, out.points[3 * i + 2]!)).toBe(0);
  });

  it('waves hair of different lengths in step at a level cut', () => {
    const style = growth({ radius: 0.006, pitch: 0.05, start: 0, ease: 0.05 });
    const winding = { radius: 0.006, pitch: 0.05, phase: 0, hand: 1 };
    const tips = [0.2, 0.217].map((cut) => {
      const out = new Path();
      const core = plumb(cut);
      wind(style, winding, ROOT, core, { length: 1, cut, ragged: 0 }, out, new CoreScratch());
      return [out.points[3 * out.count - 3]!, out.points[3 * out.count - 1]!];
    });
    expect(tips[0]![0]).toBeCloseTo(tips[1]![0]!, 6);
    expect(tips[0]![1]).toBeCloseTo(tips[1]![1]!, 6);
  });
});

describe('turnLength', () => {
  it('is that of a helix', () => {
    expect(turnLength(0, 0.02)).toBe(0);
    expect(turnLength(0.006, 0.02)).toBeCloseTo(Math.hypot(2 * Math.PI * 0.006, 0.02), 12);
  });
});
