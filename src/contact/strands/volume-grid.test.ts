import { describe, expect, it } from 'vitest';
import { Random } from '../../numeric/random.ts';
import { takeForces } from './volume.ts';
import { type GridItems, POINT, VolumeGrid } from './volume-grid.ts';

const ITEMS = 200;
/** Not in the order of the items. */
const order = Uint32Array.from({ length: ITEMS }, (_, n) => (n * 77) % ITEMS);
const ones: Float64Array = new Float64Array(ITEMS).fill(1);
/** Along x only. */
const alongX = Float64Array.from({ length: 3 * ITEMS }, (_, i) => (i % 3 === 0 ? 1 : 0));

const itemsAt = (position: Float64Array, mass: Float64Array, velocity: Float64Array = alongX, rate = 1): GridItems => ({
  order,
  mass,
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

function gridAt(position: Float64Array, mass: Float64Array = ones): VolumeGrid {
  const grid = new VolumeGrid();
  grid.enter(itemsAt(position, mass));
  return grid;
}

/** What came to the grid as mass, at every item. */
function thereAndBack(grid: VolumeGrid): Float64Array {
  const out = new Float64Array(3 * ITEMS);
  takeForces(grid, ones, alongX, 0, out);
  return out.filter((_, i) => i % 3 === 0);
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

describe('the grid', () => {
  it('answers the same, to the byte, whatever cells it still has from before (seed 31)', () => {
    const random = new Random(31);
    const kept = new VolumeGrid();
    let places = placesOf(random, 0);
    const amount = Float64Array.from({ length: ITEMS }, () => random.between(0, 1));
    // Shivering, then drifting out of the grid's box.
    for (let step = 0; step < 40; step++) {
      places = places.map((x) => x + random.between(-0.3, 0.3) + (step > 20 ? 1.5 : 0));
      kept.enter(itemsAt(places, amount));
      expect(thereAndBack(kept)).toEqual(thereAndBack(gridAt(places, amount)));
    }
  });

  it('gives to an item what the others near it gave (seed 34)', () => {
    const random = new Random(34);
    const places = placesOf(random, -40);
    const amount = Float64Array.from({ length: ITEMS }, () => random.between(0, 1));
    const byPairs = thereAndBackByPairs(places, amount);
    // Places within a cell are kept in single precision.
    thereAndBack(gridAt(places, amount)).forEach((x, i) => {
      expect(Math.abs(x - byPairs[i]!)).toBeLessThan(1e-6);
    });
  });

  it('knows the neighbours of its points (seed 32)', () => {
    const grid = gridAt(placesOf(new Random(32), -7));
    const at = new Map(Array.from({ length: grid.count - 1 }, (_, k) => [grid.place[k + 1]!, k + 1]));
    expect(at.size).toBe(grid.count - 1);
    const steps = [1, grid.size[0]!, grid.size[0]! * grid.size[1]!];
    for (let n = 1; n < grid.count; n++)
      for (let c = 0; c < 3; c++) expect(grid.next[3 * n + c]).toBe(at.get(grid.place[n]! + steps[c]!) ?? 0);
  });

  it('keeps sums, and gives and takes by the same shares (seed 33)', () => {
    const random = new Random(33);
    const numbers = (count: number): Float64Array => Float64Array.from({ length: count }, () => random.between(-1, 1));
    const [mass, velocity] = [numbers(ITEMS), numbers(3 * ITEMS)];
    const grid = new VolumeGrid();
    grid.enter(itemsAt(placesOf(random, 100), mass, velocity, 2));
    const given = grid.points.slice();
    const field = numbers(POINT * grid.count);
    grid.points.set(field);
    const force = new Float64Array(3 * ITEMS);
    takeForces(grid, mass, velocity, 0, force);
    let [product, taken, momentum, sum] = [0, 0, 0, 0];
    for (let n = 0; n < grid.count; n++) {
      for (let c = 1; c < POINT; c++) product += given[POINT * n + c]! * field[POINT * n + c]!;
      momentum += given[POINT * n + 2]!;
    }
    for (let i = 0; i < 3 * ITEMS; i++) taken += 2 * velocity[i]! * force[i]!;
    for (let i = 0; i < ITEMS; i++) sum += 2 * mass[i]! * velocity[3 * i + 1]!;
    expect(product).toBeCloseTo(taken, 10);
    expect(momentum).toBeCloseTo(sum, 10);
  });

  it('repeats where items are too far apart for its box, and keeps sums (seed 35)', () => {
    const random = new Random(35);
    const places = placesOf(random, 0);
    for (let c = 0; c < 6; c++) places[c] = (c % 2 === 0 ? -1 : 1) * 3e4;
    places[6] = Number.POSITIVE_INFINITY;
    const grid = gridAt(places, ones.slice().fill(0, 2, 3));
    expect(grid.size.reduce((product, n) => product * n, 1)).toBeLessThanOrEqual(1 << 22);
    let sum = 0;
    for (let n = 0; n < grid.count; n++) sum += grid.points[POINT * n]!;
    expect(sum).toBeCloseTo(ITEMS - 1, 4);
  });
});
