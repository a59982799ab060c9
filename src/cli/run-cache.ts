import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Scene } from '../scene/schema.ts';
import { hashArrays } from '../strands/hash.ts';
import { pack, unpack } from '../strands/pack.ts';
import type { SimulatedFrame } from './frames.ts';
import { readAt } from './read-at.ts';
import { dropOldest } from './ready-folder.ts';
import { dropCheckpoint, type EndedRun, findEnded, writeCheckpoint } from './run-checkpoint.ts';

/**
 * Runs that were simulated before, by a key of everything that their hair depends on: one file a run, of frames one after the other and
 * of where they are. A changed look, camera or light, or a layer that is laid on the result, leaves the key as it is.
 */

/** All runs together may take so many bytes. */
const LARGEST = 8e9;
/** What the files hold has this form. */
const FORMAT = 1;
const TAIL = 8;

/** Key of a run of a scene, given that of the scene made ready: what acts while it runs counts as well. */
export function runKey(readyKey: string, { air, contact, strokes, sleep, grooms }: Scene): string {
  // Tools may work on strands that are shown: how many there are counts then.
  const shown =
    strokes.length > 0 ? grooms.map(({ strands, strandDensity }) => [strands, strandDensity ?? null]) : null;
  return hashArrays([
    new TextEncoder().encode(JSON.stringify([FORMAT, readyKey, air, contact, strokes, sleep, shown])),
  ]);
}

interface RunIndex {
  readonly times: readonly number[];
  /** Where each frame begins in the file, and where the last one ends. */
  readonly offsets: readonly number[];
  /** Hash of the state after the last frame; null where nobody asked. */
  readonly state: string | null;
}

/** A run that is kept. */
export interface StoredRun {
  readonly state: string | null;
  readonly count: number;
  frames(): Iterable<SimulatedFrame> | AsyncIterable<SimulatedFrame>;
}

/** Takes down a run while it is made. */
export interface RunRecord {
  add(time: number, frame: SimulatedFrame): void | Promise<void>;
  /** The frames so far are whole, and from this state the run would go on. */
  checkpoint(snapshot: Uint8Array): void | Promise<void>;
  /** Ends the record; a run that was ended early has no state. */
  finish(state: string | null): void | Promise<void>;
}

/** The runs of one scene: those that are known, and a record of the next. */
export interface RunStore {
  /** A run with all of these times; with `endsThere` the state after the last one is known. */
  find(times: readonly number[], endsThere: boolean): Promise<StoredRun | null>;
  /** A run with the first of these times that was ended before it was done. */
  findEnded(times: readonly number[]): Promise<EndedRun | null>;
  /** null where the run cannot be kept. */
  record(): Promise<RunRecord | null>;
}

/** The runs of a scene in a folder; `key` is null as long as it is not known. */
export function runsInFolder(folder: RunFolder, key: () => Promise<string | null>): RunStore {
  const known = async <T>(use: (key: string) => T): Promise<T | null> => {
    const found = await key();
    return found === null ? null : use(found);
  };
  return {
    find: (times, endsThere) => known((found) => folder.find(found, times, endsThere)),
    findEnded: (times) => known((found) => folder.findEnded(found, times)),
    record: () => known((found) => folder.record(found)),
  };
}

interface FolderRun extends StoredRun {
  frames(): Generator<SimulatedFrame>;
}

