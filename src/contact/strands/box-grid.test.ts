import { describe, expect, it } from 'vitest';
import { Random } from '../../numeric/random.ts';
import { BoxGrid, type GridItems } from './box-grid.ts';
import { giveMomenta, giveNumbers, POINT, takeForces, takeMasses } from './trilinear.ts';

const ITEMS = 200;
const still = new Float64Array(3 * ITEMS);
/** Three runs, not in the order of the items. */
const runs = { from: Uint32Array.of(120, 0, 50), to: Uint32Array.of(200, 50, 120) };

const itemsAt = (position: Float64Array): GridItems => ({
  count: ITEMS,
  runs,
  position,
  velocity: still,
  time: 0,
  origin: [0, 0, 0],
  scale: 1,
});

/** Places in cells, in a box of some cells beside zero. */
const placesOf = (random: Random, shift: number): Float64Array =>
  Float64Array.from({ length: 3 * ITEMS }, () => random.between(-5, 5) + shift);

function gridAt(position: Float64Array): BoxGrid {
  const grid = new BoxGrid();
  grid.enter(itemsAt(position));
  return grid;
}

/** A number at every item after it went to the grid and came back. */
function thereAndBack(grid: BoxGrid, amount: Float64Array): Float64Array {
  const values = new Float64Array(grid.count);
  giveNumbers(grid, amount, values);
  const points = new Float64Array(POINT * grid.count);
  for (let n = 0; n < grid.count; n++) points[POINT * n] = values[n]!;
  const out = new Float64Array(ITEMS);
  takeMasses(grid, points, out);
  return out;
}

/** The same without any grid: by the overlap of weights of every two items. */
function thereAndBackByPairs(position: Float64Array, amount: Float64Array): Float64Array {
  const weight = (place: number, point: number): number => Math.max(0, 1 - Math.abs(place - point));
  const along = (a: number, b: number): number => {
    const low = Math.floor(a);
    return weight(a, low) * weight(b, low) + weight(a, low + 1) * weight(b, low + 1);
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
    const kept = new BoxGrid();
    let places = placesOf(random, 0);
    const amount = Float64Array.from({ length: ITEMS }, () => random.between(0, 1));
    // Shivering, then drifting out of the grid's box.
    for (let step = 0; step < 40; step++) {
      places = places.map((x) => x + random.between(-0.3, 0.3) + (step > 20 ? 1.5 : 0));
      kept.enter(itemsAt(places));
      expect(thereAndBack(kept, amount)).toEqual(thereAndBack(gridAt(places), amount));
    }
  });

  it('gives to an item what the others near it gave (seed 34)', () => {
    const random = new Random(34);
    const places = placesOf(random, -40);
    const amount = Float64Array.from({ length: ITEMS }, () => random.between(0, 1));
    const byPairs = thereAndBackByPairs(places, amount);
    // Places within a cell are kept in single precision.
    thereAndBack(gridAt(places), amount).forEach((x, i) => {
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

  it('keeps sums, and gives and takes by the same weights (seed 33)', () => {
    const random = new Random(33);
    const grid = gridAt(placesOf(random, 100));
    const numbers = (count: number): Float64Array => Float64Array.from({ length: count }, () => random.between(-1, 1));
    const [mass, velocity, field] = [numbers(ITEMS), numbers(3 * ITEMS), numbers(POINT * grid.count)];
    const points = new Float64Array(POINT * grid.count);
    giveMomenta(grid, mass, velocity, 2, points);
    const force = new Float64Array(3 * ITEMS);
    takeForces(grid, mass, velocity, 0, field, force);
    let [given, taken, momentum, sum] = [0, 0, 0, 0];
    for (let n = 0; n < grid.count; n++)
      for (let c = 1; c < POINT; c++) given += points[POINT * n + c]! * field[POINT * n + c]!;
    for (let i = 0; i < 3 * ITEMS; i++) taken += 2 * velocity[i]! * force[i]!;
    for (let n = 0; n < grid.count; n++) momentum += points[POINT * n + 2]!;
    for (let i = 0; i < ITEMS; i++) sum += 2 * mass[i]! * velocity[3 * i + 1]!;
    expect(given).toBeCloseTo(taken, 10);
    expect(momentum).toBeCloseTo(sum, 10);
  });

  it('repeats where items are too far apart for its box, and keeps sums (seed 35)', () => {
    const random = new Random(35);
    const places = placesOf(random, 0);
    for (let c = 0; c < 6; c++) places[c] = (c % 2 === 0 ? -1 : 1) * 3e4;
    places[6] = Number.POSITIVE_INFINITY;
    const grid = gridAt(places);
    expect(grid.size.reduce((product, n) => product * n, 1)).toBeLessThanOrEqual(1 << 22);
    const values = new Float64Array(grid.count);
    const amount = new Float64Array(ITEMS).fill(1).fill(0, 2, 3);
    giveNumbers(grid, amount, values);
    expect(values.reduce((sum, x) => sum + x, 0)).toBeCloseTo(ITEMS - 1, 4);
  });
});
