import { describe, expect, it } from 'vitest';
import { hash } from '../numeric/random.ts';
import { History, type Rewindable } from './history.ts';

/** A stand-in for a simulation: its state is a hash of all steps and of the strokes that were active in them. */
class Toy implements Rewindable<{ from: number; to: number; value: number }> {
  step = 0;
  strokes: readonly { from: number; to: number; value: number }[] = [];
  private state = new Uint32Array(4000);
  played = 0;

  setStrokes(strokes: typeof this.strokes): void {
    this.strokes = strokes;
  }

  snapshot(): Uint8Array {
    const words = Uint32Array.of(this.step, ...this.state);
    return new Uint8Array(words.buffer);
  }

  restore(bytes: Uint8Array): void {
    const words = new Uint32Array(bytes.slice().buffer);
    this.step = words[0]!;
    this.state = words.slice(1);
  }

  advance(steps: number): void {
    for (let n = 0; n < steps; n++, this.step++, this.played++) {
      let value = 0;
      for (const stroke of this.strokes) if (this.step >= stroke.from && this.step < stroke.to) value += stroke.value;
      for (let i = 0; i < 50; i++) this.state[(this.step * 50 + i) % 4000] = hash(this.state[i]!, this.step, value);
    }
  }
}

function runStroke(toy: Toy, history: History<Toy['strokes'][number]>, value: number, steps: number): void {
  history.begin(`stroke ${value}`);
  toy.setStrokes([...toy.strokes, { from: toy.step, to: toy.step + steps, value }]);
  toy.advance(steps);
  history.end();
}

describe.each([
  ['with room for all', 1e9, 0],
  ['with room for packed ones', 40_000, 0],
  ['with room for one', 100, 1],
])('history %s', (_name, budget, leastPlayed) => {
  it('undoes everything to the start and redoes it to the end, to the byte', () => {
    const toy = new Toy();
    toy.advance(7);
    const history = new History(toy, { budget });
    const before: Uint8Array[] = [];
    const after: Uint8Array[] = [];
    for (let k = 0; k < 8; k++) {
      toy.advance(3);
      before.push(toy.snapshot());
      runStroke(toy, history, k + 1, 5 + k);
      after.push(toy.snapshot());
    }
    expect(history.size).toBeLessThan(Math.max(budget, 16_100));
    toy.played = 0;
    for (let k = 7; k >= 0; k--) {
      expect(history.undo()).toMatchObject({ label: `stroke ${k + 1}` });
      expect(Buffer.compare(toy.snapshot(), before[k]!)).toBe(0);
      expect(toy.strokes).toHaveLength(k);
    }
    expect(history.undo()).toBeNull();
    for (let k = 0; k < 8; k++) {
      history.redo();
      expect(Buffer.compare(toy.snapshot(), after[k]!)).toBe(0);
      expect(toy.strokes).toHaveLength(k + 1);
    }
    expect(history.redo()).toBeNull();
    expect(toy.played).toBeGreaterThanOrEqual(leastPlayed);
  });

  it.each([1e9, 30_000, 0])('goes on elsewhere, with %i bytes of snapshots', (room) => {
    const toy = new Toy();
    const history = new History(toy, { budget });
    const start = toy.snapshot();
    for (let k = 0; k < 5; k++) {
      toy.advance(2);
      runStroke(toy, history, k + 1, 4);
    }
    const end = toy.snapshot();
    history.undo();
    history.undo();
    const saved = structuredClone(history.save(room));
    const kept = [...saved.done, ...saved.undone].flatMap(({ before, after }) => [before, after]);
    expect(kept.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0)).toBeLessThanOrEqual(room);

    const other = new Toy();
    const again = new History(other, { budget });
    again.load(saved);
    other.setStrokes(saved.done.flatMap(({ strokes }) => strokes));
    other.restore(toy.snapshot());
    while (again.redo());
    expect(Buffer.compare(other.snapshot(), end)).toBe(0);
    while (again.undo());
    expect(other.step).toBe(2);
    expect(other.strokes).toEqual([]);
    toy.restore(start);
    toy.setStrokes([]);
    toy.advance(2);
    expect(Buffer.compare(other.snapshot(), toy.snapshot())).toBe(0);
  });

  it('forgets what was undone when something new is done', () => {
    const toy = new Toy();
    const history = new History(toy, { budget });
    runStroke(toy, history, 1, 4);
    runStroke(toy, history, 2, 4);
    history.undo();
    toy.advance(2);
    const before = toy.snapshot();
    runStroke(toy, history, 3, 4);
    expect(history.redo()).toBeNull();
    history.undo();
    expect(Buffer.compare(toy.snapshot(), before)).toBe(0);
    expect(history.entries.map(({ label }) => label)).toEqual(['stroke 1']);
  });
});
