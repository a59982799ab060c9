import { atan2, cos, sin } from '../../numeric/elementary.ts';
import type { NodeFactor, StrandEdit } from '../model.ts';
import { type Field, type FieldTable, fixed, type Owner, type Scaled, type StrandRecord } from './fields.ts';

/**
 * Edits of running strands, the same for every model. What a strand was made with is kept, so that a factor that returns to 1
 * brings back the very numbers: all that is scaled is made anew after each edit.
 *
 * A rest shape is two. `base` is the fibre's own: heat moves it towards the present shape, water back to the natural one. Stiffness
 * beyond 1 is a layer of something that hardened in the shape that the strand then had. Both pull in proportion to their stiffness:
 * w (m − base) + c w (m − layer) is w (1 + c) (m − rest) with rest = (base + c layer)/(1 + c).
 */

/** What a model must say for its strands to be edited. */
export interface Editing<F extends FieldTable> {
  /** The present shape: one array for every field that is a rest shape. Absent for models without one. */
  present?(strand: StrandRecord<F>): Readonly<Record<string, Float64Array>>;
  /** The value of a factor that was given at the nodes for another owner; absent where all owners are nodes. */
  factorOf?(strand: StrandRecord<F>, factor: NodeFactor, from: number, of: Owner, i: number): number;
  /** Gives the strand new lengths; absent: edges of a polyline. `factor` is of the lengths at creation. */
  lengthen?(strand: StrandRecord<F>, factorAt: (edge: number) => number): void;
  /** After every edit. */
  edited?(strand: StrandRecord<F>, change: StrandEdit): void;
}

type Multiplied = Exclude<Scaled['by'], 'length'>;
const MULTIPLIED: readonly Multiplied[] = ['mass', 'stiffness', 'thickness'];

/** Names of what edits keep: a value at creation, and the present factor. */
export const madeName = (name: string): string => `made:${name}`;
export const factorName = (by: Multiplied | ''): string => `factor:${by}`;
const shapeNames = (name: string) => [`natural:${name}`, `base:${name}`, `layer:${name}`] as const;

/** The table with what edits keep beside it. */
export function withEdits<F extends FieldTable>(table: F): F & FieldTable {
  const more: Record<string, Field> = {};
  for (const [name, field] of Object.entries(table)) {
    const { of, size, unit, cut } = field;
    if (field.scaled) more[madeName(name)] = fixed(of, size, unit, { cut });
    if (field.scaled && field.scaled.by !== 'length' && of !== 'strand')
      more[factorName(field.scaled.by)] = fixed(factorOwner(of), 1, '', { cut: 'interpolate' });
    if (field.shape) for (const shape of shapeNames(name)) more[shape] = fixed(of, size, unit);
  }
  return { ...table, ...more };
}

const factorOwner = (of: Owner): Owner => (of === 'edge' || of === 'joint' ? 'node' : of);

/** Notes what a strand is made with, as it is now. */
export function rememberMade(table: FieldTable, strand: StrandRecord): void {
  for (const [name, { scaled }] of Object.entries(table)) if (scaled) strand[madeName(name)]!.set(strand[name]!);
  for (const by of MULTIPLIED) strand[factorName(by)]?.fill(1);
  // It has the length that it is made with: the natural shape is the present one as it is.
  for (const [name, { shape }] of Object.entries(table))
    if (shape) for (const kept of shapeNames(name)) strand[kept]!.set(strand[name]!);
}

/** The present rest shape becomes the natural one; mass, stiffness and length stay as edits have made them. */
export function rememberNatural(table: FieldTable, strand: StrandRecord): void {
  for (const [name, field] of Object.entries(table)) {
    if (!field.shape) continue;
    for (let i = 0; i < strand[name]!.length / field.size; i++)
      for (const shape of shapeNames(name))
        writeScaled(field, strand[name]!, i, 1 / growthAt(field, strand, i), strand[shape]!);
  }
}

