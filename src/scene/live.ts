import { History, type HistoryEntry, type Rewindable, type SavedHistory } from '../salon/history.ts';
import type { Salon } from '../salon/salon.ts';
import type { Stroke, ToolSample } from '../salon/stroke.ts';
import type { StrokeEffect } from '../salon/tool.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { Checkpoints } from './checkpoints.ts';
import { type CameraEvent, eventSchema, type SceneEvent } from './events.ts';
import { GrownScenes } from './grown-scenes.ts';
import type { SceneInstance, SceneOptions } from './instance.ts';
import { motionEnd } from './motion.ts';
import { type FieldPaint, paintedScene } from './paint-fields.ts';
import type { Scene } from './schema.ts';

/** Something that a person did: what the document holds besides the scene it began with. */
export type Command =
  | { readonly kind: 'stroke'; readonly stroke: Stroke }
  | { readonly kind: 'paint'; readonly paint: FieldPaint }
  | { readonly kind: 'event'; readonly event: SceneEvent };

/** What a look is called in the history. */
export const LOOK = 'View';

/** A tool's reading without its step: it is stamped with the step that comes next. */
export type HandSample = Omit<ToolSample, 'step'>;

/** Work as plain data: where it stands and what can be undone and done again, so that nothing must be played again. */
export interface KeptWork {
  /** The scene without what was done to it. */
  readonly scene: Scene;
  readonly snapshot: Uint8Array;
  readonly farthest: number;
  readonly history: SavedHistory<Command>;
}

/**
 * A scene that a person works on: it runs, takes tools and events, and every command can be taken back and done again. The
 * document at any moment replays to the same bytes.
 */
export class LiveScene {
  private readonly scene: Scene;
  private readonly grown: GrownScenes;
  private readonly history: History<Command>;
  private events: SceneEvent[];
  private paints: readonly FieldPaint[] = [];
  /** Which command of the document was a stroke, and which an event, in the order in which they came. */
  private order: Command['kind'][];
  /** The stroke that is under way. */
  private held: number | null = null;
  /** The farthest step that was reached with the present document. */
  private farthest = 0;

  constructor(scene: Scene, options: SceneOptions = {}) {
    this.scene = scene;
    this.grown = new GrownScenes(scene, options);
    this.events = [...scene.events];
    this.order = [...scene.strokes.map(() => 'stroke' as const), ...scene.events.map(() => 'event' as const)];
    this.history = new History<Command>(this.rewindable());
  }

  /** The scene as it has grown: another one after paint on a field. */
  get instance(): SceneInstance {
    return this.grown.present.instance;
  }

  private get simulation(): Simulation {
    return this.instance.simulation;
  }

  private get salon(): Salon {
    return this.simulation.salon!;
  }

  private get checkpoints(): Checkpoints {
    return this.grown.present.checkpoints;
  }

  get step(): number {
    return this.simulation.step;
  }

  get time(): number {
    return this.simulation.time;
  }

  /** Time of the farthest step reached with the present document. */
  get end(): number {
    return this.simulation.timeOf(Math.max(this.farthest, this.step));
  }

  get commands(): readonly HistoryEntry[] {
    return this.history.entries;
  }

  get undone(): readonly HistoryEntry[] {
    return this.history.undoneEntries;
  }

  get isHolding(): boolean {
    return this.held !== null;
  }

  /** What the stroke that is under way has done so far. */
  get effect(): StrokeEffect | null {
    return this.held === null ? null : this.salon.effect(this.held);
  }

  /** Whether all hair sleeps and nothing is to come that could wake it: another step would change nothing to speak of. */
  get isAtRest(): boolean {
    const { simulation, salon, held } = this;
    if (held !== null || simulation.sleeping < simulation.moving || salon.isDripping) return false;
    return this.time >= this.lastStir();
  }

