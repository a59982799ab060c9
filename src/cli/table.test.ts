import { describe, expect, it } from 'vitest';
import { bytesText, columns, counted, lengthText, timeText } from './table.ts';

describe('figures for people', () => {
  it('puts second cells under each other', () => {
    expect(
      columns([
        ['a', 'one'],
        ['long', 'two'],
        ['empty', ''],
      ]),
    ).toEqual(['  a      one', '  long   two', '  empty']);
  });

  it('chooses a unit', () => {
    expect([0, 0.00012, 0.0325, 1.25, -0.5].map(lengthText)).toEqual(['0 m', '0.12 mm', '3.25 cm', '1.25 m', '-50 cm']);
    expect([0.25, 42.2, 150, 7000].map(timeText)).toEqual(['0.3 s', '42 s', '3 min', '1.9 h']);
    expect([12, 1234, 38400128, 2.5e9].map(bytesText)).toEqual(['12 bytes', '1.23 kB', '38.4 MB', '2.5 GB']);
  });

  it('counts', () => {
    expect(counted(1, 'strand')).toBe('1 strand');
    expect(counted(100000, 'strand')).toBe('100,000 strands');
  });
});
