import { describe, expect, it } from 'vitest';
import { findModel, models } from '../models/index.ts';
import type { Inputs, Result } from './experiment.ts';
import { STRESS_TESTS } from './experiments/stress-tests.ts';
import { EXPERIMENTS, findExperiment } from './registry.ts';
import { readInputs, runExperiment, runsOf } from './run.ts';

/** Sizes at which every experiment is quick; the command runs the full set. */
const QUICK: readonly (readonly [name: string, inputs: Inputs])[] = [
  ['cantilever', { gamma: 0.1, nodes: 24 }],
  ['cantilever', { gamma: 10, nodes: 48, halvings: 2 }],
  ['cantilever', { gamma: 1000 }],
  ['beam-frequency', { length: 0.08, nodes: 32, step: 0.0005 }],
  ['chain-frequency', { gamma: 100, nodes: 32 }],
  ['helix', { nodes: 40, seconds: 2 }],
  ['helix', { nodes: 40, seconds: 2, hand: 'left' }],
  ['curl-drop', {}],
  ['michell', { nodes: 40 }],
  ['buckling', {}],
  ['energy', { nodes: 24, seconds: 1 }],
  ['step-independence', { nodes: 16 }],
  ['stop', { nodes: 24, shape: 'straight' }],
  ['stop', { nodes: 24, shape: 'curl' }],
  ['incline', { friction: 0.4, nodes: 8 }],
  ['capstan', { friction: 0.3, nodes: 48 }],
  ['stick-slip', { nodes: 24 }],
  ['cross', { throws: 20 }],
  ['sag', { style: 'buzz', guides: 6, seconds: 1 }],
  ['rest', { style: 'buzz', guides: 8, seconds: 0.5 }],
  ['volume', { style: 'curly', guides: 8, seconds: 0.2, rest: 'sag-free', interaction: 'volume' }],
  ...STRESS_TESTS.map(({ name }) => [name, { style: 'long-wavy', guides: 8, seconds: 1, seed: 1 }] as const),
  ['compress', { nodes: 32 }],
  ['fur', { nodes: 8 }],
  ['oscillation', { nodes: 32, seconds: 2, parts: 3 }],
  ['agreement', { shape: 'curly', nodes: 32, seconds: 1, against: 'super-helix' }],
];

/** What strands made of a few elements are asked, at sizes at which it is quick. */
const QUICK_ELEMENTS: readonly (readonly [name: string, inputs: Inputs])[] = [
  ['cantilever', { gamma: 10, nodes: 32, elements: 5 }],
  ['cantilever', { gamma: 100, nodes: 32, elements: 10, placement: 'curvature' }],
  ['cantilever', { gamma: 10, nodes: 32, elements: 16, halvings: 2 }],
  ['beam-frequency', { length: 0.08, nodes: 32, step: 0.0005, elements: 5, modes: 1 }],
  ['beam-frequency', { length: 0.08, nodes: 32, step: 0.0005, elements: 12 }],
  ['helix', { nodes: 40, seconds: 1 }],
  ['helix', { radius: 0.01, nodes: 40, seconds: 1 }],
  ['helix', { radius: 0.001, pitch: 0.01, nodes: 160, length: 0.1, seconds: 1 }],
  ['curl-drop', { length: 0.1, nodes: 48 }],
  ['stop', { nodes: 24, shape: 'straight' }],
  ['step-independence', { nodes: 16 }],
  ['compress', { elements: 12, nodes: 32 }],
  ['simplified', { shape: 'curly', roots: 4, seconds: 1, nodes: 40 }],
];

/** What fur of one bend a hair is asked. */
const QUICK_FUR: readonly (readonly [name: string, inputs: Inputs])[] = [
  ['fur', { nodes: 12 }],
  ['beam-frequency', { length: 0.08, nodes: 16, step: 0.0005 }],
  ['energy', { nodes: 12, seconds: 1 }],
  ['stop', { nodes: 12, shape: 'straight' }],
  ['sag', { style: 'buzz', guides: 6, seconds: 1 }],
  ['rest', { style: 'buzz', guides: 8, seconds: 0.5 }],
  ['head-shake', { style: 'buzz', guides: 8, seconds: 1, seed: 1 }],
];

