import { describe, expect, it } from 'vitest';
import { StrandsKernels } from '../../kernels/kernels.ts';
import { UNKNOWN } from '../../kernels/strands-layout.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import { Random } from '../../numeric/random.ts';
import type { HairState } from '../interaction.ts';
import { Capsules } from './capsules.ts';
import { CLOSEST_ROW, closestPoints } from './closest.ts';
import { Contact } from './contact.ts';
import { Fluid } from './fluid.ts';
import { nodeForces, randomHair, squeezed } from './hair.fixture.ts';
import { kernel, kernelSlope } from './kernel.ts';
import { castShadow, crowdingEnergy, pushCrowded, transmittanceAt } from './light.ts';
import { makeContact, makeFluid } from './make.ts';
import { PairList } from './pair-list.ts';
import { PairSearch, type SearchOptions } from './pair-search.ts';
import { contactParameters, fluidParameters, volumeParameters } from './parameters.ts';
import {
  agedDamping,
  agedPush,
  alikeness,
  cuticle,
  normalForce,
  normalForceEnergy,
  normalForceSlope,
  pull,
} from './penalty.ts';
import { PlaneRows } from './plane-rows.ts';
import { makeSegments, type Segments } from './segments.ts';
import { CROSSING_ROW, edgesMeet } from './sweep.ts';
import { Topology } from './topology.ts';
import { Tracker } from './tracker.ts';
import { Volume } from './volume.ts';

interface Swarm {
  readonly segments: Segments;
  readonly capsules: Capsules;
}

/** All segments of some hair, each reaching so many of its radii, those of every third strand half as far. */
function swarmOf(hair: HairState, factor = 1.25): Swarm {
  const segments = makeSegments(hair, 0);
  const capsules = new Capsules();
  capsules.begin(segments.first);
  for (let p = 0; p < segments.count; p++) {
    const [a, b] = [segments.start[p]!, segments.end[p]!];
    const reach = factor * hair.radius[a]! * (segments.strand[p]! % 3 === 0 ? 0.5 : 1);
    capsules.write(p, hair.position, hair.velocity, 0, 3 * a, 3 * b, reach);
  }
  return { segments, capsules };
}

/** All pairs of segments of different strands within reach, by brute force, in order. */
function nearPairs(position: Float64Array, { segments, capsules }: Swarm): string[] {
  const row = new Float64Array(CLOSEST_ROW);
  const found: string[] = [];
  const { start, end, strand } = segments;
  for (let p = 0; p < segments.count; p++)
    for (let q = p + 1; q < segments.count; q++) {
      if (strand[p] === strand[q]) continue;
      closestPoints(position, start[p]!, end[p]!, start[q]!, end[q]!, row);
      if (row[2]! < capsules.rows[8 * p + 3]! + capsules.rows[8 * q + 3]!) found.push(`${p} ${q}`);
    }
  return found;
}

/** The pairs by the nodes at which their segments begin. */
const nodesOf = (pairs: readonly string[], { start }: Segments): string[] =>
  pairs
    .map((pair) => {
      const [a, b] = pair.split(' ').map((p) => start[Number(p)]!) as [number, number];
      return a < b ? `${a} ${b}` : `${b} ${a}`;
    })
    .sort();

const topologyOf = (hair: HairState): Topology => {
  const topology = new Topology();
  topology.update(hair);
  return topology;
};

const pairsOf = (found: PairList): string[] =>
  Array.from({ length: found.count }, (_, n) => `${found.first[n]} ${found.second[n]}`);

const findPairs = (capsules: Capsules, options: SearchOptions = {}, wantsSimd = true): PairList =>
  new PairSearch(new StrandsKernels(wantsSimd)).find(capsules, new PairList(), options);

