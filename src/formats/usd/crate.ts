import type { Budget } from '../budget.ts';
import { readText, viewOf } from '../bytes.ts';
import { arcsOf } from './crate-arcs.ts';
import { CrateFile } from './crate-file.ts';
import { CrateValue, type Names, type Rep, repAt, repFrom, TYPE } from './crate-value.ts';
import { ARC_KINDS, type UsdLayer, type UsdProperty, type UsdSpec, type UsdValue } from './types.ts';

/**
 * USD crate files (.usdc), versions 0.4 to 0.10, to a layer. A reader of our own and not a library's, because reading is
 * synchronous here, runs in browsers without another 2 MB, and every allocation is held to the budget; a foreign
 * parser is its oracle in the tests.
 */

export const isCrate = (bytes: Uint8Array): boolean => bytes.length >= 8 && readText(bytes, 0, 8) === 'PXR-USDC';

const LEAST_VERSION = 4;
const HEADER_BYTES = 88;
const END = -1;

/** Kinds of specs. */
const ATTRIBUTE = 1;
const PRIM = 6;
const ROOT = 7;
const VARIANT_SET = 11;

type Section = 'TOKENS' | 'STRINGS' | 'FIELDS' | 'FIELDSETS' | 'PATHS' | 'SPECS';

interface Spec {
  readonly path: string;
  readonly kind: number;
  readonly fields: ReadonlyMap<string, Rep>;
}

class CrateReader {
  readonly #file: CrateFile;
  readonly #sections = new Map<string, number>();
  readonly #version: number;

  constructor(file: CrateFile) {
    this.#file = file;
    if (file.bytes.length < HEADER_BYTES)
      throw file.cutOff(`a crate header has ${HEADER_BYTES} bytes but the file ends at ${file.bytes.length}`);
    const [major = 0, minor = 0] = file.bytes.subarray(8, 11);
    if (major !== 0 || minor < LEAST_VERSION)
      throw file.error(
        'version',
        `version ${major}.${minor} of the crate format is not read; 0.${LEAST_VERSION} and later are: save it again as .usda`,
      );
    this.#version = minor;
    file.at = 16;
    file.at = file.u64();
    for (let count = file.u64(); count > 0; count--) {
      const name = file.text(16).replace(/\0.*$/s, '');
      const start = file.u64();
      file.u64();
      this.#sections.set(name, start);
    }
  }

