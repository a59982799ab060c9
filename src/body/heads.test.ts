import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { fieldError } from './baked-field.ts';
import { makeNearestPoint, TriangleBvh } from './bvh.ts';
import { bakeDistanceField } from './distance-field.ts';
import { closeHoles, openEdges } from './holes.ts';
import { WindingNumber } from './inside.ts';
import { MeshDistance } from './mesh-distance.ts';

/** Heads that others made lie beside the checkout, if at all. */
const folder = new URL('../../../shared/data/heads/', import.meta.url);
const seed = 20261202;
const present = existsSync(folder);
if (!present) console.log(`left out: real heads are not at ${folder.pathname}`);

function readHead(name: string): { positions: Float32Array; triangles: Uint32Array } {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const line of readFileSync(new URL(name, folder), 'utf8').split('\n')) {
    const [kind, ...words] = line.trim().split(/\s+/);
    if (kind === 'v') positions.push(...words.map(Number));
    if (kind !== 'f') continue;
    const corners = words.map((word) => Number.parseInt(word, 10) - 1);
    for (let k = 2; k < corners.length; k++) triangles.push(corners[0]!, corners[k - 1]!, corners[k]!);
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

describe.runIf(present)(`real heads (seed ${seed})`, () => {
  it('a head with holes at neck, eyes and mouth has a brain inside and a nose tip outside', () => {
    const head = readHead('ict-head.obj');
    expect(head.triangles.length / 3).toBe(22288);
    expect(openEdges(head).length).toBeGreaterThan(0);
    expect(openEdges(closeHoles(head)).length).toBe(0);
    const winding = new WindingNumber(head);
    const field = bakeDistanceField(head, { resolution: 64 });
    const random = new Random(seed);
    const top = head.positions.reduce((most, c, i) => (i % 3 === 1 ? Math.max(most, c) : most), -1);
    const nose = head.positions.reduce((most, c, i) => (i % 3 === 2 ? Math.max(most, c) : most), -1);
    // A cube of 5.6 cm below the crown, behind the eyes.
    for (let i = 0; i < 200; i++) {
      const [x, y, z] = [0, 1, 2].map(() => random.between(-0.028, 0.028)) as [number, number, number];
      expect(winding.isInside(x, y + top - 0.075, z)).toBe(true);
      expect(field.distance(x, y + top - 0.075, z)).toBeLessThan(-0.01);
    }
    for (const [x, y, z] of [
      [0, top + 0.01, 0],
      [0, 0, nose + 0.01],
      [0.15, 0, 0],
    ] as const) {
      expect(winding.isInside(x, y, z)).toBe(false);
      expect(field.distance(x, y, z)).toBeGreaterThan(0.005);
    }
  });

  it.each(['sintel-collider.obj', 'sintel-head.obj'])('%s: the baked field agrees with the exact distance', (name) => {
    const head = readHead(name);
    const field = bakeDistanceField(head, { resolution: 96 });
    const exact = new MeshDistance(head);
    const random = new Random(seed + 1);
    const [nx, ny, nz] = field.size;
    const error = fieldError(field);
    const worst = { near: 0, over: 0, wrong: 0 };
    for (let i = 0; i < 2500; i++) {
      const x = field.origin[0] + field.cell * random.between(1, nx - 2);
      const y = field.origin[1] + field.cell * random.between(1, ny - 2);
      const z = field.origin[2] + field.cell * random.between(1, nz - 2);
      const d = exact.distance(x, y, z);
      const got = field.distance(x, y, z);
      if (Math.abs(d) < 1.5 * field.cell) worst.near = Math.max(worst.near, Math.abs(got - d));
      if (d > 0) worst.over = Math.max(worst.over, got - d);
      if (Math.abs(d) > field.cell / 2 && got > 0 !== d > 0) worst.wrong++;
    }
    expect(worst.near).toBeLessThan(error.largest);
    expect(worst.over).toBeLessThan(field.cell / 2);
    expect(worst.wrong).toBe(0);
  });

  it('every vertex is a nearest point of itself', () => {
    const head = readHead('sintel-collider.obj');
    const bvh = new TriangleBvh(head);
    const found = makeNearestPoint();
    for (let v = 0; v < head.positions.length; v += 3) {
      bvh.nearest(head.positions[v]!, head.positions[v + 1]!, head.positions[v + 2]!, 1, found);
      expect(found.squaredDistance).toBe(0);
    }
  });
});
