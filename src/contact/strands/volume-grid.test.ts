import { describe, expect, it } from 'vitest';
import { POINT } from '../../kernels/volume-layout.ts';
import { Random } from '../../numeric/random.ts';
import { type GridItems, type GridState, VolumeGrid } from './volume-grid.ts';

const ITEMS = 200;
/** Not in the order of the items. */
const order = Uint32Array.from({ length: ITEMS }, (_, n) => (n * 77) % ITEMS);
const ones: Float64Array = new Float64Array(ITEMS).fill(1);
/** Nobody presses. */
const rest: Float64Array = new Float64Array(ITEMS).fill(1e30);
/** Along x only. */
const alongX = Float64Array.from({ length: 3 * ITEMS }, (_, i) => (i % 3 === 0 ? 1 : 0));

const stateAt = (position: Float64Array, velocity: Float64Array = alongX, rate = 1): GridState => ({
  position,
  velocity,
  time: 0,
  origin: [0, 0, 0],
  scale: 1,
  rate,
});

/** Places in cells, in a box of some cells beside zero. */
const placesOf = (random: Random, shift: number): Float64Array =>
  Float64Array.from({ length: 3 * ITEMS }, () => random.between(-5, 5) + shift);

const numbersOf = (random: Random, count: number): Float64Array =>
  Float64Array.from({ length: count }, () => random.between(-1, 1));

/** What came to the grid as mass, at every item. */
function thereAndBack(grid: VolumeGrid, position: Float64Array, mass: Float64Array): Float64Array {
  return Float64Array.from(mass, (_, i) => grid.massAt(position[3 * i]!, position[3 * i + 1]!, position[3 * i + 2]!));
}

/** The same without any grid: by the overlap of fractions of every two items. */
function thereAndBackByPairs(position: Float64Array, amount: Float64Array): Float64Array {
  const fraction = (place: number, point: number): number => Math.max(0, 1 - Math.abs(place - point));
  const along = (a: number, b: number): number => {
    const low = Math.floor(a);
    return fraction(a, low) * fraction(b, low) + fraction(a, low + 1) * fraction(b, low + 1);
  };
  return amount.map((_, i) => {
    let sum = 0;
    for (let j = 0; j < ITEMS; j++) {
      const [x, y, z] = [0, 1, 2].map((c) => along(position[3 * i + c]!, position[3 * j + c]!));
      sum += x! * y! * z! * amount[j]!;
    }
    return sum;
  });
}

/** Forces where all press, and the grid that they are of. */
function forcesOf(grid: VolumeGrid, items: GridItems, state: GridState): Float64Array {
  const force = new Float64Array(3 * ITEMS);
  grid.enter(items, state);
  grid.push({ strength: 3, slack: 0.02, thin: 0.1 });
  grid.take(force);
  return force;
}

