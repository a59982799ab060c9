import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { conjugate, logMap, multiply, type Quat, rotate } from '../numeric/rotation.ts';
import { at, cross, distance, dot, normalize, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import { makeBody } from './body.ts';
import { headMotion } from './head-motion.ts';
import { makeMesh } from './mesh.ts';
import { MeshDistance } from './mesh-distance.ts';
import { composeMotion } from './motion.ts';
import { BodyRoots, bindRoots, makeRootFrames } from './roots.ts';
import { sphereMesh } from './shapes.ts';

const seed = 20261201;
const COUNT = 60;

describe(`roots (seed ${seed})`, () => {
  const mesh = sphereMesh(0.1, 3);
  const motion = composeMotion(headMotion('bounce'), headMotion('nod', { pivot: [0, -0.1, 0.02] }));
  const body = makeBody({ name: 'ball', mesh, motion, field: new MeshDistance(mesh) });
  const random = new Random(seed);
  const points = Float32Array.from({ length: 3 * COUNT }, () => random.between(-0.15, 0.15));
  const binding = bindRoots(mesh, points);
  const roots = new BodyRoots(body, binding);
  const quat = (out: { orientation: Float64Array }, k: number): Quat =>
    [...out.orientation.slice(4 * k, 4 * k + 4)] as unknown as Quat;

  it('are bound to the nearest place, at the distance that is stated', () => {
    const out = makeRootFrames(COUNT);
    roots.frames(-1, out);
    for (let r = 0; r < COUNT; r++) {
      const d = distance(at(out.position, r), at(points, r));
      expect(d).toBeCloseTo(binding.distance[r]!, 6);
      expect(d).toBeCloseTo(Math.abs(body.field.distance(...at(points, r))), 6);
      const [u, v, w] = binding.weights.subarray(3 * r, 3 * r + 3) as unknown as Vec3;
      expect(u + v + w).toBeCloseTo(1, 6);
    }
  });

  it('have y along the smooth normal and x along the surface', () => {
    const out = makeRootFrames(COUNT);
    roots.frames(-1, out);
    for (let r = 0; r < COUNT; r++) {
      const q = quat(out, r);
      expect(distance(rotate(q, [0, 1, 0]), normalize(at(out.position, r)))).toBeLessThan(0.01);
      const t = 3 * binding.triangle[r]!;
      const edge = subtract(at(mesh.positions, mesh.triangles[t + 1]!), at(mesh.positions, mesh.triangles[t]!));
      expect(dot(rotate(q, [1, 0, 0]), normalize(edge))).toBeGreaterThan(0.98);
      expect(Math.hypot(...q)).toBeCloseTo(1, 12);
    }
  });

  it('follow uv where the mesh has it', () => {
    // A flat square in the x-z plane, seen from above, whose u grows along -z.
    const square = makeMesh({
      positions: Float32Array.of(0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0),
      triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
      uv: Float32Array.of(1, 0, 0, 0, 0, 1, 1, 1),
    });
    const flat = makeBody({ name: 'square', mesh: square, field: body.field });
    const out = makeRootFrames(2);
    new BodyRoots(flat, bindRoots(square, [0.2, 0.3, 0.6, 0.8, -0.1, 0.3])).frames(0, out);
    for (let r = 0; r < 2; r++) {
      expect(distance(rotate(quat(out, r), [1, 0, 0]), [0, 0, -1])).toBeLessThan(1e-12);
      expect(distance(rotate(quat(out, r), [0, 1, 0]), [0, 1, 0])).toBeLessThan(1e-12);
    }
  });

  it('move as the derivatives of their frames say', () => {
    const h = 1e-5;
    const [a, b, c] = [makeRootFrames(COUNT), makeRootFrames(COUNT), makeRootFrames(COUNT)];
    for (const time of [0.2, 0.55, 1.3]) {
      roots.frames(time - h, a);
      roots.frames(time, b);
      roots.frames(time + h, c);
      for (let r = 0; r < COUNT; r += 7) {
        const v = scale(subtract(at(c.position, r), at(a.position, r)), 1 / (2 * h));
        expect(distance(v, at(b.velocity, r))).toBeLessThan(1e-7);
        const spin = scale(logMap(multiply(quat(c, r), conjugate(quat(a, r)))), 1 / (2 * h));
        expect(distance(spin, at(b.angularVelocity, r))).toBeLessThan(1e-7);
        const arm = subtract(at(b.position, r), motion.at(time).position);
        expect(
          distance(at(b.velocity, r), addVelocity(motion.at(time).velocity, at(b.angularVelocity, r), arm)),
        ).toBeLessThan(1e-12);
      }
    }
  });

  it('can be asked for in any selection and order', () => {
    const rows = Uint32Array.of(41, 3, 3, 17);
    const [some, all] = [makeRootFrames(4), makeRootFrames(COUNT)];
    roots.frames(0.4, some, rows);
    roots.frames(0.4, all);
    rows.forEach((r, k) => {
      expect(at(some.position, k)).toEqual(at(all.position, r));
      expect(quat(some, k)).toEqual(quat(all, r));
    });
  });

  it('cannot stand on nothing', () => {
    const nothing = makeMesh({ positions: new Float32Array(0), triangles: new Uint32Array(0) });
    expect(() => bindRoots(nothing, [0, 0, 0])).toThrow(/no triangles/);
    expect(() => bindRoots(mesh, [0, 0, 0, Number.NaN, 0, 0])).toThrow(/Root 1/);
  });
});

function addVelocity(v: Vec3, omega: Vec3, arm: Vec3): Vec3 {
  const c = cross(omega, arm);
  return [v[0] + c[0], v[1] + c[1], v[2] + c[2]];
}