describe('near pairs', () => {
  it.each([1, 2, 3])('are all found by the grid, each once and in order (seed %i)', (seed) => {
    // Edges of two to thirty radii: long segments are entered in parts.
    const radius = [0.003, 0.001, 0.0003][seed - 1]!;
    const hair = randomHair(seed, { room: [0.08, 0.03, 0.012][seed - 1]!, radius, strands: 20 + 20 * seed });
    const swarm = swarmOf(hair);
    const near = nearPairs(hair.position, swarm);
    expect(near.length).toBeGreaterThan(100);
    expect(pairsOf(findPairs(swarm.capsules))).toEqual(near);
  });

  it('are found where a strand has flown away (seed 4)', () => {
    const hair = randomHair(4, { room: 0.08 });
    for (let i = 0; i < 3 * 12; i++) hair.position[i] = hair.position[i]! + 100;
    const swarm = swarmOf(hair);
    expect(pairsOf(findPairs(swarm.capsules))).toEqual(nearPairs(hair.position, swarm));
  });

  it.each([5, 6])(
    'are the same by vector instructions and by their twin, with and without a groom (seed %i)',
    (seed) => {
      const hair = randomHair(seed, { room: 0.06 });
      const { capsules } = swarmOf(hair);
      const groomed = swarmOf(squeezed(hair, 1.02)).capsules.rows;
      const row = Int32Array.from({ length: capsules.count }, (_, p) => (p % 7 === 0 ? -1 : p));
      for (const reference of [null, { rows: groomed, row }]) {
        const [fast, twin] = [true, false].map((wantsSimd) => {
          const found = findPairs(capsules, { reference }, wantsSimd);
          return [pairsOf(found), found.groomed.slice(0, found.count)];
        });
        expect(fast).toEqual(twin);
      }
    },
  );

  it.each([true, false])('are those that do not touch already (seed 7, vector instructions: %s)', (wantsSimd) => {
    const groomed = randomHair(7, { room: 0.06, speed: 5 });
    const make = (): Contact => new Contact(completeParameters(contactParameters), groomed, wantsSimd);
    const [fresh, contact] = [make(), make()];
    const [before, hair] = [squeezed(groomed, 0.97), squeezed(groomed, 0.9)];
    contact.act(before, topologyOf(before), new Float64Array(before.position.length), new PlaneRows());
    const { pairs } = contact;
    const known = Array.from({ length: pairs.count }, (_, n) => n)
      .filter((n) => !pairs.isGone(n))
      .map((n) => `${pairs.first(n)} ${pairs.second(n)}`);
    expect(known.length).toBeGreaterThan(30);
    const isKnown = new Set(known);
    const all = pairsOf(fresh.detect(hair));
    const left = all.filter((pair) => !isKnown.has(pair));
    expect(left.length).toBeLessThan(all.length - 30);
    expect(pairsOf(contact.detect(hair))).toEqual(left);
  });

  it.each([true, false])(
    'are those of which one is own, where it is told which are (seed 10, vector instructions: %s)',
    (simd) => {
      const { capsules } = swarmOf(randomHair(10, { room: 0.06 }));
      const all = pairsOf(findPairs(capsules, {}, simd));
      for (const isOwn of [(p: number) => p % 5 === 0, (p: number) => p < 100, () => false]) {
        const own = Uint8Array.from({ length: capsules.count }, (_, p) => (isOwn(p) ? 1 : 0));
        const wanted = all.filter((pair) => pair.split(' ').some((p) => isOwn(Number(p))));
        expect(pairsOf(findPairs(capsules, { own }, simd))).toEqual(wanted);
      }
    },
  );

  it.each([15, 16])('with segments that the groom does not know are found wherever they are (seed %i)', (seed) => {
    const whole = randomHair(seed, { room: 0.05, strands: 60, speed: 5 });
    const nodes = 12 * 10;
    const groomed: HairState = {
      ...whole,
      ids: whole.ids.slice(0, 10),
      first: whole.first.slice(0, 11),
      position: whole.position.slice(0, 3 * nodes),
      velocity: whole.velocity.slice(0, 3 * nodes),
      s: whole.s.slice(0, nodes),
      inverseMass: whole.inverseMass.slice(0, nodes),
      radius: whole.radius.slice(0, nodes),
    };
    const contact = new Contact(completeParameters(contactParameters, { keepEvery: 0 }), groomed);
    // So that the memory is not as fresh as on the first day.
    contact.act(groomed, topologyOf(groomed), new Float64Array(3 * nodes), new PlaneRows());
    contact.ids.update(whole, topologyOf(whole));
    const found = contact.detect(whole);
    const { strand } = contact.ids.segments;
    const isNew = (p: number): boolean => whole.ids[strand[p]!]! > whole.ids[9]!;
    const pairs = Array.from({ length: found.count }, (_, n) => [found.first[n]!, found.second[n]!] as const);
    const swarm = swarmOf(whole, 1);
    const { segments } = swarm;
    const here = nodesOf(
      pairs.filter(([p, q]) => isNew(p) || isNew(q)).map(([p, q]) => `${p} ${q}`),
      contact.ids.segments,
    );
    const reach = swarm.capsules;
    for (let p = 0; p < reach.count; p++) reach.rows[8 * p + 3] = whole.radius[0]!;
    const all = nearPairs(whole.position, swarm).filter((pair) =>
      pair.split(' ').some((p) => segments.strand[Number(p)]! > 9),
    );
    expect(all.length).toBeGreaterThan(300);
    expect(here).toEqual(nodesOf(all, segments));
    for (let n = 0; n < found.count; n++)
      expect(found.groomed[n]! === UNKNOWN).toBe(isNew(found.first[n]!) || isNew(found.second[n]!));
  });

  it('are found however capsules moved since they were sorted (seed 14)', () => {
    const random = new Random(14);
    const search = new PairSearch();
    const out = new PairList();
    for (let step = 0; step < 6; step++) {
      const hair = randomHair(14, { room: 0.06 });
      const shift = hair.position.map(() => (random.unit() < 0.1 * step ? random.between(-0.05, 0.05) : 0));
      const { capsules } = swarmOf({ ...hair, position: hair.position.map((x, i) => x + shift[i]!) });
      expect(pairsOf(search.find(capsules, out))).toEqual(pairsOf(findPairs(capsules)));
    }
  });

  it.each([8, 9])('that are nearer than groomed touch, and those alone (seed %i)', (seed) => {
    // So fast that no margin is worth while.
    const groomed = randomHair(seed, { room: 0.06, speed: 5 });
    const contact = new Contact(completeParameters(contactParameters, { keepEvery: 0 }), groomed);
    const hair = squeezed(groomed, 0.95);
    const found = pairsOf(contact.detect(hair));
    const swarm = swarmOf(hair, 1);
    const { start, end } = swarm.segments;
    const [now, then] = [new Float64Array(CLOSEST_ROW), new Float64Array(CLOSEST_ROW)];
    const expected: string[] = [];
    for (let p = 0; p < swarm.segments.count; p++)
      for (let q = swarm.capsules.next[p]!; q < swarm.segments.count; q++) {
        closestPoints(hair.position, start[p]!, end[p]!, start[q]!, end[q]!, now);
        closestPoints(groomed.position, start[p]!, end[p]!, start[q]!, end[q]!, then);
        if (now[2]! < 0.006 && now[2]! < then[2]!) expected.push(`${p} ${q}`);
      }
    expect(expected.length).toBeGreaterThan(100);
    expect(nodesOf(found, contact.ids.segments)).toEqual(nodesOf(expected, swarm.segments));
  });

  it('are kept while hair is calm, and nobody feels it (seed 10)', () => {
    const groomed = randomHair(10, { speed: 0.005 });
    const start = squeezed(groomed, 0.95);
    const parameters = completeParameters(contactParameters, { keepEvery: 0 });
    const kept = makeContact(parameters, { groomed });
    for (let n = 0; n < 20; n++) {
      const hair = { ...start, position: start.position.map((x, i) => x + n * start.dt * start.velocity[i]!) };
      const fresh = makeContact(parameters, { groomed });
      if (n > 0) fresh.restore(kept.snapshot(), hair);
      expect(nodeForces(hair, kept.act(hair))).toEqual(nodeForces(hair, fresh.act(hair)));
    }
  });

  it.each([6, 7])('are found by tracking for at least 99 of 100 (seed %i)', (seed) => {
    const start = randomHair(seed, { room: 0.08, speed: 0.5 });
    const tracker = new Tracker();
    for (let n = 0; n < 10; n++) {
      const position = start.position.map((x, i) => x + n * start.dt * start.velocity[i]!);
      const swarm = swarmOf({ ...start, position });
      const tracked = pairsOf(tracker.find(swarm.capsules, swarm.segments.first));
      const near = new Set(nearPairs(position, swarm));
      for (const pair of tracked) expect(near.has(pair)).toBe(true);
      expect(new Set(tracked).size / near.size).toBeGreaterThanOrEqual(0.99);
    }
  });

  it.each([4, 5])('that meet later in the step are found too where strands may not cross (seed %i)', (seed) => {
    const hair = randomHair(seed, { room: 0.08, speed: 8, radius: 0.001 });
    const contact = new Contact(completeParameters(contactParameters, { crossing: true }), hair);
    const pairs = new Set(nodesOf(pairsOf(contact.detect(hair)), contact.ids.segments));
    const position = hair.position.map((x, i) => x + 0.6 * hair.dt * hair.velocity[i]!);
    const swarm = swarmOf({ ...hair, position });
    for (const pair of nodesOf(nearPairs(position, swarm), swarm.segments)) expect(pairs.has(pair)).toBe(true);
  });
});

