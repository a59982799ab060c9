import { describe, expect, it } from 'vitest';
import type { NumberParameter, ParameterTable } from '../../numeric/parameters.ts';
import { headParameters, makeHeadStyle } from './style.ts';

describe('makeHeadStyle', () => {
  it('fills in defaults and keeps what is given', () => {
    const style = makeHeadStyle({ name: 'mine', length: { base: 0.1 } });
    expect(style.length.base).toBe(0.1);
    expect(style.length.front).toBe(1);
    expect(style.strands.mode).toBe('hybrid');
    expect(makeHeadStyle(style)).toEqual(style);
  });

  it('refuses what is out of range or unknown, naming it', () => {
    expect(() => makeHeadStyle({ length: { base: -1 } })).toThrow(/at least 0.001 m/);
    expect(() => makeHeadStyle({ material: 'wool' as never })).toThrow();
    expect(() => makeHeadStyle({ colour: 'red' } as never)).toThrow(/colour/);
  });

  it('describes every number with its meaning and unit', () => {
    const leaves: NumberParameter[] = [];
    const visit = (table: ParameterTable): void => {
      for (const parameter of Object.values(table)) {
        if (parameter.kind === 'number') leaves.push(parameter);
        if (parameter.kind === 'group') visit(parameter.fields);
      }
    };
    visit(headParameters);
    expect(leaves.length).toBeGreaterThan(50);
    for (const leaf of leaves) {
      expect(leaf.about).toBeTruthy();
      expect(leaf.unit).toBeDefined();
    }
  });
});
