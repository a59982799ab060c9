import type { StrokeEffect } from '../../../src/salon/tool.ts';
import type { SceneEvent } from '../../../src/scene/events.ts';
import type { HandSample } from '../../../src/scene/live.ts';
import type { Overlay } from '../../../src/scene/overlay-tints.ts';
import { titleOf, withoutOptions } from '../page/words.ts';
import { effectSentence } from '../tools/effects.ts';
import type { LevelsView } from './live-commands.ts';
import type {
  Fingerprint,
  Frame,
  HandMessage,
  LiveState,
  NamedFile,
  SceneRequest,
  SceneSummary,
  ShownTopology,
  Source,
} from './protocol.ts';
import { type KeptDocument, type Session, startSession } from './session.ts';
import type { PartTimes } from './step-clock.ts';

/** Something that a person may do about a message. */
export interface Action {
  readonly title: string;
  act(): void;
}

export interface Message {
  readonly id: number;
  readonly kind: 'error' | 'note';
  readonly text: string;
  /** What else there is to say of the same, for whoever wants to read it. */
  readonly more?: readonly string[];
  /** Goes away by itself. */
  readonly isPassing?: boolean;
  /** Outlives the scene that it was said with. */
  readonly isStanding?: boolean;
  /** What a person may do about it. */
  readonly actions?: readonly Action[];
}

export interface Statistics {
  readonly time: number;
  readonly step: number;
  readonly stepCost: number;
  readonly parts: PartTimes;
  readonly pace: number;
  readonly simulated: number;
  readonly asleep: number;
  /** Time stands still because nothing moves. */
  readonly isAtRest: boolean;
}

/** Everything that panels show. Replaced as a whole, never changed in place. */
export interface StudioState {
  /** What is on the scene now. */
  readonly source: Source | null;
  readonly summary: SceneSummary | null;
  /** What is being prepared, if anything. */
  readonly preparing: Source | null;
  /** How much of a document has been played again, 0..1. */
  readonly progress: number;
  readonly playing: boolean;
  /** Simulated seconds per second that are asked for. */
  readonly speed: number;
  readonly live: LiveState;
  readonly statistics: Statistics | null;
  readonly messages: readonly Message[];
}

/** Who draws: it gets a scene once and then its frames, and gives every frame's memory back. */
export interface FrameSink {
  setScene(summary: SceneSummary): void;
  reshape(shown: ShownTopology): void;
  frame(frame: Frame, giveBack: () => void): void;
}

/** A simulation that does everything that this one does, at the same steps. */
export interface Follower {
  did(step: number, message: HandMessage): void;
  /** Calls back when it shows that step. */
  reach(step: number, done: () => void): void;
}

/** `playing`: whether it runs from the start; as before where absent. */
export type OpenOptions = Pick<SceneRequest, 'frame' | 'model'> & { readonly playing?: boolean };

export interface StoreOptions {
  readonly playing: boolean;
  readonly strands?: number;
  readonly drawn?: number;
  readonly guides?: number;
  /** Whether pictures are made of the points of all strands. */
  readonly isPlain?: boolean;
}

const STATISTICS_INTERVAL = 250;
/** What goes away by itself stays this long, milliseconds. */
const MENTIONED = 6000;
/** More notes than this are told in one message that opens. */
const MOST_NOTES = 2;

export function sourceName(source: Source): string {
  if (source.kind === 'example') return titleOf(source.name);
  return source.kind === 'document' ? titleOf(source.scene.name) : source.files.map((file) => file.name).join(', ');
}

/** What a section is to be. */
export interface SectionChoice {
  readonly way: 'all' | 'inverse' | 'groom';
  readonly groom?: number;
  readonly does?: 'only' | 'more';
}

const NOTHING_DONE: LiveState = { commands: [], done: 0, end: 0, step: 0 };

/** The view rests when it has not moved for so long, milliseconds. */
const VIEW_REST = 250;

