import { describe, expect, it } from 'vitest';
import { CoherentDistance } from '../../body/coherent-distance.ts';
import { MeshDistance } from '../../body/mesh-distance.ts';
import { sphereMesh, torusMesh } from '../../body/shapes.ts';
import { Random } from '../../numeric/random.ts';
import { makeStrands, type Strands, strandsFromPolylines } from '../../strands/strands.ts';
import { clearGroom } from './clear-groom.ts';

const seed = 20261116;
const POINTS = 24;
const ball = new CoherentDistance(new MeshDistance(sphereMesh(0.09, 4)));
const ring = new CoherentDistance(new MeshDistance(torusMesh(0.08, 0.03, 40, 20)));

/** Wavy strands about the origin: roots in and out, tips anywhere. */
function randomHair(count: number): Strands {
  const random = new Random(seed);
  const lines = Array.from({ length: count }, () => {
    const root = [0, 0, 0].map(() => random.between(-0.12, 0.12));
    const way = [0, 0, 0].map(() => random.between(-0.15, 0.15));
    const wave = random.between(0, 0.006);
    return Array.from({ length: POINTS }, (_, i) =>
      root.map((x, c) => x + (way[c]! * i) / (POINTS - 1) + wave * Math.sin(0.5 * i + 2 * c)),
    );
  });
  const { first, positions } = strandsFromPolylines(lines);
  const fraction = Float32Array.from({ length: count * POINTS }, (_, i) => (i % POINTS) / (POINTS - 1));
  return makeStrands({ first, positions, pointAttributes: new Map([['fraction', { size: 1, data: fraction }]]) });
}

/** The deepest point or middle of an edge, m; positive. */
function deepest(strands: Strands, body: CoherentDistance): number {
  const { positions: p, first } = strands;
  let least = 0;
  for (let k = 0; k < strands.id.length; k++)
    for (let i = first[k]!; i < first[k + 1]!; i++) {
      const j = Math.min(i + 1, first[k + 1]! - 1);
      const middle = [0, 1, 2].map((c) => 0.5 * (p[3 * i + c]! + p[3 * j + c]!));
      least = Math.min(least, body.distance(p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!));
      least = Math.min(least, body.distance(middle[0]!, middle[1]!, middle[2]!));
    }
  return -least;
}

const edge = (p: Float32Array, i: number): number =>
  Math.hypot(p[3 * i + 3]! - p[3 * i]!, p[3 * i + 4]! - p[3 * i + 1]!, p[3 * i + 5]! - p[3 * i + 2]!);

function turn(p: Float32Array, i: number): number {
  let product = 0;
  for (let c = 0; c < 3; c++) product += (p[3 * i + c]! - p[3 * i - 3 + c]!) * (p[3 * i + 3 + c]! - p[3 * i + c]!);
  return Math.acos(Math.max(-1, Math.min(1, product / (edge(p, i - 1) * edge(p, i)))));
}

describe.each([
  ['ball', ball],
  ['ring', ring],
])(`clearGroom, a %s (seed ${seed})`, (_, body) => {
  const hair = randomHair(80);
  const at = new Map([...hair.id].map((id, k) => [id, k]));

  it.each(['cut', 'push'] as const)('after %s nothing is inside, and nothing else has changed', (mode) => {
    const { strands, report } = clearGroom(hair, body, { mode });
    expect(deepest(hair, body)).toBeGreaterThan(0.01);
    expect(deepest(strands, body)).toBeLessThan(1e-4);
    const touched = new Set([...report.cut, ...report.pushed, ...report.leftOut]);
    expect(touched.size).toBe(report.cut.length + report.pushed.length + report.leftOut.length);
    expect(strands.id.length).toBe(80 - report.leftOut.length);
    for (let k = 0; k < strands.id.length; k++) {
      expect(strands.first[k + 1]! - strands.first[k]!).toBe(POINTS);
      if (touched.has(strands.id[k]!)) continue;
      const old = 3 * POINTS * at.get(strands.id[k]!)!;
      expect(strands.positions.subarray(3 * strands.first[k]!, 3 * strands.first[k + 1]!)).toEqual(
        hair.positions.subarray(old, old + 3 * POINTS),
      );
    }
    expect(clearGroom(strands, body, { mode }).strands).toBe(strands);
  });

  it('what is left of a cut strand lies on the strand, with the attributes of its places', () => {
    const { strands, report } = clearGroom(hair, body, { mode: 'cut' });
    expect(report.cut.length).toBeGreaterThan(10);
    const fraction = strands.pointAttributes.get('fraction')!.data;
    for (let k = 0; k < strands.id.length; k++) {
      const old = POINTS * at.get(strands.id[k]!)!;
      for (let i = strands.first[k]!; i < strands.first[k + 1]!; i++) {
        const s = fraction[i]! * (POINTS - 1);
        const from = Math.min(Math.floor(s), POINTS - 2);
        for (let c = 0; c < 3; c++) {
          const a = hair.positions[3 * (old + from) + c]!;
          const b = hair.positions[3 * (old + from) + 3 + c]!;
          expect(Math.abs(strands.positions[3 * i + c]! - (a + (s - from) * (b - a)))).toBeLessThan(1e-6);
        }
      }
    }
  });

  it('pushed strands keep the lengths of their edges and turn no sharper than 25° where they did not', () => {
    const { strands, report } = clearGroom(hair, body, { mode: 'push' });
    const pushed = new Set(report.pushed);
    expect(pushed.size).toBeGreaterThan(report.cut.length + report.leftOut.length);
    for (let k = 0; k < strands.id.length; k++) {
      if (!pushed.has(strands.id[k]!)) continue;
      const old = POINTS * at.get(strands.id[k]!)!;
      const begin = strands.first[k]!;
      for (let i = 0; i + 1 < POINTS; i++) {
        expect(edge(strands.positions, begin + i) / edge(hair.positions, old + i)).toBeCloseTo(1, 4);
        if (i === 0) continue;
        const limit = Math.max((25.1 * Math.PI) / 180, turn(hair.positions, old + i) + 1e-3);
        expect(turn(strands.positions, begin + i)).toBeLessThan(limit);
      }
    }
  });
});

describe('clearGroom', () => {
  it('bends a strand that grazes the body into a smooth arc', () => {
    const line = Array.from({ length: 40 }, (_, i) => [-0.1 + (0.2 * i) / 39, 0.086, 0.001]);
    const { strands, report } = clearGroom(strandsFromPolylines([line]), ball);
    expect([...report.pushed]).toEqual([0]);
    expect(report.farthest).toBeLessThan(0.02);
    for (let i = 1; i < 39; i++) expect(turn(strands.positions, i)).toBeLessThan(0.2);
  });

  it('names strands that never come out, and stumps', () => {
    const within = Array.from({ length: 8 }, (_, i) => [0.002 * i, 0, 0]);
    const stump = Array.from({ length: 8 }, (_, i) => [0, 0.091 - 0.005 * i, 0]);
    const { strands, report } = clearGroom(strandsFromPolylines([within, stump]), ball, { mode: 'cut' });
    expect(strands.id.length).toBe(0);
    expect([...report.leftOut]).toEqual([0, 1]);
  });
});
