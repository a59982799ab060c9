import { describe, expect, it } from 'vitest';
import { plotSvg } from './plot.ts';

describe('a plot', () => {
  const plot = {
    title: 'a < b & c',
    x: 'x',
    y: 'y',
    curves: [
      { name: 'known', kind: 'known', points: [0, 0, 1, 2] },
      { name: 'measured', kind: 'measured', points: [0, 0.1, 1, 1.9] },
    ],
  } as const;

  it('is one SVG document with a line, dots and escaped words', () => {
    const svg = plotSvg(plot);
    expect(svg.startsWith('<svg ')).toBe(true);
    expect(svg.match(/<polyline /g)).toHaveLength(1);
    // Two dots and one in the legend.
    expect(svg.match(/<circle /g)).toHaveLength(3);
    expect(svg).toContain('a &lt; b &amp; c');
    expect(svg).not.toContain('NaN');
  });

  it('has units of equal size where asked, and stands curves of one value', () => {
    const dots = (isSquare: boolean): number[][] =>
      [
        ...plotSvg({ ...plot, isSquare }).matchAll(
          /<circle cx="([\d.]+)" cy="([\d.]+)" r="2.2" fill="#c8553d" fill-o/g,
        ),
      ].map(([, x, y]) => [Number(x), Number(y)]);
    const [a, b] = dots(true) as [number[], number[]];
    expect((a[1]! - b[1]!) / (b[0]! - a[0]!)).toBeCloseTo(1.8, 1);
    const flat = plotSvg({ ...plot, curves: [{ name: 'flat', kind: 'known', points: [0, 1, 1, 1] }] });
    expect(flat).not.toContain('NaN');
  });
});
