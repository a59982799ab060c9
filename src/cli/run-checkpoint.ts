import { closeSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pack, unpack } from '../strands/pack.ts';
import type { SimulatedFrame } from './frames.ts';
import { readAt } from './read-at.ts';

/**
 * How far a run has come, beside the frames that it has recorded: a run that was ended, by a person or by a crash, goes on from there
 * with the same bytes as one that was not.
 */

const EXTENSION = '.checkpoint';

/** A checkpoint is made after every so many frames, where nobody asks for another number. */
export const CHECKPOINT_FRAMES = 16;

interface CheckpointFile {
  /** The file of the run; before it is finished it has a dot in front. */
  readonly run: string;
  readonly times: readonly number[];
  readonly offsets: readonly number[];
  /** Everything that the next step depends on. */
  readonly snapshot: Uint8Array;
}

/** A run that was ended. */
export interface EndedRun {
  readonly snapshot: Uint8Array;
  /** Frames that need not be simulated again. */
  readonly count: number;
  frames(): Iterable<SimulatedFrame> | AsyncIterable<SimulatedFrame>;
  /** The last of these frames: what the run had cost until then. */
  last(): SimulatedFrame | Promise<SimulatedFrame>;
  /** Throws it away: another run has come farther. */
  discard(): void;
}

export function writeCheckpoint(folder: string, file: CheckpointFile): void {
  const path = join(folder, `.${file.run}${EXTENSION}`);
  writeFileSync(`${path}-new`, pack(file));
  renameSync(`${path}-new`, path);
}

export const dropCheckpoint = (folder: string, run: string): void =>
  rmSync(join(folder, `.${run}${EXTENSION}`), { force: true });

/** Of the runs of a key that were ended, the one that came farthest with the first of these times. */
export function findEnded(folder: string, key: string, times: readonly number[]): EndedRun | null {
  let best: CheckpointFile | null = null;
  for (const name of namesOf(folder, key)) {
    const found = checkpointOf(join(folder, name));
    if (!found || found.times.length > times.length || found.times.some((time, k) => time !== times[k])) continue;
    if (!best || found.times.length > best.times.length) best = found;
  }
  return best && endedRun(folder, best);
}

function endedRun(folder: string, { run, times, offsets, snapshot }: CheckpointFile): EndedRun | null {
  const path = [join(folder, `.${run}`), join(folder, run)].find(isReadable);
  if (path === undefined) return null;
  const count = times.length;
  function* read(from: number): Generator<SimulatedFrame> {
    const file = openSync(path!, 'r');
    try {
      for (let k = from; k < count; k++)
        yield unpack(readAt(file, offsets[k]!, offsets[k + 1]! - offsets[k]!)) as SimulatedFrame;
    } finally {
      closeSync(file);
    }
  }
  return {
    ...{ snapshot, count },
    frames: () => read(0),
    last: () => read(count - 1).next().value as SimulatedFrame,
    discard: () => {
      dropCheckpoint(folder, run);
      rmSync(join(folder, `.${run}`), { force: true });
    },
  };
}

function namesOf(folder: string, key: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.startsWith(`.${key}-`) && name.endsWith(EXTENSION));
  } catch {
    return [];
  }
}

function checkpointOf(path: string): CheckpointFile | null {
  try {
    return unpack(new Uint8Array(readFileSync(path))) as CheckpointFile;
  } catch {
    // Damaged or thrown away meanwhile: the run begins anew.
    return null;
  }
}

function isReadable(path: string): boolean {
  try {
    closeSync(openSync(path, 'r'));
    return true;
  } catch {
    return false;
  }
}
