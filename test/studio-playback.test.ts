import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AT_REST } from '../src/body/motion.ts';
import { makeStrands, uniformFirst } from '../src/strands/strands.ts';
import { makePacer } from '../studio/src/simulation/pacing.ts';
import { makePlayback, type Playback, type PlayedStage } from '../studio/src/simulation/playback.ts';
import type { Frame } from '../studio/src/simulation/protocol.ts';

const STEP = 1 / 120;

/** A stage that only counts: every position is the time, and a step takes `cost` milliseconds of the pretended clock. */
class Rehearsal {
  clock = 0;
  cost = 0.1;
  steps = 0;
  readonly shown: Frame[] = [];
  readonly #later: (() => void)[] = [];
  readonly playback: Playback;

  constructor() {
    const strands = makeStrands({ first: uniformFirst(2, 2), positions: new Float32Array(12) });
    const rehearsal = this;
    const stage: PlayedStage = {
      bodyState: () => AT_REST,
      simulation: {
        stepSize: STEP,
        get time() {
          return rehearsal.steps * STEP;
        },
        advance: (count) => {
          this.steps += count;
          this.clock += this.cost * count;
        },
        reset: () => {
          this.steps = 0;
        },
        positionsAt: (time, out) => out.fill(time),
      },
      guides: strands,
      hair: { strands, update: (guides, _time, out) => out.set(guides) },
    };
    this.playback = makePlayback(stage, {
      now: () => this.clock,
      later: (action) => this.#later.push(action),
      show: (frame) => this.shown.push(frame),
    });
  }

  get inFlight(): number {
    return this.shown.length - this.#returned;
  }

  #returned = 0;

  /** What the page does at a display refresh: takes the waiting frame, if any, and gives its memory back. */
  refresh(milliseconds: number): void {
    this.clock += milliseconds;
    this.settle();
    if (this.inFlight > 0) this.playback.giveBack(this.shown[this.#returned++]!.positions);
    this.settle();
  }

  settle(): void {
    for (let action = this.#later.shift(); action; action = this.#later.shift()) action();
  }
}

describe('pacing', () => {
  test('on average, steps take as long as the clock', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1e-4, max: 0.05, noNaN: true }), { minLength: 50, maxLength: 200 }),
        (gaps) => {
          const pacer = makePacer(STEP);
          let steps = 0;
          for (const gap of gaps) steps += pacer.run(gap, () => true);
          const clock = gaps.reduce((sum, gap) => sum + gap, 0);
          expect(Math.abs(steps * STEP + pacer.ahead - clock)).toBeLessThan(1e-6);
          expect(pacer.ahead).toBeLessThanOrEqual(STEP);
        },
      ),
    );
  });

  test('what a slow machine does not manage is forgotten, not caught up with', () => {
    const pacer = makePacer(STEP);
    expect(pacer.run(0.05, () => false)).toBe(1);
    expect(pacer.ahead).toBe(0);
    expect(pacer.run(10, () => true)).toBeLessThanOrEqual(Math.ceil(0.05 / STEP));
  });
});

describe('playback', () => {
  test('plays as fast as the clock where the machine is fast enough', () => {
    const rehearsal = new Rehearsal();
    rehearsal.playback.play();
    for (let i = 0; i < 120; i++) rehearsal.refresh(1000 / 60);
    expect(rehearsal.steps * STEP).toBeCloseTo(rehearsal.clock / 1000, 1);
    expect(rehearsal.shown.at(-1)!.pace).toBeGreaterThan(0.9);
  });

  test('times never run backwards and every shown position is the state at its time', () => {
    const rehearsal = new Rehearsal();
    rehearsal.playback.play();
    let last = 0;
    for (let i = 0; i < 60; i++) {
      rehearsal.refresh(i % 3 === 0 ? 30 : 7);
      const frame = rehearsal.shown.at(-1)!;
      expect(frame.time).toBeGreaterThanOrEqual(last);
      expect(frame.positions[0]).toBeCloseTo(frame.time, 5);
      last = frame.time;
    }
  });

  test('a slow machine slows time down and keeps frames coming', () => {
    const rehearsal = new Rehearsal();
    rehearsal.cost = 40;
    rehearsal.playback.play();
    for (let i = 0; i < 60; i++) rehearsal.refresh(1000 / 60);
    const frame = rehearsal.shown.at(-1)!;
    expect(frame.pace).toBeLessThan(0.5);
    expect(frame.stepCost).toBeCloseTo(40, 5);
    expect(rehearsal.shown.length).toBeGreaterThan(20);
  });

  test('at most one frame is on its way, however long the page takes', () => {
    const rehearsal = new Rehearsal();
    rehearsal.playback.play();
    for (let i = 0; i < 20; i++) {
      rehearsal.clock += 100;
      rehearsal.settle();
      rehearsal.playback.refresh();
      expect(rehearsal.inFlight).toBeLessThanOrEqual(1);
    }
    const before = rehearsal.shown.length;
    rehearsal.refresh(16);
    expect(rehearsal.shown.length).toBe(before + 1);
  });

  test('a paused stage stands still and answers when asked', () => {
    const rehearsal = new Rehearsal();
    rehearsal.playback.play();
    for (let i = 0; i < 10; i++) rehearsal.refresh(16);
    rehearsal.playback.pause();
    rehearsal.refresh(16);
    rehearsal.refresh(16);
    const { steps, shown } = rehearsal;
    const count = shown.length;
    expect(shown.at(-1)!.time).toBe(steps * STEP);
    for (let i = 0; i < 10; i++) rehearsal.refresh(16);
    expect(rehearsal.steps).toBe(steps);
    expect(shown.length).toBe(count);
    rehearsal.playback.refresh();
    expect(shown.length).toBe(count + 1);
  });

  test('resetting shows the beginning', () => {
    const rehearsal = new Rehearsal();
    rehearsal.playback.simulate(30);
    expect(rehearsal.shown.at(-1)).toMatchObject({ frame: 30, time: 1 });
    rehearsal.refresh(16);
    rehearsal.playback.reset();
    rehearsal.refresh(16);
    expect(rehearsal.shown.at(-1)!.time).toBe(0);
    expect(rehearsal.shown.at(-1)!.frame).toBeUndefined();
  });
});
