import { deflateSync, inflateSync } from 'fflate';

/** What can be taken back: a simulation with its document. */
export interface Rewindable<Stroke> {
  /** Steps taken so far. */
  readonly step: number;
  readonly strokes: readonly Stroke[];
  setStrokes(strokes: readonly Stroke[]): void;
  snapshot(): Uint8Array;
  restore(snapshot: Uint8Array): void;
  /** Takes steps as the document says. */
  advance(steps: number): void;
  /** Where the document can change what there is to simulate: snapshots of one epoch mean nothing in another. */
  readonly epoch?: number;
  /** Goes to the document's first step: asked where epochs differ and nothing else is left. */
  rewind?(): void;
}

/** One thing that can be undone: what a person sees in a list. */
export interface HistoryEntry {
  readonly label: string;
  /** Steps before and after it. */
  readonly from: number;
  readonly to: number;
}

/** The state at a step; without bytes where it was dropped and must be replayed. */
interface Moment {
  readonly step: number;
  readonly epoch: number;
  bytes: Uint8Array | null;
  /** Length before packing; 0 where the bytes are plain. */
  packed: number;
}

interface Entry<Stroke> extends HistoryEntry {
  readonly before: Moment;
  readonly after: Moment;
  /** How many strokes the document had before, and those that came with it. */
  readonly strokesBefore: number;
  readonly strokes: readonly Stroke[];
}

/** A history as plain data, for keeping elsewhere. */
export interface SavedHistory<Stroke> {
  readonly done: readonly Entry<Stroke>[];
  /** The one that was undone last comes last. */
  readonly undone: readonly Entry<Stroke>[];
}

export interface HistoryOptions {
  /** Snapshots take at most about this many bytes. */
  readonly budget?: number;
}

const BUDGET = 256 * 1024 * 1024;

/**
 * Undo and redo. Undo returns to the snapshot before a stroke's first step, clock included, redo to the one at its end, to
 * the byte. When snapshots take too much room the oldest are packed, then dropped; a dropped one is made again by playing the
 * document from the one before it. The first is never dropped, so every stroke can be undone.
 */
export class History<Stroke> {
  private readonly target: Rewindable<Stroke>;
  private readonly budget: number;
  private readonly base: Moment;
  private readonly done: Entry<Stroke>[] = [];
  private undone: Entry<Stroke>[] = [];
  private open: { label: string; before: Moment; strokesBefore: number } | null = null;

  constructor(target: Rewindable<Stroke>, options: HistoryOptions = {}) {
    this.target = target;
    this.budget = options.budget ?? BUDGET;
    this.base = this.moment();
  }

  get entries(): readonly HistoryEntry[] {
    return this.done;
  }

  get undoneEntries(): readonly HistoryEntry[] {
    return this.undone;
  }

  /** Bytes that snapshots take. */
  get size(): number {
    return this.moments().reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
  }

  /** Call before a stroke's first step, and before it is in the document. */
  begin(label: string): void {
    this.open = { label, before: this.moment(), strokesBefore: this.target.strokes.length };
  }

  /** Call when the stroke is over: what was undone before can no longer be redone. */
  end(): void {
    if (!this.open) return;
    const { label, before, strokesBefore } = this.open;
    this.open = null;
    this.undone = [];
    const after = this.moment();
    this.done.push({
      label,
      from: before.step,
      to: after.step,
      before,
      after,
      strokesBefore,
      strokes: this.target.strokes.slice(strokesBefore),
    });
    this.tidy();
  }

  /** Call in place of `end` where nothing came of it: the document must be as it was before. */
  cancel(): void {
    this.open = null;
  }

  undo(): HistoryEntry | null {
    const entry = this.done.pop();
    if (!entry) return null;
    this.target.setStrokes(this.target.strokes.slice(0, entry.strokesBefore));
    this.goTo(entry.before);
    this.undone.push(entry);
    return entry;
  }

  redo(): HistoryEntry | null {
    const entry = this.undone.pop();
    if (!entry) return null;
    this.target.setStrokes([...this.target.strokes.slice(0, entry.strokesBefore), ...entry.strokes]);
    this.done.push(entry);
    this.goTo(entry.after);
    return entry;
  }

  /** Everything as plain data, with snapshots of at most so many bytes: those nearest to the present. */
  save(budget: number): SavedHistory<Stroke> {
    let left = budget;
    const kept = ({ step, epoch, bytes, packed }: Moment): Moment => {
      const isKept = bytes !== null && bytes.length <= left;
      if (isKept) left -= bytes.length;
      return { step, epoch, bytes: isKept ? bytes : null, packed: isKept ? packed : 0 };
    };
    const copy = (entry: Entry<Stroke>): Entry<Stroke> => {
      const after = kept(entry.after);
      return { ...entry, before: kept(entry.before), after };
    };
    const newestFirst = (entries: readonly Entry<Stroke>[]): Entry<Stroke>[] =>
      [...entries].reverse().map(copy).reverse();
    return { done: newestFirst(this.done), undone: newestFirst(this.undone) };
  }

  /** Takes the place of this history, which has no entries yet. The target must be where the saved one's was. */
  load(saved: SavedHistory<Stroke>): void {
    this.done.push(...saved.done);
    this.undone = [...saved.undone];
  }

  private moment(): Moment {
    return { step: this.target.step, epoch: this.target.epoch ?? 0, bytes: this.target.snapshot(), packed: 0 };
  }

  /** All moments on the way to the present and those that can be redone, by rising step. */
  private moments(): Moment[] {
    const all = [this.base];
    for (const { before, after } of [...this.done, ...[...this.undone].reverse()]) all.push(before, after);
    return all;
  }

  /** Restores a moment, playing the document from the nearest earlier one where its own bytes were dropped. */
  private goTo(moment: Moment): void {
    if (moment.bytes) {
      this.target.restore(plain(moment));
      return;
    }
    let from: Moment | null = null;
    for (const candidate of this.moments()) {
      const isUsable = candidate.bytes && candidate.epoch === moment.epoch && candidate.step <= moment.step;
      if (isUsable && candidate.step >= (from?.step ?? 0)) from = candidate;
    }
    if (from) this.target.restore(plain(from));
    else this.target.rewind?.();
    this.target.advance(moment.step - this.target.step);
  }

  private tidy(): void {
    while (this.size > this.budget) {
      const oldest = this.moments().find(({ bytes, packed }) => bytes && packed === 0);
      if (oldest) pack(oldest);
      else if (!this.drop()) return;
    }
  }

  /** Drops the moment that is played again in the fewest steps; false where only the first is left. */
  private drop(): boolean {
    const kept = this.moments().filter(({ bytes }) => bytes);
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 1; i < kept.length; i++) {
      const steps = kept[i]!.step - kept[i - 1]!.step;
      if (steps >= least) continue;
      least = steps;
      best = i;
    }
    if (best < 0) return false;
    kept[best]!.bytes = null;
    return true;
  }
}

/** The fastest level: snapshots of moving hair are mostly digits that no level shortens. */
function pack(moment: Moment): void {
  moment.packed = moment.bytes!.length;
  moment.bytes = deflateSync(moment.bytes!, { level: 1 });
}

function plain({ bytes, packed }: Moment): Uint8Array {
  return packed > 0 ? inflateSync(bytes!, { out: new Uint8Array(packed) }) : bytes!;
}