export class RunFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** A run with all of these times; with `endsThere` none goes on after the last one, and its state is known. */
  find(key: string, times: readonly number[], endsThere: boolean): FolderRun | null {
    for (const name of this.names(key)) {
      const index = this.indexOf(name);
      if (!index) continue;
      const { state } = index;
      if (endsThere && (state === null || index.times.at(-1) !== times.at(-1))) continue;
      const place = new Map(index.times.map((time, k) => [time, k]));
      const frames = times.map((time) => place.get(time));
      if (frames.some((k) => k === undefined)) continue;
      return { state, count: frames.length, frames: () => this.read(name, index, frames as number[]) };
    }
    return null;
  }

  /** A run with the first of these times that was ended before it was done. */
  findEnded(key: string, times: readonly number[]): EndedRun | null {
    return findEnded(this.path, key, times);
  }

  record(key: string): RunRecorder {
    return new RunRecorder(this.path, key);
  }

  private names(key: string): string[] {
    try {
      return readdirSync(this.path).filter((name) => name.startsWith(`${key}-`));
    } catch {
      return [];
    }
  }

  private indexOf(name: string): RunIndex | null {
    try {
      const file = openSync(join(this.path, name), 'r');
      try {
        const { size } = fstatSync(file);
        const length = new DataView(readAt(file, size - TAIL, TAIL).buffer).getFloat64(0, true);
        return unpack(readAt(file, size - TAIL - length, length)) as RunIndex;
      } finally {
        closeSync(file);
      }
    } catch {
      // Damaged or thrown away meanwhile: the run is simulated again.
      return null;
    }
  }

  private *read(name: string, { offsets }: RunIndex, frames: readonly number[]): Generator<SimulatedFrame> {
    const path = join(this.path, name);
    const file = openSync(path, 'r');
    utimesSync(path, new Date(), new Date());
    try {
      let next = 0;
      let frame: SimulatedFrame | null = null;
      for (const k of frames) {
        const events: SimulatedFrame['events'][number][] = [];
        // What happened in frames that nobody asks for is told with the next one.
        for (; next <= k; next++) {
          frame = unpack(readAt(file, offsets[next]!, offsets[next + 1]! - offsets[next]!)) as SimulatedFrame;
          events.push(...frame.events);
        }
        yield { ...frame!, events };
      }
    } finally {
      closeSync(file);
    }
  }
}

/** Writes a run while it is made. A disk that is full ends the record, not the run. */
export class RunRecorder implements RunRecord {
  private readonly folder: string;
  private readonly name: string;
  private readonly draft: string;
  private readonly times: number[] = [];
  private readonly offsets: number[] = [0];
  private file: number | null = null;

  constructor(folder: string, key: string) {
    this.folder = folder;
    this.name = `${key}-${process.pid}-${serial++}`;
    this.draft = join(folder, `.${this.name}`);
    this.attempt(() => {
      mkdirSync(folder, { recursive: true });
      this.file = openSync(this.draft, 'w');
    });
  }

  add(time: number, frame: SimulatedFrame): void {
    const at = this.offsets.at(-1)!;
    if (this.file === null) return;
    if (at > LARGEST) {
      this.abandon();
      return;
    }
    const bytes = pack(frame);
    this.write(bytes);
    this.times.push(time);
    this.offsets.push(at + bytes.length);
  }

  /** The frames so far are whole, and from this state the run would go on. */
  checkpoint(snapshot: Uint8Array): void {
    const { name: run, times, offsets } = this;
    this.attempt(() => {
      if (this.file !== null) writeCheckpoint(this.folder, { run, times, offsets, snapshot });
    });
  }

  /** Ends the record; a run that was ended early has no state, and keeps its checkpoint. */
  finish(state: string | null): void {
    const { file, times, offsets } = this;
    if (file === null || times.length === 0) {
      this.abandon();
      return;
    }
    const index = pack({ times, offsets, state });
    const tail = new Uint8Array(TAIL);
    new DataView(tail.buffer).setFloat64(0, index.length, true);
    this.write(index);
    this.write(tail);
    this.attempt(() => {
      if (this.file === null) return;
      this.file = null;
      closeSync(file);
      renameSync(this.draft, join(this.folder, this.name));
      if (state !== null) dropCheckpoint(this.folder, this.name);
      dropOldest(this.folder, LARGEST);
    });
  }

  abandon(): void {
    const { file } = this;
    this.file = null;
    if (file !== null) closeSync(file);
    rmSync(this.draft, { force: true });
    dropCheckpoint(this.folder, this.name);
  }

  private write(bytes: Uint8Array): void {
    this.attempt(() => {
      for (let done = 0; this.file !== null && done < bytes.length; ) done += writeSync(this.file, bytes, done);
    });
  }

  private attempt(action: () => void): void {
    try {
      action();
    } catch {
      this.abandon();
    }
  }
}

let serial = 0;
