import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeStyle, styleSchema } from './style.ts';

describe('makeStyle', () => {
  it('fills in defaults and keeps what is given', () => {
    const style = makeStyle({ name: 'mine', length: { base: 0.1 } });
    expect(style.length.base).toBe(0.1);
    expect(style.length.front).toBe(1);
    expect(style.strands.mode).toBe('hybrid');
    expect(makeStyle(style)).toEqual(style);
  });

  it('refuses what is out of range or unknown, naming it', () => {
    expect(() => makeStyle({ length: { base: -1 } })).toThrow(/at least 0.001 m/);
    expect(() => makeStyle({ material: 'wool' as never })).toThrow();
    expect(() => makeStyle({ colour: 'red' } as never)).toThrow(/colour/);
  });

  it('describes every number with its meaning and unit', () => {
    const schema = z.toJSONSchema(styleSchema, { io: 'input' }) as { properties: Record<string, unknown> };
    const leaves: { description?: string; unit?: string }[] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, properties } = node as { type?: string; properties?: Record<string, unknown> };
      if (type === 'number' || type === 'integer') leaves.push(node);
      for (const child of Object.values(properties ?? {})) visit(child);
    };
    visit(schema);
    expect(leaves.length).toBeGreaterThan(50);
    for (const leaf of leaves) {
      expect(leaf.description).toBeTruthy();
      expect(leaf.unit).toBeDefined();
    }
  });
});
