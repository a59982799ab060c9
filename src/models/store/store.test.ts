import { describe, expect, it } from 'vitest';
import { Random } from '../../numeric/random.ts';
import { cutStrand } from './cut.ts';
import { type Editing, editStrand, factorName, madeName, rememberMade, withEdits } from './edit.ts';
import { fixed, makeRecord, moving, NODAL_FIELDS, type StrandRecord } from './fields.ts';
import { BufferMemory, plainMemory } from './memory.ts';
import { StrandStore } from './strand-store.ts';

const TABLE = withEdits({
  ...NODAL_FIELDS,
  tension: moving('edge', 1, 'N'),
  charge: fixed('edge', 1, 'C', { cut: 'divide' }),
  weight: fixed('joint', 2, 'N m', { scaled: { by: 'stiffness', growth: -1 } }),
  angle: fixed('joint', 2, 'rad', { shape: 'angle' }),
  help: fixed('node', 1, 'N/m', { needsRoot: true }),
});
type Strand = StrandRecord<typeof TABLE>;

/** A strand of random numbers with edges of random lengths. */
function randomStrand(random: Random, id: number, nodes: number): Strand {
  const strand = makeRecord(TABLE, id, { nodes, elements: 0, quadrature: 0 });
  for (const name of Object.keys(TABLE)) strand[name]!.set(strand[name]!.map(() => random.between(0.1, 1)));
  for (const name of ['restLength', 'tension', 'charge'] as const) strand[name].fill(0, nodes - 1);
  for (const name of ['weight', 'angle'] as const)
    for (const end of [0, nodes - 1]) strand[name].fill(0, 2 * end, 2 * end + 2);
  strand.rooted[0] = 1;
  rememberMade(TABLE, strand);
  return strand;
}

const sum = (values: Float64Array): number => values.reduce((all, value) => all + value, 0);

const worst = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

const copyOf = (strand: Strand): Record<string, number[]> =>
  Object.fromEntries(Object.keys(TABLE).map((name) => [name, [...strand[name]!]]));

describe.each([1, 2, 3])('a cut as the table says (seed %i)', (seed) => {
  const random = new Random(seed);
  const strand = randomStrand(random, 7, 9);
  const length = sum(strand.restLength);
  const [root, tip] = cutStrand(TABLE, strand, random.between(0.35, 0.65) * length, 8)!;

  it('divides amounts and lengths, and adds nothing', () => {
    for (const name of ['restLength', 'charge', 'mass', madeName('mass'), madeName('restLength')])
      expect(sum(root[name]!) + sum(tip[name]!)).toBeCloseTo(sum(strand[name]!), 12);
  });

  it('keeps momentum', () => {
    const momentum = ({ mass, velocity }: Strand): number => sum(velocity.map((v, i) => v * mass[Math.floor(i / 3)]!));
    expect(momentum(root) + momentum(tip)).toBeCloseTo(momentum(strand), 12);
  });

  it('leaves ends without edges and joints, and a free piece without help', () => {
    for (const part of [root, tip]) {
      expect(part.tension[part.nodes - 1]).toBe(0);
      for (const end of [0, part.nodes - 1]) expect([...part.weight.subarray(2 * end, 2 * end + 2)]).toEqual([0, 0]);
    }
    expect([root.rooted[0], tip.rooted[0]]).toEqual([1, 0]);
    expect(sum(root.help)).toBeGreaterThan(0);
    expect(sum(tip.help)).toBe(0);
  });
});

