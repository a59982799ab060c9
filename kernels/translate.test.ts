import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { Random } from '../src/numeric/random.ts';
// @ts-expect-error: a plain script without declarations
import { assemble, generate, KERNELS } from './build.mjs';
// @ts-expect-error: a plain script without declarations
import { translate } from './translate.mjs';

const seed = 7;
type Precision = 'f32' | 'f64';
type Kernel = (memory: Float32Array | Float64Array, ...rest: (number | Float32Array)[]) => void;

/** A kernel in both forms, each run on the same numbers. */
async function both(source: string, precision: Precision, start: Float64Array, ...given: number[]) {
  const { assembly, twin, memory: views, kernels } = translate(source, { precision });
  const [{ name }] = kernels;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const Numbers = precision === 'f32' ? Float32Array : Float64Array;
  const lanes = new Numbers(memory.buffer, 0, start.length);
  lanes.set(start);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(await assemble(assembly)), { env: { memory } });
  (exports[name] as (...rest: number[]) => void)(...given);
  const single = Numbers.from(start);
  const text = `const larger = (a, b) => (a < b ? b : a);\nconst smaller = (a, b) => (b < a ? b : a);\n${twin}`;
  const { code } = transformSync(text, { loader: 'ts', format: 'esm' });
  const module = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as Record<
    string,
    Kernel
  >;
  if (views.tables) module[name]!(single, new Float32Array(single.buffer), ...given);
  else module[name]!(single, ...given);
  return { lanes, single };
}

const LANES = { f32: 4, f64: 2 };

/** Numbers of all sizes, and the special ones. */
function numbers(random: Random, count: number): Float64Array {
  const special = [0, -0, 1, -1, 0.5, Number.POSITIVE_INFINITY, Number.NaN];
  return Float64Array.from({ length: count }, () =>
    random.unit() < 0.1
      ? special[Math.floor(random.unit() * special.length)]!
      : random.between(-1, 1) * 10 ** Math.floor(random.between(-12, 12)),
  );
}

for (const precision of ['f32', 'f64'] as const)
  describe(`translated kernels in ${precision} (seed ${seed})`, () => {
    it('do every operation to the last bit as their twin', async () => {
      const source = `
        const HALF = 1 / 2;
        function mixed(a, b) { const sum = a + HALF * b; return sum * sum - a / b; }
        export function all(rows) {
          for (let i = 0; i < 12; i++) {
            const a = rows[3 * i], b = rows[3 * i + 1], c = rows[3 * i + 2];
            const isLess = a < b && !(c >= a) || a === c;
            rows[3 * i] = isLess ? mixed(a, b) : -Math.sqrt(Math.abs(c)) + 0.1;
            rows[3 * i + 1] = Math.max(a, Math.min(b, c)) - Math.floor(c);
            rows[3 * i + 2] += a * b + c / 3;
          }
        }`;
      const start = numbers(new Random(seed), 36 * LANES[precision]);
      const { lanes, single } = await both(source, precision, start, 0);
      expect(lanes).toEqual(single);
      expect(lanes).not.toEqual(start);
    });

    it('write loops with constant bounds out and run the others', async () => {
      const source = `
        const TABLE = [[2, 0, 1], [1, 2, 0]];
        export function turned(from, to, count) {
          for (let i = 0; i < count; i++) row(from, to, 3 * i);
        }
        function row(from, to, at) {
          const v = local(3);
          for (let c = 0; c < 3; c++) v[c] = from[at + TABLE[0][c]] * (c + 1);
          for (let c = 2; c >= 0; c--) {
            let sum = v[c];
            if (c === 1) sum = sum - v[TABLE[1][c]];
            else sum += 10;
            to[at + c] = sum;
          }
        }`;
      const rows = 6;
      const start = new Float64Array(2 * rows * LANES[precision]).map((_, i) => i + 0.5);
      const { lanes, single } = await both(source, precision, start, 0, rows, 2);
      expect(lanes).toEqual(single);
      const at = (row: number): number => start[LANES[precision] * row]!;
      expect(lanes[LANES[precision] * rows]).toBe(at(2) + 10);
      expect(lanes[LANES[precision] * (rows + 1)]).toBe(2 * at(0) - 3 * at(1));
      expect(lanes[LANES[precision] * (rows + 2)]).toBe(3 * at(1) + 10);
    });

    it('look up in tables, each lane at its own place', async () => {
      const source = `
        export function look(rows, table, step) {
          const place = placeOf(Math.floor(rows[0]));
          rows[1] = lookUp(table, place, 0);
          rows[2] = lookUp(table, place, step + 1) - lookUp(table, place, 2 * step);
        }`;
      const count = LANES[precision];
      const [size, step] = [20, 5];
      const table = Float32Array.from({ length: size }, (_, i) => Math.fround(i * i + 0.1));
      // Rows first, then the table, 16 bytes a row.
      const start = new Float64Array(3 * count + size);
      for (let lane = 0; lane < count; lane++) start[lane] = 7 - 2 * lane + 0.3;
      const packed = precision === 'f32' ? table : new Float64Array(table.buffer);
      start.set(packed, 3 * count);
      const { lanes, single } = await both(source, precision, start, 0, 3, step);
      expect(lanes).toEqual(single);
      for (let lane = 0; lane < count; lane++) {
        const place = 7 - 2 * lane;
        expect(lanes[count + lane]).toBe(table[place]!);
        const difference = table[place + step + 1]! - table[place + 2 * step]!;
        expect(lanes[2 * count + lane]).toBe(precision === 'f32' ? Math.fround(difference) : difference);
      }
    });

    it('go on while any lane does, and leave those that are done alone', async () => {
      const source = `
        export function halve(rows) {
          for (let n = 0; n < 50 && anyLane(rows[0] > 1); n++) {
            const isGoing = rows[0] > 1;
            rows[1] = isGoing ? rows[1] + 1 : rows[1];
            rows[0] = isGoing ? rows[0] * 0.5 : rows[0];
          }
        }`;
      const count = LANES[precision];
      const start = new Float64Array(2 * count).map((_, i) => (i < count ? 2 ** (3 * i) : 0));
      const { lanes, single } = await both(source, precision, start, 0);
      expect(lanes).toEqual(single);
      for (let lane = 0; lane < count; lane++) expect(lanes[count + lane]).toBe(3 * lane);
    });
  });

