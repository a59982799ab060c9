import { titleOf } from '../page/words.ts';
import type { Frame, Source, StageRequest, StageSummary } from './protocol.ts';
import { type Session, startSession } from './session.ts';

export interface Message {
  readonly id: number;
  readonly kind: 'error' | 'note';
  readonly text: string;
}

export interface Statistics {
  readonly time: number;
  readonly stepCost: number;
  readonly pace: number;
}

/** Everything that panels show. Replaced as a whole, never changed in place. */
export interface StudioState {
  /** What is on the stage now. */
  readonly source: Source | null;
  readonly summary: StageSummary | null;
  /** What is being prepared, if anything. */
  readonly preparing: Source | null;
  readonly playing: boolean;
  readonly statistics: Statistics | null;
  readonly messages: readonly Message[];
}

/** Who draws: it gets a stage once and then its frames, and gives every frame's memory back. */
export interface FrameSink {
  stage(summary: StageSummary): void;
  frame(frame: Frame, giveBack: () => void): void;
}

export type OpenOptions = Pick<StageRequest, 'guides' | 'frame'>;

const STATISTICS_INTERVAL = 250;
/** More notes than this say how many there are instead. */
const MOST_NOTES = 3;

export const sourceName = (source: Source): string =>
  source.kind === 'example' ? titleOf(source.name) : source.files.map((file) => file.name).join(', ');

/** Owns the running stage and the one being prepared; a stage that fails to prepare leaves the running one alone. */
export class SimulationStore {
  #state: StudioState;
  readonly #strands: number | undefined;
  #current: Session | null = null;
  #next: Session | null = null;
  #sink: FrameSink | null = null;
  #nextMessage = 1;
  #lastStatistics = 0;
  readonly #listeners = new Set<() => void>();

  /** `strands`: how many are shown, where it is not left to the worker. */
  constructor({ playing, strands }: { readonly playing: boolean; readonly strands?: number | undefined }) {
    this.#strands = strands;
    this.#state = { source: null, summary: null, preparing: null, playing, statistics: null, messages: [] };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): StudioState => this.#state;

  open(source: Source, options: OpenOptions = {}): void {
    this.#next?.end();
    this.#current?.pause();
    const playing = this.#state.playing && options.frame === undefined;
    this.#change({ preparing: source, messages: [], playing });
    const request: StageRequest = { source, strands: this.#strands, ...options, playing };
    const session = startSession(request, {
      ready: (summary) => this.#swap(session, request, summary),
      frame: (frame) => this.#receive(session, frame),
      failed: (sentence) => this.#fail(session, sentence),
    });
    this.#next = session;
  }

  togglePlaying(): void {
    const playing = !this.#state.playing;
    if (!this.#state.preparing) this.#steer(playing);
    this.#change({ playing });
  }

  reset(): void {
    this.#current?.reset();
  }

  /** Connects the viewport; a new one (after a lost device) is given the stage and a frame again. */
  attach(sink: FrameSink): () => void {
    this.#sink = sink;
    if (this.#state.summary) sink.stage(this.#state.summary);
    this.#current?.refresh();
    return () => {
      if (this.#sink === sink) this.#sink = null;
    };
  }

  say(kind: Message['kind'], text: string): void {
    const message: Message = { id: this.#nextMessage++, kind, text };
    this.#change({ messages: [...this.#state.messages, message] });
  }

  dismiss(id: number): void {
    this.#change({ messages: this.#state.messages.filter((message) => message.id !== id) });
  }

  #steer(playing: boolean): void {
    if (playing) this.#current?.play();
    else this.#current?.pause();
  }

  #swap(session: Session, request: StageRequest, summary: StageSummary): void {
    if (session !== this.#next) return;
    this.#current?.end();
    this.#current = session;
    this.#next = null;
    // Play may have been pressed while the stage was prepared.
    if (this.#state.playing !== request.playing) this.#steer(this.#state.playing);
    this.#change({ source: request.source, summary, preparing: null, statistics: null });
    this.#sink?.stage(summary);
    for (const note of shortened(summary.notes)) this.say('note', note);
  }

  #receive(session: Session, frame: Frame): void {
    const giveBack = (): void => session.giveBack(frame.positions);
    if (session === this.#current && this.#sink) this.#sink.frame(frame, giveBack);
    else giveBack();
    const now = performance.now();
    if (now - this.#lastStatistics < STATISTICS_INTERVAL && this.#state.playing) return;
    this.#lastStatistics = now;
    this.#change({ statistics: { time: frame.time, stepCost: frame.stepCost, pace: frame.pace } });
  }

  #fail(session: Session, sentence: string): void {
    session.end();
    if (session === this.#next) {
      this.#next = null;
      this.#change({ preparing: null });
      this.#steer(this.#state.playing);
    } else {
      this.#current = null;
      this.#change({ playing: false });
    }
    this.say('error', sentence);
  }

  #change(change: Partial<StudioState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function shortened(notes: readonly string[]): readonly string[] {
  if (notes.length <= MOST_NOTES) return notes;
  return [...notes.slice(0, MOST_NOTES - 1), `And ${notes.length - MOST_NOTES + 1} more notes of this kind.`];
}