  /** When the last of everything that is known to move hair ends. */
  private lastStir(): number {
    const { scene, events, salon } = this;
    const { simulation } = this;
    if (scene.bodies.some(({ breathing }) => breathing) || this.instance.bodies.some(({ deformation }) => deformation))
      return Number.POSITIVE_INFINITY;
    return Math.max(
      0,
      ...scene.bodies.map(({ motion }) => motionEnd(motion)),
      ...salon.strokes.map(({ end }) => simulation.timeOf(end + 1)),
      ...events.map((event) => {
        if (event.kind !== 'motion') return simulation.timeOf(event.step + 1);
        return motionEnd({ ...event, kind: 'head', start: simulation.timeOf(event.step), ramp: 0 });
      }),
    );
  }

  advance(steps: number): void {
    for (let n = 0; n < steps; n++) {
      this.checkpoints.add();
      this.simulation.advance(1);
    }
    this.farthest = Math.max(this.farthest, this.step);
  }

  /** Picks up a tool and begins a stroke; mirrored, the other hand does the same on the other side of the body. */
  take(tool: string, parameters: Record<string, unknown>, label: string, isMirrored?: boolean): void {
    this.letGo();
    this.continueFromHere();
    this.history.begin(label);
    this.order.push('stroke');
    const seed = (this.scene.seed + 7919 * this.salon.strokes.length) % 4294967296;
    this.held = this.salon.begin(tool, parameters, seed, isMirrored);
  }

  move(sample: HandSample): void {
    if (this.held === null) return;
    // A file knows no -0: what was drawn must be what is saved.
    const plain = ([x, y, z]: HandSample['origin']): [number, number, number] => [x + 0, y + 0, z + 0];
    const { origin, direction, up } = sample;
    const saved = { ...sample, origin: plain(origin), direction: plain(direction), up: plain(up) };
    this.salon.sample(this.held, { ...saved, step: this.step });
  }

  /** Ends the stroke; what it has done, or null where there was none. */
  letGo(): StrokeEffect | null {
    const { held } = this;
    if (held === null) return null;
    if (this.salon.strokes[held]!.samples.length === 0) {
      this.dropHeld();
      return null;
    }
    // A stroke takes at least one step, or it would never have happened.
    if (this.salon.strokes[held]!.samples.at(-1)?.step === this.step) this.advance(1);
    this.salon.end(held, this.step);
    // The step in which the tool learns that the hand has let go belongs to the stroke.
    this.advance(1);
    this.held = null;
    this.history.end();
    return this.salon.effect(held);
  }

  /** Lets something happen from the next step on. */
  happen(event: SceneEvent, label: string): void {
    this.letGo();
    this.continueFromHere();
    this.history.begin(label);
    this.order.push('event');
    this.setEvents([...this.events, eventSchema.parse({ ...event, step: this.step })]);
    this.history.end();
  }

  /**
   * Levels look from there, from the next step on. Whoever only looks about must not lose anything by it: nothing happens while a tool is at work, nor
   * where work was taken back or is still to come.
   */
  look(view: Omit<CameraEvent, 'kind' | 'step'>): void {
    const { step } = this;
    const isAtEnd = this.undone.length === 0 && this.commands.every(({ to }) => to <= step);
    if (!this.scene.levels || this.isHolding || !isAtEnd) return;
    this.happen({ kind: 'camera', step, ...view }, LOOK);
  }

  /**
   * Paints on a field of a groom, which grows anew with it: as the document then has it from the beginning, so that all that was done is
   * played again up to now.
   */
  paint(paint: FieldPaint, label: string): void {
    this.letGo();
    this.continueFromHere();
    const paints = [...this.paints, paint];
    this.grown.check(paints);
    const { step } = this;
    this.history.begin(label);
    this.order.push('paint');
    this.setPaints(paints);
    this.seek(step);
    this.history.end();
  }

  undo(): HistoryEntry | null {
    this.letGo();
    return this.afterJump(() => this.history.undo());
  }

  redo(): HistoryEntry | null {
    this.letGo();
    return this.afterJump(() => this.history.redo());
  }

