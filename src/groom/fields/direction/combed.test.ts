import { describe, expect, it } from 'vitest';
import { loadFox } from '../../../body/fox/fox.ts';
import { makeMesh, type TriangleMesh } from '../../../body/mesh.ts';
import { sheetMesh, sphereMesh, torusMesh } from '../../../body/shapes.ts';
import { nextSide } from '../../../body/surface.ts';
import { Random } from '../../../numeric/random.ts';
import { fromAxisAngle, rotate } from '../../../numeric/rotation.ts';
import { at, distance, dot, normalize, scale, subtract, type Vec3 } from '../../../numeric/vector.ts';
import { doubleTorus, fourLegged } from './bodies.fixture.ts';
import { type CombedSkin, type Combing, combSkin } from './combed.ts';
import { CombedField } from './combed-field.ts';
import { neighbourAngles } from './neighbour-angles.fixture.ts';
import { fieldIndices, wrapped } from './turns.ts';

const SEED = 31;
const animal = fourLegged(0.024);
const sphere = sphereMesh(0.1, 3);
const torus = torusMesh(0.1, 0.04, 48, 24);
const double = doubleTorus(0.02);

const comb = (mesh: TriangleMesh, combing: Partial<Combing> = {}): CombedSkin =>
  combSkin(mesh, { kind: 'combed', strokes: [], ...combing });

/** Sum of all indices, and how many faces have one. */
function whorlsOf({ surface, connection, theta }: CombedSkin): { sum: number; count: number } {
  const indices = fieldIndices(surface, connection, theta);
  return {
    sum: indices.reduce((sum, index) => sum + index, 0),
    count: indices.reduce((count, index) => count + Math.abs(index), 0),
  };
}

/** The largest angle by which the field turns along an edge that is farther than so much from all whorls, degrees. */
function steepest({ surface, connection, theta, whorls }: CombedSkin, away: number): number {
  const { corner, positions, opposite } = surface;
  let most = 0;
  for (let h = 0; h < corner.length; h++) {
    if (opposite[h]! > h) continue;
    const [i, j] = [corner[h]!, corner[nextSide(h)]!];
    if (whorls.some((whorl) => distance(whorl.at, at(positions, i)) < away)) continue;
    most = Math.max(most, Math.abs(wrapped(theta[j]! - theta[i]! - connection.carried[h]!)));
  }
  return (180 / Math.PI) * most;
}

const vectorAt = ({ vectors }: CombedSkin, v: number): Vec3 => at(vectors, v);

/** What is asked of the vertices that are wanted: place and direction. */
const eachVertex = (
  skin: CombedSkin,
  ask: (place: Vec3, direction: Vec3) => number,
  isWanted: (place: Vec3) => boolean = () => true,
): number[] =>
  Array.from({ length: skin.surface.vertexCount }, (_, v) => v)
    .filter((v) => isWanted(at(skin.surface.positions, v)))
    .map((v) => ask(at(skin.surface.positions, v), vectorAt(skin, v)));

/** Short strokes on random places of a mesh, in random directions. */
function randomStrokes(mesh: TriangleMesh, count: number, random: Random, long: number): Combing['strokes'] {
  return Array.from({ length: count }, () => {
    const v = random.below(mesh.positions.length / 3);
    const from = at(mesh.positions, v);
    const n = at(mesh.normals, v);
    const way: Vec3 = [random.unit() - 0.5, random.unit() - 0.5, random.unit() - 0.5];
    const along = normalize(subtract(way, scale(n, dot(way, n))));
    return { path: [from, [from[0] + long * along[0], from[1] + long * along[1], from[2] + long * along[2]]] };
  });
}

const BODIES: readonly (readonly [string, TriangleMesh, number])[] = [
  ['a ball', sphere, 2],
  ['a ring', torus, 0],
  ['two rings grown together', double, -2],
  ['a body with four legs', animal, 2],
];

