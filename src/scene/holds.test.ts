import { describe, expect, it } from 'vitest';
import { MemorySink, makeAnimation, writeAnimation } from '../formats/index.ts';
import { at, distance } from '../numeric/vector.ts';
import { hashArrays } from '../strands/hash.ts';
import { prepareScene, type SceneInstance } from './instance.ts';
import { changeScene } from './read-scene.ts';
import { oneGroomScene } from './scene.fixture.ts';

const BALL = oneGroomScene({
  name: 'ball',
  body: {
    shape: { kind: 'sphere', radius: 0.05 },
    motion: { kind: 'head', name: 'shake', amplitude: 0.5, period: 0.4, cycles: 9, start: 0 },
  },
  groom: { source: { kind: 'coat', change: { length: { base: 0.08 }, points: 8 } }, guides: 16, strands: 0 },
  contact: { hair: [{ kind: 'contact' }] },
  sleep: false,
});
const STEPS = 24;
const plain = prepareScene(BALL);
const { guides } = plain.grooms[0]!;
/** The two strands whose tips are nearest to each other. */
const [SWEPT, NEAR] = nearestTips();

function nearestTips(): [number, number] {
  const tip = (k: number) => at(guides.positions, guides.first[k + 1]! - 1);
  let best: [number, number, number] = [0, 0, 1];
  for (let a = 0; a < guides.id.length; a++)
    for (let b = 0; b < a; b++) if (distance(tip(a), tip(b)) < best[2]) best = [a, b, distance(tip(a), tip(b))];
  return [guides.id[best[0]]!, guides.id[best[1]]!];
}

/** A swing of one strand over its neighbour and back, as an animator would key it. */
function keys(): Uint8Array {
  const [a, b] = [SWEPT, NEAR].map((id) => guides.id.indexOf(id)) as [number, number];
  const pointOf = (k: number, i: number) => at(guides.positions, guides.first[k]! + i);
  const own = guides.positions.slice(3 * guides.first[a]!, 3 * guides.first[a + 1]!);
  const swung = own.map((c, i) => {
    const [n, axis] = [Math.floor(i / 3), i % 3];
    return c + 1.3 * (n / 7) * (pointOf(b, n)[axis]! - pointOf(a, n)[axis]!);
  });
  const strands = { ...guides, id: Uint32Array.of(SWEPT), first: Uint32Array.of(0, own.length / 3), positions: own };
  const bare = { ...strands, pointAttributes: new Map(), strandAttributes: new Map() };
  const sink = new MemorySink();
  writeAnimation('keys.usda', makeAnimation(bare, [0, 0.1, 0.2], [own, swung, own]), sink);
  return sink.bytes();
}
const FILE = keys();
const files = (): Uint8Array => FILE;

const held = (changes: Record<string, unknown>): SceneInstance =>
  prepareScene(changeScene(BALL, { remove: [], add: {}, changes }, 'test'), { files });

function pointsOf({ simulation }: SceneInstance, id: number): Float64Array {
  const all = new Float64Array(3 * simulation.first.at(-1)!);
  simulation.positionsAt(simulation.time, all);
  const k = simulation.ids.indexOf(id);
  return all.slice(3 * simulation.first[k]!, 3 * simulation.first[k + 1]!);
}

const KEYED = { 'control.hold': [{ file: 'keys.usda', strands: [SWEPT] }] };

