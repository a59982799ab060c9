import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from './errors.ts';
import { assignments, choice, flag, number, numberOr, requiredText, text } from './options.ts';
import { unitOption } from './unit-options.ts';

describe('number (seed 11)', () => {
  it('takes what is within the range, as it is, and refuses the rest with the name and the range', () => {
    const option = number({ about: 'x', min: -2, max: 1000.5 });
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e4, max: 1e4 }), (value) => {
        if (value >= -2 && value <= 1000.5) expect(option.read(String(value), '--x')).toBe(value + 0);
        else expect(() => option.read(String(value), '--x')).toThrow(/^--x must be a number from -2 to 1,000.5, not "/);
      }),
      { seed: 11 },
    );
  });

  it.each(['', 'abc', '1.5', 'NaN', 'Infinity', '0x10', '1 2', '-1', '11', '--frames'])(
    'refuses "%s" for a whole number from 0 to 10',
    (text) => {
      const option = number({ about: 'x', min: 0, max: 10, isWhole: true });
      expect(() => option.read(text, '--frames')).toThrow(UsageError);
      expect(() => option.read(text, '--frames')).toThrow(/^--frames must be a whole number from 0 to 10, not "/);
    },
  );

  it('reads counts that are written short, but no lengths', () => {
    const count = number({ about: 'x', min: 0, max: 10_000_000, isWhole: true });
    const pairs = { '2k': 2000, '100K': 100_000, '1M': 1_000_000, '1.5M': 1_500_000, '1.1k': 1100, '0.001k': 1 };
    for (const [text, value] of Object.entries(pairs)) expect(count.read(text, '--x')).toBe(value);
    for (const text of ['2m', 'k', '2kk', '1.0005k', '11M'])
      expect(() => count.read(text, '--x')).toThrow(/whole number from 0 to 10,000,000/);
    expect(() => number({ about: 'x', min: 0, max: 1e9 }).read('2k', '--x')).toThrow(/must be a number/);
  });

  it('says its default in the help', () => {
    expect(numberOr(240, { about: 'x', min: 0, max: 1000 }).fallbackText).toBe('240');
    expect(number({ about: 'x', min: 0, max: 1, otherwise: "the scene's" }).fallbackText).toBe("the scene's");
    expect(number({ about: 'x', min: 0, max: 1 }).fallback).toBeUndefined();
  });
});

describe('the other kinds', () => {
  it('a choice refuses other words and suggests the nearest', () => {
    const option = choice('x', 'NAME', ['curly', 'coily'], 'curly');
    expect(option.read('coily', '--style')).toBe('coily');
    expect(() => option.read('culry', '--style')).toThrow(/one of curly, coily, not "culry"; did you mean curly\?/);
  });

  it('a flag is off until it is given', () => {
    expect(flag('x').fallback).toBe(false);
    expect(flag('x').read('', '--x')).toBe(true);
  });

  it('a required text is not empty', () => {
    expect(() => requiredText({ about: 'x', value: 'FILE' }).read('', '-o')).toThrow(/-o needs a value/);
  });

  it('a unit is a name or metres', () => {
    const option = unitOption('x', 'm');
    expect(option.read('cm', '--unit')).toBe('cm');
    expect(option.read('0.3048', '--unit')).toBe(0.3048);
    for (const text of ['', '0', '-1', 'foot', 'NaN', '1e99'])
      expect(() => option.read(text, '--unit')).toThrow(/^--unit must be/);
  });
});

describe('assignments', () => {
  const option = assignments('x');

  it('are names with numbers or words, joined', () => {
    expect(option.read('gamma=1e3', '--set')).toEqual({ gamma: 1000 });
    expect(option.read('style=long-wavy', '--set')).toEqual({ style: 'long-wavy' });
    expect(option.join!({ a: 1, b: 2 }, { b: 3 })).toEqual({ a: 1, b: 3 });
  });

  it.each(['gamma', '=3', 'gamma=', 'a b=1'])('refuse "%s"', (given) => {
    expect(() => option.read(given, '--set')).toThrow(/^--set needs NAME=VALUE, not "/);
  });
});

describe('text', () => {
  it('may be absent but not empty', () => {
    const option = text({ about: 'x', value: 'FOLDER' });
    expect(option.fallback).toBeUndefined();
    expect(option.read('plots', '--svg')).toBe('plots');
    expect(() => option.read('', '--svg')).toThrow('--svg needs a value');
  });
});