describe('the law of a contact', () => {
  it('has a steady force and slope, and the force is the slope of the energy', () => {
    const delta = 0.3;
    const h = 1e-6;
    for (const g of [-0.1, 0, 0.1, 0.3, 0.5]) {
      expect(normalForce(g + h, delta) - normalForce(g - h, delta)).toBeCloseTo(2 * h * normalForceSlope(g, delta), 11);
      expect(normalForceEnergy(g + h, delta) - normalForceEnergy(g - h, delta)).toBeCloseTo(
        2 * h * normalForce(g, delta),
        11,
      );
      expect(Math.abs(normalForceSlope(g + h, delta) - normalForceSlope(g - h, delta))).toBeLessThan(1e-5);
    }
    expect(pull(1e-4, 1)).toBeLessThan(1e-7);
    expect(pull(1 - 1e-4, 1)).toBeLessThan(1e-7);
  });

  it('is anisotropic and minds the cuticle', () => {
    expect(alikeness(0.3)).toBe(0);
    expect(alikeness(-0.95)).toBe(1);
    expect(cuticle(1) / cuticle(-1)).toBe(2);
  });

  it('pulls twice as hard on strands that slide tip first as on those that slide root first', () => {
    const drag = (direction: number): number => {
      const groomed = twoOpposed(0.01);
      const hair = twoOpposed(0.0015);
      // Towards its tip; seen from there, the other one slides towards its own.
      for (let i = 2; i < 4; i++) hair.velocity[3 * i] = direction * 0.01;
      const parameters = completeParameters(contactParameters, {
        keepEvery: 0,
        stiffness: 0,
        parallelDrag: 0,
        friction: 1e-12,
        ramp: 0,
      });
      const interaction = makeContact(parameters, { groomed });
      const forces = nodeForces(hair, interaction.act(hair));
      return Math.abs(forces[3 * 2]! + forces[3 * 3]!);
    };
    expect(drag(1)).toBeGreaterThan(0);
    expect(drag(1) / drag(-1)).toBeCloseTo(2, 6);
  });

  it('rises after the damping and is released before it', () => {
    let [push, damping] = [0, 1];
    const age = (distance: number, rate: number): number[] => {
      const aged = agedPush(push, distance, 1, rate, 0.25);
      damping = agedDamping(push, damping, distance, 1, rate, 0.25);
      push = aged;
      return [push, damping];
    };
    for (let n = 1; n <= 4; n++) expect(age(0.9, -1)).toEqual([0.25 * n, 1]);
    for (let n = 3; n >= 0; n--) expect(age(1.1, 1)).toEqual([0.25 * n, 1]);
    expect(age(1.1, 1)).toEqual([0, 0.75]);
    expect(age(1.1, -1)).toEqual([0.25, 1]);
  });

  it('ends where strands are farther apart than their rest distance by the release, and is gone from the snapshot', () => {
    const contact = makeContact(completeParameters(contactParameters, { keepEvery: 0 }), { groomed: twoOpposed(0.01) });
    const pairsAt = (gap: number): number => {
      contact.act(twoOpposed(gap));
      return contact.snapshot().length;
    };
    const none = contact.snapshot().length;
    expect(pairsAt(0.0019)).toBeGreaterThan(none);
    expect(pairsAt(0.0024)).toBeGreaterThan(none);
    expect(pairsAt(0.0026)).toBe(none);
  });
});

