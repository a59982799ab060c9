import { describe, expect, it } from 'vitest';
import type { BlockState, Exchange } from './exchange.ts';
import type { GroomState } from './groom-view.ts';
import type { SimulationSetup } from './setup.ts';
import { Simulation } from './simulation.ts';
import { SESSION_STEPS, twoGrooms } from './two-grooms.fixture.ts';

/**
 * Threads would wait for each other; here each block of a run is played by itself. What the others would have told it is taken
 * from a run in one block. As long as every block does with its strands what that run did with them, it is what they would
 * have told.
 */
class Recording implements Exchange {
  readonly index = 0;
  readonly count = 1;
  readonly states: (readonly GroomState[])[] = [];

  gather(own: BlockState): readonly BlockState[] {
    this.states.push(structuredClone(own.grooms));
    return [own];
  }
}

class Replay implements Exchange {
  readonly index: number;
  readonly count: number;
  private readonly states: readonly (readonly GroomState[])[];
  private calls = 0;

  constructor(index: number, count: number, states: readonly (readonly GroomState[])[]) {
    this.index = index;
    this.count = count;
    this.states = states;
  }

  gather(own: BlockState): readonly BlockState[] {
    const all = this.states[this.calls++]!;
    const mine = own.grooms.map(({ ids }) => new Set(ids));
    own.grooms.forEach((groom, g) => {
      expect(pick(all[g]!, (id) => mine[g]!.has(id))).toEqual(byId(groom));
    });
    const version = own.version;
    const others = all.map((groom, g) => pick(groom, (id) => !mine[g]!.has(id)));
    const nobody = all.map((groom) => pick(groom, () => false));
    return Array.from({ length: this.count }, (_, b) => {
      if (b === this.index) return own;
      return { version, grooms: b === (this.index + 1) % this.count ? others : nobody };
    });
  }
}

/** Some strands of a groom, by id. */
function pick(groom: GroomState, isPicked: (id: number) => boolean): GroomState {
  const order = Array.from(groom.ids.keys())
    .filter((k) => isPicked(groom.ids[k]!))
    .sort((a, b) => groom.ids[a]! - groom.ids[b]!);
  const rows = (values: Float64Array, size: number): Float64Array =>
    Float64Array.from(order.flatMap((k) => [...values.slice(size * groom.first[k]!, size * groom.first[k + 1]!)]));
  const first = new Uint32Array(order.length + 1);
  order.forEach((k, n) => {
    first[n + 1] = first[n]! + groom.first[k + 1]! - groom.first[k]!;
  });
  return {
    ids: Uint32Array.from(order, (k) => groom.ids[k]!),
    first,
    position: rows(groom.position, 3),
    velocity: rows(groom.velocity, 3),
    s: rows(groom.s, 1),
    inverseMass: rows(groom.inverseMass, 1),
    radius: rows(groom.radius, 1),
  };
}

const byId = (groom: GroomState): GroomState => pick(groom, () => true);

/** A run in one block, and what it told at every step. */
function record(setup: SimulationSetup, steps: number): { simulation: Simulation; states: Recording['states'] } {
  const recording = new Recording();
  const simulation = new Simulation({ ...setup, exchange: recording });
  simulation.advance(steps);
  return { simulation, states: recording.states };
}

/** Positions of every strand by its id. */
function strandsOf(simulation: Simulation): Map<number, Float64Array> {
  const { ids, first } = simulation;
  const x = new Float64Array(3 * first[ids.length]!);
  simulation.positionsAt(simulation.time, x);
  return new Map(Array.from(ids, (id, k) => [id, x.slice(3 * first[k]!, 3 * first[k + 1]!)]));
}

const pairs = [
  ['rod', 'super-helix'],
  ['chain', 'rod'],
  ['super-helix', 'chain'],
] as const;

describe.each(pairs)('grooms of %s and %s, with most tools at work', (first, second) => {
  const setup = twoGrooms(first, second);
  const { simulation: whole, states } = record(setup, SESSION_STEPS);

  it('are cut, grow, and are all there in one order: groom after groom, new strands by id', () => {
    const { ids, grooms } = whole;
    expect(grooms.map(({ name, model }) => [name, model.name])).toEqual([
      ['hair', first],
      ['beard', second],
    ]);
    expect([...ids.subarray(0, 5)]).toEqual([2, 9, 4, 7, 5]);
    expect([...ids.subarray(grooms[1]!.from, grooms[1]!.from + 3)]).toEqual([1, 8, 3]);
    for (const [g, count] of [5, 3].entries()) {
      const { from, to } = grooms[g]!;
      const made = [...ids.subarray(from + count, to)];
      expect(made.length).toBeGreaterThan(2);
      expect(made).toEqual([...made].sort((a, b) => a - b));
      expect(made[0]).toBeGreaterThan(9);
    }
    expect(grooms[1]!.to).toBe(ids.length);
  });

  it.each([2, 3])('are the same to the byte in %i blocks', (count) => {
    const expected = strandsOf(whole);
    const found = new Set<number>();
    for (let index = 0; index < count; index++) {
      const block = new Simulation({ ...setup, exchange: new Replay(index, count, states) });
      block.advance(SESSION_STEPS);
      for (const [id, positions] of strandsOf(block)) {
        expect(found.has(id)).toBe(false);
        found.add(id);
        expect(positions).toEqual(expected.get(id));
      }
      expect(block.salon!.snapshot()).toEqual(whole.salon!.snapshot());
      expect(block.sleeping).toBe(whole.sleeping);
    }
    expect(found.size).toBe(expected.size);
  });

  it('come back from a snapshot, and from a reset', () => {
    const simulation = new Simulation(setup);
    simulation.advance(18);
    const middle = simulation.snapshot();
    simulation.advance(SESSION_STEPS - 18);
    const end = simulation.snapshot();
    simulation.restore(middle);
    simulation.advance(SESSION_STEPS - 18);
    expect(Buffer.compare(simulation.snapshot(), end)).toBe(0);
    simulation.reset();
    simulation.advance(SESSION_STEPS);
    expect(Buffer.compare(simulation.snapshot(), end)).toBe(0);
    expect(strandsOf(simulation)).toEqual(strandsOf(whole));
  });
});
