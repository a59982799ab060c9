import { describe, expect, it } from 'vitest';
import { sheetMesh } from './shapes.ts';
import { SheetDistance } from './sheet-distance.ts';

/** One metre square in the plane y = 0, facing up. */
const sheet = new SheetDistance(sheetMesh(1, 1, 8));

describe('SheetDistance', () => {
  it('is the height over the sheet, negative below it', () => {
    for (const y of [0.3, 0.01, -0.01, -0.3]) expect(sheet.distance(0.13, y, -0.21)).toBeCloseTo(y, 6);
  });

  it('is positive all around the rim', () => {
    for (const y of [0.2, 0, -0.2]) {
      expect(sheet.distance(0.7, y, 0)).toBeCloseTo(Math.hypot(0.2, y), 6);
      expect(sheet.distance(0.7, y, 0.7)).toBeCloseTo(Math.hypot(0.2, 0.2, y), 6);
    }
  });

  it('points out of its front on both sides of it, and away from the rim', () => {
    const out = new Float64Array(4);
    for (const y of [0.1, 0, -0.1]) {
      sheet.sample(0.1, y, 0.2, out);
      expect(out[2]).toBeCloseTo(1, 6);
    }
    sheet.sample(0.9, -0.3, 0, out);
    expect(out[1]).toBeCloseTo(0.8, 6);
    expect(out[2]).toBeCloseTo(-0.6, 6);
  });
});
