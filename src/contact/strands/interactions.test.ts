import { describe, expect, it } from 'vitest';
import type { HairState, InteractionLoads, StrandInteraction } from '../interaction.ts';
import { balance, power, randomHair, squeezed } from './hair.fixture.ts';
import { makeInteraction } from './make.ts';
import { type InteractionDeclaration, makeDeclarations } from './parameters.ts';

const kinds: readonly (readonly [string, readonly InteractionDeclaration[]])[] = [
  ['contact', makeDeclarations([{ kind: 'contact', stiction: 0.3, cohesion: 0.2 }])],
  ['pruned contact', makeDeclarations([{ kind: 'contact', keepEvery: 0.75, pairFraction: 0.5, pairRefresh: 0.02 }])],
  ['tracked contact', makeDeclarations([{ kind: 'contact', detector: 'track' }])],
  ['volume', makeDeclarations([{ kind: 'volume' }])],
  ['fluid', makeDeclarations([{ kind: 'fluid' }])],
  ['all three', makeDeclarations([{ kind: 'contact' }, { kind: 'volume' }, { kind: 'fluid' }])],
];

const make = (declarations: readonly InteractionDeclaration[], groomed: HairState): StrandInteraction =>
  makeInteraction(declarations, { groomed })!;

/** A groom, and the same strands in later steps: squeezed, moving on by their velocities. */
function sequence(seed: number, steps: number): HairState[] {
  const groomed = randomHair(seed);
  const start = squeezed(groomed, 0.7);
  return Array.from({ length: steps }, (_, n) => ({
    ...start,
    time: n * start.dt,
    position: start.position.map((x, i) => x + 0.3 * n * start.dt * start.velocity[i]!),
  }));
}

const bytes = (loads: InteractionLoads): string =>
  JSON.stringify(
    [loads.forces, loads.contacts].map((rows) =>
      Object.values(rows).map((row) => Array.from(row.length === undefined ? [row] : row)),
    ),
  );

describe.each(kinds)('strands that meet by %s', (_name, declarations) => {
  it.each([1, 2, 3])('keep their momentum to 1e-10 (seed %i)', (seed) => {
    const interaction = make(declarations, randomHair(seed));
    for (const hair of sequence(seed, 3)) {
      const { error, size } = balance(interaction.act(hair));
      expect(size).toBeGreaterThan(1e-9);
      expect(error).toBeLessThan(1e-10);
    }
  });

  it('feel the same, to the byte, in 1, 2, 3 and 7 blocks (seed 4)', () => {
    const groomed = randomHair(4);
    const steps = sequence(4, 4);
    const count = groomed.ids.length;
    const one = make(declarations, groomed);
    const expected = steps.map((hair) => {
      const loads = one.act(hair);
      return bytes({ forces: { ...loads.forces }, contacts: { ...loads.contacts } });
    });
    for (const blocks of [2, 3, 7]) {
      const parts = Array.from({ length: blocks }, (_, b) => ({
        interaction: make(declarations, groomed),
        own: Uint8Array.from({ length: count }, (_, k) => (Math.floor((k * blocks) / count) === b ? 1 : 0)),
      }));
      steps.forEach((hair, n) => {
        const loads = parts.map(({ interaction, own }) => interaction.act(hair, own));
        expect(bytes(joined(loads))).toBe(expected[n]);
      });
    }
  });

  it('feel the same, to the byte, with and without vector instructions (seed 9)', () => {
    const groomed = randomHair(9);
    const [fast, twin] = [true, false].map((wantsSimd) => makeInteraction(declarations, { groomed, wantsSimd })!);
    for (const hair of sequence(9, 4)) expect(bytes(fast!.act(hair))).toBe(bytes(twin!.act(hair)));
  });

  it('go on from a snapshot as if nothing had been (seed 5)', () => {
    const groomed = randomHair(5);
    const steps = sequence(5, 4);
    const first = make(declarations, groomed);
    for (const hair of steps.slice(0, 3)) first.act(hair);
    const snapshot = first.snapshot();
    const last = steps[3]!;
    const expected = bytes(first.act(last));
    const second = make(declarations, groomed);
    second.restore(snapshot, last);
    expect(bytes(second.act(last))).toBe(expected);
  });

  it('lie as groomed without force (seed 6)', () => {
    const groomed = randomHair(6, { speed: 0 });
    const interaction = make(declarations, groomed);
    const { size } = balance(interaction.act(groomed));
    expect(size).toBeLessThan(1e-15);
  });

  it('lose energy by friction alone, never gain it (seed 7)', () => {
    // The groom moves: no push, so all that is left is damping and friction.
    const groomed = { ...randomHair(7, { speed: 0.05 }), dt: 1e-6 };
    const interaction = make(declarations, groomed);
    expect(power(groomed, interaction.act(groomed))).toBeLessThanOrEqual(0);
  });

  it('stay whole when strands are cut and removed (seed 8)', () => {
    const groomed = randomHair(8);
    const hair = squeezed(groomed, 0.7);
    const interaction = make(declarations, groomed);
    interaction.act(hair);
    const cut = cutFirst(hair);
    const { error, size } = balance(interaction.act(cut));
    expect(size).toBeGreaterThan(0);
    expect(error).toBeLessThan(1e-10);
  });
});

