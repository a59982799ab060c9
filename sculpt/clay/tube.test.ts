import { describe, expect, it } from 'vitest';
import { type Bead, smoothString, tube } from './tube.ts';

describe('tubes', () => {
  it('of even radius along a line are capsules', () => {
    const capsule = tube([
      [0, 0, 0, 0.01],
      [0.1, 0, 0, 0.01],
    ]);
    expect(capsule.distance(0.05, 0.03, 0.04)).toBeCloseTo(0.04, 12);
    expect(capsule.distance(0.13, 0, 0.04)).toBeCloseTo(0.04, 12);
  });

  it('go through all their beads with the radius given there', () => {
    const beads: readonly Bead[] = [
      [0, 0, 0, 0.01],
      [0.05, 0.02, 0, 0.012],
      [0.08, -0.02, 0.03, 0.006],
      [0.1, -0.05, 0.03, 0.004],
    ];
    const string = smoothString(beads, 5);
    expect(string.length).toBe(4 * 16);
    const curve = tube(beads, 5);
    beads.forEach((bead, i) => {
      for (let k = 0; k < 4; k++) expect(string[20 * i + k]).toBeCloseTo(bead[k]!, 14);
      expect(curve.distance(bead[0], bead[1], bead[2])).toBeLessThanOrEqual(-bead[3] + 1e-12);
    });
  });
});
