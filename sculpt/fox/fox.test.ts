import { describe, expect, it } from 'vitest';
import { areaVectors } from '../../src/body/mesh.ts';
import { fox, pick, vertices, weightOf } from './fox.fixture.ts';
import { FOX_REGIONS } from './regions.ts';

const { positions: p, triangles, normals, colours } = fox.mesh;

/** Directed edges as one number each. */
const edges = Array.from(triangles, (v, c) => v * vertices + triangles[c % 3 === 2 ? c - 2 : c + 1]!);

const reach = (axis: number, chosen: readonly number[]): readonly [number, number] => {
  const values = chosen.map((v) => p[3 * v + axis]!);
  return [Math.min(...values), Math.max(...values)];
};

describe("the fox's mesh", () => {
  it('has 8,000 to 16,000 vertices, all of them used', () => {
    expect(vertices).toBeGreaterThan(8000);
    expect(vertices).toBeLessThan(16_000);
    expect(new Set(triangles).size).toBe(vertices);
  });

  it('is one closed manifold without handles', () => {
    const set = new Set(edges);
    expect(set.size).toBe(edges.length);
    const open = edges.filter((key) => !set.has((key % vertices) * vertices + Math.floor(key / vertices)));
    expect(open).toEqual([]);
    expect(vertices - edges.length / 2 + triangles.length / 3).toBe(2);
    expect(pieces()).toBe(1);
  });

  it('is symmetric to the last bit, with its colours and regions', () => {
    const key = (x: number, y: number, z: number): string => `${x === 0 ? 0 : x} ${y} ${z}`;
    const places = new Map(pick(() => true).map((v) => [key(p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!), v]));
    const lonely = pick((v, x, y, z) => {
      const image = places.get(key(-x, y, z));
      if (image === undefined || weightOf('legs')[image] !== weightOf('legs')[v]) return true;
      return [0, 1, 2].some((c) => colours![4 * image + c] !== colours![4 * v + c]);
    });
    expect(lonely).toEqual([]);
  });

  it('has even triangles, none of them small or folded over its neighbour', () => {
    const areas = areaVectors(p, triangles);
    const size = (t: number): number => Math.hypot(areas[t]!, areas[t + 1]!, areas[t + 2]!);
    let [worst, least, sharpest] = [1, 1, 1];
    const left = new Map<number, number>();
    for (let t = 0; t < triangles.length; t += 3) {
      least = Math.min(least, size(t) / 2);
      let squares = 0;
      for (let i = 0; i < 3; i++) {
        const [a, b] = [triangles[t + i]!, triangles[t + ((i + 1) % 3)]!];
        for (let c = 0; c < 3; c++) squares += (p[3 * a + c]! - p[3 * b + c]!) ** 2;
        left.set(a * vertices + b, t);
        const o = left.get(b * vertices + a);
        if (o === undefined) continue;
        const cosine = [0, 1, 2].reduce((sum, c) => sum + areas[t + c]! * areas[o + c]!, 0) / (size(t) * size(o));
        sharpest = Math.min(sharpest, cosine);
      }
      worst = Math.min(worst, (2 * Math.sqrt(3) * size(t)) / squares);
    }
    expect(worst).toBeGreaterThan(0.3);
    expect(least).toBeGreaterThan(0.2e-6);
    expect(sharpest).toBeGreaterThan(-0.5);
  });

  it('has the size of a red fox and stands on the ground', () => {
    const trunk = pick((v) => weightOf('tail')[v]! < 0.02 && weightOf('ears')[v]! < 0.02);
    const [rump, nose] = reach(2, trunk);
    expect(nose - rump).toBeCloseTo(0.69, 1);
    expect(
      reach(
        1,
        pick((_, x, __, z) => Math.abs(x) < 0.02 && z > 0.08 && z < 0.1),
      )[1],
    ).toBeCloseTo(0.38, 2);
    expect(
      reach(
        1,
        pick(() => true),
      )[0],
    ).toBeCloseTo(0, 2);
    const tail = reach(
      2,
      pick((v) => weightOf('tail')[v]! > 0.5),
    );
    expect(tail[1] - tail[0]).toBeGreaterThan(0.2);
    // Higher than wide, and widest at the cheeks of the head.
    const cheeks = reach(
      0,
      pick((v, _, y) => weightOf('face')[v]! > 0.3 && y < 0.42),
    );
    const muzzle = reach(
      0,
      pick((v, _, __, z) => weightOf('face')[v]! > 0.5 && z > 0.35),
    );
    expect((cheeks[1] - cheeks[0]) / (muzzle[1] - muzzle[0])).toBeGreaterThan(2);
  });

  it('has unit normals that point outwards and colours between 0 and 1', () => {
    const back = pick((_, x, y, z) => Math.abs(x) < 0.01 && y > 0.36 && Math.abs(z) < 0.1);
    expect(Math.min(...back.map((v) => normals[3 * v + 1]!))).toBeGreaterThan(0.9);
    expect(colours!.every((c) => c >= 0 && c <= 1)).toBe(true);
  });
});

describe("the fox's regions", () => {
  it('are all there, with weights from 0 to 1', () => {
    expect([...fox.mesh.regions.keys()]).toEqual([...FOX_REGIONS]);
    for (const [name, { weight }] of fox.mesh.regions) {
      expect(Math.min(...weight), name).toBe(0);
      expect(Math.max(...weight), name).toBe(1);
    }
  });

  it('leave nose, eyes, pads and claws without coat', () => {
    for (const name of ['nose', 'eyes', 'pads', 'claws'])
      expect(pick((v) => weightOf(name)[v] === 1 && weightOf('coat')[v]! > 0)).toEqual([]);
  });

  it('lie where an anatomist looks for them', () => {
    const middle = (name: string): number[] => {
      const weight = weightOf(name);
      const sum = weight.reduce((total, w) => total + w, 0);
      return [0, 1, 2].map((c) => weight.reduce((total, w, v) => total + w * p[3 * v + c]!, 0) / sum);
    };
    expect(middle('nose')[2]).toBeGreaterThan(middle('whiskers')[2]!);
    expect(middle('whiskers')[2]).toBeGreaterThan(middle('eyes')[2]!);
    expect(middle('ears')[1]).toBeGreaterThan(middle('eyes')[1]!);
    expect(middle('ears-inner')[2]).toBeGreaterThan(middle('ears')[2]!);
    expect(middle('ruff')[2]).toBeGreaterThan(0.12);
    expect(middle('belly')[1]).toBeLessThan(0.25);
    expect(middle('pads')[1]).toBeLessThan(0.01);
    expect(middle('tail')[2]).toBeLessThan(-0.35);
  });
});

/** Connected pieces. */
function pieces(): number {
  const parent = Int32Array.from({ length: vertices }, (_, v) => v);
  const root = (v: number): number => {
    let r = v;
    while (parent[r] !== r) r = parent[r] = parent[parent[r]!]!;
    return r;
  };
  for (let c = 0; c < triangles.length; c++)
    parent[root(triangles[c]!)] = root(triangles[c % 3 === 2 ? c - 2 : c + 1]!);
  return new Set(parent.map((_, v) => root(v))).size;
}
