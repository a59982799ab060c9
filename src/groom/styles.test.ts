import { describe, expect, it } from 'vitest';
import { InputError } from '../strands/input-error.ts';
import { mergeStyles } from './hair-style.ts';
import { builtInHair, builtInStyle, STYLE_NAMES, styleProblems } from './styles.ts';

describe('built-in styles', () => {
  it('are found by their names, which they bear', () => {
    for (const name of STYLE_NAMES) expect(builtInStyle(name).name).toBe(name);
  });

  it('are named when another is asked for', () => {
    expect(() => builtInHair('mullet')).toThrow(InputError);
    expect(() => builtInHair('mullet')).toThrow(/long-wavy/);
  });

  it.each(STYLE_NAMES)('%s tells what is wrong with changes', (name) => {
    expect(styleProblems(name, {}, [])).toEqual([]);
    const problems = styleProblems(name, { points: 0, colour: 'red' }, ['change']);
    expect(problems.join('; ')).toMatch(/change\.points.*change\.colour|change\.colour.*change\.points/);
  });
});

describe('mergeStyles', () => {
  it('changes part by part', () => {
    const base = { points: 9, curl: { radius: 1, pitch: 2 } };
    expect(mergeStyles(base, { points: 5, curl: { pitch: 3 } })).toEqual({ points: 5, curl: { radius: 1, pitch: 3 } });
  });
});
