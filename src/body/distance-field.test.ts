import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { fromAxisAngle, rotate } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { BakedField } from './baked-field.ts';
import { bakeDistanceField } from './distance-field.ts';
import { MeshDistance } from './mesh-distance.ts';
import { boxMesh, sphereMesh, torusMesh } from './shapes.ts';

const seed = 20261128;
const RADIUS = 0.1;

function somewhere(random: Random, size: number): Vec3 {
  return [random.between(-size, size), random.between(-size, size), random.between(-size, size)];
}

/** The mesh with every vertex passed through `place`. */
function placed(mesh: { positions: Float32Array; triangles: Uint32Array }, place: (p: Vec3) => Vec3) {
  const positions = new Float32Array(mesh.positions.length);
  for (let v = 0; v < positions.length; v += 3)
    positions.set(place([mesh.positions[v]!, mesh.positions[v + 1]!, mesh.positions[v + 2]!]), v);
  return { positions, triangles: mesh.triangles };
}

describe(`a baked ball (seed ${seed})`, () => {
  const out = new Float64Array(4);
  // 20,480 triangles: facets are 0.005 cells below the sphere, much less than what is tested.
  const mesh = sphereMesh(RADIUS, 5);
  let field: BakedField;
  beforeAll(() => {
    field = bakeDistanceField(mesh, { resolution: 64 });
  });

  it('has distances within half a cell everywhere and 2 % of a cell near the surface', () => {
    const random = new Random(seed);
    let [anywhere, near, wrong] = [0, 0, 0];
    for (let i = 0; i < 20000; i++) {
      const [x, y, z] = somewhere(random, 0.115);
      const d = Math.hypot(x, y, z) - RADIUS;
      // In the two cells around the middle the distance has a peak that no interpolation follows.
      if (d < -RADIUS + 2 * field.cell) continue;
      const got = field.distance(x, y, z);
      const error = Math.abs(got - d) / field.cell;
      anywhere = Math.max(anywhere, error);
      if (Math.abs(d) < field.cell) near = Math.max(near, error);
      if (Math.abs(d) > field.cell / 2 && got > 0 !== d > 0) wrong++;
    }
    expect(anywhere).toBeLessThan(0.5);
    expect(near).toBeLessThan(0.02);
    expect(wrong).toBe(0);
  });

  it('has unit gradients, near the surface within two degrees', () => {
    const random = new Random(seed + 1);
    let [unit, angle] = [0, 0];
    for (let i = 0; i < 10000; i++) {
      const [x, y, z] = somewhere(random, 0.115);
      field.sample(x, y, z, out);
      const r = Math.hypot(x, y, z);
      unit = Math.max(unit, Math.abs(Math.hypot(out[1]!, out[2]!, out[3]!) - 1));
      if (Math.abs(r - RADIUS) < 2 * field.cell)
        angle = Math.max(angle, Math.acos(Math.min((out[1]! * x + out[2]! * y + out[3]! * z) / r, 1)));
    }
    expect(unit).toBeLessThan(1e-12);
    expect(angle).toBeLessThan(0.035);
  });

  it('changes by the way gone along the gradient (eikonal)', () => {
    const random = new Random(seed + 2);
    let worst = 0;
    for (let i = 0; i < 5000; i++) {
      const [x, y, z] = somewhere(random, 0.1);
      if (Math.hypot(x, y, z) < RADIUS / 2) continue;
      field.sample(x, y, z, out);
      const step = field.cell;
      const ahead = field.distance(x + step * out[1]!, y + step * out[2]!, z + step * out[3]!);
      const behind = field.distance(x - step * out[1]!, y - step * out[2]!, z - step * out[3]!);
      worst = Math.max(worst, Math.abs((ahead - behind) / (2 * step) - 1));
    }
    expect(worst).toBeLessThan(0.05);
  });

  it('moves and turns with the mesh', () => {
    const q = fromAxisAngle([1, 2, -1], 0.7);
    const shift: Vec3 = [1.5, -0.3, 0.8];
    const place = (p: Vec3): Vec3 => rotate(q, p).map((c, k) => c + shift[k]!) as unknown as Vec3;
    const ring = torusMesh(0.1, 0.04, 48, 24);
    const here = bakeDistanceField(ring, { resolution: 64 });
    const there = bakeDistanceField(placed(ring, place), { resolution: 64 });
    const random = new Random(seed + 3);
    let worst = 0;
    for (let i = 0; i < 3000; i++) {
      const p = somewhere(random, 0.14);
      const d = here.distance(...p);
      if (Math.abs(d) < 0.02) worst = Math.max(worst, Math.abs(there.distance(...place(p)) - d) / here.cell);
    }
    expect(worst).toBeLessThan(0.1);
  });
});

