import type { Attribute, AttributeArray, Strands } from '../strands/strands.ts';
import { makeStrands } from '../strands/strands.ts';
import type { HairAnimation } from './animation.ts';
import type { Budget } from './budget.ts';
import { joinGuides } from './guide-objects.ts';
import type { Matrix } from './matrix.ts';
import { growth, isIdentity, transformPoints } from './matrix.ts';
import { placeOf, unionOf } from './sample-times.ts';
import type { CurveRun, ScopedAttribute } from './scoped.ts';
import { combine, spread, totalsOf } from './scoped.ts';

/** The curves of one object of a file, with a place in the world. */
export interface AnimationPart {
  /** As the file names it. */
  readonly path: string;
  readonly run: CurveRun;
  /** Seconds of its samples, rising; at least one. */
  readonly times: Float64Array;
  /** Writes the control points of a sample, in the object's own space. */
  readonly fill: (sample: number, out: Float32Array) => void;
  readonly placement: { readonly times: Float64Array; at(time: number): Matrix };
  readonly attributes: readonly ScopedAttribute[];
}

/** Puts the curves of a file together to one animation, in the file's unit and axes. */
export function assembleAnimation(
  parts: readonly AnimationPart[],
  budget: Budget,
  note: (sentence: string) => void,
): HairAnimation {
  const times = timesOf(parts);
  const first = firstOf(parts, budget);
  const size = 3 * first[first.length - 1]!;
  const positionsAt = (time: number, out: Float32Array): Float32Array => {
    let at = 0;
    for (const part of parts) {
      const end = at + 3 * totalsOf(part.run).points;
      fillPart(part, time, out.subarray(at, end));
      at = end;
    }
    return out;
  };
  for (const { run } of parts) if (!run.form.isPlain) budget.claim(12 * totalsOf(run).controls, 'control points');
  const positions = positionsAt(times[0]!, budget.float32(size, 'points'));
  const strands = attributedStrands(parts, first, positions, budget, note, times[0]!);
  return { strands, times, frame: (index) => positionsAt(times[index]!, new Float32Array(size)) };
}

function timesOf(parts: readonly AnimationPart[]): Float64Array {
  const moving = parts.flatMap(({ times, placement }) => [times, placement.times]).filter(({ length }) => length > 1);
  return moving.length > 0 ? unionOf(moving) : (parts[0]?.times ?? Float64Array.of(0)).slice(0, 1);
}

function firstOf(parts: readonly AnimationPart[], budget: Budget): Uint32Array {
  const strands = parts.reduce((sum, { run }) => sum + run.controls.length, 0);
  const first = budget.uint32(strands + 1, 'strand offsets');
  let s = 0;
  for (const { run } of parts)
    run.controls.forEach((count, curve) => {
      first[s + 1] = first[s]! + run.form.points(count, curve);
      s++;
    });
  return first;
}

function fillPart(part: AnimationPart, time: number, out: Float32Array): void {
  const { run, times, placement } = part;
  const raw = run.form.isPlain ? out : new Float32Array(3 * totalsOf(run).controls);
  const { index, fraction } = placeOf(times, time);
  part.fill(index, raw);
  if (fraction > 0) {
    const next = new Float32Array(raw.length);
    part.fill(index + 1, next);
    for (let i = 0; i < raw.length; i++) raw[i] = raw[i]! + fraction * (next[i]! - raw[i]!);
  }
  if (raw !== out) spread(run, { scope: 'point', size: 3, data: raw }, out, 0);
  const matrix = placement.at(time);
  if (!isIdentity(matrix)) transformPoints(out, matrix);
}

function attributedStrands(
  parts: readonly AnimationPart[],
  first: Uint32Array,
  positions: Float32Array,
  budget: Budget,
  note: (sentence: string) => void,
  time: number,
): Strands {
  const make = (like: AttributeArray, count: number): AttributeArray => {
    budget.claim(like.BYTES_PER_ELEMENT * count, 'attributes');
    return new (like.constructor as new (length: number) => AttributeArray)(count);
  };
  const { point, strand } = combine(
    parts.map(({ run }) => run),
    joinGuides(
      parts.map((part) => placedAttributes(part, time)),
      parts.map(({ run }) => run.controls.length),
      note,
    ),
    make,
    (name) => note(`the attribute ${name} is not on all objects, or not in the same way, and was left out`),
  );
  const count = first.length - 1;
  const given = strand.get(ID);
  strand.delete(ID);
  const ids = given && usableIds(given);
  if (given && !ids) {
    note(`the ids of the strands are not unique: they are kept as the attribute groomId`);
    strand.set('groomId', given);
  }
  if (parts.length > 1 && !strand.has('group')) strand.set('group', { size: 1, data: groupsOf(parts, count, budget) });
  const id = ids ?? budget.uint32(count, 'strand ids').map((_, s) => s);
  return makeStrands({ id, first, positions, pointAttributes: point, strandAttributes: strand });
}

/** The attribute that becomes the strands' ids. */
export const ID = 'id';

function usableIds({ size, data }: Attribute): Uint32Array | undefined {
  if (size !== 1 || data instanceof Float32Array || new Set(data).size !== data.length) return undefined;
  return data.every((value) => value >= 0) ? Uint32Array.from(data) : undefined;
}

/** Which object each strand came from. */
function groupsOf(parts: readonly AnimationPart[], strands: number, budget: Budget): Int32Array {
  const groups = budget.int32(strands, 'groups');
  let s = 0;
  parts.forEach(({ run }, group) => {
    groups.fill(group, s, s + run.controls.length);
    s += run.controls.length;
  });
  return groups;
}

/** Attributes in the world: radii grow and normals turn with the object. */
function placedAttributes({ attributes, placement }: AnimationPart, time: number): readonly ScopedAttribute[] {
  const matrix = placement.at(time);
  if (isIdentity(matrix)) return attributes;
  const factor = growth(matrix);
  return attributes.map((attribute) => {
    if (attribute.name === 'radius' && Math.abs(factor - 1) > 1e-9)
      return { ...attribute, data: times(attribute.data, factor) };
    return attribute.name === 'normal' && attribute.size === 3
      ? { ...attribute, data: turned(attribute.data, matrix) }
      : attribute;
  });
}

const times = (data: AttributeArray, factor: number): Float32Array => Float32Array.from(data, (x) => factor * x);

function turned(data: AttributeArray, matrix: Matrix): Float32Array {
  const normals = Float32Array.from(data);
  const direction = matrix.slice();
  direction[12] = direction[13] = direction[14] = 0;
  transformPoints(normals, direction);
  for (let i = 0; i < normals.length; i += 3) {
    const [x, y, z] = [normals[i]!, normals[i + 1]!, normals[i + 2]!];
    const l = Math.sqrt(x * x + y * y + z * z);
    if (!(l > 0)) continue;
    normals[i] = x / l;
    normals[i + 1] = y / l;
    normals[i + 2] = z / l;
  }
  return normals;
}