describe('a strand that the groom does not know', () => {
  /** Straight strands of three free nodes: one along x, one along z so far above it. */
  const crossed = (ids: readonly number[], gap: number): HairState => ({
    time: 0,
    dt: 1 / 120,
    ids: Uint32Array.from(ids),
    first: Uint32Array.from({ length: ids.length + 1 }, (_, k) => 3 * k),
    position: Float64Array.from(
      ids.flatMap((_, k) => [-0.014, -0.004, 0.006].flatMap((x) => (k ? [0, gap, x] : [x, 0, 0]))),
    ),
    velocity: new Float64Array(9 * ids.length),
    s: Float64Array.from(ids.flatMap(() => [0, 0.01, 0.02])),
    inverseMass: new Float64Array(3 * ids.length).fill(1e7),
    radius: new Float64Array(3 * ids.length).fill(0.002),
  });

  it('lies on others at the distance at which they met, and is pushed off when it comes nearer', () => {
    const interaction = make(makeDeclarations([{ kind: 'contact' }]), crossed([1], 0));
    const push = (gap: number): number => {
      const hair = crossed([1, 2], gap);
      const { forces } = interaction.act(hair);
      let up = 0;
      for (let r = 0; r < forces.count; r++) if (forces.id[r] === 2) up += forces.force[3 * r + 1]!;
      return up;
    };
    expect(push(0.003)).toBeCloseTo(0, 12);
    expect(push(0.0025)).toBeGreaterThan(0);
    // Held there it is pushed more and more, until the push has risen.
    expect(push(0.0025)).toBeGreaterThan(push(0.003));
  });
});

function joined(loads: readonly InteractionLoads[]): InteractionLoads {
  const join = <T extends object>(rows: readonly T[]): T =>
    Object.fromEntries(
      Object.keys(rows[0]!).map((key) => {
        const values = rows.map((row) => row[key as keyof T] as number | boolean | ArrayLike<number>);
        if (typeof values[0] === 'boolean') return [key, values.every((value) => value === true)];
        if (typeof values[0] === 'number') return [key, (values as number[]).reduce((a, b) => a + b, 0)];
        return [key, values.flatMap((value) => Array.from(value as ArrayLike<number>))];
      }),
    ) as T;
  return { forces: join(loads.map((load) => load.forces)), contacts: join(loads.map((load) => load.contacts)) };
}

/** The first strand loses all beyond its seventh node to a new strand at the end. */
function cutFirst(hair: HairState): HairState {
  const rows = (array: Float64Array, size: number): Float64Array =>
    Float64Array.from([...array.slice(0, 7 * size), ...array.slice(12 * size), ...array.slice(7 * size, 12 * size)]);
  const s = rows(hair.s, 1);
  const end = s.length;
  const base = s[end - 5]!;
  for (let i = end - 5; i < end; i++) s[i] = s[i]! - base;
  return {
    ...hair,
    ids: Uint32Array.of(...hair.ids, 1000),
    first: Uint32Array.of(0, ...Array.from(hair.first.slice(1), (first) => first - 5), end),
    position: rows(hair.position, 3),
    velocity: rows(hair.velocity, 3),
    s,
    inverseMass: rows(hair.inverseMass, 1),
    radius: rows(hair.radius, 1),
  };
}
