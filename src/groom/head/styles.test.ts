import { describe, expect, it } from 'vitest';
import { turnLength } from '../curl.ts';
import { HEAD_STYLE_NAMES, headStyle } from './styles.ts';

describe('built-in styles', () => {
  it('are the ten that are promised', () => {
    expect([...HEAD_STYLE_NAMES].sort()).toEqual([
      'bob',
      'braid',
      'bun',
      'buzz',
      'coily',
      'curly',
      'long-straight',
      'long-wavy',
      'mohawk',
      'ponytail',
    ]);
    for (const name of HEAD_STYLE_NAMES) expect(headStyle(name).name).toBe(name);
  });

  it('can be changed part by part', () => {
    const style = headStyle('curly', { curl: { radius: 0.004 }, points: 100 });
    expect(style.curl.radius).toBe(0.004);
    expect(style.curl.pitch).toBe(headStyle('curly').curl.pitch);
    expect(style.points).toBe(100);
  });

  it('have curls that take less room than their hair is long', () => {
    for (const name of ['long-wavy', 'curly', 'coily'] as const) {
      const { curl } = headStyle(name);
      expect(curl.pitch / turnLength(curl.radius, curl.pitch)).toBeLessThan(0.8);
    }
  });
});
