import { describe, expect, it } from 'vitest';
import { Random } from '../../numeric/random.ts';
import { TorusGrid } from './torus-grid.ts';
import { giveMomenta, giveNumbers, POINT, takeForces, takeMasses } from './trilinear.ts';

const ITEMS = 200;

function enter(grid: TorusGrid, places: Float64Array): void {
  grid.places(ITEMS).set(places);
  grid.enter(ITEMS);
}

/** Places in cells, in a box of some cells beside zero. */
const placesOf = (random: Random, shift: number): Float64Array =>
  Float64Array.from({ length: 3 * ITEMS }, () => random.between(-5, 5) + shift);

/** A number at every item after it went to the grid and came back. */
function thereAndBack(grid: TorusGrid, amount: Float64Array): Float64Array {
  const values = new Float64Array(grid.count);
  giveNumbers(grid, ITEMS, amount, values);
  const points = new Float64Array(POINT * grid.count);
  for (let n = 0; n < grid.count; n++) points[POINT * n] = values[n]!;
  const out = new Float64Array(ITEMS);
  takeMasses(grid, ITEMS, points, out);
  return out;
}

describe('the grid', () => {
  it('answers the same, to the byte, whatever cells it still has from before (seed 31)', () => {
    const random = new Random(31);
    const kept = new TorusGrid();
    let places = placesOf(random, 0);
    const amount = Float64Array.from({ length: ITEMS }, () => random.between(0, 1));
    // Shivering, then drifting farther than the grid's period.
    for (let step = 0; step < 40; step++) {
      places = places.map((x) => x + random.between(-0.3, 0.3) + (step > 20 ? 1.5 : 0));
      enter(kept, places);
      const fresh = new TorusGrid();
      enter(fresh, places);
      expect(thereAndBack(kept, amount)).toEqual(thereAndBack(fresh, amount));
    }
  });

  it('knows the neighbours of its points (seed 32)', () => {
    const grid = new TorusGrid();
    enter(grid, placesOf(new Random(32), -7));
    const key = (x: number, y: number, z: number): string => `${x} ${y} ${z}`;
    const at = new Map<string, number>();
    const { place, next } = grid;
    for (let n = 1; n < grid.count; n++) at.set(key(place[3 * n]!, place[3 * n + 1]!, place[3 * n + 2]!), n);
    expect(at.size).toBe(grid.count - 1);
    for (let n = 1; n < grid.count; n++)
      for (let c = 0; c < 3; c++) {
        const [x, y, z] = [0, 1, 2].map((k) => place[3 * n + k]! + (k === c ? 1 : 0)) as [number, number, number];
        expect(next[3 * n + c]).toBe(at.get(key(x, y, z)) ?? 0);
      }
  });

  it('keeps sums, and gives and takes by the same shares (seed 33)', () => {
    const random = new Random(33);
    const grid = new TorusGrid();
    enter(grid, placesOf(random, 100));
    const numbers = (count: number): Float64Array => Float64Array.from({ length: count }, () => random.between(-1, 1));
    const [mass, velocity, field] = [numbers(ITEMS), numbers(3 * ITEMS), numbers(POINT * grid.count)];
    const points = new Float64Array(POINT * grid.count);
    giveMomenta(grid, ITEMS, mass, velocity, 2, points);
    const force = new Float64Array(3 * ITEMS);
    takeForces(grid, ITEMS, mass, velocity, 0, field, force);
    let [given, taken, momentum, sum] = [0, 0, 0, 0];
    for (let n = 0; n < grid.count; n++)
      for (let c = 1; c < POINT; c++) given += points[POINT * n + c]! * field[POINT * n + c]!;
    for (let i = 0; i < 3 * ITEMS; i++) taken += 2 * velocity[i]! * force[i]!;
    for (let n = 0; n < grid.count; n++) momentum += points[POINT * n + 2]!;
    for (let i = 0; i < ITEMS; i++) sum += 2 * mass[i]! * velocity[3 * i + 1]!;
    expect(given).toBeCloseTo(taken, 10);
    expect(momentum).toBeCloseTo(sum, 10);
  });
});
