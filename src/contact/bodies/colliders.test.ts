import { describe, expect, it } from 'vitest';
import { bakeDistanceField } from '../../body/distance-field.ts';
import { headMotion } from '../../body/head-motion.ts';
import { keyframedMotion } from '../../body/keyframed-motion.ts';
import { type RigidMotion, restMotion } from '../../body/motion.ts';
import { breathing, constantScaling } from '../../body/scaling.ts';
import { torusMesh } from '../../body/shapes.ts';
import { boxSolid, capsuleSolid, ellipsoidSolid, halfSpaceSolid, type Solid, sphereSolid } from '../../body/solids.ts';
import { OBSTACLE_ROW } from '../../models/model.ts';
import { Random } from '../../numeric/random.ts';
import { expMap, rotate } from '../../numeric/rotation.ts';
import { add, scale, type Vec3 } from '../../numeric/vector.ts';
import { BodyObstacles } from '../obstacles.ts';
import { type Collider, FieldCollider, meshBox, solidCollider } from './collider.ts';

const SEED = 23;

function vector(random: Random, size: number): Vec3 {
  return [size * (random.unit() - 0.5), size * (random.unit() - 0.5), size * (random.unit() - 0.5)];
}

function wandering(random: Random): RigidMotion {
  return keyframedMotion(
    [0, 0.5, 1, 1.5].map((time) => ({ time, position: vector(random, 4), orientation: expMap(vector(random, 2)) })),
  );
}

function crowd(random: Random, count: number): Collider[] {
  const solids: (() => Solid)[] = [
    () => sphereSolid(0.05 + 0.2 * random.unit()),
    () => capsuleSolid(0.05 + 0.1 * random.unit(), 0.3 * random.unit() + 0.01),
    () => ellipsoidSolid(0.05 + 0.2 * random.unit(), 0.05 + 0.2 * random.unit(), 0.1),
    () => boxSolid(0.1 + 0.3 * random.unit(), 0.2, 0.3),
  ];
  return Array.from({ length: count }, (_, i) =>
    solidCollider({
      name: `c${i}`,
      friction: i / count,
      solid: solids[i % 4]!(),
      motion: wandering(random),
      ...(i % 5 === 0 ? { scaling: breathing({ amplitude: 0.3, period: 0.7 }) } : {}),
    }),
  );
}

/** Asks every collider. */
function bruteForce(colliders: readonly Collider[], points: Float64Array, time: number): Float64Array {
  const rows = new Float64Array((OBSTACLE_ROW * points.length) / 3);
  const hit = new Float64Array(OBSTACLE_ROW);
  for (const collider of colliders) collider.setTime(time);
  for (let i = 0; i < points.length / 3; i++) {
    rows[OBSTACLE_ROW * i] = Number.POSITIVE_INFINITY;
    for (const collider of colliders) {
      collider.sample(points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!, hit, 0);
      hit[7] = collider.friction;
      if (hit[0]! < rows[OBSTACLE_ROW * i]!) rows.set(hit, OBSTACLE_ROW * i);
    }
  }
  return rows;
}

