import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { checkStrands, type ProblemKind } from './check.ts';
import { hashStrands } from './hash.ts';
import type { BodyField } from './push-out.ts';
import { repairStrands } from './repair.ts';
import { makeStrands, pointCount, type Strands, strandCount, strandsFromPolylines } from './strands.ts';

const seed = 71017;

type Line = number[][];

/** A head of radius 9 cm. */
const head: BodyField = {
  distance: (x, y, z) => Math.hypot(x, y, z) - 0.09,
  sample(x, y, z, out) {
    const l = Math.hypot(x, y, z);
    if (l > 1e-9) out.set([l - 0.09, x / l, y / l, z / l]);
    else out.set([-0.09, 0, 1, 0]);
  },
};

/** A good strand on the head: straight, waved or curled. */
function grow(random: Random, points: number): Line {
  const a = 2 * Math.PI * random.unit();
  const v = random.unit();
  const r = Math.sqrt(1 - v * v);
  const n = [r * Math.cos(a), v, r * Math.sin(a)];
  const u = [-Math.sin(a), 0, Math.cos(a)];
  const w = [n[1]! * u[2]!, n[2]! * u[0]! - n[0]! * u[2]!, -n[1]! * u[0]!];
  const amplitude = random.below(3) === 0 ? 0 : 0.004 * random.unit();
  const step = 0.1 + 0.4 * random.unit();
  const flat = random.below(2);
  const edge = 0.003 + 0.004 * random.unit();
  return Array.from({ length: points }, (_, k) =>
    [0, 1, 2].map(
      (c) =>
        n[c]! * (0.09 + edge * k) +
        amplitude * (Math.cos(step * k) - 1) * u[c]! +
        flat * amplitude * Math.sin(step * k) * w[c]!,
    ),
  );
}

type Corruption = (line: Line, random: Random) => Line;
const some = (random: Random, line: Line) => random.below(Math.max(1, line.length));
const bad = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

const wild = [100, -1000, 1e6, -1e30, 3e38, Number.NaN];

const corruptions: Record<string, Corruption> = {
  'a hole': (line, random) => {
    const from = some(random, line);
    const length = 1 + random.below(6);
    return line.map((p, i) => (i >= from && i < from + length ? [p[0]!, bad[random.below(3)]!, p[2]!] : p));
  },
  'no root': (line, random) => line.map((p, i) => (i < 1 + random.below(4) ? [Number.NaN, p[1]!, p[2]!] : p)),
  'holes all over': (line, random) => line.map((p) => (random.unit() < 0.5 ? [p[0]!, p[1]!, Number.NaN] : p)),
  'a repeated point': (line, random) => {
    const at = some(random, line);
    return line.map((p, i) => (i === at && i > 0 ? line[i - 1]! : p));
  },
  'a lump of points': (line, random) => {
    const from = some(random, line);
    return line.map((p, i) => (i >= from && i < from + 9 ? line[from]! : p));
  },
  'one place': (line) => line.map(() => line[0]!),
  'a wild point': (line, random) => {
    const at = some(random, line);
    return line.map((p, i) => (i === at ? [p[0]!, p[1]!, wild[random.below(wild.length)]!] : p));
  },
  'a spike': (line, random) => {
    const at = some(random, line);
    return line.map((p, i) => (i === at && i > 0 ? p.map((x) => x + random.between(-0.05, 0.05)) : p));
  },
  'a zigzag': (line, random) => line.map((p, i) => (i === 0 ? p : p.map((x) => x + random.between(-0.01, 0.01)))),
  'a way back': (line) => line.map((_, i) => line[Math.min(i, line.length - 1 - i)]!),
  'uneven points': (line) => {
    const last = line.length - 1;
    return line.map((_, k) => {
      const s = last > 0 ? (last * k * k * k) / (last * last * last) : 0;
      const i = Math.min(Math.floor(s), Math.max(0, last - 1));
      const b = line[i + 1] ?? line[i]!;
      return line[i]!.map((x, c) => x + (s - i) * (b[c]! - x));
    });
  },
  'swapped points': (line, random) => {
    const [a, b] = [1 + some(random, line), 1 + some(random, line)];
    return line.map((p, i) => (i === a ? (line[b] ?? p) : i === b ? (line[a] ?? p) : p));
  },
  'one point': (line) => line.slice(0, 1),
  'no point': () => [],
};

/** A groom in which some strands are corrupted, some of them twice, and some stand on others' roots. */
function corrupt(random: Random, isShared: boolean): { lines: Line[]; touched: Set<number> } {
  const touched = new Set<number>();
  const points = 4 + random.below(30);
  const names = Object.keys(corruptions);
  const lines = Array.from({ length: 30 }, () => grow(random, points));
  for (let i = 0; i < lines.length; i++) {
    if (random.unit() < 0.6) continue;
    touched.add(i);
    if (isShared && random.unit() < 0.3) lines[i] = lines[random.below(lines.length)]!.map((p) => [...p]);
    for (let k = random.below(3); k > 0; k--)
      lines[i] = corruptions[names[random.below(names.length)]!]!(lines[i]!, random);
  }
  return { lines, touched };
}

