/** Work that several workers divide among them: each does the rows that are its own, and all tell each other what came out. */
export interface WorkShare {
  /** Place of this worker among all, and how many there are. */
  readonly index: number;
  readonly count: number;
  /** Gives bytes to the others and returns those of all, in order. Every worker makes the same calls. */
  share(own: Uint8Array): readonly Uint8Array[];
}

/**
 * Fills rows of so many bytes: each worker makes every so many'th, which costs all about the same, and afterwards all have all of them. Alone
 * where there is nobody to share with.
 */
export function fillShared(
  share: WorkShare | undefined,
  rows: number,
  tables: readonly { readonly bytes: Uint8Array; readonly size: number }[],
  make: (isOwn: (row: number) => boolean) => void,
): void {
  if (!share || share.count === 1) {
    make(() => true);
    return;
  }
  const { index, count } = share;
  make((row) => row % count === index);
  const width = tables.reduce((sum, { size }) => sum + size, 0);
  const own = new Uint8Array(width * Math.max(0, Math.ceil((rows - index) / count)));
  copyRows(tables, own, rows, index, count, true);
  share.share(own).forEach((bytes, block) => {
    if (block !== index) copyRows(tables, bytes, rows, block, count, false);
  });
}

function copyRows(
  tables: readonly { readonly bytes: Uint8Array; readonly size: number }[],
  packed: Uint8Array,
  rows: number,
  from: number,
  every: number,
  isOut: boolean,
): void {
  let at = 0;
  for (let row = from; row < rows; row += every)
    for (const { bytes, size } of tables) {
      const part = bytes.subarray(size * row, size * (row + 1));
      if (isOut) packed.set(part, at);
      else part.set(packed.subarray(at, at + size));
      at += size;
    }
}