/** A held strand towards −x and a free one towards +x, `gap` above it. */
function twoOpposed(gap: number): HairState {
  return {
    time: 0,
    dt: 1 / 120,
    ids: Uint32Array.of(0, 1),
    first: Uint32Array.of(0, 2, 4),
    position: new Float64Array([0.005, 0, 0, -0.005, 0, 0, -0.005, gap, 0, 0.005, gap, 0]),
    velocity: new Float64Array(12),
    s: Float64Array.of(0, 0.01, 0, 0.01),
    inverseMass: Float64Array.of(0, 0, 1e7, 1e7),
    radius: new Float64Array(4).fill(0.001),
  };
}

describe('moving edges', () => {
  it('meet where fine steps say that they do (seed 11)', () => {
    const random = new Random(11);
    const out = new Float64Array(CROSSING_ROW);
    const row = new Float64Array(CLOSEST_ROW);
    let met = 0;
    for (let n = 0; n < 300; n++) {
      const x = Float64Array.from({ length: 12 }, () => random.between(-1, 1));
      const v = Float64Array.from({ length: 12 }, () => random.between(-2, 2));
      const isCrossing = edgesMeet(x, v, 1, [0, 1, 2, 3], 0, out);
      let least = 1;
      for (let k = 0; k <= 2000; k++) {
        closestPoints(
          x.map((a, i) => a + (k / 2000) * v[i]!),
          0,
          1,
          2,
          3,
          row,
        );
        least = Math.min(least, row[2]!);
      }
      if (isCrossing) met++;
      expect(isCrossing ? least < 4e-3 : least > 1e-9).toBe(true);
    }
    expect(met).toBeGreaterThan(20);
  });
});