  /** Goes to a step that was there, or on to one that was not. */
  seek(step: number): void {
    this.letGo();
    if (step < this.step) this.checkpoints.goBack(step);
    if (step > this.step) this.advance(step - this.step);
  }

  /** Everything that was done, as a scene that replays to the present bytes after `step` steps. */
  document(): Scene {
    const scene = paintedScene(this.scene, this.paints);
    return { ...scene, strokes: [...this.salon.strokes], events: [...this.events] };
  }

  /** What was taken back and can be done again, in the order in which it came. */
  undoneCommands(): Command[] {
    return [...this.history.save(0).undone].reverse().flatMap(({ strokes }) => strokes);
  }

  snapshot(): Uint8Array {
    return this.simulation.snapshot();
  }

  /** Everything that must be kept to go on from here elsewhere; snapshots for undo take at most so many bytes. */
  keep(budget: number): KeptWork {
    const { scene, farthest } = this;
    return { scene, farthest, snapshot: this.snapshot(), history: this.history.save(budget) };
  }

  /** Goes on where work was left. This scene must be the kept one, and nothing may have been done to it. */
  resume({ snapshot, farthest, history }: KeptWork): void {
    this.history.load(history);
    this.setCommands([...this.allCommands(), ...history.done.flatMap(({ strokes }) => strokes)]);
    this.simulation.restore(snapshot);
    this.farthest = farthest;
  }

  /** What was done later than now is undone for good: a new command makes another future. */
  private continueFromHere(): void {
    const { step } = this;
    if (!this.commands.some((command) => command.to > step)) return;
    while (this.commands.some((command) => command.to > step)) this.history.undo();
    this.checkpoints.forgetAfter(this.step);
    this.farthest = this.step;
    if (step > this.step) this.advance(step - this.step);
  }

  private afterJump(jump: () => HistoryEntry | null): HistoryEntry | null {
    const entry = jump();
    if (!entry) return null;
    this.checkpoints.forgetAfter(entry.from);
    this.farthest = this.step;
    return entry;
  }

  /** A tool that was taken up and never put anywhere has done nothing. */
  private dropHeld(): void {
    this.held = null;
    this.history.cancel();
    this.setCommands(this.allCommands().slice(0, -1));
  }

  private setEvents(events: SceneEvent[]): void {
    this.events = events;
    this.instance.setEvents(events);
  }

  /** Hair with these strokes of paint, at its first step; what tools and events do stays in the document. */
  private setPaints(paints: readonly FieldPaint[]): void {
    const { strokes } = this.salon;
    this.paints = paints;
    if (!this.grown.goTo(paints)) return;
    this.salon.setStrokes(strokes);
    this.instance.setEvents(this.events);
  }

  /** Everything that was done, in the order in which it came. */
  private allCommands(): Command[] {
    const [strokes, events, paints] = [this.salon.strokes.values(), this.events.values(), this.paints.values()];
    return this.order.map((kind): Command => {
      if (kind === 'stroke') return { kind, stroke: strokes.next().value! };
      return kind === 'paint' ? { kind, paint: paints.next().value! } : { kind, event: events.next().value! };
    });
  }

  private setCommands(commands: readonly Command[]): void {
    this.order = commands.map((command) => command.kind);
    this.setPaints(commands.flatMap((command) => (command.kind === 'paint' ? [command.paint] : [])));
    this.salon.setStrokes(commands.flatMap((command) => (command.kind === 'stroke' ? [command.stroke] : [])));
    this.setEvents(commands.flatMap((command) => (command.kind === 'event' ? [command.event] : [])));
  }

  private rewindable(): Rewindable<Command> {
    const own = this;
    return {
      get step() {
        return own.step;
      },
      get epoch() {
        return own.paints.length;
      },
      get strokes() {
        return own.allCommands();
      },
      setStrokes: (commands) => own.setCommands(commands),
      snapshot: () => own.simulation.snapshot(),
      restore: (snapshot) => own.simulation.restore(snapshot),
      advance: (steps) => own.simulation.advance(steps),
      rewind: () => own.simulation.reset(),
    };
  }
}
