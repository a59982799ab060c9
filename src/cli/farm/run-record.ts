import { pack, unpack } from '../../strands/pack.ts';
import type { SimulatedFrame } from '../frames.ts';
import type { RunRecord, RunStore, StoredRun } from '../run-cache.ts';
import type { EndedRun } from '../run-checkpoint.ts';
import type { Place } from './place.ts';

/**
 * A run as a farm keeps it: frames in pieces, each put when it is whole, a checkpoint after each piece, of which the last one stays, and the
 * hash of the state at the end. Pieces are drawn while the run goes on; a longer run of the same scene goes on where this one ended.
 */

export interface FarmRunForm {
  readonly place: Place;
  /** The run's folder. */
  readonly folder: string;
  /** When moment k is, counted from 0. */
  readonly timeOf: (k: number) => number;
  /** Moments in a piece. */
  readonly every: number;
}

interface Piece {
  readonly name: string;
  /** Moments from .. to. */
  readonly from: number;
  readonly to: number;
}

const DIGITS = 8;
const padded = (count: number): string => String(count).padStart(DIGITS, '0');
const pieceName = (from: number, to: number): string => `frames-${padded(from + 1)}-${padded(to)}`;
const stateName = (count: number): string => `state-${padded(count)}`;
const endName = (count: number): string => `end-${padded(count)}`;

export class FarmRun implements RunStore {
  private readonly form: FarmRunForm;
  /** Is told how many moments are there for others. */
  private readonly kept: (count: number) => Promise<void>;

  constructor(form: FarmRunForm, kept: (count: number) => Promise<void> = async () => {}) {
    this.form = form;
    this.kept = kept;
  }

  async find(times: readonly number[], endsThere: boolean): Promise<StoredRun | null> {
    const { length: count } = times;
    const names = await this.names();
    if (!this.isOurs(times) || cover(names, count) === null) return null;
    const state = names.includes(endName(count)) ? await this.get(endName(count)) : null;
    if (endsThere && !state) return null;
    return {
      state: state && new TextDecoder().decode(state),
      count,
      frames: () => this.moments(times.map((_, k) => k)),
    };
  }

  async findEnded(times: readonly number[]): Promise<EndedRun | null> {
    if (!this.isOurs(times)) return null;
    const names = await this.names();
    const counts = names.flatMap((name) => (name.startsWith('state-') ? [Number(name.slice(6))] : []));
    for (const count of counts.sort((a, b) => b - a)) {
      if (count > times.length || cover(names, count) === null) continue;
      const snapshot = unpack((await this.get(stateName(count))) ?? new Uint8Array(0)) as Uint8Array | null;
      if (!snapshot) continue;
      const all = (from: number): AsyncGenerator<SimulatedFrame> =>
        this.moments(Array.from({ length: count - from }, (_, k) => from + k));
      return {
        ...{ snapshot, count },
        frames: () => all(0),
        last: async () => (await all(count - 1).next()).value as SimulatedFrame,
        // A longer run may begin there.
        discard: () => {},
      };
    }
    return null;
  }

  async record(): Promise<RunRecord> {
    const there = new Set(await this.names());
    const { every } = this.form;
    let piece: SimulatedFrame[] = [];
    let count = 0;
    const put = async (): Promise<void> => {
      const name = pieceName(count - piece.length, count);
      if (!there.has(name)) await this.put(name, pack(piece));
      there.add(name);
      piece = [];
      await this.kept(count);
    };
    return {
      add: async (_, frame) => {
        piece.push(frame);
        if (++count % every === 0) await put();
      },
      checkpoint: async (snapshot) => {
        if (there.has(stateName(count))) return;
        await this.put(stateName(count), pack(snapshot));
        const older = [...there].filter((name) => name.startsWith('state-') && name < stateName(count));
        for (const name of older) await this.form.place.remove(`${this.form.folder}/${name}`);
        for (const name of older) there.delete(name);
        there.add(stateName(count));
      },
      finish: async (state) => {
        if (state === null) return;
        if (piece.length > 0) await put();
        await this.put(endName(count), new TextEncoder().encode(state));
      },
    };
  }

  /** Moments that are there, by their numbers, rising. */
  async *moments(wanted: readonly number[]): AsyncGenerator<SimulatedFrame> {
    const pieces = cover(await this.names(), wanted.at(-1)! + 1) ?? [];
    let open: { readonly piece: Piece; readonly frames: readonly SimulatedFrame[] } | null = null;
    for (const k of wanted) {
      if (!open || k < open.piece.from || k >= open.piece.to) {
        const piece = pieces.find(({ from, to }) => from <= k && k < to);
        if (!piece) throw new Error(`frame ${k + 1} of the run in ${this.form.folder} is not there`);
        const bytes = await this.get(piece.name);
        const frames = bytes && (unpack(bytes) as SimulatedFrame[] | null);
        if (!frames || frames.length !== piece.to - piece.from) {
          // Simulated again by whoever tries next.
          await this.form.place.remove(`${this.form.folder}/${piece.name}`);
          throw new Error(`${this.form.folder}/${piece.name} was damaged and has been thrown away`);
        }
        open = { piece, frames };
      }
      yield open.frames[k - open.piece.from]!;
    }
  }

  private isOurs(times: readonly number[]): boolean {
    return times.every((time, k) => time === this.form.timeOf(k));
  }

  private names(): Promise<string[]> {
    return this.form.place.list(this.form.folder);
  }

  private get(name: string): Promise<Uint8Array | null> {
    return this.form.place.get(`${this.form.folder}/${name}`);
  }

  private put(name: string, bytes: Uint8Array): Promise<void> {
    return this.form.place.put(`${this.form.folder}/${name}`, bytes);
  }
}

/** Pieces that together hold the first moments; null where one is missing. */
function cover(names: readonly string[], count: number): Piece[] | null {
  const pieces = names
    .flatMap((name) => {
      const [, from, to] = /^frames-(\d+)-(\d+)$/.exec(name) ?? [];
      return to === undefined ? [] : [{ name, from: Number(from) - 1, to: Number(to) }];
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const used: Piece[] = [];
  let end = 0;
  for (const piece of pieces) {
    if (end >= count) break;
    if (piece.from > end || piece.to <= end) continue;
    used.push(piece);
    end = piece.to;
  }
  return end >= count ? used : null;
}
