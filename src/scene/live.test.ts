import { describe, expect, it } from 'vitest';
import { at } from '../numeric/vector.ts';
import type { GroomInstance } from './groom-instance.ts';
import { prepareScene } from './instance.ts';
import { type HandSample, LiveScene } from './live.ts';
import { LiveHair } from './live-hair.ts';
import { parseScene } from './read-scene.ts';
import { type BodyInput, type OneGroom, oneGroomScene, styled } from './scene.fixture.ts';
import type { Scene } from './schema.ts';

const scene = (more: OneGroom = {}): Scene =>
  oneGroomScene({
    name: 'chair',
    ...more,
    body: { resolution: 64, ...more.body },
    groom: { source: styled('curly'), guides: 10, strands: 40, ...more.groom },
  });

/** A hand that holds a tool half a metre beside the head and points at it. */
const beside = (height: number): HandSample => ({
  origin: [-0.3, height, 0],
  direction: [1, 0, 0],
  // Blades open in the horizontal plane.
  up: [0, 0, 1],
  press: 1,
  aperture: 1,
});

/** Uses a tool for some steps. */
function use(live: LiveScene, tool: string, parameters: Record<string, unknown>, steps: number, height = 0.05): void {
  live.take(tool, parameters, tool);
  for (let n = 0; n < steps; n += 4) {
    live.move(beside(height));
    live.advance(4);
  }
  live.letGo();
}

const bytes = (live: LiveScene): string => Buffer.from(live.snapshot()).toString('base64');

describe('a scene that a person works on', () => {
  const live = new LiveScene(scene());
  const start = bytes(live);
  use(live, 'water', { reach: 1 }, 12);
  live.happen({ kind: 'motion', step: 0, name: 'shake', cycles: 1 }, 'shake');
  live.advance(8);
  use(live, 'scissors', { blades: 0.5 }, 4, -0.05);
  const end = bytes(live);

  it('takes everything back to the byte, and does it again to the byte', () => {
    expect(live.commands.map((command) => command.label)).toEqual(['water', 'shake', 'scissors']);
    while (live.undo());
    expect(bytes(live)).toBe(start);
    while (live.redo());
    expect(bytes(live)).toBe(end);
  });

  it('goes back and forth in time without forgetting', () => {
    const { step } = live;
    live.seek(5);
    expect(live.step).toBe(5);
    live.seek(step);
    expect(bytes(live)).toBe(end);
  });

  it('goes on elsewhere from what was kept: same bytes now, before and after', () => {
    live.undo();
    const there = bytes(live);
    const kept = structuredClone(live.keep(1e9));
    const other = new LiveScene(scene());
    other.resume(kept);
    expect(bytes(other)).toBe(there);
    expect(other.document()).toEqual(live.document());
    other.redo();
    expect(bytes(other)).toBe(end);
    live.redo();
    live.advance(6);
    other.advance(6);
    expect(bytes(other)).toBe(bytes(live));
    while (other.undo());
    other.seek(0);
    expect(bytes(other)).toBe(start);
    live.seek(live.step - 6);
    expect(bytes(live)).toBe(end);
  });

  it('is a document that replays to the same bytes', () => {
    const document = parseScene(JSON.parse(JSON.stringify(live.document())), 'replayed');
    const replayed = prepareScene(document).simulation;
    replayed.advance(live.step);
    expect(Buffer.from(replayed.snapshot()).toString('base64')).toBe(end);
  });

  it('knows nothing of a tool that was taken up and put down again without a place', () => {
    const before = live.document();
    const [done, undone] = [live.commands.length, live.undone.length];
    live.take('comb', {}, 'comb');
    live.letGo();
    expect(live.document()).toEqual(before);
    expect([live.commands.length, live.undone.length]).toEqual([done, undone]);
  });

  it('makes another future where a command comes after going back', () => {
    const other = new LiveScene(scene());
    use(other, 'water', { reach: 1 }, 8);
    other.advance(10);
    other.happen({ kind: 'wind', step: 0, wind: windy() }, 'wind');
    other.seek(4);
    use(other, 'mousse', { reach: 1 }, 4);
    expect(other.commands.map((command) => command.label)).toEqual(['mousse']);
  });
});

