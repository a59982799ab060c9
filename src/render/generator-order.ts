import { NO_TUFT } from '../groom/binding.ts';
import { type GeneratorData, type GeneratorLevel, LARGE_WORD, SMALL_WORD, STRAND_WORDS } from './generator-data.ts';
import { ROOT_WORDS } from './riding-roots.ts';

/** A generator whose strands stand in draw order, and its tufts in the order in which those need them. */
export interface OrderedGenerator {
  readonly data: GeneratorData;
  /** How many of each level the first strands need: large tufts, small tufts, strands, as in `data.levels`. */
  counts(strands: number): number[];
}

function permuted(words: Uint32Array, order: Uint32Array, width = STRAND_WORDS): Uint32Array {
  const out = new Uint32Array(words.length);
  order.forEach((from, to) => {
    out.set(words.subarray(width * from, width * (from + 1)), width * to);
  });
  return out;
}

/** Tufts by their first use in any of the lists; those that nobody uses come last. */
function orderOfUse(lists: readonly Uint32Array[], word: number, count: number): Uint32Array {
  const order = new Uint32Array(count);
  const isUsed = new Uint8Array(count);
  let used = 0;
  const use = (tuft: number): void => {
    if (tuft === NO_TUFT || isUsed[tuft]) return;
    isUsed[tuft] = 1;
    order[used++] = tuft;
  };
  for (const words of lists) for (let o = word; o < words.length; o += STRAND_WORDS) use(words[o]!);
  for (let tuft = 0; tuft < count; tuft++) use(tuft);
  return order;
}

function renumber(words: Uint32Array, word: number, order: Uint32Array): void {
  const place = new Uint32Array(order.length);
  order.forEach((tuft, k) => {
    place[tuft] = k;
  });
  for (let o = word; o < words.length; o += STRAND_WORDS) if (words[o] !== NO_TUFT) words[o] = place[words[o]!]!;
}

/** Tufts that the first n of a list need, for every n. */
function needed(words: Uint32Array, word: number): Uint32Array {
  const count = words.length / STRAND_WORDS;
  const out = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) {
    const tuft = words[STRAND_WORDS * i + word]!;
    out[i + 1] = Math.max(out[i]!, tuft === NO_TUFT ? 0 : tuft + 1);
  }
  return out;
}

export function orderGenerator(data: GeneratorData, order: Uint32Array): OrderedGenerator {
  const level = (name: GeneratorLevel['name']): GeneratorLevel | undefined =>
    data.levels.find((one) => one.name === name);
  const strands = permuted(level('strands')!.strands, order);
  const lists = new Map<GeneratorLevel['name'], Uint32Array>([['strands', strands]]);
  const small = level('small');
  if (small) {
    const use = orderOfUse([strands], SMALL_WORD, small.count);
    renumber(strands, SMALL_WORD, use);
    lists.set('small', permuted(small.strands, use));
  }
  const large = level('large');
  if (large) {
    const users = [...lists.values()];
    const use = orderOfUse(users, LARGE_WORD, large.count);
    for (const words of users) renumber(words, LARGE_WORD, use);
    lists.set('large', permuted(large.strands, use));
  }
  const smallFor = needed(strands, SMALL_WORD);
  const largeFor = needed(strands, LARGE_WORD);
  const largeForSmall = small ? needed(lists.get('small')!, LARGE_WORD) : null;
  return {
    data: {
      ...data,
      levels: data.levels.map((one) => ({ ...one, strands: lists.get(one.name)! })),
      skin: data.skin && { ...data.skin, roots: permuted(data.skin.roots, order, ROOT_WORDS) },
    },
    counts: (n) =>
      data.levels.map(({ name }) => {
        if (name === 'strands') return n;
        if (name === 'small') return smallFor[n]!;
        return Math.max(largeFor[n]!, largeForSmall?.[smallFor[n]!] ?? 0);
      }),
  };
}
