import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { CHECK_DEFAULTS, checkStrands, type ProblemKind } from './check.ts';
import { makeStrands, type Strands, strandsFromPolylines } from './strands.ts';

const seed = 71012;

type Line = number[][];
const grown = (x: number, count = 12): Line => Array.from({ length: count }, (_, k) => [x, 0.01 * k, 0.02 * x * k]);
const changed = (line: Line, point: number, to: number[]): Line => line.map((p, i) => (i === point ? to : p));
const helix = (perTurn: number): Line =>
  Array.from({ length: 40 }, (_, k) => {
    const a = (2 * Math.PI * k) / perTurn;
    return [9 + 0.01 * Math.cos(a), 0.002 * k, 0.01 * Math.sin(a)];
  });
const found = (strands: Strands, options = {}): string[] =>
  checkStrands(strands, options).problems.map(({ strand, kind }) => `${strand} ${kind}`);

describe(`check (seed ${seed})`, () => {
  it('has nothing to say about good strands, and about none', () => {
    const { problems, count, countByKind } = checkStrands(strandsFromPolylines([grown(0), grown(0.01), helix(12)]));
    expect(problems).toEqual([]);
    expect(count).toBe(0);
    expect(Object.values(countByKind).every((n) => n === 0)).toBe(true);
    expect(checkStrands(strandsFromPolylines([])).count).toBe(0);
  });

  const nan = Number.NaN;
  const cases: [string, Line, ProblemKind[], number, RegExp][] = [
    [
      'NaN',
      changed(changed(grown(1), 4, [nan, 0, 0]), 7, [0, nan, 0]),
      ['not-finite'],
      4,
      /2 of 12 points are not finite, the first is point 4/,
    ],
    ['an infinite tip', changed(grown(1), 11, [0, 1, -Infinity]), ['not-finite'], 11, /1 of 12/],
    [
      'a point far away',
      changed(grown(1), 6, [1, 1e30, 0]),
      ['outlier'],
      6,
      /1 of 12 points is absurdly far away, the first is point 6, 1\.00e\+30 m/,
    ],
    ['no point', [], ['too-few-points'], 0, /0 of 0 points/],
    ['one point', [[1, 2, 3]], ['too-few-points'], 0, /1 of 1 points/],
    ['points all in one place', Array.from({ length: 5 }, () => [1, 2, 3]), ['too-few-points'], 0, /1 of 5 points/],
    ['a repeated point', changed(grown(1), 5, grown(1)[4]!), ['repeated-point'], 5, /1 points repeat .* point 5/],
    ['a spike', changed(grown(1), 6, [1.02, 0.06, 0.12]), ['crooked'], 6, /1 turn above 60°.*point 6/],
    [
      'uneven edges',
      changed(grown(1), 1, [1, 0.001, 0.002]),
      ['uneven-edges'],
      0,
      /edge 1 is 19.0 times as long as edge 0/,
    ],
    ['a coarse curl', helix(5), ['coarse-curl'], 1, /5.0 points a turn from point 1 on/],
  ];
  for (const [name, line, kinds, point, detail] of cases)
    it(`names ${name}, and where`, () => {
      const { problems } = checkStrands(strandsFromPolylines([grown(0), line, grown(0.5)]));
      expect(problems.map(({ kind }) => kind)).toEqual(kinds);
      expect(problems[0]).toMatchObject({ strand: 1, id: 1, point });
      expect(problems[0]!.detail).toMatch(detail);
    });

  it('names roots that stand on another, all but the first, also where they differ by less than the tolerance', () => {
    const lines = Array.from({ length: 40 }, (_, i) => grown(0.02 * i));
    lines[7] = grown(0.02 * 3);
    lines[30] = grown(0.02 * 3);
    expect(found(strandsFromPolylines(lines))).toEqual(['7 coincident-root', '30 coincident-root']);
    expect(checkStrands(strandsFromPolylines(lines)).problems[1]!.detail).toMatch(/strand 3 \(id 3\)/);
    lines[7] = grown(0.02 * 3 + 1e-6);
    expect(found(strandsFromPolylines(lines))).toEqual(['7 coincident-root', '30 coincident-root']);
    lines[7] = grown(0.02 * 3 + 1e-5);
    expect(found(strandsFromPolylines(lines))).toEqual(['30 coincident-root']);
  });

  it('names strands inside a body', () => {
    const floor = { distance: (_x: number, y: number) => y };
    const dips = changed(changed(grown(0), 6, [0, -0.005, 0]), 5, [0, 0.01, 0]).slice(3);
    const buried = grown(0.2).map(([x, y, z]) => [x!, y! - 0.005, z!]);
    const hangs = grown(0.4).map(([x, y, z]) => [x!, -y!, z!]);
    const { problems } = checkStrands(strandsFromPolylines([dips, buried, hangs]), {
      body: floor,
      maximumTurn: 4,
      maximumEdgeRatio: 9,
    });
    expect(problems.map(({ strand, kind }) => `${strand} ${kind}`)).toEqual([
      ...['0 inside-body', '1 buried-root', '2 inside-body'],
    ]);
    expect(problems[0]).toMatchObject({ point: 3 });
    expect(problems[0]!.detail).toMatch(/1 points are inside, the deepest is point 3 with 5.00 mm/);
    expect(problems[2]!.detail).toMatch(/^11 points are inside/);
  });

  it('names every problem of a strand, each kind once', () => {
    const line = changed(changed(changed(grown(1, 20), 3, [nan, 0, 0]), 9, grown(1, 20)[8]!), 14, [1.1, 0, 0]);
    expect(found(strandsFromPolylines([line]))).toEqual([
      ...['0 not-finite', '0 repeated-point', '0 crooked', '0 uneven-edges'],
    ]);
  });

  it('lists as many as asked for and counts all', () => {
    const random = new Random(seed);
    const lines = Array.from({ length: 50 }, (_, i) => (random.unit() < 0.5 ? grown(0.1 * i) : [[0.1 * i, 0, 0]]));
    const all = checkStrands(strandsFromPolylines(lines));
    const capped = checkStrands(strandsFromPolylines(lines), { limit: 3 });
    expect(capped.problems).toEqual(all.problems.slice(0, 3));
    expect(capped.count).toBe(all.problems.length);
    expect(capped.countByKind).toEqual(all.countByKind);
    expect(all.countByKind['too-few-points']).toBe(all.count);
    expect(checkStrands(strandsFromPolylines(lines), { limit: undefined }).count).toBe(all.count);
  });

  it('names strands by id, and keeps its limits as options', () => {
    const strands = makeStrands({ ...strandsFromPolylines([[[0, 0, 0]]]), id: Uint32Array.of(77) });
    expect(checkStrands(strands).problems[0]!.id).toBe(77);
    const bent = strandsFromPolylines([
      [
        [0, 0, 0],
        [0, 1, 0],
        [1, 2, 0],
      ],
    ]);
    expect(found(bent)).toEqual([]);
    expect(found(bent, { maximumTurn: Math.PI / 5 })).toEqual(['0 crooked']);
    expect(found(bent, { maximumEdgeRatio: 1.2 })).toEqual(['0 uneven-edges']);
    expect(found(strandsFromPolylines([helix(10)]), { pointsPerTurn: 11 })).toEqual(['0 coarse-curl']);
    expect(Object.isFrozen(CHECK_DEFAULTS)).toBe(true);
  });
});