describe('the grid', () => {
  it('answers the same, to the byte, whatever runs it had before, with and without vector instructions (seed 31)', () => {
    const random = new Random(31);
    const kept = new VolumeGrid();
    let places = placesOf(random, 0);
    const mass = Float64Array.from({ length: ITEMS }, () => random.between(0, 1));
    const items = { order, mass, rest: mass.map((m) => 0.1 * m) };
    // Shivering, then drifting out of the grid's box; in the end some are very far away.
    for (let step = 0; step < 40; step++) {
      places = places.map((x) => x + random.between(-0.3, 0.3) + (step > 20 ? 1.5 : 0));
      if (step === 30) places = places.map((x, i) => (i < 90 ? x + 1000 * (i % 7) : x));
      const state = stateAt(places, numbersOf(random, 3 * ITEMS));
      const force = forcesOf(kept, items, state);
      expect(force).toEqual(forcesOf(new VolumeGrid(), items, state));
      if (step % 8 === 7) expect(force).toEqual(forcesOf(new VolumeGrid(false), items, state));
    }
  });

  it.each([true, false])(
    'does to own items the same, to the byte, where others are not of interest (seed 36, simd %s)',
    (simd) => {
      const random = new Random(36);
      const mass = Float64Array.from({ length: ITEMS }, () => random.between(0, 1));
      const items = { order, mass, rest: mass.map((m) => 0.1 * m) };
      // A long cloud, so that there are some that no own one feels.
      const places = placesOf(random, 0).map((x, i) => (i % 3 === 1 ? 3 * x : i % 3 === 2 ? 2 * x : x));
      const state = stateAt(places, numbersOf(random, 3 * ITEMS));
      const all = forcesOf(new VolumeGrid(simd), items, state);
      for (const isOwn of [
        (i: number) => places[3 * i + 1]! < -8,
        (i: number) => places[3 * i + 2]! > 5,
        (i: number) => i === 7,
      ]) {
        const own = Uint8Array.from({ length: ITEMS }, (_, i) => (isOwn(i) ? 1 : 0));
        const grid = new VolumeGrid(simd);
        const force = forcesOf(grid, { ...items, own }, state);
        own.forEach((one, i) => {
          expect(force.subarray(3 * i, 3 * i + 3)).toEqual(one ? all.subarray(3 * i, 3 * i + 3) : new Float64Array(3));
        });
        const held = grid.points.reduce((sum, m, n) => (n % POINT === 0 ? sum + m : sum), 0);
        expect(held).toBeLessThan(0.9 * mass.reduce((sum, m) => sum + m, 0));
      }
    },
  );

  it('gives to an item what the others near it gave (seed 34)', () => {
    const random = new Random(34);
    const places = placesOf(random, -40);
    const mass = Float64Array.from({ length: ITEMS }, () => random.between(0, 1));
    const grid = new VolumeGrid();
    grid.enter({ order, mass, rest }, stateAt(places));
    const byPairs = thereAndBackByPairs(places, mass);
    // Places within a cell are kept in single precision.
    thereAndBack(grid, places, mass).forEach((x, i) => {
      expect(Math.abs(x - byPairs[i]!)).toBeLessThan(1e-5);
    });
  });

  it('pushes equally and oppositely, however far apart items are (seed 32)', () => {
    const random = new Random(32);
    const items = { order, mass: ones, rest: ones.map(() => 0.1) };
    for (const wide of [1, 200, 1e5]) {
      const places = placesOf(random, -7).map((x, i) => (i < 60 ? x * wide : x));
      const force = forcesOf(new VolumeGrid(), items, stateAt(places, numbersOf(random, 3 * ITEMS)));
      const size = force.reduce((sum, f) => sum + Math.abs(f), 0);
      expect(size).toBeGreaterThan(1);
      for (let c = 0; c < 3; c++)
        expect(Math.abs(force.reduce((sum, f, i) => (i % 3 === c ? sum + f : sum), 0))).toBeLessThan(1e-12 * size);
    }
  });

  it('keeps sums, and gives and takes by the same shares (seed 33)', () => {
    const random = new Random(33);
    const [mass, velocity] = [numbersOf(random, ITEMS), numbersOf(random, 3 * ITEMS)];
    const grid = new VolumeGrid();
    grid.enter({ order, mass, rest }, stateAt(placesOf(random, 100), velocity, 2));
    const given = grid.points.slice();
    const field = numbersOf(random, grid.points.length);
    grid.points.set(field);
    const force = new Float64Array(3 * ITEMS);
    grid.take(force);
    let [product, taken, momentum, sum] = [0, 0, 0, 0];
    for (let n = 0; n < given.length; n += POINT) {
      for (let c = 1; c < POINT; c++) product += given[n + c]! * field[n + c]!;
      momentum += given[n + 2]!;
    }
    // What is taken is less by the velocity times rate.
    for (let i = 0; i < 3 * ITEMS; i++)
      taken += 2 * velocity[i]! * (force[i]! + 2 * mass[Math.floor(i / 3)]! * velocity[i]!);
    for (let i = 0; i < ITEMS; i++) sum += 2 * mass[i]! * velocity[3 * i + 1]!;
    expect(product).toBeCloseTo(taken, 10);
    expect(momentum).toBeCloseTo(sum, 10);
  });

  it('repeats where items are too far apart, and keeps sums (seed 35)', () => {
    const random = new Random(35);
    const places = placesOf(random, 0).map((x, i) => (i % 3 === 0 ? 1000 * x : (1 + (i % 97)) * 1e6 * x));
    for (let c = 0; c < 6; c++) places[c] = (c % 2 === 0 ? -1 : 1) * 3e12;
    places[6] = Number.POSITIVE_INFINITY;
    const grid = new VolumeGrid();
    grid.enter({ order, mass: ones.slice().fill(0, 2, 3), rest }, stateAt(places));
    const sum = grid.points.reduce((total, m, n) => (n % POINT === 0 ? total + m : total), 0);
    expect(sum).toBeCloseTo(ITEMS - 1, 4);
  });
});
