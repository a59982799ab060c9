import { describe, expect, it } from 'vitest';
import { headMotion } from '../body/head-motion.ts';
import { restMotion } from '../body/motion.ts';
import { findModel, models } from '../models/index.ts';
import type { ForceField } from '../models/model.ts';
import { fromAxisAngle } from '../numeric/rotation.ts';
import { makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import { type OneGroomSetup, oneGroom, type SimulationSetup } from './setup.ts';
import { Simulation } from './simulation.ts';

const fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1.5e9, poissonRatio: 0.48 };

/** Four curls side by side. */
function curls(): Strands {
  const points: number[] = [];
  for (let k = 0; k < 4; k++)
    for (let i = 0; i < 20; i++) {
      const a = 0.6 * i;
      points.push(0.02 * k + 0.005 * Math.cos(a), -0.004 * i, 0.005 * Math.sin(a));
    }
  return makeStrands({
    first: uniformFirst(4, 20),
    positions: Float32Array.from(points),
    id: new Uint32Array([3, 5, 8, 9]),
  });
}

const setup = (more: Partial<OneGroomSetup> = {}): SimulationSetup =>
  oneGroom({
    guides: curls(),
    model: findModel('rod'),
    fibre,
    motion: headMotion('shake', { period: 0.5 }),
    ...more,
  });

function positions(simulation: Simulation, time = simulation.time): Float64Array {
  const out = new Float64Array(3 * 80);
  simulation.positionsAt(time, out);
  return out;
}

describe.each(models.map((model) => model.name))('a simulation of %s', (name) => {
  const model = findModel(name);

  it('gives the same bytes after restore, and after reset and replay', () => {
    const simulation = new Simulation(setup({ model }));
    simulation.advance(6);
    const middle = simulation.snapshot();
    simulation.advance(6);
    const end = simulation.snapshot();
    simulation.restore(middle);
    simulation.advance(6);
    expect(Buffer.compare(simulation.snapshot(), end)).toBe(0);
    simulation.reset();
    expect(simulation.step).toBe(0);
    simulation.advance(12);
    expect(Buffer.compare(simulation.snapshot(), end)).toBe(0);
  });

  it('interpolates between the last two states for any display rate', () => {
    const simulation = new Simulation(setup({ model }));
    simulation.advance(6);
    const before = positions(simulation);
    simulation.advance(1);
    const after = positions(simulation);
    const between = positions(simulation, simulation.time - 0.25 * simulation.stepSize);
    for (let i = 0; i < after.length; i++) expect(between[i]).toBeCloseTo(0.25 * before[i]! + 0.75 * after[i]!, 12);
    const start = positions(simulation, simulation.time - simulation.stepSize);
    for (let i = 0; i < start.length; i++) expect(start[i]).toBeCloseTo(before[i]!, 12);
  });

  it('carries hair rigidly when it is teleported, and when the animation pops', () => {
    const simulation = new Simulation(setup({ model, motion: restMotion() }));
    simulation.advance(2);
    const before = positions(simulation);
    simulation.teleport([5, 0, 0], fromAxisAngle([0, 1, 0], Math.PI / 2));
    const after = positions(simulation);
    for (let i = 0; i < before.length; i += 3) {
      expect(after[i]).toBeCloseTo(5 + before[i + 2]!, 9);
      expect(after[i + 1]).toBeCloseTo(before[i + 1]!, 9);
      expect(after[i + 2]).toBeCloseTo(-before[i]!, 9);
    }
    simulation.advance(8);
    const later = positions(simulation);
    for (let i = 0; i < later.length; i++) expect(Math.abs(later[i]! - after[i]!)).toBeLessThan(2e-3);
    const popping = { at: (time: number) => restMotion([time > 0.03 ? 3 : 0, 0, 0]).at(time) };
    const popped = new Simulation(setup({ model, motion: popping }));
    popped.advance(8);
    expect(popped.events.filter((event) => event.kind === 'teleport')).toHaveLength(1);
    expect(Math.abs(positions(popped)[0]! - 3.005)).toBeLessThan(1e-3);
  });

  it('never shows NaN: one bad strand is put back and named, the others are not touched', () => {
    const poison: ForceField = {
      // Strand 5 hangs about x = 0.02; models feel forces at sample points of their own choice.
      apply({ count, position }, time, loads) {
        if (!(time > 0.02 && time < 0.05)) return;
        for (let i = 0; i < count; i++) if (Math.abs(position[3 * i]! - 0.02) < 0.009) loads.force[3 * i] = Number.NaN;
      },
    };
    const motion = restMotion();
    const clean = new Simulation(setup({ model, motion }));
    const bad = new Simulation(setup({ model, motion, fields: [poison] }));
    clean.advance(10);
    bad.advance(10);
    const a = positions(clean);
    const b = positions(bad);
    expect(b.every(Number.isFinite)).toBe(true);
    for (const strand of [0, 2, 3])
      expect(b.slice(60 * strand, 60 * strand + 60)).toEqual(a.slice(60 * strand, 60 * strand + 60));
    const resets = bad.events.filter((event) => event.kind === 'reset' || event.kind === 'carried');
    expect(resets.length).toBeGreaterThan(0);
    expect(resets.every((event) => event.strands.length === 1 && event.strands[0] === 5)).toBe(true);
  });
});