describe('the continuum', () => {
  it('has a kernel that integrates to 1 and a slope that is its derivative', () => {
    let sum = 0;
    for (let n = 0; n < 4000; n++) {
      const r = (n + 0.5) / 4000;
      sum += (4 * Math.PI * r * r * kernel(r, 1)) / 4000;
      expect((kernel(r + 1e-6, 1) - kernel(r - 1e-6, 1)) / 2e-6).toBeCloseTo(kernelSlope(r, 1), 4);
    }
    expect(sum).toBeCloseTo(1, 6);
  });

  it('pushes down the gradient of its energy (seed 12)', () => {
    const groomed = randomHair(12, { strands: 8, nodes: 4, speed: 0, room: 0.01 });
    const parameters = completeParameters(fluidParameters, {
      reach: 0.02,
      collision: 0,
      shearViscosity: 0,
      soundSpeed: 3,
      hardest: 10,
    });
    // So short a step that the force is that of the present.
    const hair = { ...squeezed(groomed, 0.8), dt: 1e-9 };
    const interaction = makeFluid(parameters, { groomed });
    const forces = nodeForces(hair, interaction.act(hair));
    const energy = (state: HairState): number => energyOf(groomed, state, parameters.soundSpeed);
    for (const at of [0, 10, 25, 40, 77]) {
      const h = 1e-8;
      const moved = (by: number): HairState => ({ ...hair, position: hair.position.with(at, hair.position[at]! + by) });
      const slope = (energy(moved(h)) - energy(moved(-h))) / (2 * h);
      expect(-slope / forces[at]!).toBeCloseTo(1, 4);
    }
  });

  /** Σ m ∫ p/ρ² dρ with p = c² (ρ − ρ0): m c² (ln(ρ/ρ0) + ρ0/ρ − 1) above the groomed density. */
  function energyOf(groomed: HairState, hair: HairState, c: number): number {
    const parameters = completeParameters(fluidParameters, { reach: 0.02 });
    const rest = new Fluid(parameters, groomed).density;
    const now = new Fluid(parameters, hair).density;
    const mass = particleMass(hair);
    return mass.reduce((sum, m, p) => {
      const q = now[p]! / rest[p]!;
      return q > 1 ? sum + m * c * c * (Math.log(q) + 1 / q - 1) : sum;
    }, 0);
  }

  function particleMass(hair: HairState): number[] {
    const segments = makeSegments(hair, 0.5);
    const free = (i: number): number => {
      const k = Math.floor(i / 4);
      return 1 / hair.inverseMass[Math.max(i, 4 * k + 2)]!;
    };
    return Array.from({ length: segments.count }, (_, p) => {
      let sum = 0.5 * (free(segments.start[p]!) + free(segments.end[p]!));
      for (let i = segments.start[p]! + 1; i < segments.end[p]!; i++) sum += free(i);
      return sum;
    });
  }
});

