import { describe, expect, it } from 'vitest';
import { makeStrandSettings } from './strand-settings.ts';

describe('makeStrandSettings', () => {
  it('fills in defaults', () => {
    expect(makeStrandSettings({ mode: 'wisp' })).toEqual({ ...makeStrandSettings(), mode: 'wisp' });
  });

  it('refuses what it does not know', () => {
    expect(() => makeStrandSettings({ mode: 'braid' as never })).toThrow();
    expect(() => makeStrandSettings({ tuftStrength: 2 })).toThrow(/at most 1/);
  });
});