describe(`baked fields (seed ${seed})`, () => {
  it('agree with the exact distance, also of damaged meshes', () => {
    const random = new Random(seed + 4);
    const ball = sphereMesh(RADIUS, 4);
    const gone = new Set(Array.from({ length: 12 }, () => random.below(ball.triangles.length / 3)));
    const damaged = {
      positions: ball.positions,
      triangles: ball.triangles.filter((_, i) => !gone.has(Math.floor(i / 3))),
    };
    for (const [mesh, tolerance] of [
      [damaged, 0.1],
      [boxMesh(0.1, 0.15, 0.2), 0.4],
      [torusMesh(0.1, 0.03), 0.3],
    ] as const) {
      const field = bakeDistanceField(mesh, { resolution: 64 });
      const exact = new MeshDistance(mesh);
      let [worst, wrong] = [0, 0];
      for (let i = 0; i < 700; i++) {
        const [x, y, z] = somewhere(random, 0.12);
        const d = exact.distance(x, y, z);
        const got = field.distance(x, y, z);
        if (Math.abs(d) > field.cell / 2 && got > 0 !== d > 0) wrong++;
        if (Math.abs(d) < 2 * field.cell) worst = Math.max(worst, Math.abs(got - d) / field.cell);
      }
      expect(wrong).toBe(0);
      expect(worst).toBeLessThan(tolerance);
    }
  });

  it('a missing patch is closed as if it had been there', () => {
    const ball = sphereMesh(RADIUS, 4);
    const rest = { positions: ball.positions, triangles: ball.triangles.slice(3 * 64) };
    const field = bakeDistanceField(rest, { resolution: 48 });
    const [x, y, z] = [0, 1, 2].map((c) => ball.positions[3 * ball.triangles[96]! + c]!) as [number, number, number];
    expect(field.distance(0.8 * x, 0.8 * y, 0.8 * z)).toBeLessThan(-0.005);
    expect(field.distance(1.2 * x, 1.2 * y, 1.2 * z)).toBeGreaterThan(0.015);
  });

  it('parts that overlap are one body', () => {
    const ball = sphereMesh(RADIUS, 3);
    const count = ball.positions.length / 3;
    const moved = placed(ball, ([x, y, z]) => [x + 0.08, y, z]);
    const both = {
      positions: Float32Array.from([...ball.positions, ...moved.positions]),
      triangles: Uint32Array.from([...ball.triangles, ...ball.triangles.map((v) => v + count)]),
    };
    const field = bakeDistanceField(both, { resolution: 64 });
    for (let x = -0.09; x < 0.17; x += 0.01) expect(field.distance(x, 0.01, 0.01)).toBeLessThan(0);
  });

  it('scale with the mesh, never hold NaN, and keep to the asked size', () => {
    const ball = sphereMesh(1, 2);
    const field = bakeDistanceField(ball, { resolution: 32 });
    const small = bakeDistanceField(
      placed(ball, (p) => p.map((c) => c / 1024) as unknown as Vec3),
      { resolution: 32 },
    );
    expect(field.size).toEqual([32, 32, 32]);
    expect(field.values.every((v, i) => Math.fround(v / 1024) === small.values[i])).toBe(true);
    const slab = bakeDistanceField(boxMesh(1, 0.001, 0.3), { resolution: 40 });
    expect(slab.values.every(Number.isFinite)).toBe(true);
    expect(slab.size[0]).toBe(40);
  });

  it('say what is wrong with the input', () => {
    const ball = sphereMesh(1, 1);
    expect(() => bakeDistanceField(ball, { resolution: 5 })).toThrow(/whole number from 16 to 512, not 5/);
    expect(() => bakeDistanceField(ball, { margin: -1 })).toThrow(/margin must be from 0 to 4/);
    const flipped = { positions: ball.positions, triangles: ball.triangles.slice().reverse() };
    expect(() => bakeDistanceField(flipped)).toThrow(/inside out/);
    const sheet = { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) };
    expect(() => bakeDistanceField(sheet)).toThrow(/encloses no volume/);
    expect(() => bakeDistanceField({ positions: new Float32Array(0), triangles: new Uint32Array(0) })).toThrow(
      /no volume/,
    );
    const broken = { positions: ball.positions.slice().fill(Number.NaN, 3, 4), triangles: ball.triangles };
    expect(() => bakeDistanceField(broken)).toThrow(/uses vertex 1, which has no finite position/);
  });
});
