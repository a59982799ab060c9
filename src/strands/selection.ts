import { gatherAttributes, zerosLike } from './attributes.ts';
import { InputError } from './input-error.ts';
import { type Attribute, type Attributes, makeStrands, pointCount, type Strands, strandCount } from './strands.ts';

/** Which strands: a list of indices, in the order wanted, or a question asked of every strand. */
export type StrandPick = ArrayLike<number> | ((strand: number, id: number) => boolean);

/** The picked strands with their ids and attributes, in new arrays. A strand can be picked once only: ids stay unique. */
export function selectStrands(strands: Strands, pick: StrandPick): Strands {
  const index = typeof pick === 'function' ? indicesWhere(strands, pick) : checkedIndices(strands, pick);
  const first = new Uint32Array(index.length + 1);
  for (let i = 0; i < index.length; i++)
    first[i + 1] = first[i]! + strands.first[index[i]! + 1]! - strands.first[index[i]!]!;
  const points = new Uint32Array(first[index.length]!);
  for (let i = 0; i < index.length; i++) {
    const from = strands.first[index[i]!]! - first[i]!;
    for (let p = first[i]!; p < first[i + 1]!; p++) points[p] = from + p;
  }
  const positions: Attributes = new Map([['positions', { size: 3, data: strands.positions }]]);
  return makeStrands({
    id: Uint32Array.from(index, (i) => strands.id[i]!),
    first,
    positions: gatherAttributes(positions, points).get('positions')!.data as Float32Array,
    pointAttributes: gatherAttributes(strands.pointAttributes, points),
    strandAttributes: gatherAttributes(strands.strandAttributes, index),
  });
}

/** The first `count` strands (all, where there are fewer), in new arrays. */
export function takeStrands(strands: Strands, count: number): Strands {
  const taken = Math.min(count, strandCount(strands));
  return selectStrands(
    strands,
    Uint32Array.from({ length: taken }, (_, i) => i),
  );
}

function indicesWhere(strands: Strands, isPicked: (strand: number, id: number) => boolean): Uint32Array {
  const picked: number[] = [];
  for (let i = 0; i < strandCount(strands); i++) if (isPicked(i, strands.id[i]!)) picked.push(i);
  return Uint32Array.from(picked);
}

function checkedIndices(strands: Strands, pick: ArrayLike<number>): Uint32Array {
  const count = strandCount(strands);
  const isPicked = new Uint8Array(count);
  for (let i = 0; i < pick.length; i++) {
    const strand = pick[i]!;
    if (!(Number.isInteger(strand) && strand >= 0 && strand < count))
      throw new InputError(
        'strands/selection',
        `selectStrands: there is no strand ${strand}, indices run from 0 to ${count - 1}`,
      );
    if (isPicked[strand])
      throw new InputError('strands/selection', `selectStrands: strand ${strand} is picked twice, name it once`);
    isPicked[strand] = 1;
  }
  return Uint32Array.from(pick);
}

export interface ConcatenateOptions {
  /**
   * What becomes of an attribute that only one of the two sets has, or has in another size or type: `refuse` throws an
   * InputError, `drop` leaves it out, `zero` fills the other set with zeros (only where one set lacks it; a radius of 0
   * is invisible hair, so this is not the default).
   */
  readonly missing?: 'refuse' | 'drop' | 'zero';
}

export const CONCATENATE_DEFAULTS: Required<ConcatenateOptions> = /* @__PURE__ */ Object.freeze({ missing: 'refuse' });

/** Both sets in one, a's strands first. a keeps its ids; where b uses one of them too, b's strand gets a new id above all others. */
export function concatenateStrands(a: Strands, b: Strands, options: ConcatenateOptions = {}): Strands {
  const missing = options.missing ?? CONCATENATE_DEFAULTS.missing;
  const first = new Uint32Array(a.first.length + b.first.length - 1);
  first.set(a.first);
  for (let i = 1; i < b.first.length; i++) first[a.id.length + i] = pointCount(a) + b.first[i]!;
  const positions = new Float32Array(a.positions.length + b.positions.length);
  positions.set(a.positions);
  positions.set(b.positions, a.positions.length);
  return makeStrands({
    id: joinIds(a.id, b.id),
    first,
    positions,
    pointAttributes: joinAttributes(a.pointAttributes, b.pointAttributes, pointCount(a), pointCount(b), missing),
    strandAttributes: joinAttributes(a.strandAttributes, b.strandAttributes, strandCount(a), strandCount(b), missing),
  });
}

function joinIds(a: Uint32Array, b: Uint32Array): Uint32Array {
  const id = new Uint32Array(a.length + b.length);
  id.set(a);
  const used = new Set(a);
  let next = 0;
  for (const value of a) next = Math.max(next, value + 1);
  for (const value of b) next = Math.max(next, value + 1);
  for (let i = 0; i < b.length; i++) {
    const isTaken = used.has(b[i]!);
    if (isTaken && next > 0xffffffff)
      throw new InputError(
        'strands/ids',
        'concatenateStrands: the ids of both sets overlap and none above them is free; renumber one set',
      );
    id[a.length + i] = isTaken ? next++ : b[i]!;
  }
  return id;
}

function joinAttributes(
  a: Attributes,
  b: Attributes,
  countA: number,
  countB: number,
  missing: Required<ConcatenateOptions>['missing'],
): Attributes {
  const joined = new Map<string, Attribute>();
  for (const name of new Set([...a.keys(), ...b.keys()])) {
    const inA = a.get(name);
    const inB = b.get(name);
    const { size, data } = (inA ?? inB)!;
    const agree = !inA || !inB || (inA.size === inB.size && inA.data.constructor === inB.data.constructor);
    const isMissing = !inA || !inB;
    if (missing === 'refuse' && (isMissing || !agree))
      throw new InputError(
        'strands/attributes',
        `concatenateStrands: attribute ${name} ${isMissing ? `is only in the ${inA ? 'first' : 'second'} set` : 'differs in size or type'}; add it to both or choose missing: 'drop'`,
      );
    if (!agree || (isMissing && missing === 'drop')) continue;
    const out = zerosLike(data, size * (countA + countB));
    if (inA) out.set(inA.data);
    if (inB) out.set(inB.data, size * countA);
    joined.set(name, { size, data: out });
  }
  return joined;
}