describe.each(BODIES)(`hair on %s (seed ${SEED})`, (_, mesh, euler) => {
  const skin = comb(mesh);

  it('has as many whorls as the surface must have, and none more', () => {
    expect(skin.surface.parts.map((part) => part.euler)).toEqual([euler]);
    expect(whorlsOf(skin)).toEqual({ sum: euler, count: Math.abs(euler) });
    expect(skin.whorls.map(({ index }) => index)).toEqual(Array(Math.abs(euler)).fill(Math.sign(euler)));
    expect(skin.notes).toEqual([]);
  });

  it('has none more whatever the strokes are, even where they contradict each other', () => {
    const random = new Random(SEED + euler);
    for (const count of [1, 9]) {
      const combed = comb(mesh, { strokes: randomStrokes(mesh, count, random, 0.04) });
      expect(whorlsOf(combed)).toEqual({ sum: euler, count: Math.abs(euler) });
    }
  });

  it('has those besides that somebody asks for', () => {
    const random = new Random(SEED);
    const places = [1, -1].map((index) => ({
      at: at(mesh.positions, random.below(mesh.positions.length / 3)),
      index: index as 1 | -1,
    }));
    const more = comb(mesh, { whorls: places });
    const asked = more.whorls.filter(({ isAsked }) => isAsked);
    expect(asked.map(({ index }) => index)).toEqual([1, -1]);
    asked.forEach((whorl, k) => {
      expect(distance(whorl.at, places[k]!.at)).toBeLessThan(0.03);
    });
    expect(whorlsOf(more)).toEqual({ sum: euler, count: 2 + Math.abs(euler) });
  });

  it('has unit directions along the skin at every vertex', () => {
    const sizes = eachVertex(skin, (_, v) => Math.hypot(...v));
    expect(Math.max(...sizes.map((size) => Math.abs(size - 1)))).toBeLessThan(1e-6);
  });
});

describe('combing', () => {
  it('gives the same bits every time', () => {
    expect(comb(double).vectors).toEqual(comb(double).vectors);
  });
});

describe('hair on the fox', () => {
  it('has the two whorls that a closed skin must have, and for limbs and an artist those that were asked for, none more', async () => {
    const { mesh } = await loadFox();
    const plain = comb(mesh);
    expect(plain.surface.parts.map((part) => part.euler)).toEqual([2]);
    expect(whorlsOf(plain)).toEqual({ sum: 2, count: 2 });
    const places = [1, -1].map((index) => ({ at: at(mesh.positions, 700 * (index + 2)), index: index as 1 | -1 }));
    expect(whorlsOf(comb(mesh, { whorls: places }))).toEqual({ sum: 2, count: 4 });
  });

  it('turns by less than 20° from one hair to the next, at a hundred a square centimetre, except at whorls', async () => {
    const { mesh } = await loadFox();
    const field = new CombedField('direction', mesh, { kind: 'combed', strokes: [], limbs: true });
    const { whorls } = field.skin;
    expect(whorlsOf(field.skin)).toEqual({ sum: 2, count: 14 });
    const angles = neighbourAngles(mesh, field, { spacing: 0.001, region: 'coat', away: 0.03, from: whorls });
    expect(angles.length).toBeGreaterThan(40_000);
    expect(angles.at(-1)).toBeLessThan(20);
  });
});

