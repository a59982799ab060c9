import { describe, expect, it } from 'vitest';
import { completeParameters } from '../../numeric/parameters.ts';
import { buildStrand } from './build.ts';
import { HelixContactable } from './contactable.ts';
import { minimise, newtonStep } from './newton.ts';
import { superHelixParameters } from './parameters.ts';
import { coil, curly } from './strand.fixture.ts';
import { loadStrand } from './strand.ts';
import { makeSystem } from './system.ts';

const POINTS = { count: 3, edge: Int32Array.of(5, 12, 18), t: Float64Array.of(0, 0.5, 0.3) };
const STEP = 1 / 120;

describe.each([0, 1])('contacts of a super-helix (rooted: %i)', (rooted) => {
  const parameters = completeParameters(superHelixParameters, { internalFriction: 0 });
  const strand = buildStrand(0, coil(24, 0.006, 0.005, 0.1).flat(), { fibre: curly, parameters });
  strand.rooted[0] = rooted;
  const system = makeSystem(strand.elements, 8);
  const contactable = new HelixContactable(system);

  /** The points of a strand at rest that unit masses resist, and the system there, with a force at the second. */
  function place(force: readonly number[]): Float64Array {
    loadStrand(system, strand);
    for (let p = 0; p < strand.mass.length; p++)
      for (const c of [0, 3, 5]) system.a[6 * p + c] = strand.mass[p]! / (STEP * STEP);
    contactable.begin(strand, strand.pose);
    const x = new Float64Array(9);
    contactable.startPositions(POINTS, 0, 3, x);
    system.ref.set(system.x.subarray(0, 3 * strand.mass.length));
    system.b.set(force, 3 * (strand.mass.length + 1));
    return x;
  }

  it('go where forces push them as the response says', () => {
    place([0, 0, 0]);
    newtonStep(system, false, null);
    const response = new Float64Array(27);
    contactable.response(POINTS, 1, response);
    for (let axis = 0; axis < 3; axis++) {
      const force = [0, 1, 2].map((c) => (c === axis ? 1e-9 : 0));
      const before = place(force);
      minimise(system, { most: 10 }, { iterations: 0, isConverged: false });
      const after = new Float64Array(9);
      contactable.positions(POINTS, 0, 3, after);
      for (let q = 0; q < 3; q++)
        for (let d = 0; d < 3; d++) {
          const moved = (after[3 * q + d]! - before[3 * q + d]!) / 1e-9;
          const largest = Math.max(...response.map(Math.abs));
          expect(Math.abs(moved - response[9 * q + 3 * axis + d]!)).toBeLessThan(1e-3 * largest);
        }
    }
  });

  it('are as far along it as vertices, and hold to the root where it is held', () => {
    const x = place([0, 0, 0]);
    const samples = new Float64Array(3 * (2 * strand.nodes - 1));
    contactable.samplePositions(samples);
    for (let c = 0; c < 3; c++) {
      expect(x[c]).toBe(samples[3 * 10 + c]);
      expect(x[3 + c]).toBe(samples[3 * 25 + c]);
    }
    expect(contactable.inverseMass(0, 0.5) === 0).toBe(rooted === 1);
    expect(contactable.inverseMass(5, 0)).toBeGreaterThan(0);
  });
});
