import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AT_REST } from '../src/body/motion.ts';
import { makePacer } from '../studio/src/simulation/pacing.ts';
import { makePlayback, type Playback, type PlayedScene } from '../studio/src/simulation/playback.ts';
import { type Frame, groomSize, type ShownTopology } from '../studio/src/simulation/protocol.ts';

const STEP = 1 / 120;

/** A scene that only counts: every position is the time, and a step takes `cost` milliseconds of the pretended clock. */
class Rehearsal {
  clock = 0;
  cost = 0.1;
  steps = 0;
  isAtRest = false;
  /** Whether the hair has other points than at first. */
  isCut = false;
  readonly shown: Frame[] = [];
  readonly versions: number[] = [];
  #later: { readonly time: number; readonly action: () => void }[] = [];
  readonly playback: Playback;

  constructor() {
    const rehearsal = this;
    const groom = { first: Uint32Array.of(0, 2), id: Uint32Array.of(0), wetness: new Float32Array(1) };
    const shown: ShownTopology = { version: 1, accessories: [], grooms: [groom] };
    const cut: ShownTopology = { version: 2, accessories: [], grooms: [{ ...groom, first: Uint32Array.of(0, 3) }] };
    const scene: PlayedScene = {
      stepSize: STEP,
      get time() {
        return rehearsal.steps * STEP;
      },
      get step() {
        return rehearsal.steps;
      },
      simulated: 1,
      asleep: 0,
      get isAtRest() {
        return rehearsal.isAtRest;
      },
      effect: null,
      parts: { reading: 0, tools: 0, interactions: 0, controls: 0, model: 0 },
      advance: (count) => {
        this.steps += count;
        this.clock += this.cost * count;
      },
      accessories: () => [],
      bodies: () => [{ position: AT_REST.position, orientation: AT_REST.orientation }],
      topology: () => (this.isCut ? cut : shown),
      size: ({ grooms }) => groomSize(grooms[0]!),
      write: (_, time, out) => out.fill(time),
      points: () => new Float32Array(0),
    };
    this.playback = makePlayback(scene, {
      now: () => this.clock,
      later: (action, milliseconds = 0) => this.#later.push({ time: this.clock + milliseconds, action }),
      show: (frame) => this.shown.push(frame),
      reshape: ({ version }) => this.versions.push(version),
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
    const isDue = ({ time }: { time: number }): boolean => time <= this.clock;
    while (this.#later.some(isDue)) {
      const due = this.#later.filter(isDue);
      this.#later = this.#later.filter((one) => !isDue(one));
      for (const { action } of due) action();
    }
  }
}

describe('pacing', () => {
  test('on average, steps take as long as the clock (seed 26)', () => {
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
      { seed: 26 },
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

  test('time goes on at its own pace while the page takes long for a picture', () => {
    const rehearsal = new Rehearsal();
    rehearsal.playback.play();
    for (let picture = 0; picture < 10; picture++) {
      for (let i = 0; i < 30; i++) {
        rehearsal.clock += 10;
        rehearsal.settle();
      }
      rehearsal.refresh(0);
    }
    expect(rehearsal.steps * STEP).toBeCloseTo(rehearsal.clock / 1000, 1);
    expect(rehearsal.shown.length).toBeLessThan(13);
    expect(rehearsal.shown.at(-1)!.time).toBeGreaterThan(rehearsal.clock / 1000 - 0.1);
  });

  test('time waits for every picture where another simulation follows', () => {
    const rehearsal = new Rehearsal();
    rehearsal.playback.setPatient(true);
    rehearsal.playback.play();
    for (let i = 0; i < 100; i++) {
      rehearsal.clock += 10;
      rehearsal.settle();
    }
    // The one that is shown, and the one that is ready: a twentieth of a second at most each.
    expect(rehearsal.steps).toBeLessThanOrEqual(12);
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

  test('a paused scene stands still and answers when asked', () => {
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

  test('a state that was changed from outside is shown at once, and nothing older after it', () => {
    const rehearsal = new Rehearsal();
    rehearsal.playback.simulate(120, 30);
    rehearsal.refresh(16);
    expect(rehearsal.shown.at(-1)).toMatchObject({ frame: 30, time: 1 });
    rehearsal.steps = 0;
    rehearsal.playback.startOver();
    rehearsal.refresh(16);
    expect(rehearsal.shown.at(-1)!.time).toBe(0);
    expect(rehearsal.shown.at(-1)!.frame).toBeUndefined();
  });

  test('where nothing moves the clock stands still and no picture is sent, until something begins', () => {
    const rehearsal = new Rehearsal();
    rehearsal.playback.play();
    for (let i = 0; i < 30; i++) rehearsal.refresh(1000 / 60);
    rehearsal.isAtRest = true;
    for (let i = 0; i < 5; i++) rehearsal.refresh(1000 / 60);
    const { steps } = rehearsal;
    const pictures = rehearsal.shown.length;
    expect(rehearsal.shown.at(-1)).toMatchObject({ isAtRest: true, step: steps, time: steps * STEP });
    for (let i = 0; i < 60; i++) rehearsal.refresh(1000 / 60);
    expect([rehearsal.steps, rehearsal.shown.length]).toEqual([steps, pictures]);
    rehearsal.isAtRest = false;
    rehearsal.playback.wake();
    const begun = rehearsal.clock;
    for (let i = 0; i < 60; i++) rehearsal.refresh(1000 / 60);
    expect((rehearsal.steps - steps) * STEP).toBeCloseTo((rehearsal.clock - begun) / 1000, 1);
  });

  test('however slow the page is, the last picture shows the hair at rest (seed 27)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 3, maxLength: 30 }),
        fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
        fc.nat({ max: 30 }),
        (gaps, isShown, rest) => {
          const rehearsal = new Rehearsal();
          rehearsal.playback.play();
          gaps.forEach((gap, k) => {
            if (k >= rest) rehearsal.isAtRest = true;
            if (isShown[k]) rehearsal.refresh(gap);
            else {
              rehearsal.clock += gap;
              rehearsal.settle();
            }
          });
          rehearsal.isAtRest = true;
          for (let i = 0; i < 6; i++) rehearsal.refresh(40);
          expect(rehearsal.shown.at(-1)).toMatchObject({ isAtRest: true, step: rehearsal.steps });
        },
      ),
      { seed: 27 },
    );
  });

  test('slow motion takes fewer steps in the same time', () => {
    const rehearsal = new Rehearsal();
    rehearsal.playback.setSpeed(0.25);
    rehearsal.playback.play();
    for (let i = 0; i < 120; i++) rehearsal.refresh(1000 / 60);
    expect(rehearsal.steps * STEP).toBeCloseTo((0.25 * rehearsal.clock) / 1000, 1);
  });

  test('the page is told what frames are made of before the first one that is', () => {
    const rehearsal = new Rehearsal();
    rehearsal.playback.play();
    rehearsal.refresh(16);
    expect(rehearsal.versions).toEqual([1]);
    rehearsal.isCut = true;
    rehearsal.refresh(20);
    rehearsal.refresh(20);
    expect(rehearsal.versions).toEqual([1, 2]);
    expect(rehearsal.shown.at(-1)).toMatchObject({ version: 2 });
    expect(rehearsal.shown.at(-1)!.positions).toHaveLength(9);
  });
});