describe('an event', () => {
  // (S - 1) h + h is above S h for these steps: round-off must not let anything begin a step too soon.
  it.each([
    ['motion', 31],
    ['motion', 34],
    ['wind', 31],
    ['wind', 36],
  ] as const)('%s at step %i changes nothing before it, and its replay has the same bytes', (kind, step) => {
    const event =
      kind === 'wind'
        ? ({ kind, step: 0, wind: windy() } as const)
        : ({ kind, step: 0, name: 'shake', cycles: 1 } as const);
    // Where the head moves all the time hair does not sleep: it would feel no wind.
    const body: BodyInput = kind === 'wind' ? { motion: { kind: 'head', name: 'nod', cycles: 9 } } : {};
    const live = new LiveScene(scene({ groom: { guides: 2 }, body }));
    live.advance(step);
    live.happen(event, kind);
    const replayed = prepareScene(live.document()).simulation;
    const replayedBytes = (): string => Buffer.from(replayed.snapshot()).toString('base64');
    replayed.advance(step);
    expect(replayedBytes()).toBe(bytes(live));
    replayed.advance(3);
    live.advance(3);
    expect(replayedBytes()).toBe(bytes(live));
  });
});

const windy = (): Scene['air']['wind'] => ({ ...scene().air.wind, speed: 2 });

describe('hair as it is shown', () => {
  it('follows guides that were cut: whole beyond nothing, and no longer than what is left', () => {
    const live = new LiveScene(scene());
    const { grooms, simulation } = live.instance;
    const [groom] = grooms as [GroomInstance];
    const shown = new LiveHair(groom, 0, simulation);
    expect(shown.isWhole).toBe(true);
    const before = shown.guidesAt(live.time).slice();
    for (let i = 0; i < before.length; i++) expect(before[i]).toBeCloseTo(groom.guides.positions[i]!, 4);
    use(live, 'scissors', { blades: 0.5 }, 4, -0.02);
    const fractions = shown.fractions();
    if (shown.isWhole) throw new Error('the scissors met no strand: the test shows nothing');
    expect(fractions.some((fraction) => fraction < 1)).toBe(true);
    const points = new Float32Array(3 * shown.first.at(-1)!);
    shown.write(live.time, points);
    expect(points.every(Number.isFinite)).toBe(true);
    const lengthOf = (x: ArrayLike<number>, from: number, to: number): number => {
      let sum = 0;
      for (let i = from + 1; i < to; i++) sum += Math.hypot(...[0, 1, 2].map((c) => at(x, i)[c]! - at(x, i - 1)[c]!));
      return sum;
    };
    const { strands } = groom.hair;
    for (let k = 0; k < strands.id.length; k++) {
      const whole = lengthOf(strands.positions, strands.first[k]!, strands.first[k + 1]!);
      const left = lengthOf(points, strands.first[k]!, strands.first[k + 1]!);
      expect(left).toBeLessThan(Math.min(1, 1.15 * fractions[k]! + 0.05) * whole * 1.3);
    }
  });
});

describe('a scene in which nothing moves', () => {
  const resting = new LiveScene(scene({ groom: { source: styled('buzz') } }));
  const settle = (most: number): void => {
    for (let n = 0; n < most && !resting.isAtRest; n++) resting.advance(1);
  };

  it('comes to rest; a tool or a motion that is still to come wakes it', () => {
    expect(resting.isAtRest).toBe(false);
    settle(120);
    expect(resting.isAtRest).toBe(true);
    resting.take('water', {}, 'water');
    expect(resting.isAtRest).toBe(false);
    resting.move(beside(2));
    resting.advance(2);
    expect(resting.effect).toEqual({ strands: 0, progress: null });
    expect(resting.letGo()).toEqual({ strands: 0, progress: null });
    settle(120);
    expect(resting.isAtRest).toBe(true);
    resting.happen({ kind: 'motion', step: 0, name: 'nod', cycles: 1, period: 0.2 }, 'nod');
    expect(resting.isAtRest).toBe(false);
    const { time } = resting;
    settle(400);
    expect(resting.isAtRest).toBe(true);
    expect(resting.time).toBeGreaterThan(time + 0.2);
  });

  it('does not rest before a motion of its own has ended', () => {
    const later = { kind: 'head', name: 'nod', start: 0.3, cycles: 1, period: 0.2 } as const;
    const waiting = new LiveScene(scene({ groom: { source: styled('buzz') }, body: { motion: later } }), {
      made: resting.instance.parts,
    });
    waiting.advance(30);
    expect(waiting.instance.simulation.sleeping).toBe(waiting.instance.simulation.ids.length);
    expect(waiting.isAtRest).toBe(false);
  });
});