  #open(section: Section): void {
    const start = this.#sections.get(section);
    if (start === undefined)
      throw this.#file.error('section', `the section ${section} is missing: the file is damaged`);
    this.#file.at = start;
  }

  #tokens(): string[] {
    this.#open('TOKENS');
    const file = this.#file;
    const count = file.u64();
    const size = file.u64();
    const bytes = file.unpack(file.u64(), size, 'the table of names');
    if (count > bytes.length) throw file.error('section', 'the table of names is shorter than it promises');
    file.budget.claim(16 * count, 'names');
    return new TextDecoder().decode(bytes).split('\0').slice(0, count);
  }

  #strings(): Uint32Array {
    this.#open('STRINGS');
    const file = this.#file;
    const count = file.u64();
    const start = file.take(4 * count);
    const strings = file.budget.uint32(count, 'texts');
    return strings.map((_, i) => file.view.getUint32(start + 4 * i, true));
  }

  #fields(tokens: readonly string[]): { name: string; rep: Rep }[] {
    this.#open('FIELDS');
    const file = this.#file;
    const count = file.u64();
    const names = file.packedInts(count, 'the fields');
    const packed = file.u64();
    const reps = viewOf(file.unpack(packed, 8 * count, 'the fields'));
    if (reps.byteLength < 8 * count) throw file.error('section', 'the fields are fewer than promised');
    file.budget.claim(64 * count, 'fields');
    return Array.from(names, (token, i) => ({ name: tokens[token] ?? '', rep: repFrom(reps, 8 * i) }));
  }

  #fieldSets(): Int32Array {
    this.#open('FIELDSETS');
    return this.#file.packedInts(this.#file.u64(), 'the sets of fields');
  }

  #paths(tokens: readonly string[]): string[] {
    this.#open('PATHS');
    const file = this.#file;
    file.u64();
    const count = file.u64();
    const place = file.packedInts(count, 'the paths');
    const element = file.packedInts(count, 'the paths');
    const jump = file.packedInts(count, 'the paths');
    file.budget.claim(16 * count, 'paths');
    const paths: string[] = new Array<string>(count).fill('');
    // Each entry's children follow it; its next sibling stands `jump` further on.
    const open: { index: number; parent: string }[] = [{ index: 0, parent: '' }];
    for (let visited = 0; open.length > 0 && visited < count; ) {
      const next = open.pop()!;
      let { index, parent } = next;
      for (; index < count && visited < count; visited++) {
        const token = element[index]!;
        const path = visited === 0 ? '' : joinPath(parent, tokens[Math.abs(token)] ?? '', token < 0);
        file.budget.claim(path.length, 'paths');
        if (place[index]! >= 0 && place[index]! < count) paths[place[index]!] = path;
        const step = jump[index]!;
        const hasChild = step > 0 || step === -1;
        if (hasChild && step > 0) open.push({ index: index + step, parent });
        if (hasChild) parent = path;
        else if (step < 0) {
          visited++;
          break;
        }
        index++;
      }
    }
    return paths;
  }

  #specs(paths: readonly string[], fields: readonly { name: string; rep: Rep }[], sets: Int32Array): Spec[] {
    this.#open('SPECS');
    const file = this.#file;
    const count = file.u64();
    const path = file.packedInts(count, 'the specs');
    const set = file.packedInts(count, 'the specs');
    const kind = file.packedInts(count, 'the specs');
    return Array.from({ length: count }, (_, i) => {
      const own = new Map<string, Rep>();
      for (let k = set[i]!; k >= 0 && k < sets.length && sets[k] !== END; k++) {
        const field = fields[sets[k]!];
        file.budget.claim(8, 'fields');
        if (field) own.set(field.name, field.rep);
      }
      return { path: paths[path[i]!] ?? '', kind: kind[i]!, fields: own };
    });
  }

  read(): { specs: Spec[]; names: Names } {
    const tokens = this.#tokens();
    const strings = this.#strings();
    const paths = this.#paths(tokens);
    const names: Names = { tokens, strings, paths, version: this.#version };
    return { specs: this.#specs(paths, this.#fields(tokens), this.#fieldSets()), names };
  }
}

const joinPath = (parent: string, name: string, isProperty: boolean): string =>
  isProperty ? `${parent}.${name}` : `${parent}/${name}`;

interface Sampled {
  readonly times: Float64Array;
  readonly sample: (index: number) => UsdValue;
}

const NO_SAMPLES: Sampled = {
  times: new Float64Array(),
  sample: () => {
    throw new RangeError('this property has no samples');
  },
};

/** Times stand behind one jump, the values' reps behind another. */
function samplesOf(file: CrateFile, rep: Rep | undefined, names: Names): Sampled {
  if (rep?.type !== TYPE.timeSamples) return NO_SAMPLES;
  const jump = (at: number): number => {
    file.at = at;
    return at + file.i64();
  };
  const timesAt = jump(rep.payload);
  const times = doublesOf(file, repAt(file, timesAt), names);
  const valuesAt = jump(timesAt + 8);
  file.at = valuesAt;
  const count = Math.min(file.u64(), times.length);
  const start = file.take(8 * count);
  const rising = times.subarray(0, count);
  if (rising.some((time, k) => k > 0 && !(time > rising[k - 1]!)))
    throw file.error('times', 'time samples are not in order');
  return { times: rising, sample: (index) => new CrateValue(file, repFrom(file.view, start + 8 * index), names) };
}

function doublesOf(file: CrateFile, rep: Rep, names: Names): Float64Array {
  if (rep.type === TYPE.doubleVector) {
    file.at = rep.payload;
    const count = file.u64();
    const start = file.take(8 * count);
    return file.budget.float64(count, 'times').map((_, i) => file.view.getFloat64(start + 8 * i, true));
  }
  const value = new CrateValue(file, rep, names);
  const times = file.budget.float64(value.count(), 'times');
  value.fill(times);
  return times;
}

function propertyOf(file: CrateFile, name: string, fields: ReadonlyMap<string, Rep>, names: Names): UsdProperty {
  const value = (field: string): UsdValue | undefined => {
    const rep = fields.get(field);
    return rep && rep.type !== TYPE.valueBlock ? new CrateValue(file, rep, names) : undefined;
  };
  const metadata = new Map<string, UsdValue>();
  for (const field of ['interpolation', 'elementSize']) {
    const found = value(field);
    if (found) metadata.set(field, found);
  }
  const type = value('typeName')?.texts()[0] ?? '';
  return { name, type, value: value('default'), metadata, ...samplesOf(file, fields.get('timeSamples'), names) };
}

export function parseCrate(source: { name: string; bytes: Uint8Array; budget: Budget }): UsdLayer {
  const file = new CrateFile(source.name, source.bytes, source.budget);
  const { specs, names } = new CrateReader(file).read();
  const metadata = new Map<string, UsdValue>();
  for (const { kind, fields } of specs)
    if (kind === ROOT) for (const [name, rep] of fields) metadata.set(name, new CrateValue(file, rep, names));
  const prims = primsOf(file, specs, names);
  for (const { path, kind, fields } of specs) {
    const dot = path.indexOf('.');
    const prim = kind === ATTRIBUTE && dot > 0 ? prims.get(path.slice(0, dot)) : undefined;
    if (prim) prim.properties.set(path.slice(dot + 1), propertyOf(file, path.slice(dot + 1), fields, names));
  }
  const variants = specs.filter(({ kind }) => kind === VARIANT_SET).length;
  return { metadata, root: prims.get('')!, subLayers: metadata.get('subLayers')?.texts() ?? [], variants };
}

const SPECIFIERS = ['def', 'over', 'class'] as const;
/** What a prim is where the file does not say. */
const OVER = 1;
/** What stands within a variant has its name in braces in the path. */
const isVariant = (path: string): boolean => path.includes('{');

/** Prims by path, each among its parent's children; the root's path is empty. */
function primsOf(file: CrateFile, specs: readonly Spec[], names: Names): Map<string, UsdSpec> {
  const own = specs.filter(({ kind, path }) => kind === PRIM && path !== '' && !isVariant(path));
  const prims = new Map<string, UsdSpec>([['', specOf(file, new Map(), names)]]);
  // A parent's path is the shorter one.
  for (const { path, fields } of own.sort((a, b) => depthOf(a.path) - depthOf(b.path))) {
    if (prims.has(path)) continue;
    const prim = specOf(file, fields, names);
    const slash = path.lastIndexOf('/');
    const parent = prims.get(path.slice(0, slash)) ?? prims.get('')!;
    parent.children.set(path.slice(slash + 1), prim);
    prims.set(path, prim);
  }
  return prims;
}

function specOf(file: CrateFile, fields: ReadonlyMap<string, Rep>, names: Names): UsdSpec {
  const typeName = fields.get('typeName');
  const active = fields.get('active');
  return {
    specifier: SPECIFIERS[fields.get('specifier')?.low ?? OVER] ?? 'def',
    type: typeName ? (new CrateValue(file, typeName, names).texts()[0] ?? '') : '',
    properties: new Map(),
    children: new Map(),
    arcs: ARC_KINDS.flatMap((kind) =>
      arcsOf(file, kind, fields.get(kind === 'inherits' ? 'inheritPaths' : kind), names),
    ),
    isActive: active && (active.low & 255) !== 0,
  };
}

const depthOf = (path: string): number => path.split('/').length;
