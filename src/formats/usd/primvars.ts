import type { AttributeArray } from '../../strands/strands.ts';
import type { Budget } from '../budget.ts';
import { insideName, UNREAL_ID, UNREAL_WIDTH } from '../groom-names.ts';
import type { Scope, ScopedAttribute } from '../scoped.ts';
import { fittingScope, type RunTotals } from '../scoped.ts';
import { numberKind, numberOf, textOf, tupleSize, type UsdPrim, type UsdProperty } from './types.ts';

/** Attributes of curves: widths, normals and primvars, each with its interpolation. */

const SCOPES: Readonly<Record<string, Scope>> = {
  constant: 'constant',
  uniform: 'strand',
  vertex: 'point',
  varying: 'varying',
  faceVarying: 'varying',
};

const PREFIX = 'primvars:';

export function newArray(type: string, count: number, budget: Budget): AttributeArray {
  const kind = numberKind(type);
  if (kind === 'int') return budget.int32(count, 'attribute');
  if (kind === 'uint') return budget.uint32(count, 'attribute');
  return kind === 'uchar' ? budget.uint8(count, 'attribute') : budget.float32(count, 'attribute');
}

interface Values {
  readonly size: number;
  readonly data: AttributeArray;
}

/** The default, or the first sample where there is none. */
export const firstValue = (property: UsdProperty | undefined): UsdProperty['value'] =>
  property && (property.value ?? (property.times.length > 0 ? property.sample(0) : undefined));

function readValues(property: UsdProperty, indices: UsdProperty | undefined, budget: Budget): Values | undefined {
  const value = firstValue(property);
  const count = value?.count() ?? 0;
  if (!value || count === 0 || !isNumeric(property.type)) return undefined;
  const data = newArray(property.type, count, budget);
  value.fill(data);
  const size =
    tupleSize(property.type) * Math.max(1, Math.min(255, numberOf(property.metadata.get('elementSize')) ?? 1));
  const order = firstValue(indices);
  if (!order) return { size, data };
  const index = budget.int32(order.count(), 'indices');
  order.fill(index);
  const expanded = newArray(property.type, size * index.length, budget);
  for (let i = 0; i < index.length; i++)
    for (let c = 0; c < size; c++) expanded[size * i + c] = data[size * index[i]! + c] ?? 0;
  return { size, data: expanded };
}

const isNumeric = (type: string): boolean => !/^(token|string|asset|rel)?(\[\])?$/.test(type);

/** What it is called inside, and its values as they are meant there. */
function meant(name: string, attribute: ScopedAttribute): ScopedAttribute {
  const { size, scope, data } = attribute;
  const isPerStrand = scope === 'strand' || scope === 'constant';
  if ((name === 'widths' || name === UNREAL_WIDTH) && size === 1)
    return { ...attribute, name: 'radius', data: halved(data) };
  if (name === 'displayColor' && size === 3) return { ...attribute, name: 'colour' };
  if (name === 'displayOpacity' && size === 1) return { ...attribute, name: 'opacity' };
  if (name === 'st' && size === 2) return { ...attribute, name: isPerStrand ? 'rootUv' : 'uv' };
  if (name === 'normals' && size === 3) return { ...attribute, name: 'normal' };
  if (name === UNREAL_ID && size === 1) return { ...attribute, name: 'id' };
  const inside = insideName(name, size);
  return { ...attribute, name: inside, data: inside === 'isGuide' ? Uint8Array.from(data, (x) => (x ? 1 : 0)) : data };
}

function halved(data: AttributeArray): Float32Array {
  const radius = data instanceof Float32Array ? data : Float32Array.from(data);
  for (let i = 0; i < radius.length; i++) radius[i] = 0.5 * radius[i]!;
  return radius;
}

/** All attributes of a curves prim. */
export function readPrimvars(
  prim: UsdPrim,
  file: RunTotals,
  kept: Readonly<Record<Scope, number>>,
  budget: Budget,
  note: (sentence: string) => void,
): ScopedAttribute[] {
  const found = new Map<string, ScopedAttribute>();
  const changing: string[] = [];
  for (const [full, property] of prim.properties) {
    const isPrimvar = full.startsWith(PREFIX) && !full.endsWith(':indices');
    if (!isPrimvar && full !== 'widths' && full !== 'normals') continue;
    const name = isPrimvar ? full.slice(PREFIX.length) : full;
    const values = readValues(property, prim.properties.get(`${full}:indices`), budget);
    if (!values) continue;
    if (property.times.length > 1) changing.push(name);
    const named = SCOPES[textOf(property.metadata.get('interpolation')) ?? ''];
    const scope = fittingScope(named, values.data.length / values.size, file);
    if (!scope) {
      note(`${full} of ${prim.path} fits neither its curves nor its points and was left out`);
      continue;
    }
    const data = values.data.subarray(0, values.size * kept[scope]);
    const attribute = meant(name, { name, scope, size: values.size, data });
    if (!found.has(attribute.name)) found.set(attribute.name, attribute);
  }
  if (changing.length > 0)
    note(`${changing.join(', ')} of ${prim.path} change over time: their first sample was taken`);
  return [...found.values()];
}