function withAttributes(bare: Strands): Strands {
  return makeStrands({
    ...bare,
    id: bare.id.map((id) => 1000 + 7 * id),
    pointAttributes: new Map([
      ['along', { size: 1, data: Float32Array.from({ length: pointCount(bare) }, (_, p) => p) }],
      ['index', { size: 1, data: Uint32Array.from({ length: pointCount(bare) }, (_, p) => p) }],
    ]),
    strandAttributes: new Map([['origin', { size: 1, data: bare.id.slice() }]]),
  });
}

const UNREPAIRABLE: readonly ProblemKind[] = ['coarse-curl', 'buried-root'];
const remaining = (strands: Strands, body?: BodyField): string[] =>
  checkStrands(strands, { body })
    .problems.filter(({ kind }) => !UNREPAIRABLE.includes(kind))
    .map(({ strand, kind, detail }) => `${strand} ${kind}: ${detail}`);

/** Points of strand i of a set, as they are stored. */
const stored = (strands: Strands, i: number): Uint32Array =>
  new Uint32Array(strands.positions.slice(3 * strands.first[i]!, 3 * strands.first[i + 1]!).buffer);

/** The laws that hold for every repair. */
function expectLaws(strands: Strands, body?: BodyField): void {
  const { strands: repaired, actions } = repairStrands(strands, { body });
  expect(remaining(repaired, body)).toEqual([]);
  const leftOut = new Set(actions.filter(({ kind }) => kind === 'left-out').map(({ strand }) => strand));
  const acted = new Set(actions.map(({ strand }) => strand));
  const faulty = new Set(
    checkStrands(strands, { body })
      .problems.filter(({ kind }) => !UNREPAIRABLE.includes(kind))
      .map(({ strand }) => strand),
  );
  expect(strandCount(repaired)).toBe(strandCount(strands) - leftOut.size);
  const origin = repaired.strandAttributes.get('origin')!.data;
  for (let i = 0; i < strandCount(repaired); i++) {
    const from = origin[i]!;
    expect(repaired.id[i]).toBe(strands.id[from]);
    expect(repaired.first[i + 1]! - repaired.first[i]!).toBe(strands.first[from + 1]! - strands.first[from]!);
    if (!acted.has(from)) expect(stored(repaired, i).join()).toBe(stored(strands, from).join());
    if (!acted.has(from))
      expect(repaired.pointAttributes.get('index')!.data[repaired.first[i]!]).toBe(strands.first[from]);
    for (const name of ['along', 'index']) {
      const values = repaired.pointAttributes.get(name)!.data.slice(repaired.first[i]!, repaired.first[i + 1]!);
      expect(values.every((x) => x >= strands.first[from]! && x < strands.first[from + 1]!)).toBe(true);
    }
  }
  // Nothing is done to a strand without a problem, except where mending another gave two strands one root.
  for (const { strand, id, kind, detail } of actions) {
    if (kind !== 'moved') expect(faulty.has(strand)).toBe(true);
    expect(id).toBe(strands.id[strand]);
    expect(detail.length).toBeGreaterThan(10);
  }
  const again = repairStrands(repaired, { body });
  expect(again.strands).toBe(repaired);
  expect(again.actions).toEqual([]);
}