/** What rigid links are asked: they are as good a fibre as the rod, so the answers are the same. */
const QUICK_LINKS: readonly (readonly [name: string, inputs: Inputs])[] = [
  ['cantilever', { gamma: 1, nodes: 24 }],
  ['cantilever', { gamma: 10, nodes: 48, halvings: 2 }],
  ['helix', { nodes: 40, seconds: 1 }],
  ['michell', { nodes: 20 }],
  ['buckling', {}],
  ['step-independence', { nodes: 16 }],
  ['incline', { friction: 0.4, nodes: 8 }],
  ['capstan', { friction: 0.3, nodes: 48 }],
  ['stick-slip', { nodes: 24 }],
  ['agreement', { shape: 'curly', nodes: 32, seconds: 1, against: 'rod' }],
];

const run = (name: string, inputs: Inputs, model = 'rod'): Result =>
  runExperiment(findExperiment(name), findModel(model), inputs).result;

describe('experiments with known answers, at reduced size', () => {
  it.each(QUICK)('rod passes %s %o', (name, inputs) => {
    const result = run(name, inputs);
    expect(Object.keys(result.measured)).toEqual(Object.keys(result.expected));
    expect(result, JSON.stringify(result)).toMatchObject({ experiment: name, model: 'rod', pass: true });
  });

  it.each(QUICK_LINKS)('oriented strands pass %s %o', (name, inputs) => {
    const result = run(name, inputs, 'oriented');
    expect(result, JSON.stringify(result)).toMatchObject({ experiment: name, model: 'oriented', pass: true });
  });

  it.each(QUICK_ELEMENTS)('a super-helix passes %s %o', (name, inputs) => {
    const result = run(name, inputs, 'super-helix');
    expect(result, JSON.stringify(result)).toMatchObject({ experiment: name, model: 'super-helix', pass: true });
  });

  it.each(QUICK_FUR)('the continuum passes %s %o', (name, inputs) => {
    const result = run(name, inputs, 'continuum');
    expect(result, JSON.stringify(result)).toMatchObject({ experiment: name, model: 'continuum', pass: true });
  });

  it('have a quick size each', () => {
    const quick = new Set([...QUICK, ...QUICK_ELEMENTS].map(([name]) => name));
    expect(EXPERIMENTS.map(({ name }) => name).filter((name) => !quick.has(name))).toEqual([]);
  });
});

describe('the answer', () => {
  it('is no where the bound is not met', () => {
    // Three free edges cannot follow the boundary layer of a heavy strand.
    const result = run('cantilever', { gamma: 1000, nodes: 5 });
    expect(result.error).toBeGreaterThan(result.bound!);
    expect(result.pass).toBe(false);
  });

  it('is neither yes nor no where a model cannot be asked', () => {
    const without = { ...findModel('rod'), name: 'silent' };
    delete (without as { statics?: unknown }).statics;
    const { result } = runExperiment(findExperiment('michell'), without);
    expect(result).toMatchObject({ measured: {}, expected: {}, error: null, pass: null });
    expect(result.note).toContain('silent');
  });
});

describe('inputs', () => {
  it('that nobody knows are refused with those that are known', () => {
    const cantilever = findExperiment('cantilever');
    expect(() => readInputs(cantilever, { weight: 3 })).toThrow(/no input "weight"; its inputs are gamma .* nodes /);
    expect(() => readInputs(cantilever, { gamma: 0 })).toThrow(/gamma must be at least 0.1/);
    expect(() => readInputs(cantilever, { gamma: 'much' })).toThrow(/gamma/);
    expect(() => findExperiment('cantilevr')).toThrow(/the experiments are cantilever, /);
  });

  it('have a unit, a meaning and a default, and the sets are within the ranges', () => {
    for (const experiment of EXPERIMENTS) {
      for (const [name, { about }] of Object.entries(experiment.inputs))
        expect(about, `${experiment.name}.${name}`).toMatch(/\.$/);
      for (const inputs of runsOf(experiment, {})) expect(() => readInputs(experiment, inputs)).not.toThrow();
      expect(runsOf(experiment, { nodes: 9 })).toEqual([{ nodes: 9 }]);
    }
    expect(models.map(({ name }) => name)).toContain('rod');
  });
});