/** Edits a strand; the values of factors with one number a node begin at entry `from`. */
export function editStrand<F extends FieldTable>(
  table: FieldTable,
  editing: Editing<F>,
  strand: StrandRecord<F>,
  change: StrandEdit,
  from: number,
): void {
  const value = (factor: NodeFactor, of: Owner, i: number): number => {
    if (typeof factor === 'number') return factor;
    return editing.factorOf && of !== 'node' ? editing.factorOf(strand, factor, from, of, i) : factor[from + i]!;
  };
  if (change.lengthen !== undefined) {
    const { lengthen } = change;
    if (editing.lengthen) editing.lengthen(strand, (e) => value(lengthen, 'element', e));
    else lengthenEdges(table, strand, (edge) => value(lengthen, 'node', edge));
  }
  if (change.shapeReset !== undefined || change.shapeSet !== undefined || change.stiffness !== undefined)
    moveShapes(table, editing, strand, change, value);
  for (const by of MULTIPLIED) {
    const factor = change[by];
    const factors = strand[factorName(by)];
    if (factor === undefined || !factors) continue;
    const of = table[factorName(by)]!.of;
    for (let i = 0; i < factors.length; i++) factors[i] = value(factor, of, i);
  }
  remake(table, strand);
  editing.edited?.(strand, change);
}

/** Edges get their new lengths, in the groomed shape too: the root holds the first one as it is there. */
function lengthenEdges(table: FieldTable, strand: StrandRecord, factorAt: (edge: number) => number): void {
  const { restLength, groomed, nodes } = strand as StrandRecord<FieldTable> & Record<string, Float64Array>;
  const made = strand[madeName('restLength')]!;
  const amounts = Object.entries(table).filter(
    ([name, { of, cut, scaled }]) => of === 'edge' && cut === 'divide' && !scaled && !name.includes(':'),
  );
  const before = groomed!.slice(0, 3);
  for (let j = 0; j + 1 < nodes; j++) {
    const ratio = (made[j]! * factorAt(j)) / restLength![j]!;
    restLength![j] = made[j]! * factorAt(j);
    for (const [name] of amounts) strand[name]![j] = strand[name]![j]! * ratio;
    for (let c = 3 * j; c < 3 * j + 3; c++) {
      const old = groomed![c + 3]!;
      groomed![c + 3] = groomed![c]! + (old - before[c % 3]!) * ratio;
      before[c % 3] = old;
    }
  }
}

/** Moves the fibre's own rest shape and the stiffening layer's; ends, which have no joint, stay. */
function moveShapes<F extends FieldTable>(
  table: FieldTable,
  editing: Editing<F>,
  strand: StrandRecord<F>,
  { shapeReset, shapeSet, stiffness }: StrandEdit,
  value: (factor: NodeFactor, of: Owner, i: number) => number,
): void {
  const present = shapeSet !== undefined || stiffness !== undefined ? editing.present?.(strand) : undefined;
  const factors = strand[factorName('stiffness')];
  for (const [name, field] of Object.entries(table)) {
    if (!field.shape) continue;
    const [natural, base, layer] = shapeNames(name).map((shape) => strand[shape]!) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const now = new Float64Array(field.size);
    const of = factorOwner(field.of);
    for (let i = 0; i < base.length / field.size; i++) {
      if (field.of === 'joint' && (i === 0 || i === strand.nodes - 1)) continue;
      if (shapeReset !== undefined) blend(field, base, i, natural, i, value(shapeReset, of, i));
      if (!present) continue;
      writeScaled(field, present[name]!, i, 1 / growthAt(field, strand, i), now, 0);
      if (shapeSet !== undefined) blend(field, base, i, now, 0, value(shapeSet, of, i));
      if (stiffness === undefined || !factors) continue;
      const grown = Math.max(0, value(stiffness, of, i) - 1);
      // What is added hardens in the present shape; what is washed off takes its part of all of it.
      const added = grown - Math.max(0, factors[i]! - 1);
      if (added > 0) blend(field, layer, i, now, 0, added / grown);
    }
  }
}

/** Moves entry i of `out` towards entry `at` of `target`, by a fraction in 0..1. */
function blend(field: Field, out: Float64Array, i: number, target: Float64Array, at: number, fraction: number): void {
  const { size } = field;
  for (let c = 0; c < size; c++) {
    const goal = target[size * at + c]!;
    const own = out[size * i + c]!;
    out[size * i + c] = fraction >= 1 ? goal : own + fraction * (goal - own);
  }
  if (field.shape === 'direction' && fraction < 1) normalize(out, size * i);
}

/** Writes entry i of a shape for a strand whose length about it is `factor` times as long. */
function writeScaled(
  field: Field,
  source: Float64Array,
  i: number,
  factor: number,
  out: Float64Array,
  at: number = i,
): void {
  const { size, shape } = field;
  for (let c = 0; c < size; c++)
    out[size * at + c] = shape === 'angle' ? source[size * i + c]! * factor : source[size * i + c]!;
  if (shape === 'direction' && factor !== 1) turn(out, size * at, factor);
}