/** Owns the running scene and the one being prepared; a scene that fails to prepare leaves the running one alone. */
export class SimulationStore {
  #state: StudioState;
  readonly #counts: Pick<StoreOptions, 'strands' | 'drawn' | 'guides'>;
  readonly isPlain: boolean;
  #current: Session | null = null;
  #next: Session | null = null;
  #sink: FrameSink | null = null;
  #nextMessage = 1;
  #lastStatistics = 0;
  readonly #listeners = new Set<() => void>();
  readonly #commandListeners = new Set<() => void>();
  #follower: Follower | null = null;
  /** Who waits for this simulation to come to a step. */
  #awaited: { readonly step: number; readonly done: () => void } | null = null;
  #isHolding = false;
  #looking = 0;
  #lastTool = '';

  /** `strands`, `guides`: how many are shown and simulated, where it is not left to the scene; `drawn`: at most so many are drawn then. */
  constructor({ playing, strands, drawn, guides, isPlain = false }: StoreOptions) {
    this.isPlain = isPlain;
    this.#counts = { strands, drawn, guides };
    this.#state = {
      source: null,
      summary: null,
      preparing: null,
      progress: 0,
      playing,
      speed: 1,
      live: NOTHING_DONE,
      statistics: null,
      messages: [],
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): StudioState => this.#state;

