import { describe, expect, it } from 'vitest';
import type { RepairAction } from './repair.ts';
import { summarizeRepair } from './repair-summary.ts';

const action = (strand: number, kind: RepairAction['kind'], detail: string): RepairAction => ({
  strand,
  id: strand,
  kind,
  detail,
});

describe('the summary of a repair', () => {
  it('says nothing where nothing was done', () => {
    expect(summarizeRepair(2000, [])).toEqual({ mended: 0, leftOut: 0, isMuchLost: false, sentences: [] });
    expect(summarizeRepair(0, []).isMuchLost).toBe(false);
  });

  it('counts strands, not repairs, and a strand that was left out only there', () => {
    const actions = [
      action(1, 'bridged', 'a'),
      action(1, 'evened', 'b'),
      action(4, 'bridged', 'c'),
      action(4, 'left-out', 'left out: too short'),
      action(9, 'cut', 'd'),
    ];
    expect(summarizeRepair(2000, actions)).toEqual({
      mended: 2,
      leftOut: 1,
      isMuchLost: false,
      sentences: [
        '2 of 2,000 strands mended: strand 1 (a; b), strand 9 (d)',
        '1 of 2,000 strands left out: strand 4 (too short)',
      ],
    });
  });

  it('names three, counts the others, and warns above one in twenty', () => {
    const lost = (count: number) => Array.from({ length: count }, (_, i) => action(i, 'left-out', 'left out: x'));
    const { isMuchLost, sentences } = summarizeRepair(2000, lost(1500));
    expect(isMuchLost).toBe(true);
    expect(sentences[0]).toBe('1,500 of 2,000 strands left out: strand 0 (x), strand 1 (x), strand 2 (x), 1,497 more');
    expect(sentences[1]).toMatch(/WARNING: 75 % of the strands are missing/);
    expect(summarizeRepair(2000, lost(100)).isMuchLost).toBe(false);
    expect(summarizeRepair(2000, lost(101)).isMuchLost).toBe(true);
  });
});
