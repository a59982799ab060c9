/** The candidate that a person most likely meant, or undefined where none is close. Capitals do not count. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = edits(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least && distance < Math.max(word.length, candidate.length)) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** A sentence's end with the suggestion, empty where there is none. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const best = nearest(word, candidates);
  return best === undefined ? '' : `; did you mean ${best}?`;
}

/** Letters to insert, delete, replace or swap with their neighbour (optimal string alignment, Damerau 1964). */
export function edits(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, beforeLast[j - 2]! + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