describe(`repair (seed ${seed})`, () => {
  for (const [name, corruption] of Object.entries(corruptions))
    it(`of ${name}: afterwards the check finds nothing to repair, good strands are as they were`, () => {
      fc.assert(
        fc.property(fc.nat(), fc.integer({ min: 2, max: 40 }), (key, points) => {
          const random = new Random(key);
          const lines = Array.from({ length: 8 }, (_, i) => {
            const line = grow(random, points);
            return i % 2 === 0 ? line : corruption(line, random);
          });
          expectLaws(withAttributes(strandsFromPolylines(lines)));
        }),
        { seed, numRuns: 30 },
      );
    });

  it('of everything at once', () => {
    fc.assert(
      fc.property(fc.nat(), (key) => {
        const { lines, touched } = corrupt(new Random(key), true);
        const strands = withAttributes(strandsFromPolylines(lines));
        expectLaws(strands);
        for (const { strand, kind } of repairStrands(strands).actions)
          expect(touched.has(strand) || kind === 'moved').toBe(true);
      }),
      { seed, numRuns: 60 },
    );
  });

  it('of everything at once, on a head', () => {
    fc.assert(
      fc.property(fc.nat(), (key) => {
        const random = new Random(key);
        const { lines } = corrupt(random, true);
        const pushed = lines.map((line) => {
          const squeeze = random.unit() < 0.3 ? random.between(-0.8, 0.8) : 1;
          return line.map(([x, y, z], i) => (i === 0 ? [x!, y!, z!] : [x!, y! * squeeze, z!]));
        });
        expectLaws(withAttributes(strandsFromPolylines(pushed)), head);
      }),
      { seed, numRuns: 40 },
    );
  });

  describe('of one strand gone wild', () => {
    const random = new Random(seed);
    const lines = Array.from({ length: 400 }, () => grow(random, 16));
    // Some stand on others' roots and some are crooked: what is done to them must not change either.
    for (const i of [40, 41, 300]) lines[i] = lines[i - 20]!;
    lines[333] = corruptions['a spike']!(lines[333]!, random);
    const clean = repairStrands(withAttributes(strandsFromPolylines(lines)));
    const others = (strands: Strands, left: number): string =>
      [...strands.id.keys()]
        .filter((i) => strands.strandAttributes.get('origin')!.data[i] !== left)
        .map((i) => stored(strands, i).join())
        .join(';');
    for (const value of [100, 1000, 1e6, 1e30, Number.NaN])
      for (const point of [0, 7, 15])
        it(`with ${value} at point ${point}: it is put back, no other strand changes by a bit`, () => {
          const changed = lines.map((line) => line.map((p) => [...p]));
          changed[100]![point]![0] = value;
          const strands = withAttributes(strandsFromPolylines(changed));
          const { countByKind } = checkStrands(strands);
          expect(countByKind[Number.isNaN(value) ? 'not-finite' : 'outlier']).toBe(1);
          expect(countByKind['coincident-root']).toBe(3);
          const { strands: repaired, actions } = repairStrands(strands);
          expect(strandCount(repaired)).toBe(400);
          expect(others(repaired, 100)).toBe(others(clean.strands, 100));
          expect(actions.filter(({ strand }) => strand !== 100)).toEqual(clean.actions);
          for (let c = 0; c < 3; c++)
            expect(Math.abs(repaired.positions[3 * (16 * 100) + c]! - lines[100]![0]![c]!)).toBeLessThan(2e-3);
        });
  });

  it('leaves out a strand that is far away as a whole, and names it', () => {
    const random = new Random(seed);
    const lines = Array.from({ length: 100 }, () => grow(random, 16));
    const far = lines.map((line, i) => (i === 7 ? line.map(([x, y, z]) => [x! + 500, y!, z!]) : line));
    const { strands, actions } = repairStrands(strandsFromPolylines(far));
    expect(strandCount(strands)).toBe(99);
    expect(actions).toEqual([
      { strand: 7, id: 7, kind: 'left-out', detail: 'left out: 0 of 16 points can be used, a strand needs 2' },
    ]);
  });

  it('returns good strands as the same object', () => {
    const random = new Random(seed);
    const strands = strandsFromPolylines(Array.from({ length: 20 }, () => grow(random, 16)));
    const repaired = repairStrands(strands, { body: head });
    expect(repaired.strands).toBe(strands);
    expect(repaired.actions).toEqual([]);
  });

  it('keeps nearly all strands that a head disturbs', () => {
    const random = new Random(seed);
    // Along the skin, but bent more than the head is: up to 3 cm inside at the tip.
    const lines = Array.from({ length: 300 }, () => {
      const [root, next] = grow(random, 2) as [number[], number[]];
      const n = root.map((x) => x / 0.09);
      const side = [n[1]! * next[2]! - n[2]! * next[1]! + 1e-3, n[0]!, -n[1]!];
      const along = side.reduce((sum, x, c) => sum + x * n[c]!, 0);
      const t = side.map((x, c) => x - along * n[c]!);
      const l = Math.hypot(...t);
      return Array.from({ length: 16 }, (_, k) =>
        root.map((x, c) => x + (0.005 * k * t[c]!) / l - (0.0025 * k * 0.005 * k * n[c]!) / 0.045),
      );
    });
    const { strands, actions } = repairStrands(strandsFromPolylines(lines), { body: head });
    expect(actions.filter(({ kind }) => kind === 'pushed-out').length).toBeGreaterThan(20);
    expect(strandCount(strands)).toBe(300);
  });

  it('is the same every time and does not touch what it is given', () => {
    const strands = withAttributes(strandsFromPolylines(corrupt(new Random(seed), true).lines));
    const before = hashStrands(strands);
    const results = [repairStrands(strands), repairStrands(strands)];
    expect(hashStrands(strands)).toBe(before);
    expect(hashStrands(results[0]!.strands)).toBe(hashStrands(results[1]!.strands));
    expect(results[0]!.actions).toEqual(results[1]!.actions);
  });

  it('says what it did, strand by strand', () => {
    const random = new Random(seed);
    const lines = Array.from({ length: 6 }, () => grow(random, 12));
    lines[1]![5] = [Number.NaN, 0, 0];
    lines[3] = [[0, 0, 0]];
    lines[4] = lines[0]!;
    const { actions } = repairStrands(strandsFromPolylines(lines));
    expect(actions).toEqual([
      { strand: 1, id: 1, kind: 'bridged', detail: '1 points put on straight lines between their neighbours' },
      { strand: 3, id: 3, kind: 'left-out', detail: 'left out: 1 of 1 points can be used, a strand needs 2' },
      {
        strand: 4,
        id: 4,
        kind: 'moved',
        detail: expect.stringMatching(/^moved by .* mm off the root of the strand with id 0$/),
      },
    ]);
  });
});
