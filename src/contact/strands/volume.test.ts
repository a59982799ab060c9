import { describe, expect, it } from 'vitest';
import { completeParameters } from '../../numeric/parameters.ts';
import type { HairState } from '../interaction.ts';
import { nodeForces, randomHair, squeezed } from './hair.fixture.ts';
import { makeVolume } from './make.ts';
import { volumeParameters } from './parameters.ts';

/** Trilinear weights of a place, in cells, as [x, y, z, weight]. */
function weightsOf(place: readonly number[]): (readonly [key: string, weight: number])[] {
  return Array.from({ length: 8 }, (_, corner) => {
    let weight = 1;
    const point = place.map((x, c) => {
      const part = x - Math.floor(x);
      const isNext = ((corner >> c) & 1) === 1;
      weight *= isNext ? part : 1 - part;
      return Math.floor(x) + (isNext ? 1 : 0);
    });
    return [point.join(' '), weight] as const;
  });
}

/** What `Volume` does, said plainly: maps by grid point instead of arrays, a loop for every sentence. */
class PlainVolume {
  private readonly cell = 1.32 * 0.003;
  private readonly groomed: number[];
  private readonly typical: number;

  constructor(groomed: HairState) {
    const { mass, weights } = this.deposit(groomed, 0);
    const masses = this.masses(groomed);
    const here = weights.map((own) => own.reduce((sum, [key, weight]) => sum + weight * mass.get(key)!, 0));
    this.typical = here.reduce((sum, x) => sum + x, 0) / here.length;
    this.groomed = here.map(
      (x, i) => x - masses[i]! * weights[i]!.reduce((sum, [, weight]) => sum + weight * weight, 0),
    );
  }

  forces(hair: HairState): number[][] {
    const { soundSpeed, slack, exchange } = completeParameters(volumeParameters);
    const masses = this.masses(hair);
    const { mass, momentum, weights } = this.deposit(hair, hair.dt);
    const rate = exchange / (1 + hair.dt * exchange);
    const cells = (soundSpeed * hair.dt) / this.cell;
    const strength = (soundSpeed * soundSpeed) / (this.cell * (1 + 0.5 * cells * cells));
    const pressure = new Map<string, number>();
    weights.forEach((own, i) => {
      const here = own.reduce((sum, [key, weight]) => sum + weight * mass.get(key)!, 0);
      const others = here - masses[i]! * own.reduce((sum, [, weight]) => sum + weight * weight, 0);
      const excess = (others - (1 + slack) * this.groomed[i]!) / (this.groomed[i]! + (8 / 27) * masses[i]!);
      const law = excess <= 0 ? 0 : excess < 0.05 ? (excess * excess) / 0.1 : excess - 0.025;
      for (const [key, weight] of own)
        pressure.set(key, (pressure.get(key) ?? 0) + (weight * masses[i]! * strength * here * law) / mass.get(key)!);
    });
    const acceleration = new Map<string, number[]>();
    for (const [key, m] of mass) {
      const point = key.split(' ').map(Number);
      const pushed = point.map((_, c) => {
        const side = (by: number): number => {
          const other = point.map((x, k) => (k === c ? x + by : x)).join(' ');
          const passing = Math.min(1, m / (0.1 * this.typical), (mass.get(other) ?? 0) / (0.1 * this.typical));
          return 0.5 * passing * (pressure.get(key)! + (pressure.get(other) ?? 0));
        };
        return side(-1) - side(1);
      });
      acceleration.set(
        key,
        pushed.map((f, c) => (f + rate * momentum.get(key)![c]!) / m),
      );
    }
    return weights.map((own, i) =>
      [0, 1, 2].map((c) => {
        const around = own.reduce((sum, [key, weight]) => sum + weight * acceleration.get(key)![c]!, 0);
        return masses[i]! * (around - rate * hair.velocity[3 * i + c]!);
      }),
    );
  }

  /** A held node counts like the next free one. */
  private masses(hair: HairState): number[] {
    return Array.from(hair.s, (_, i) => 1 / hair.inverseMass[Math.max(i, 12 * Math.floor(i / 12) + 2)]!);
  }

  private deposit(
    hair: HairState,
    time: number,
  ): {
    readonly mass: Map<string, number>;
    readonly momentum: Map<string, number[]>;
    readonly weights: (readonly [string, number])[][];
  } {
    const at = (i: number, c: number): number => hair.position[3 * i + c]! + time * hair.velocity[3 * i + c]!;
    const roots = Array.from(hair.ids, (_, k) => hair.first[k]!);
    const origin = [0, 1, 2].map((c) => roots.reduce((sum, i) => sum + at(i, c), 0) / roots.length);
    const mass = new Map<string, number>();
    const momentum = new Map<string, number[]>();
    const masses = this.masses(hair);
    const weights = Array.from(hair.s, (_, i) => weightsOf([0, 1, 2].map((c) => (at(i, c) - origin[c]!) / this.cell)));
    weights.forEach((own, i) => {
      for (const [key, weight] of own) {
        mass.set(key, (mass.get(key) ?? 0) + weight * masses[i]!);
        const sum = momentum.get(key) ?? [0, 0, 0];
        momentum.set(
          key,
          sum.map((x, c) => x + weight * masses[i]! * hair.velocity[3 * i + c]!),
        );
      }
    });
    return { mass, momentum, weights };
  }
}

describe('hair as a volume', () => {
  it.each([41, 42])('does what is said in plain words (seed %i)', (seed) => {
    const groomed = randomHair(seed);
    const volume = makeVolume(completeParameters(volumeParameters), { groomed });
    const plain = new PlainVolume(groomed);
    for (const factor of [0.9, 0.7, 1]) {
      const hair = squeezed(groomed, factor);
      const forces = nodeForces(hair, volume.act(hair));
      const expected = plain.forces(hair).flat();
      const largest = Math.max(...expected.map(Math.abs));
      expect(largest).toBeGreaterThan(0);
      // Places within a cell are kept in single precision; the law of pressure makes ten times as much of a part of density.
      forces.forEach((f, i) => {
        expect(Math.abs(f - expected[i]!)).toBeLessThan(1e-5 * largest);
      });
    }
  });
});
