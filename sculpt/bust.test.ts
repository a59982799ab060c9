import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BUST_RESOLUTION, bustLandmarks, makeBust, makeBustField } from '../src/body/bust.ts';
import { bakeDistanceField } from '../src/body/distance-field.ts';
import { triangleCount, vertexCount } from '../src/body/mesh.ts';
import { bakeBust } from './bake.ts';
import { bustDistance } from './figure.ts';

const mesh = makeBust();
const marks = bustLandmarks();
const { positions: p, triangles, normals } = mesh;
const vertices = vertexCount(mesh);

interface Face {
  readonly area: number;
  readonly smallestAngle: number;
  readonly normal: readonly [number, number, number];
}

function face(t: number): Face {
  const [a, b, c] = [0, 1, 2].map((i) => 3 * triangles[3 * t + i]!) as [number, number, number];
  const edge = (from: number, to: number): number[] => [0, 1, 2].map((k) => p[to + k]! - p[from + k]!);
  const [u, v, w] = [edge(a, b), edge(a, c), edge(b, c)] as [number[], number[], number[]];
  const n = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
  const size = Math.hypot(...n);
  const sides = [Math.hypot(...u), Math.hypot(...v), Math.hypot(...w)].sort((x, y) => x - y);
  return {
    area: size / 2,
    smallestAngle: Math.asin(size / (sides[1]! * sides[2]!)) * (180 / Math.PI),
    normal: [n[0]! / size, n[1]! / size, n[2]! / size],
  };
}
const faces = Array.from({ length: triangleCount(mesh) }, (_, t) => face(t));

function directedEdges(): Map<number, number> {
  const seen = new Map<number, number>();
  for (let c = 0; c < triangles.length; c++) {
    const key = triangles[c]! * vertices + triangles[c % 3 === 2 ? c - 2 : c + 1]!;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return seen;
}

function nearestVertex(point: readonly number[]): number {
  let [best, least] = [-1, Number.POSITIVE_INFINITY];
  for (let v = 0; v < vertices; v++) {
    const d = Math.hypot(p[3 * v]! - point[0]!, p[3 * v + 1]! - point[1]!, p[3 * v + 2]! - point[2]!);
    if (d < least) [best, least] = [v, d];
  }
  return best;
}
const weightAt = (name: string, point: readonly number[]): number =>
  mesh.regions.get(name)!.weight[nearestVertex(point)]!;

/** Reach of the mesh along an axis among the vertices that `pick` takes. */
function extent(axis: number, pick: (x: number, y: number, z: number) => boolean): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let v = 0; v < vertices; v++) {
    if (!pick(p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!)) continue;
    low = Math.min(low, p[3 * v + axis]!);
    high = Math.max(high, p[3 * v + axis]!);
  }
  return [low, high];
}