/** Multiplies the angle between a direction and the x axis. */
function turn(out: Float64Array, a: number, factor: number): void {
  const across = Math.sqrt(out[a + 1]! * out[a + 1]! + out[a + 2]! * out[a + 2]!);
  if (across < 1e-12) return;
  const angle = factor * atan2(across, out[a]!);
  const scale = sin(angle) / across;
  out[a] = cos(angle);
  out[a + 1] = scale * out[a + 1]!;
  out[a + 2] = scale * out[a + 2]!;
}

function normalize(out: Float64Array, a: number): void {
  const size = Math.sqrt(out[a]! * out[a]! + out[a + 1]! * out[a + 1]! + out[a + 2]! * out[a + 2]!);
  if (size < 1e-12) out.set([1, 0, 0], a);
  else for (let c = a; c < a + 3; c++) out[c] = out[c]! / size;
}

/** Length about an owner over what it was made with. */
function growthAt({ of }: Field, strand: StrandRecord, i: number): number {
  if (of === 'element') return strand.length![i]! / strand[madeName('length')]![i]!;
  if (of === 'quadrature') {
    const e = strand.massElement![i]!;
    return strand.length![e]! / strand[madeName('length')]![e]!;
  }
  if (of === 'strand') return 1;
  const now = strand.restLength!;
  const made = strand[madeName('restLength')]!;
  const whole = (i > 0 ? made[i - 1]! : 0) + made[i]!;
  return whole > 0 ? ((i > 0 ? now[i - 1]! : 0) + now[i]!) / whole : 1;
}

/**
 * The natural shape becomes the rest shape of a twin with the same lengths; what edits added to the one before stays added. Directions
 * have no sum: they stay.
 */
export function shiftNatural(table: FieldTable, strand: StrandRecord, twin: StrandRecord): void {
  for (const [name, field] of Object.entries(table)) {
    if (!field.shape || field.shape === 'direction') continue;
    const [natural, base, layer] = shapeNames(name).map((shape) => strand[shape]!) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const next = new Float64Array(natural.length);
    for (let i = 0; i < next.length / field.size; i++)
      writeScaled(field, twin[name]!, i, 1 / growthAt(field, strand, i), next);
    for (let i = 0; i < next.length; i++) {
      const change = next[i]! - natural[i]!;
      base[i] = base[i]! + change;
      layer[i] = layer[i]! + change;
      natural[i] = next[i]!;
    }
  }
}

/** All that is scaled and every rest shape, from what was made and the factors. */
export function remake(table: FieldTable, strand: StrandRecord): void {
  for (const [name, field] of Object.entries(table)) {
    if (field.scaled && field.scaled.by !== 'length') rescale(field, field.scaled, strand, name);
    if (field.shape) remakeShape(field, strand, name);
  }
}

function rescale(field: Field, { by, growth }: Scaled, strand: StrandRecord, name: string): void {
  const made = strand[madeName(name)]!;
  const factors = strand[factorName(by as Multiplied)]!;
  const values = strand[name]!;
  for (let i = 0; i < values.length / field.size; i++) {
    const factor = factorFor(field.of, factors, i);
    const grown = growth === 0 ? 1 : growthAt(field, strand, i);
    for (let c = field.size * i; c < field.size * (i + 1); c++) {
      const scaled = made[c]! * factor;
      values[c] = growth === 1 ? scaled * grown : scaled / grown;
    }
  }
}

/** A strand takes the mean of its nodes' factors, an edge that of its two. */
function factorFor(of: Owner, factors: Float64Array, i: number): number {
  if (of === 'strand') return mean(factors);
  return of === 'edge' && i + 1 < factors.length ? 0.5 * (factors[i]! + factors[i + 1]!) : factors[i]!;
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

function remakeShape(field: Field, strand: StrandRecord, name: string): void {
  const [, base, layer] = shapeNames(name).map((shape) => strand[shape]!) as [Float64Array, Float64Array, Float64Array];
  const factors = strand[factorName('stiffness')];
  const { size } = field;
  const rest = strand[name]!;
  for (let i = 0; i < rest.length / size; i++) {
    const layered = factors ? Math.max(0, factors[i]! - 1) : 0;
    for (let c = size * i; c < size * (i + 1); c++)
      rest[c] = layered > 0 ? (base[c]! + layered * layer[c]!) / (1 + layered) : base[c]!;
    if (field.shape === 'direction' && layered > 0) normalize(rest, size * i);
    writeScaled(field, rest, i, growthAt(field, strand, i), rest);
  }
}