describe('hair without strokes', () => {
  it('runs from nose to tail, with its whorls there', () => {
    const skin = comb(animal);
    const [nose, tail] = [...skin.whorls].sort((a, b) => b.at[2] - a.at[2]);
    expect(nose!.at[2]).toBeGreaterThan(0.46);
    expect(tail!.at[2]).toBeLessThan(-0.52);
    const onBack = eachVertex(
      skin,
      (_, v) => v[2],
      ([, y, z]) => y > 0.06 && z > -0.15 && z < 0.1,
    );
    expect(Math.max(...onBack)).toBeLessThan(-0.8);
  });

  it('on a ball runs along its meridians', () => {
    const skin = comb(sphereMesh(0.1, 4));
    const along = eachVertex(
      skin,
      ([x, y, z], v) => dot(normalize([x * z, y * z, z * z - 0.01]), v),
      ([, , z]) => Math.abs(z) < 0.09,
    );
    expect(Math.min(...along)).toBeGreaterThan(0.99);
  });

  it('on a sheet is the same everywhere, without a whorl', () => {
    const skin = comb(sheetMesh(0.3, 0.2, 12));
    expect(whorlsOf(skin)).toEqual({ sum: 0, count: 0 });
    expect(steepest(skin, 0)).toBeLessThan(1e-6);
  });

  it('runs out to the tips of limbs where it is asked to', () => {
    const skin = comb(animal, { limbs: true });
    expect(whorlsOf(skin)).toEqual({ sum: 2, count: 14 });
    const onLegs = eachVertex(
      skin,
      (_, v) => v[1],
      ([, y]) => y < -0.2 && y > -0.28,
    );
    expect(Math.max(...onLegs)).toBeLessThan(-0.6);
    // Two ears and four legs; nose and tail end in whorls anyway.
    const tips = skin.whorls.filter(({ isAsked, index }) => isAsked && index === 1);
    expect(tips.filter((tip) => tip.at[1] < -0.32)).toHaveLength(4);
    expect(tips.filter((tip) => tip.at[1] > 0.24)).toHaveLength(2);
  });
});