describe("the bust's mesh", () => {
  it('has 5,000 to 15,000 triangles', () => {
    expect(triangleCount(mesh)).toBeGreaterThan(5000);
    expect(triangleCount(mesh)).toBeLessThan(15000);
  });

  it('is closed and oriented: every edge runs once each way', () => {
    const seen = directedEdges();
    let faults = 0;
    for (const [key, count] of seen) {
      const back = (key % vertices) * vertices + Math.floor(key / vertices);
      if (count !== 1 || seen.get(back) !== 1) faults++;
    }
    expect(faults).toBe(0);
  });

  it('is one piece with the topology of a sphere and a positive volume', () => {
    const parent = Int32Array.from({ length: vertices }, (_, v) => v);
    const root = (v: number): number => {
      let r = v;
      while (parent[r] !== r) r = parent[r]!;
      return r;
    };
    for (let c = 0; c < triangles.length; c += 3) {
      parent[root(triangles[c]!)] = root(triangles[c + 1]!);
      parent[root(triangles[c + 1]!)] = root(triangles[c + 2]!);
    }
    const roots = new Set(Array.from({ length: vertices }, (_, v) => root(v)));
    expect(roots.size).toBe(1);
    expect(vertices - directedEdges().size / 2 + faces.length).toBe(2);
    let volume = 0;
    faces.forEach(({ area, normal }, t) => {
      const a = 3 * triangles[3 * t]!;
      volume += (area * (p[a]! * normal[0] + p[a + 1]! * normal[1] + p[a + 2]! * normal[2])) / 3;
    });
    expect(volume).toBeGreaterThan(0.007);
    expect(volume).toBeLessThan(0.012);
  });

  it('has no poor triangle', () => {
    expect(Math.min(...faces.map((f) => f.area))).toBeGreaterThan(2e-7);
    expect(Math.min(...faces.map((f) => f.smallestAngle))).toBeGreaterThan(15);
    const mean = faces.reduce((sum, f) => sum + f.smallestAngle, 0) / faces.length;
    expect(mean).toBeGreaterThan(45);
  });

  it('lies on the sculpted surface', () => {
    let furthest = 0;
    for (let v = 0; v < p.length; v += 3) {
      furthest = Math.max(furthest, Math.abs(bustDistance(p[v]!, p[v + 1]!, p[v + 2]!)));
    }
    expect(furthest).toBeLessThan(3e-4);
  });

  it('is exactly symmetric in x', () => {
    const places = new Set<string>();
    for (let v = 0; v < p.length; v += 3) places.add(`${p[v]! + 0},${p[v + 1]},${p[v + 2]}`);
    let alone = 0;
    for (let v = 0; v < p.length; v += 3) if (!places.has(`${-p[v]! + 0},${p[v + 1]},${p[v + 2]}`)) alone++;
    expect(alone).toBe(0);
  });

  it('has unit normals that agree with its triangles', () => {
    let worst = 0;
    for (let v = 0; v < p.length; v += 3) {
      worst = Math.max(worst, Math.abs(Math.hypot(normals[v]!, normals[v + 1]!, normals[v + 2]!) - 1));
    }
    expect(worst).toBeLessThan(1e-6);
    let least = 1;
    faces.forEach(({ normal }, t) => {
      for (let i = 0; i < 3; i++) {
        const k = 3 * triangles[3 * t + i]!;
        const cosine = normals[k]! * normal[0] + normals[k + 1]! * normal[1] + normals[k + 2]! * normal[2];
        least = Math.min(least, cosine);
      }
    });
    expect(least).toBeGreaterThan(0.2);
  });

  it('is, byte for byte, what `npm run bake-bust` makes of the sculpture', () => {
    expect(bakeBust() === readFileSync('src/body/bust-file.ts', 'utf8')).toBe(true);
  });
});

describe("the bust's field", () => {
  const field = makeBustField();
  const { values, size, cell } = field;

  it('is what is baked from the mesh, on the lower side of both, within half of 1/1024 cell', () => {
    const baked = bakeDistanceField(mesh, { resolution: BUST_RESOLUTION });
    expect(field.origin).toEqual(baked.origin);
    expect([cell, size]).toEqual([baked.cell, baked.size]);
    const image = (n: number): number => n - 2 * (n % size[0]) + size[0] - 1;
    let worst = 0;
    for (let n = 0; n < values.length; n++)
      worst = Math.max(worst, Math.abs(values[n]! - Math.min(baked.values[n]!, baked.values[image(n)]!)));
    expect(worst).toBeLessThan((0.5 / 1024) * cell + 1e-8);
  });

  it('is exactly symmetric', () => {
    let alone = 0;
    for (let n = 0; n < values.length; n++) if (values[n] !== values[n - 2 * (n % size[0]) + size[0] - 1]) alone++;
    expect(alone).toBe(0);
  });
});

