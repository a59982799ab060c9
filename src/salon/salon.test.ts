import { describe, expect, it } from 'vitest';
import type { StrandModel } from '../models/model.ts';
import { hash } from '../numeric/random.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { strokeSchema } from '../scene/stroke-schema.ts';
import { History } from './history.ts';
import type { SalonSetup } from './salon.ts';
import { Salon } from './salon.ts';
import { curlShape, rowOf, SalonRig, shaking, triedModels } from './salon-rig.fixture.ts';
import type { Stroke, ToolSample } from './stroke.ts';
import { tools } from './tools/index.ts';

const sprout: SalonSetup['sprout'] = ({ origin, length, seed }) => ({
  groom: 0,
  points: Array.from({ length: 6 }, (_, i): Vec3 => [origin[0] + (hash(seed) % 7) * 1e-3, -(length * i) / 5, 0.03]),
});

const rigOf = (model: StrandModel, blocks = 1): SalonRig =>
  new SalonRig({
    model,
    blocks,
    strands: rowOf(3, 10, 0.1, { spacing: 0.006, shape: curlShape(0.004, 0.03) }),
    motion: shaking,
    salon: { sprout, settings: { lowest: -0.2 } },
    radius: 0.004,
  });

/** Every tool once, some steps each: where it is held and how. */
const SESSION: readonly [
  tool: string,
  parameters: Record<string, unknown>,
  pose: (n: number) => Partial<ToolSample>,
][] = [
  ['grab', {}, (n) => ({ origin: [0.01 + 0.001 * n, -0.06, 0.04] })],
  ['comb', { teeth: 7 }, (n) => ({ origin: [0.01 + 0.001 * n, -0.04 - 0.001 * n, 0.015] })],
  ['brush', {}, (n) => ({ origin: [0.01, -0.05, 0.001 * n] })],
  ['water', { reach: 0.15, flow: 30 }, (n) => ({ origin: [0, -0.05 - 0.002 * n, 0.1] })],
  ['section', { way: 'lasso' }, (n) => ({ origin: [n === 1 || n === 2 ? 0.015 : -0.01, n < 2 ? 0 : -0.1, 0.02] })],
  ['thinning-shears', { blades: 0.08 }, () => ({ origin: [-0.02, -0.07, 0], direction: [1, 0, 0], up: [0, 0, 1] })],
  ['section', { way: 'all' }, () => ({})],
  ['cutting-line', {}, (n) => ({ origin: [-0.02 + 0.01 * n, -0.094, 0.02] })],
  ['guide-cut', { elevation: '45' }, (n) => ({ origin: [0.005 * n, -0.085, 0.06] })],
  ['scissors', { blades: 0.05 }, () => ({ origin: [-0.02, -0.05, 0], direction: [1, 0, 0], up: [0, 0, 1] })],
  ['dryer', {}, () => ({ origin: [0.01, -0.04, 0.15] })],
  ['hairspray', { flow: 40, gap: 0.002 }, () => ({ origin: [0.01, -0.03, 0.12] })],
  ['mousse', { flow: 20 }, () => ({ origin: [0.01, -0.03, 0.08] })],
  ['curling-iron', { winding: 1 }, () => ({ origin: [-0.03, -0.03, 0.01], direction: [1, 0, 0] })],
  ['lengthen', { rate: 1 }, () => ({ origin: [0.01, -0.03, 0.06] })],
  ['clasp', { catch: 0.03 }, () => ({ origin: [0.01, -0.02, 0], direction: [0, -1, 0] })],
  ['clippers', { guard: 0.03, width: 0.01 }, () => ({ origin: [0, 0, 0] })],
  ['updo', { kind: 'twist', catch: 0.05, radius: 0.004, speed: 3 }, () => ({ origin: [0.01, -0.02, 0.01] })],
  ['paint', { attribute: 'bleach' }, () => ({ origin: [0.01, -0.01, 0] })],
  ['grow', { length: 0.05 }, (n) => ({ origin: [0.005 * n, 0, 0.03] })],
  ['paint', { attribute: 'density' }, (n) => ({ origin: [0.003 * n, 0, 0] })],
  ['paint', { attribute: 'dye' }, (n) => ({ origin: [0.003 * n, -0.03, 0] })],
  ['rest', {}, () => ({ origin: [0, 0, 0.2] })],
];
/** Those that work with both hands. */
const MIRRORED: ReadonlySet<string> = new Set(['comb', 'water', 'curling-iron', 'grow']);
const STEPS = 4;

function work(rig: SalonRig, around?: (use: () => void) => void): void {
  for (const [tool, parameters, pose] of SESSION) {
    const use = (): void => rig.use(tool, parameters, STEPS, pose, undefined, MIRRORED.has(tool));
    if (around) around(use);
    else use();
    rig.advance(2);
  }
}

function byId(rig: SalonRig): Map<number, number[]> {
  const hair = rig.hair();
  return new Map(
    Array.from(hair.ids, (id, k): [number, number[]] => [
      id,
      [...hair.position.subarray(3 * hair.first[k]!, 3 * hair.first[k + 1]!)],
    ]).sort((a, b) => a[0] - b[0]),
  );
}

describe('a salon', () => {
  it('has a session with every tool', () => {
    expect(new Set(SESSION.map(([tool]) => tool))).toEqual(new Set(tools.map(({ name }) => name)));
  });

  it('refuses strokes of tools and settings that do not exist, with a sentence', () => {
    const stroke = { tool: 'axe', parameters: {}, seed: 0, samples: [], end: 5 };
    expect(() => new Salon({ strokes: [stroke] })).toThrow(/Stroke 0: There is no tool "axe"; the tools are grab,/);
    expect(() => new Salon().begin('water', { reach: -1 })).toThrow(
      /^Tool "water": reach must be at least 0.005 m, not -1\.$/,
    );
  });
});

describe.each(triedModels)('a session in hair of $name', (model) => {
  it('gives the same hair to the bit, however strands are cut into blocks', () => {
    const [one, two] = [rigOf(model), rigOf(model, 2)];
    work(one);
    work(two);
    expect(one.hair().ids.length).toBeGreaterThan(3);
    expect(byId(two)).toEqual(byId(one));
    for (const { salon } of two.blocks) expect(Buffer.compare(salon.snapshot(), one.salon.snapshot())).toBe(0);
  });

  it('is undone to the byte of the start, redone to the byte of the end, and replayed from the saved strokes', () => {
    const rig = rigOf(model);
    const start = rig.snapshot();
    const history = new History<Stroke>(rig, { budget: 1e6 });
    work(rig, (use) => {
      history.begin('stroke');
      use();
      history.end();
    });
    const strokes = rig.strokes;
    const { to } = history.entries.at(-1)!;
    while (history.undo());
    expect(Buffer.compare(rig.snapshot(), start)).toBe(0);
    while (history.redo());
    expect(rig.step).toBe(to);
    const end = rig.snapshot();
    const replay = rigOf(model);
    replay.setStrokes(strokes.map((stroke) => strokeSchema.parse(JSON.parse(JSON.stringify(stroke)))));
    replay.advance(to);
    expect(Buffer.compare(replay.snapshot(), end)).toBe(0);
  });
});