describe('strands that are keyed', () => {
  const run = held(KEYED);
  const without = held({ ...KEYED, 'contact.hair': [] });
  const alone = held({ 'contact.hair': [] });
  const without12 = held({ ...KEYED, 'contact.hair': [] });
  without12.simulation.advance(12);
  let [off, pushed] = [0, 0];
  for (let n = 0; n < STEPS; n++) {
    for (const one of [run, without, alone]) one.simulation.advance(1);
    const [a, b] = [pointsOf(run, SWEPT), pointsOf(without, SWEPT)];
    // The root's edge rides with the skin.
    for (let i = 2; i < a.length / 3; i++) off = Math.max(off, distance(at(a, i), at(b, i)));
    const [c, d] = [pointsOf(run, NEAR), pointsOf(without, NEAR)];
    for (let i = 0; i < c.length / 3; i++) pushed = Math.max(pushed, distance(at(c, i), at(d, i)));
  }

  it('go where they are keyed whatever they meet, and others meet them as bodies', () => {
    expect(off).toBe(0);
    expect(pushed).toBeGreaterThan(0.004);
  });

  it('leave all others as they were where nothing touches', () => {
    for (const id of guides.id) if (id !== SWEPT) expect(pointsOf(without, id)).toEqual(pointsOf(alone, id));
  });

  it.each(['chain', 'curly', 'mass-spring'])('are where they are keyed with %s too', (name) => {
    const one = held({ ...KEYED, 'model.name': name });
    one.simulation.advance(12);
    const tip = at(pointsOf(one, SWEPT), 7);
    expect(distance(tip, at(pointsOf(without12, SWEPT), 7))).toBeLessThan(1e-6);
  });

  it('go on from a snapshot to the same bytes', () => {
    const { simulation } = held(KEYED);
    simulation.advance(STEPS / 2);
    const half = simulation.snapshot();
    simulation.advance(STEPS / 2);
    const end = hashArrays([simulation.snapshot()]);
    simulation.restore(half);
    simulation.advance(STEPS / 2);
    expect(hashArrays([simulation.snapshot()])).toBe(end);
    expect(end).toBe(hashArrays([run.simulation.snapshot()]));
  });
});

describe('holds of the groomed pose', () => {
  const speedsOf = (one: SceneInstance): number[] => {
    let before = pointsOf(one, SWEPT);
    return Array.from({ length: 60 }, () => {
      one.simulation.advance(1);
      const now = pointsOf(one, SWEPT);
      const far = Math.max(...Array.from({ length: 8 }, (_, i) => distance(at(now, i), at(before, i))));
      before = now;
      return far;
    });
  };

  it('come and go without a jump', () => {
    const free = Math.max(...speedsOf(held({})));
    const over = [
      [0, 0],
      [0.1, 0],
      [0.2, 1],
      [0.3, 1],
      [0.4, 0],
    ];
    expect(Math.max(...speedsOf(held({ 'control.hold': [{ over }] })))).toBeLessThan(1.5 * free);
  });

  it('leave the run to the bit where they are let go of', () => {
    const idle = held({ 'control.hold': [{ over: [[0, 0]] }] });
    const free = held({});
    for (const one of [idle, free]) one.simulation.advance(STEPS);
    for (const id of guides.id) expect(pointsOf(idle, id)).toEqual(pointsOf(free, id));
  });
});

describe('two holds of one strand', () => {
  const one = { strands: [SWEPT], priority: 2 };
  const two = { file: 'keys.usda', strands: [SWEPT], priority: 1 };

  it.each([[[one, two]], [[two, one]]])('resolve by priority, with a warning, to the bytes of the winner', (holds) => {
    const [both, winner] = [held({ 'control.hold': holds }), held({ 'control.hold': [one] })];
    for (const run of [both, winner]) run.simulation.advance(STEPS);
    for (const id of guides.id) expect(pointsOf(both, id)).toEqual(pointsOf(winner, id));
    const told = both.simulation.events.filter(({ kind }) => kind === 'overruled');
    expect(told.map(({ strands }) => [...strands])).toEqual([[SWEPT]]);
    expect(winner.simulation.events.filter(({ kind }) => kind === 'overruled')).toEqual([]);
  });

  it('refuse a strand that is not there', () => {
    expect(() => held({ 'control.hold': [{ strands: [4711] }] })).toThrow(/hold names strand 4711/);
  });
});