describe('a table that is read across', () => {
  it('gives every lane the rows that it asks for', async () => {
    const source = `
      export function pick(places, table, out) {
        const v = local(8);
        take(v, table, places[0], 1, 2);
        for (let c = 0; c < 8; c++) out[c] = v[c] * (c + 1);
      }`;
    const start = new Float64Array(4 * 20).map((_, i) => i);
    start.set([3, 0, 7, 5]);
    const { lanes, single } = await both(source, 'f32', start, 0, 1, 12);
    expect(lanes).toEqual(single);
    for (const [lane, place] of [3, 0, 7, 5].entries())
      for (let c = 0; c < 8; c++) expect(lanes[4 * (12 + c) + lane]).toBe((c + 1) * start[4 * (1 + place + 1) + c]!);
  });
});

describe('the translator', () => {
  const refusal =
    (body: string): (() => unknown) =>
    () =>
      translate(`export function kernel(rows, n) { ${body} }`);

  it('refuses what cannot be done in lanes, and says where', () => {
    expect(refusal('if (rows[0] > 1) rows[1] = 2;')).toThrow(/IfStatement at \d+ needs a constant condition/);
    expect(refusal('rows[0] = Math.sin(rows[1]);')).toThrow(/not a function of the language/);
    expect(refusal('const v = local(3); rows[0] = v[n];')).toThrow(/needs a constant index/);
    expect(refusal('rows[0] = n;')).toThrow(/whole number where a number is wanted/);
    expect(refusal('while (n > 0) rows[0] = 1;')).toThrow(/not of the language/);
  });

  it('rounds constants once, as both forms read them', () => {
    const { assembly, twin } = translate(
      'const THIRD = 1 / 3;\nexport function kernel(rows) { rows[0] = THIRD * rows[1]; }',
    );
    expect(assembly).toContain(`f32x4.splat(${Math.fround(1 / 3)})`);
    expect(twin).toContain(`${Math.fround(1 / 3)} * `);
  });
});

describe('the generated files', () => {
  it('are what kernels/build.mjs makes', async () => {
    for (const set of Object.keys(KERNELS))
      for (const [name, text] of Object.entries((await generate(set)) as Record<string, string>))
        expect(
          readFileSync(`src/kernels/generated/${name}`, 'utf8') === text,
          `${name}: run node kernels/build.mjs`,
        ).toBe(true);
  });
});
