/** Sentences about the parts of a file, said once a kind: a groom of one object a hair would say thousands of them. */
export interface GatheredNotes {
  readonly note: (sentence: string) => void;
  /** Passes on the first sentence of each kind, and of how many more the same holds; later sentences as they come. */
  readonly say: () => void;
}

/** Sentences that differ only in paths and numbers are of one kind. */
const kindOf = (sentence: string): string => sentence.replace(/(^|\s)\/\S*/g, ' /').replace(/\d[\d.,]*/g, '#');

export function gatherNotes(note: (sentence: string) => void): GatheredNotes {
  const kinds = new Map<string, { readonly sentence: string; count: number }>();
  let isSaid = false;
  return {
    note: (sentence) => {
      if (isSaid) {
        note(sentence);
        return;
      }
      const kind = kindOf(sentence);
      const known = kinds.get(kind);
      if (known) known.count++;
      else kinds.set(kind, { sentence, count: 1 });
    },
    say: () => {
      for (const { sentence, count } of kinds.values())
        note(count === 1 ? sentence : `${sentence} (and ${count - 1} more like it)`);
      kinds.clear();
      isSaid = true;
    },
  };
}