describe("the bust's size", () => {
  const width = ([low, high]: readonly [number, number]): number => high - low;
  const isSkull = (x: number, y: number): boolean => y > 0.072 && Math.abs(x) < 0.1;

  it('is human', () => {
    expect(marks.vertex[1] - marks.chin[1]).toBeGreaterThan(0.222);
    expect(marks.vertex[1] - marks.chin[1]).toBeLessThan(0.238);
    expect(width(extent(0, isSkull))).toBeGreaterThan(0.148);
    expect(width(extent(0, isSkull))).toBeLessThan(0.16);
    expect(width(extent(2, (_, y) => y > 0.06))).toBeGreaterThan(0.188);
    expect(width(extent(2, (_, y) => y > 0.06))).toBeLessThan(0.202);
    const shoulders = width(extent(0, (_, y) => y < -0.15));
    expect(shoulders).toBeGreaterThan(0.36);
    expect(shoulders).toBeLessThan(0.4);
  });

  it('has its pivot inside, between the ears and below their middle', () => {
    expect(bustDistance(0, 0, 0)).toBeLessThan(-0.03);
    expect(marks.leftEar[1]).toBeGreaterThan(0);
    expect(Math.abs(marks.leftEar[2])).toBeLessThan(0.02);
  });
});

describe("the bust's scalp", () => {
  const scalp = mesh.regions.get('scalp')!.weight;

  it('covers 0.055 to 0.075 square metres', () => {
    let area = 0;
    faces.forEach((f, t) => {
      area +=
        (f.area * (scalp[triangles[3 * t]!]! + scalp[triangles[3 * t + 1]!]! + scalp[triangles[3 * t + 2]!]!)) / 3;
    });
    expect(area).toBeGreaterThan(0.055);
    expect(area).toBeLessThan(0.075);
  });

  it('is the crown and not nose, chin, ears, neck or shoulders', () => {
    expect(weightAt('scalp', marks.crown)).toBe(1);
    expect(weightAt('scalp', marks.vertex)).toBe(1);
    const bare = [
      marks.noseTip,
      marks.chin,
      [0.09, 0.06, -0.015],
      [0.17, -0.2, 0],
      [0, -0.1, 0.02],
      [0, -0.08, -0.065],
    ];
    for (const point of bare) {
      expect(weightAt('scalp', point)).toBe(0);
      expect(weightAt('scalp', [-point[0]!, point[1]!, point[2]!])).toBe(0);
    }
    for (const edge of [marks.foreheadHairline, marks.nape]) {
      expect(Math.abs(bustDistance(...edge))).toBeLessThan(1e-5);
      const above = weightAt('scalp', [0, edge[1] + 0.012, edge[2] * 0.95]);
      const below = weightAt('scalp', [0, edge[1] - 0.015, edge[2]]);
      expect(above - below).toBeGreaterThan(0.8);
    }
  });

  it('has uv with the crown in the middle, injective: no charted triangle is turned over', () => {
    const uv = mesh.uv!;
    const crown = nearestVertex(marks.crown);
    expect(Math.hypot(uv[2 * crown]! - 0.5, uv[2 * crown + 1]! - 0.5)).toBeLessThan(0.02);
    let smallest = Number.POSITIVE_INFINITY;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
      if (Math.min(scalp[a]!, scalp[b]!, scalp[c]!) === 0) continue;
      const [u, v, w] = [a, b, c].map((i) => [uv[2 * i]!, uv[2 * i + 1]!]) as [number[], number[], number[]];
      // Seen from outside, front is up and the character's left is right: charted triangles run clockwise.
      smallest = Math.min(smallest, -((v[0]! - u[0]!) * (w[1]! - u[1]!) - (w[0]! - u[0]!) * (v[1]! - u[1]!)));
    }
    expect(smallest).toBeGreaterThan(0);
  });
});

describe("the bust's other regions", () => {
  it('are where they should be and weigh 0 to 1', () => {
    for (const { weight } of mesh.regions.values()) {
      expect(weight.length).toBe(vertices);
      expect(weight.every((w) => w >= 0 && w <= 1)).toBe(true);
    }
    expect(weightAt('lips', [0, -0.031, 0.098])).toBeGreaterThan(0.9);
    expect(weightAt('eyes', [0.031, 0.046, 0.085])).toBeGreaterThan(0.9);
    expect(weightAt('brows', [-0.03, 0.0685, 0.089])).toBeGreaterThan(0.5);
    expect(weightAt('ears', [0.09, 0.05, -0.02])).toBeGreaterThan(0.9);
    expect(weightAt('face', marks.noseTip)).toBe(1);
    for (const name of ['lips', 'eyes', 'brows', 'ears']) expect(weightAt(name, marks.crown)).toBe(0);
  });
});