describe.each([4, 5])('edits as the table says (seed %i)', (seed) => {
  const random = new Random(seed);
  const editing: Editing<typeof TABLE> = { present: ({ angle }) => ({ angle: angle.map((value) => value + 0.1) }) };
  const nodes = 8;
  const factors = (): Float64Array => Float64Array.from({ length: nodes }, () => random.between(0.5, 2));

  it('are taken back without a trace', () => {
    const strand = randomStrand(random, 1, nodes);
    const before = copyOf(strand);
    const change = { mass: factors(), stiffness: factors(), thickness: factors(), lengthen: factors(), shapeSet: 0.4 };
    editStrand(TABLE, editing, strand, change, 0);
    expect(copyOf(strand)).not.toEqual(before);
    editStrand(TABLE, editing, strand, { mass: 1, stiffness: 1, thickness: 1, lengthen: 1, shapeReset: 1 }, 0);
    for (const name of ['mass', 'weight', 'clearance', 'thickness', 'restLength', 'angle'] as const)
      expect([...strand[name]]).toEqual(before[name]);
  });

  it('scale what grows with length, with or against it', () => {
    const strand = randomStrand(random, 1, nodes);
    const { mass, weight, angle } = copyOf(strand);
    editStrand(TABLE, editing, strand, { lengthen: 1.5 }, 0);
    expect(
      worst(
        strand.mass,
        strand.mass.map((_, i) => 1.5 * mass![i]!),
      ),
    ).toBeLessThan(1e-12);
    expect(
      worst(
        strand.weight,
        strand.weight.map((_, i) => weight![i]! / 1.5),
      ),
    ).toBeLessThan(1e-12);
    expect(
      worst(
        strand.angle,
        strand.angle.map((_, i) => 1.5 * angle![i]!),
      ),
    ).toBeLessThan(1e-12);
  });

  it('of stiffness harden in the shape that the strand then has', () => {
    const strand = randomStrand(random, 1, nodes);
    const { angle } = copyOf(strand);
    editStrand(TABLE, editing, strand, { stiffness: 3 }, 0);
    // One part the fibre's own, two parts the layer in the present shape, 0.1 further.
    for (let c = 2; c < 2 * (nodes - 1); c++) expect(strand.angle[c]).toBeCloseTo(angle![c]! + 0.2 / 3, 12);
    expect(strand[factorName('stiffness')]![3]).toBe(3);
  });
});

describe('a store (seed 9)', () => {
  const random = new Random(9);
  const strands = [5, 9, 7].map((nodes, k) => randomStrand(random, 10 + k, nodes));

  it('lies in the memory that it is handed, and gives it back when it grows', () => {
    const buffer = new SharedArrayBuffer(1 << 16);
    const store = new StrandStore(TABLE, new BufferMemory(buffer));
    store.assign(strands);
    expect(store.arrays.position.buffer).toBe(buffer);
    expect(store.all().map(copyOf)).toEqual(strands.map(copyOf));
    for (let n = 0; n < 50; n++)
      store.assign(n % 2 === 0 ? [...store.all(), randomStrand(random, 20, 6)] : store.all().slice(0, 3));
    expect(store.all().map(copyOf)).toEqual(strands.map(copyOf));
    expect(store.arrays.mass.buffer).toBe(buffer);
  });

  it('says what is missing where the memory is too small', () => {
    const store = new StrandStore(TABLE, new BufferMemory(new ArrayBuffer(1024)));
    expect(() => store.assign(strands)).toThrow(/bytes more.*1024 bytes/);
  });

  it('holds one array a field, strand after strand, and finds strands by id', () => {
    const store = new StrandStore(TABLE, plainMemory);
    store.assign(strands);
    expect([...store.first]).toEqual([0, 5, 14, 21]);
    expect(store.find(11)).toBe(1);
    expect(store.find(99)).toBe(-1);
    expect([...store.arrays.mass]).toEqual(strands.flatMap(({ mass }) => [...mass]));
    store.record(2).mass[0] = 42;
    expect(store.arrays.mass[14]).toBe(42);
  });

  it('copies what moves of one strand aside, and nothing else', () => {
    const store = new StrandStore(TABLE, plainMemory);
    store.assign(strands);
    const before = store.all().map(copyOf);
    store.setAside(1);
    for (const name of ['position', 'tension', 'normalForce'] as const) store.record(1)[name].fill(0);
    store.returnTo(1);
    expect(store.all().map(copyOf)).toEqual(before);
  });
});
