import type { AttributeArray } from '../../strands/strands.ts';
import { insideName, UNREAL_ID, UNREAL_VERSION, UNREAL_WIDTH } from '../groom-names.ts';
import type { CurveRun, RunTotals, Scope, ScopedAttribute } from '../scoped.ts';
import { fittingScope, totalsOf } from '../scoped.ts';
import type { Archive } from './archive.ts';
import type { AbcProperty, Properties } from './headers.ts';
import { arrayFor, fillNumbers, I32, PODS, STRING } from './pod.ts';

/** Attributes of curves: `width`, `uv`, `N` and whatever stands under `.arbGeomParams`, each with its scope. */

const SCOPES: Readonly<Record<string, Scope>> = {
  con: 'constant',
  uni: 'strand',
  vtx: 'point',
  var: 'varying',
  fvr: 'varying',
};

interface Values {
  readonly size: number;
  readonly data: AttributeArray;
  readonly scope: Scope | undefined;
}

/** The values of a parameter, by its indices where it has some. */
function readValues(archive: Archive, property: AbcProperty): Values | undefined {
  const inner = archive.within(property);
  const values = property.kind === 'compound' ? inner.get('.vals') : property;
  const indices = inner.get('.indices');
  if (!values || values.kind === 'compound' || values.samples === 0 || values.pod >= STRING) return undefined;
  const { budget } = archive.file;
  const size = Math.max(1, values.extent);
  const sample = archive.firstFilled(values);
  const count = archive.elements(values, sample);
  const data = arrayFor(values.pod, size * count, budget);
  const bytes = archive.sampleBytes(values, sample);
  fillNumbers(values.pod, bytes.subarray(0, size * count * PODS[values.pod]!.bytes), data);
  const scope = SCOPES[property.meta.get('geoScope') ?? values.meta.get('geoScope') ?? ''];
  if (!indices?.samples) return { size, data, scope };
  const filled = archive.firstFilled(indices);
  const order = arrayFor(I32, archive.elements(indices, filled), budget);
  fillNumbers(indices.pod, archive.sampleBytes(indices, filled), order);
  const expanded = arrayFor(values.pod, size * order.length, budget);
  for (let i = 0; i < order.length; i++)
    for (let c = 0; c < size; c++) expanded[size * i + c] = data[size * order[i]! + c] ?? 0;
  return { size, data: expanded, scope };
}

const STANDARD: Readonly<Record<string, string>> = { width: 'width', uv: 'uv', N: 'normal' };
const VERSIONS = /* @__PURE__ */ new Set<string>(/* @__PURE__ */ UNREAL_VERSION.map(([name]) => name));

/** What it is called inside, and its values as they are meant there. */
function meant(name: string, attribute: ScopedAttribute): ScopedAttribute {
  const { size, scope, data } = attribute;
  if (name === 'width' && size === 1) return { ...attribute, name: 'radius', data: halved(data) };
  if (name === UNREAL_ID && size === 1) return { ...attribute, name: 'id' };
  if (name === 'uv' && size === 2 && scope !== 'point') return { ...attribute, name: 'rootUv' };
  const inside = insideName(STANDARD[name] ?? name, size);
  return { ...attribute, name: inside, data: inside === 'isGuide' ? Uint8Array.from(data, (x) => (x ? 1 : 0)) : data };
}

function halved(data: AttributeArray): Float32Array {
  const radius = data instanceof Float32Array ? data : Float32Array.from(data);
  for (let i = 0; i < radius.length; i++) radius[i] = 0.5 * radius[i]!;
  return radius;
}

/** Texts of an attribute, whether it names each or counts in a list. */
const textsOf = (archive: Archive, property: AbcProperty): string[] => {
  const inner = property.kind === 'compound' ? archive.within(property) : undefined;
  const values = inner ? inner.get('.vals') : property;
  return values ? archive.texts(values) : [];
};

export interface CurveParams {
  readonly attributes: readonly ScopedAttribute[];
  /** Texts that hold for all curves: `groom_tool` and the like. */
  readonly texts: ReadonlyMap<string, string>;
  /** Whether Unreal's groom attributes are there. */
  readonly isUnreal: boolean;
}

/** All attributes of a curves object. `file` are the totals that the file promises, of which the run may keep fewer. */
export function readParams(
  archive: Archive,
  path: string,
  geometry: Properties,
  run: CurveRun,
  file: RunTotals,
  note: (sentence: string) => void,
): CurveParams {
  const more = archive.within(geometry.get('.arbGeomParams'));
  const found = new Map<string, ScopedAttribute>();
  const candidates: [string, AbcProperty][] = [
    ...Object.keys(STANDARD).flatMap((name): [string, AbcProperty][] => {
      const property = geometry.get(name);
      return property && !(name === 'width' && more.has(UNREAL_WIDTH)) ? [[name, property]] : [];
    }),
    ...more,
  ];
  const texts = new Map<string, string>();
  const changing: string[] = [];
  for (const [name, property] of candidates) {
    if (VERSIONS.has(name)) continue;
    const written = archive.survive(`the attribute ${name} of ${path}`, () => textsOf(archive, property)) ?? [];
    if (written.length === 1) texts.set(name, written[0]!.slice(0, 200));
    else if (written.length > 1)
      note(`the attribute ${name} of ${path} has texts, which strands cannot hold, and was left out`);
    const attribute = archive.survive(`the attribute ${name} of ${path}`, () =>
      readAttribute(archive, name === UNREAL_WIDTH ? 'width' : name, property, run, file),
    );
    if (attribute === null)
      note(`the attribute ${name} of ${path} fits neither its curves nor its points and was left out`);
    else if (attribute && !found.has(attribute.name)) found.set(attribute.name, attribute);
    if (property.lastChanged > 0) changing.push(name);
  }
  if (changing.length > 0) note(`${changing.join(', ')} of ${path} change over time: their first sample was taken`);
  return {
    attributes: [...found.values()],
    texts,
    isUnreal: [...more.keys()].some((name) => name.startsWith('groom_')),
  };
}

/** Null where the number of values fits nothing, undefined where there are no numbers. */
function readAttribute(
  archive: Archive,
  name: string,
  property: AbcProperty,
  run: CurveRun,
  file: RunTotals,
): ScopedAttribute | null | undefined {
  const values = readValues(archive, property);
  if (!values || values.data.length === 0) return undefined;
  const { size } = values;
  const scope = fittingScope(values.scope, values.data.length / size, file);
  if (!scope) return null;
  const own = totalsOf(run);
  const kept = { constant: 1, strand: own.strands, point: own.controls, varying: own.varying }[scope];
  return meant(name, { name, scope, size, data: values.data.subarray(0, size * kept) });
}