describe(`hair with strokes (seed ${SEED})`, () => {
  const back: Combing['strokes'][number] = {
    path: [
      [0, 0.15, 0.15],
      [0, 0.12, 0],
      [0, 0.12, -0.15],
    ],
  };

  it('lies as they run', () => {
    const way: Combing['strokes'][number] = {
      path: [
        [0.12, 0, -0.1],
        [0.12, 0.02, 0],
        [0.12, 0, 0.1],
      ],
    };
    const skin = comb(animal, { strokes: [back, way] });
    const under = (isNear: (p: Vec3) => boolean): number[] => eachVertex(skin, (_, v) => v[2], isNear);
    const first = under(([x, y, z]) => Math.abs(x) < 0.015 && y > 0.05 && Math.abs(z) < 0.1);
    const second = under(([x, y, z]) => x > 0.095 && Math.abs(y) < 0.02 && Math.abs(z) < 0.07);
    expect(Math.max(...first)).toBeLessThan(-0.85);
    expect(Math.min(...second)).toBeGreaterThan(0.85);
    expect(skin.notes).toEqual([]);
  });

  it('turns with the body that it is on', () => {
    const turn = fromAxisAngle(normalize([1, 2, -0.7]), 1.9);
    const turned = (p: Vec3): Vec3 => rotate(turn, p);
    const positions = new Float32Array(animal.positions.length);
    for (let v = 0; 3 * v < positions.length; v++) positions.set(turned(at(animal.positions, v)), 3 * v);
    const strokes = [
      back,
      {
        path: [
          [0.11, -0.1, 0.16],
          [0.11, -0.25, 0.16],
        ] as Vec3[],
      },
    ];
    const own = comb(animal, { strokes });
    const there = comb(
      { ...animal, positions },
      {
        strokes: strokes.map(({ path }) => ({ path: path.map(turned) })),
      },
    );
    let worst = 1;
    for (let v = 0; v < own.surface.vertexCount; v++) {
      if (own.whorls.some((whorl) => distance(whorl.at, at(own.surface.positions, v)) < 0.05)) continue;
      worst = Math.min(worst, dot(turned(vectorAt(own, v)), vectorAt(there, v)));
    }
    expect(worst).toBeGreaterThan(0.999);
  });

  it('on a flat sheet is as linear as what it is given: between two straight strokes the angle rises evenly', () => {
    const random = new Random(SEED);
    const flat = sheetMesh(0.4, 0.4, 20);
    // Uneven triangles; the rim stays straight.
    const positions = flat.positions.map((c, i) => {
      const row = Math.floor(i / 3);
      const isRim = row % 21 === 0 || row % 21 === 20 || row < 21 || row >= 420;
      return i % 3 === 1 || isRim ? c : c + 0.006 * (random.unit() - 0.5);
    });
    const mesh = { ...flat, positions };
    const skin = comb(mesh, {
      strokes: [
        {
          path: [
            [-0.2, 0, -0.2],
            [-0.2, 0, 0.2],
          ],
        },
        // Runs at 45° to its own line on many places: a row of dabs.
        ...Array.from({ length: 81 }, (_, k): Combing['strokes'][number] => {
          const z = -0.2 + 0.005 * k;
          return {
            path: [
              [0.2, 0, z],
              [0.1995, 0, z + 0.0005],
            ],
          };
        }),
      ],
    });
    const angles = Array.from({ length: skin.surface.vertexCount }, (_, v) => {
      const [x, , z] = vectorAt(skin, v);
      return { x: skin.surface.positions[3 * v]!, angle: Math.atan2(-x, z) };
    });
    const low = angles.filter(({ x }) => x === Math.fround(-0.2)).reduce((sum, { angle }) => sum + angle / 21, 0);
    const high = angles.filter(({ x }) => x === Math.fround(0.2)).reduce((sum, { angle }) => sum + angle / 21, 0);
    expect(high - low).toBeGreaterThan(0.7);
    const worst = Math.max(...angles.map(({ x, angle }) => Math.abs(angle - low - ((high - low) * (x + 0.2)) / 0.4)));
    expect(worst).toBeLessThan(0.02);
  });

  it('on a flat sheet with strokes of one direction has that direction, exactly', () => {
    const way = normalize([0.6, 0, 0.8]);
    const line = (x: number, z: number): Combing['strokes'][number] => ({
      path: [
        [x, 0, z],
        [x + 0.05 * way[0], 0, z + 0.05 * way[2]],
      ],
    });
    const skin = comb(sheetMesh(0.4, 0.4, 16), { strokes: [line(-0.1, 0), line(0.1, -0.1), line(0, 0.1)] });
    // Vectors have single precision.
    expect(Math.min(...eachVertex(skin, (_, v) => dot(v, way)))).toBeGreaterThan(1 - 1e-7);
  });

  it('follows what it can of a stroke that goes round a place without a whorl, and says so', () => {
    const circle = Array.from({ length: 40 }, (_, k): Vec3 => {
      const angle = (2 * Math.PI * k) / 39;
      return [0.08 * Math.cos(angle), 0, 0.08 * Math.sin(angle)];
    });
    const mesh = sheetMesh(0.4, 0.4, 40);
    const without = comb(mesh, { strokes: [{ path: circle }] });
    expect(whorlsOf(without)).toEqual({ sum: 0, count: 0 });
    expect(without.notes.join()).toMatch(/stroke 0 .* without another whorl/);
    const withOne = comb(mesh, { strokes: [{ path: circle }], whorls: [{ at: [0, 0, 0] }] });
    expect(withOne.notes).toEqual([]);
    expect(whorlsOf(withOne)).toEqual({ sum: 1, count: 1 });
    expect(steepest(withOne, 0.04)).toBeLessThan(20);
  });

  it('says which strokes and whorls are nowhere near the skin', () => {
    const far: Vec3 = [5, 5, 5];
    const skin = comb(sphere, { strokes: [{ path: [far, [5, 5, 6]] }], whorls: [{ at: far }] });
    expect(skin.notes).toEqual([
      expect.stringMatching(/^stroke 0 .* nowhere near the skin/),
      expect.stringMatching(/^whorl 0 is nowhere near/),
    ]);
    expect(whorlsOf(skin)).toEqual({ sum: 2, count: 2 });
  });
});

describe('a skin of triangles that share no vertices', () => {
  it('is combed as one of which they do', () => {
    const corners = Array.from(sphere.triangles, (v) => at(sphere.positions, v)).flat();
    const triangles = Uint32Array.from(sphere.triangles, (_, i) => i);
    const skin = comb(makeMesh({ positions: Float32Array.from(corners), triangles }));
    expect(skin.surface.vertexCount).toBe(sphere.positions.length / 3);
    expect(whorlsOf(skin)).toEqual({ sum: 2, count: 2 });
  });
});
