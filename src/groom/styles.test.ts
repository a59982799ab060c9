import { describe, expect, it } from 'vitest';
import { InputError } from '../strands/input-error.ts';
import { turnLength } from './curl.ts';
import { builtInStyle, mergeStyles, STYLE_NAMES } from './styles.ts';

describe('built-in styles', () => {
  it('are the eight that are promised', () => {
    expect([...STYLE_NAMES].sort()).toEqual([
      'bob',
      'buzz',
      'coily',
      'curly',
      'long-straight',
      'long-wavy',
      'mohawk',
      'ponytail',
    ]);
    for (const name of STYLE_NAMES) expect(builtInStyle(name).name).toBe(name);
  });

  it('can be changed part by part', () => {
    const style = builtInStyle('curly', { curl: { radius: 0.004 }, points: 100 });
    expect(style.curl.radius).toBe(0.004);
    expect(style.curl.pitch).toBe(builtInStyle('curly').curl.pitch);
    expect(style.points).toBe(100);
    expect(mergeStyles({}, { points: 5 })).toEqual({ points: 5 });
  });

  it('have curls that take less room than their hair is long', () => {
    for (const name of ['long-wavy', 'curly', 'coily']) {
      const { curl } = builtInStyle(name);
      expect(curl.pitch / turnLength(curl.radius, curl.pitch)).toBeLessThan(0.8);
    }
  });

  it('are named when another is asked for', () => {
    expect(() => builtInStyle('mullet')).toThrow(InputError);
    expect(() => builtInStyle('mullet')).toThrow(/long-wavy/);
  });
});