  open(source: Source, options: OpenOptions = {}): void {
    this.#next?.end();
    this.#current?.tell({ type: 'pause' });
    const playing = (options.playing ?? this.#state.playing) && options.frame === undefined;
    const messages = this.#state.messages.filter(({ isStanding }) => isStanding);
    this.#change({ preparing: source, progress: 0, messages, playing });
    this.#isHolding = false;
    const { strands, drawn, guides } = this.#counts;
    // A document says itself how many strands it simulates.
    const counts = source.kind === 'document' ? { strands, drawn } : { strands, drawn, guides };
    const request: SceneRequest = { source, ...counts, ...options, isPlain: this.isPlain, playing };
    const session = startSession(request, {
      progress: (progress) => session === this.#next && this.#change({ progress }),
      ready: (summary) => this.#swap(session, request, summary),
      reshape: (shown) => session === this.#current && this.#sink?.reshape(shown),
      frame: (frame) => this.#receive(session, frame),
      state: (live) => session === this.#current && this.#tellLive(live),
      ended: (effect) => session === this.#current && this.#tellEffect(effect),
      did: (step, message) => session === this.#current && this.#follower?.did(step, message),
      refused: (sentence) => this.say('error', sentence),
      failed: (sentence) => this.#fail(session, sentence),
    });
    this.#next = session;
  }

  togglePlaying(): void {
    const playing = !this.#state.playing;
    if (!this.#state.preparing) this.#steer(playing);
    this.#change({ playing });
  }

  /** One internal step forward. */
  stepOnce(): void {
    this.#current?.tell({ type: 'step' });
  }

  seek(time: number): void {
    if (this.#state.playing) this.togglePlaying();
    this.#current?.tell({ type: 'seek', time });
  }

  reset(): void {
    this.#current?.tell({ type: 'seek', time: 0 });
  }

  /** Asks for the present state again. */
  refresh(): void {
    this.#current?.tell({ type: 'refresh' });
  }

  setSpeed(speed: number): void {
    this.#current?.tell({ type: 'speed', speed });
    this.#change({ speed });
  }

  /** Begins a stroke. Time runs while a tool is held. */
  take(tool: string, parameters: Record<string, unknown>, label: string, isMirrored?: boolean): void {
    if (!this.#state.playing) this.togglePlaying();
    this.#isHolding = true;
    this.#lastTool = tool;
    this.#current?.tell({ type: 'take', tool, parameters, label, isMirrored });
  }

  /** Chooses a section that needs no place to point at: none, all other hair, or one kind of hair. */
  section(parameters: SectionChoice, label: string): void {
    this.take('section', { ...parameters }, label);
    this.move([{ origin: [0, 0, 0], direction: [0, 0, -1], up: [0, 1, 0], press: 1, aperture: 1 }]);
    this.letGo();
  }

  get isHolding(): boolean {
    return this.#isHolding;
  }

  move(samples: readonly HandSample[]): void {
    this.#current?.tell({ type: 'move', samples });
  }

  letGo(): void {
    this.#isHolding = false;
    this.#current?.tell({ type: 'letGo' });
  }

  happen(event: SceneEvent, label: string): void {
    if (!this.#state.playing) this.togglePlaying();
    this.#current?.tell({ type: 'happen', event, label });
  }

  /** Levels follow the view, where the scene has them, as soon as it rests. */
  look({
    target,
    azimuth,
    elevation,
    distance,
    fieldOfView,
  }: Readonly<Omit<LevelsView, 'target'>> & { readonly target: readonly number[] }): void {
    if (!this.#state.summary?.scene.levels) return;
    window.clearTimeout(this.#looking);
    const view = { target: [...target] as LevelsView['target'], azimuth, elevation, distance, fieldOfView };
    this.#looking = window.setTimeout(() => this.#current?.tell({ type: 'look', view }), VIEW_REST);
  }

  /** Draws strands in the colour of those that move for them, or in their own. */
  lay(overlay: Overlay): void {
    this.#current?.tell({ type: 'lay', overlay });
  }

  /** Goes to the state after so many commands. */
  go(done: number): void {
    if (this.#state.playing) this.togglePlaying();
    this.#current?.tell({ type: 'go', done });
  }

  /** The same; done when its picture can be drawn. */
  reach(done: number): Promise<void> {
    if (this.#state.live.done === done) return Promise.resolve();
    this.go(done);
    return new Promise((resolve) => {
      // The state is told after the frame that shows it.
      const leave = this.subscribe(() => {
        if (this.#state.live.done !== done) return;
        leave();
        resolve();
      });
    });
  }

  undo(): void {
    if (this.#state.live.done > 0) this.go(this.#state.live.done - 1);
  }

  redo(): void {
    const { done, commands } = this.#state.live;
    if (done < commands.length) this.go(done + 1);
  }

  /** The scene with everything that was done; its state is kept in the browser where asked for. */
  async document(isKept = false): Promise<KeptDocument | null> {
    return (await this.#current?.document(isKept)) ?? null;
  }

  async exportHair(name: string, which: 'shown' | 'guides' = 'shown'): Promise<readonly NamedFile[]> {
    return (await this.#current?.exportHair(name, which)) ?? [];
  }

  /** SHA-256 of the state, with its step. */
  async fingerprint(): Promise<Fingerprint | null> {
    return (await this.#current?.fingerprint()) ?? null;
  }

  /** From now on another simulation does everything that this one does; null ends it. */
  lead(follower: Follower | null): void {
    this.#follower = follower;
    this.#current?.tell({ type: 'lead', isFollowed: follower !== null });
  }

  /** This simulation as one that follows. */
  readonly asFollower: Follower = {
    did: (step, message) => (this.#next ?? this.#current)?.tell({ type: 'follow', step, message }),
    reach: (step, done) => {
      this.#awaited?.done();
      this.#awaited = null;
      const session = this.#next ?? this.#current;
      if (!session) return done();
      this.#awaited = { step, done };
      session.tell({ type: 'follow', step });
    },
  };

  /** Ends everything: for a simulation that is no longer shown. */
  close(): void {
    this.#next?.end();
    this.#current?.end();
    this.#next = null;
    this.#current = null;
    this.#awaited?.done();
    this.#awaited = null;
  }

  /** Connects the viewport; a new one (after a lost device) is given the scene and a frame again. */
  attach(sink: FrameSink): () => void {
    this.#sink = sink;
    if (this.#state.summary) sink.setScene(this.#state.summary);
    this.#current?.tell({ type: 'refresh' });
    return () => {
      if (this.#sink === sink) this.#sink = null;
    };
  }

  say(kind: Message['kind'], text: string, more: readonly string[] = []): void {
    this.#tell({ id: this.#nextMessage++, kind, text: withoutOptions(text), more: more.map(withoutOptions) });
  }

  /** Asks for something to do; said until it is done or closed. */
  ask(text: string, actions: readonly Action[], isStanding = false): void {
    const id = this.#nextMessage++;
    const closing = actions.map(({ title, act }) => ({
      title,
      act: () => {
        this.dismiss(id);
        act();
      },
    }));
    this.#tell({ id, kind: 'note', text, isStanding, actions: closing });
  }

  /** Says something that goes away by itself, in place of the last such thing. */
  mention(text: string, milliseconds = MENTIONED): void {
    const id = this.#nextMessage++;
    this.#tell({ id, kind: 'note', text, isPassing: true });
    window.setTimeout(() => this.dismiss(id), milliseconds);
  }

  #tell(message: Message): void {
    const others = this.#state.messages.filter(
      ({ isPassing, text }) => !(isPassing && message.isPassing) && text !== message.text,
    );
    this.#change({ messages: [...others, message] });
  }

  dismiss(id: number): void {
    this.#change({ messages: this.#state.messages.filter((message) => message.id !== id) });
  }

  #steer(playing: boolean): void {
    this.#current?.tell({ type: playing ? 'play' : 'pause' });
  }

  #swap(session: Session, request: SceneRequest, summary: SceneSummary): void {
    if (session !== this.#next) return;
    this.#current?.end();
    this.#current = session;
    this.#next = null;
    // Play may have been pressed while the scene was prepared.
    if (this.#state.playing !== request.playing) this.#steer(this.#state.playing);
    if (this.#follower) session.tell({ type: 'lead', isFollowed: true });
    if (this.#state.speed !== 1) session.tell({ type: 'speed', speed: this.#state.speed });
    // The same document made again has what was done to it: its worker says so in a moment.
    const live = request.source.kind === 'document' ? this.#state.live : NOTHING_DONE;
    this.#change({ source: request.source, summary, preparing: null, statistics: null, live });
    this.#sink?.setScene(summary);
    this.#tellNotes(summary.notes);
  }

  /** Repairs and assumptions, each strand by itself; many of them in one message. */
  #tellNotes(notes: readonly string[]): void {
    if (notes.length <= MOST_NOTES) for (const note of notes) this.say('note', note);
    else this.say('note', `There are ${notes.length} notes on this hair; what could be mended was kept.`, notes);
  }

  #receive(session: Session, frame: Frame): void {
    // A picture stays until the one beside it has come as far.
    let owed = this.#follower && session === this.#current ? 2 : 1;
    const giveBack = (): void => {
      if (--owed === 0) session.giveBack(frame.positions);
    };
    if (owed === 2) this.#follower!.reach(frame.step, giveBack);
    if (this.#awaited && frame.step >= this.#awaited.step) {
      const { done } = this.#awaited;
      this.#awaited = null;
      done();
    }
    if (session === this.#current && this.#sink) this.#sink.frame(frame, giveBack);
    else giveBack();
    const now = performance.now();
    const { isAtRest } = frame;
    if (now - this.#lastStatistics < STATISTICS_INTERVAL && this.#state.playing && !isAtRest) return;
    this.#lastStatistics = now;
    const { time, step, stepCost, parts, pace, simulated, asleep } = frame;
    this.#change({ statistics: { time, step, stepCost, parts, pace, simulated, asleep, isAtRest } });
  }

  #tellLive(live: LiveState): void {
    const isNewCommand = live.done !== this.#state.live.done;
    this.#change({ live });
    if (isNewCommand) for (const listener of this.#commandListeners) listener();
  }

  /** A stroke that did nothing says so. */
  #tellEffect(effect: StrokeEffect): void {
    const sentence = effectSentence(this.#lastTool, effect);
    if (sentence) this.mention(sentence);
  }

  /** Is told whenever something was done, undone or done again. */
  readonly onCommand = (listener: () => void): (() => void) => {
    this.#commandListeners.add(listener);
    return () => this.#commandListeners.delete(listener);
  };

  #fail(session: Session, sentence: string): void {
    session.end();
    this.#awaited?.done();
    this.#awaited = null;
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