describe(`colliders (seed ${SEED})`, () => {
  it('of which a hundred wander answer as if all were asked, for a few samples a point', () => {
    const random = new Random(SEED);
    const ground = solidCollider({
      name: 'ground',
      friction: 0.5,
      solid: halfSpaceSolid(),
      motion: restMotion([0, -1.5, 0], expMap([0.2, 0, 0.1])),
    });
    const colliders = [...crowd(random, 100), ground];
    const obstacles = new BodyObstacles(colliders);
    const count = 2000;
    const points = Float64Array.from({ length: 3 * count }, () => 4 * random.unit() - 2);
    const rows = new Float64Array(OBSTACLE_ROW * count);
    const times = [0, 0.3, 0.77, 1.2, 2];
    for (const time of times) {
      obstacles.nearest(points, count, time, rows);
      expect(rows).toEqual(bruteForce(colliders, points, time));
    }
    expect(obstacles.samples / (times.length * count)).toBeLessThan(12);
  });

  it('answer for each point alone: a query cut in pieces has the same bytes', () => {
    const random = new Random(SEED + 1);
    const obstacles = new BodyObstacles(crowd(random, 20));
    const points = Float64Array.from({ length: 300 }, () => 4 * random.unit() - 2);
    const whole = new Float64Array(OBSTACLE_ROW * 100);
    const row = new Float64Array(OBSTACLE_ROW);
    obstacles.nearest(points, 100, 0.4, whole);
    for (let i = 99; i >= 0; i--) {
      obstacles.nearest(points.subarray(3 * i, 3 * i + 3), 1, 0.4, row);
      expect(row).toEqual(whole.slice(OBSTACLE_ROW * i, OBSTACLE_ROW * i + OBSTACLE_ROW));
    }
  });

  it.each([
    ['a sphere that breathes and sways', sphereSolid(0.3)],
    ['an ellipsoid that breathes and sways', ellipsoidSolid(0.2, 0.4, 0.3)],
  ])('of %s have the surface velocity with which the distance changes', (_name, solid) => {
    const motion = headMotion('sway', { period: 1.1, amplitude: 0.2, cycles: 100 });
    const scaling = breathing({ amplitude: 0.4, period: 0.9, factor: 1.3 });
    const collider = solidCollider({ name: 'b', friction: 0, solid, motion, scaling });
    const random = new Random(SEED + 2);
    const at = (time: number, p: Vec3): Float64Array => {
      const out = new Float64Array(7);
      collider.setTime(time);
      collider.sample(...p, out, 0);
      return out;
    };
    for (let n = 0; n < 100; n++) {
      const time = 1 + 3 * random.unit();
      const p = vector(random, 2);
      const here = at(time, p);
      const e = 1e-6;
      const rate = (at(time + e, p)[0]! - at(time - e, p)[0]!) / (2 * e);
      const normalSpeed = here[4]! * here[1]! + here[5]! * here[2]! + here[6]! * here[3]!;
      // A distance falls as fast as the surface comes, measured where the nearest piece of surface is.
      expect(Math.abs(rate + normalSpeed)).toBeLessThan(2e-4);
    }
  });

  it('of a scaled, turned mesh keep its distances', () => {
    const mesh = torusMesh(0.5, 0.2);
    const field = bakeDistanceField(mesh, { resolution: 128 });
    const collider = new FieldCollider({
      name: 'ring',
      friction: 0,
      field,
      localBox: meshBox(mesh),
      motion: restMotion([1, 2, 3], expMap([0.3, 0.2, 0.1])),
      scaling: constantScaling(2),
    });
    const random = new Random(SEED + 3);
    const row = new Float64Array(7);
    const turn = expMap([0.3, 0.2, 0.1]);
    collider.setTime(0);
    for (let n = 0; n < 100; n++) {
      const local = vector(random, 1.6);
      const p = add([1, 2, 3], rotate(turn, scale(local, 2)));
      collider.sample(...p, row, 0);
      expect(row[0]).toBeCloseTo(2 * field.distance(...local), 6);
      const ring = Math.hypot(Math.hypot(local[0], local[2]) - 0.5, local[1]) - 0.2;
      // Beyond the field's box its distance is an underestimate.
      if (Math.abs(local[1]) < 0.2) expect(Math.abs(row[0]! - 2 * ring)).toBeLessThan(0.03);
    }
  });

  it('are ignored by filtered ranges of strands, which are pushed out', () => {
    const obstacles = new BodyObstacles([
      solidCollider({ name: 'a', friction: 0, solid: sphereSolid(1), motion: restMotion() }),
      solidCollider({ name: 'b', friction: 0, solid: sphereSolid(1), motion: restMotion([3, 0, 0]) }),
    ]);
    obstacles.collisionFilter.add(7, { collider: 0, from: 0, to: 0.1, depth: Number.POSITIVE_INFINITY });
    obstacles.collisionFilter.add(8, { collider: 0, from: 0, to: 1, depth: 0.02 });
    const points = Float64Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? 0.9 : 0));
    const rows = new Float64Array(OBSTACLE_ROW * 4);
    const owners = { id: Uint32Array.of(7, 7, 8, 9), s: Float64Array.of(0.05, 0.2, 0.5, 0.5) };
    obstacles.nearest(points, 4, 0, rows, owners);
    const distances = [0, 1, 2, 3].map((i) => rows[OBSTACLE_ROW * i]!);
    [1.1, -0.1, -0.08, -0.1].forEach((d, i) => {
      expect(distances[i]).toBeCloseTo(d, 12);
    });
    obstacles.nearest(points, 1, 0, rows);
    expect(rows[0]).toBeCloseTo(-0.1, 12);
  });

  it('say which of them is nearest, and what all others are at least as far as', () => {
    const random = new Random(SEED + 5);
    const colliders = crowd(random, 24);
    const obstacles = new BodyObstacles(colliders);
    const count = 200;
    const points = Float64Array.from({ length: 3 * count }, () => 4 * (random.unit() - 0.5));
    const rows = new Float64Array(OBSTACLE_ROW * count);
    const near = { body: new Int32Array(count), next: new Float64Array(count) };
    const own = new Float64Array(OBSTACLE_ROW);
    for (const time of [0, 0.7]) {
      obstacles.nearest(points, count, time, rows, undefined, near);
      for (let i = 0; i < count; i++) {
        const [x, y, z] = points.subarray(3 * i, 3 * i + 3) as unknown as Vec3;
        colliders.forEach((collider, c) => {
          collider.sample(x, y, z, own, 0);
          if (c === near.body[i]) expect(rows[OBSTACLE_ROW * i]!).toBeGreaterThanOrEqual(own[0]! - 1e-12);
          else expect(own[0]! + 1e-9).toBeGreaterThanOrEqual(Math.min(near.next[i]!, own[0]! + 1));
        });
      }
    }
  });

  it('within reach answer as without one, and beyond it never say too much, however the query is cut', () => {
    const random = new Random(SEED + 6);
    const field = bakeDistanceField(torusMesh(0.5, 0.2), { resolution: 32 });
    const motion = wandering(random);
    const localBox = meshBox(torusMesh(0.5, 0.2));
    const head = new FieldCollider({ name: 'head', friction: 0.3, field, localBox, motion });
    const obstacles = new BodyObstacles([head, ...crowd(random, 12)]);
    obstacles.collisionFilter.add(3, { collider: 0, from: 0, to: 0.5, depth: 0.03 });
    obstacles.collisionFilter.add(5, { collider: 1, from: 0, to: 1, depth: Number.POSITIVE_INFINITY });
    const count = 600;
    // Strands of 30 points that wander.
    const points = new Float64Array(3 * count);
    for (let i = 0; i < points.length; i++)
      points[i] = i % 90 < 3 ? 4 * random.unit() - 2 : points[i - 3]! + 0.1 * (random.unit() - 0.5);
    const owners = {
      id: Uint32Array.from({ length: count }, (_, i) => Math.floor(i / 30)),
      s: Float64Array.from({ length: count }, () => random.unit()),
      layerOffset: Float64Array.from({ length: count }, () => 0.02 * random.unit()),
    };
    const reach = Float64Array.from({ length: count }, () => 0.3 * random.unit());
    const makeRows = () => ({
      rows: new Float64Array(OBSTACLE_ROW * count),
      near: { body: new Int32Array(count), next: new Float64Array(count) },
    });
    const [exact, bounded] = [makeRows(), makeRows()];
    for (const time of [0, 0.4, 1.1]) {
      obstacles.nearest(points, count, time, exact.rows, owners, exact.near);
      for (
        let from = 0, size = time > 0 ? 37 : count;
        from < count;
        from += size, size = 1 + Math.floor(100 * random.unit())
      ) {
        const to = Math.min(count, from + size);
        obstacles.nearest(
          points.subarray(3 * from, 3 * to),
          to - from,
          time,
          bounded.rows.subarray(OBSTACLE_ROW * from, OBSTACLE_ROW * to),
          {
            id: owners.id.subarray(from, to),
            s: owners.s.subarray(from, to),
            layerOffset: owners.layerOffset.subarray(from, to),
          },
          { body: bounded.near.body.subarray(from, to), next: bounded.near.next.subarray(from, to) },
          reach.subarray(from, to),
        );
      }
      for (let i = 0; i < count; i++) {
        const [whole, known] = [exact.rows, bounded.rows].map((rows) =>
          Array.from(rows.subarray(OBSTACLE_ROW * i, OBSTACLE_ROW * (i + 1))),
        ) as [number[], number[]];
        expect(bounded.near.next[i]).toBeLessThanOrEqual(exact.near.next[i]!);
        expect(bounded.near.next[i]).toBeGreaterThanOrEqual(Math.min(reach[i]!, exact.near.next[i]!));
        if (whole[0]! <= reach[i]!) {
          expect(known).toEqual(whole);
          expect(bounded.near.body[i]).toBe(exact.near.body[i]);
          continue;
        }
        expect(known[0]).toBeGreaterThan(reach[i]!);
        expect(known[0]).toBeLessThanOrEqual(whole[0]!);
        expect(known.slice(1)).toEqual([0, 0, 0, 0, 0, 0, 0]);
      }
    }
  });

  it('know whether they move', () => {
    const still = solidCollider({ name: 'still', friction: 0, solid: sphereSolid(1), motion: restMotion() });
    const spinning = solidCollider({
      name: 'spinning',
      friction: 0,
      solid: sphereSolid(1),
      motion: headMotion('turn', { start: 0.5, cycles: 1, period: 1, amplitude: 1 }),
    });
    expect(new BodyObstacles([spinning, still]).isMoved(0.7, 0.71)).toBe(false);
    expect(new BodyObstacles([still, spinning]).isMoved(0.7, 0.71)).toBe(true);
    expect(new BodyObstacles([still, spinning]).isMoved(0.1, 0.2)).toBe(false);
    const balloon = { name: 'balloon', friction: 0, solid: sphereSolid(1), motion: restMotion() };
    const grown = solidCollider({ ...balloon, scaling: breathing({ amplitude: 0.5, period: 1, start: 0 }) });
    expect(new BodyObstacles([still, grown]).isMoved(0.7, 0.71)).toBe(true);
  });

  it('that are none leave hair alone', () => {
    const rows = new Float64Array(OBSTACLE_ROW);
    new BodyObstacles([]).nearest(new Float64Array(3), 1, 0, rows);
    expect(rows[0]).toBe(Number.POSITIVE_INFINITY);
  });
});