describe('the grid', () => {
  it('holds all hair that was given to it, pushes squeezed hair outwards, and knows where hair is (seed 13)', () => {
    const groomed = randomHair(13, { speed: 0 });
    const volume = new Volume(completeParameters(volumeParameters), groomed);
    let sum = 0;
    for (let n = 0; n < volume.grid.points.length; n += 4) sum += volume.grid.points[n]!;
    let mass = 0;
    for (let i = 0; i < groomed.s.length; i++)
      mass += 1 / groomed.inverseMass[Math.max(i, 12 * Math.floor(i / 12) + 2)]!;
    expect(sum / mass).toBeCloseTo(1, 12);
    const [x, y, z] = groomed.position.subarray(30, 33);
    expect(volume.densityAt(x!, y!, z!)).toBeGreaterThan(0.05);
    expect(volume.densityAt(5, 5, 5)).toBe(0);
  });

  it('lets light through by the hair before it', () => {
    const count = 100;
    const position = new Float64Array(3 * count);
    for (let i = 0; i < count; i++) position[3 * i + 1] = 0.01 * Math.floor(i / 10);
    const amount = new Float64Array(count).fill(0.001);
    const field = castShadow({ position, amount, toLight: [0, 1, 0], cell: 0.01, shade: 0.01 });
    expect(transmittanceAt(field, 0, 1, 0)).toBe(1);
    expect(transmittanceAt(field, 1, 0, 0)).toBe(1);
    // All hair is in one column: below it, exp(−shade · amount / cell²), but for half of the last cell.
    const below = transmittanceAt(field, 0, -1, 0);
    expect(-Math.log(below)).toBeGreaterThan(0.9 * 0.01 * 0.1 * 1e4);
    expect(-Math.log(below)).toBeLessThan(0.01 * 0.1 * 1e4);
    expect(transmittanceAt(field, 0, 0.05, 0)).toBeGreaterThan(below);
  });

  it('pushes crowded hair apart by the gradient of an energy of the same grid (seed 6)', () => {
    const random = new Random(6);
    const count = 60;
    const position = Float64Array.from({ length: 3 * count }, () => random.between(0, 0.03));
    const amount = Float64Array.from({ length: count }, () => random.between(0.5e-3, 2e-3));
    const crowding = { most: 2e-3, stiffness: 3 };
    const casters = { position, amount, toLight: [0.3, 0.8, -0.5] as const, cell: 0.01, shade: 0.01 };
    const field = castShadow(casters);
    expect(field.amount.reduce((a, b) => a + b)).toBeCloseTo(
      amount.reduce((a, b) => a + b),
      12,
    );
    const force = new Float64Array(3 * count);
    pushCrowded(field, casters, crowding, force);
    const step = 1e-7;
    for (let i = 0; i < 3 * count; i += 7) {
      const [up, down] = [1, -1].map((sign) => {
        const moved = position.slice();
        moved[i] = moved[i]! + sign * step;
        return crowdingEnergy(castShadow({ ...casters, position: moved }), crowding);
      }) as [number, number];
      expect(force[i]!).toBeCloseTo((down - up) / (2 * step), 8);
    }
    expect(Math.max(...force)).toBeGreaterThan(1e-5);
  });
});
