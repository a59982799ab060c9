import type { StrokeEffect } from '../../../src/salon/tool.ts';
import { makePacer } from './pacing.ts';
import type { BodyPose, Frame, ShownTopology } from './protocol.ts';
import type { PartTimes } from './step-clock.ts';

/** What playback needs of a scene that is worked on. */
export interface PlayedScene {
  readonly time: number;
  readonly step: number;
  readonly stepSize: number;
  readonly simulated: number;
  readonly asleep: number;
  /** Whether time may stand still: all hair sleeps and nothing is to come. */
  readonly isAtRest: boolean;
  /** What the tool in the hand has done so far. */
  readonly effect: StrokeEffect | null;
  /** Mean milliseconds of a step's parts. */
  readonly parts: PartTimes;
  advance(steps: number): void;
  /** Where all bodies are. */
  bodies(time: number): readonly BodyPose[];
  /** Where all ties and pins are. */
  accessories(time: number): readonly BodyPose[];
  topology(): ShownTopology;
  size(shown: ShownTopology): number;
  write(shown: ShownTopology, time: number, out: Float32Array<ArrayBuffer>): void;
  /** Some points of the simulated strands. */
  points(time: number): Float32Array;
}

/** The world that playback runs in: a clock in milliseconds, a way to come back, and somebody who shows frames. */
export interface PlaybackWorld {
  now(): number;
  later(action: () => void, milliseconds?: number): void;
  show(frame: Frame): void;
  /** Frames that follow are made of this. */
  reshape(shown: ShownTopology): void;
}

export interface Playback {
  play(): void;
  pause(): void;
  /** Something has begun that may end a rest. */
  wake(): void;
  /** Simulated seconds per second. */
  setSpeed(speed: number): void;
  /** Whether time stands still until a picture is shown, however long that takes: another simulation comes after it. */
  setPatient(isPatient: boolean): void;
  /** Takes so many steps at once and shows the last. */
  simulate(steps: number, frame?: number): void;
  /** The state was changed from outside: what was computed before is not shown any more. */
  startOver(): void;
  /** Shows the present state (again), with what it is made of. */
  refresh(): void;
  /** A shown frame's memory comes back. */
  giveBack(positions: Float32Array<ArrayBuffer>): void;
}

/** A frame is due when this much of the clock has passed, or when the last one has been shown. Milliseconds. */
const FRAME_INTERVAL = 1000 / 60;
/** A page that takes longer for a picture is not waited for: time goes on without it. Milliseconds. */
const PATIENCE = 2 * FRAME_INTERVAL;
/** Computing time after which a frame is shown with the steps it has. Milliseconds. */
const LONGEST_COMPUTING = 50;
/** The pace that is told is a mean over about so many seconds. */
const PACE_MEMORY = 0.5;

/**
 * Plays a scene as fast as the clock, or slower where the machine is. Two buffers travel: while the page shows one, the
 * next frame is computed into the other, and it is sent only when the first has come back, so that nothing queues up.
 */
class ScenePlayback implements Playback {
  readonly #scene: PlayedScene;
  readonly #world: PlaybackWorld;
  readonly #pacer: ReturnType<typeof makePacer>;
  readonly #free: Float32Array<ArrayBuffer>[] = [new Float32Array(0), new Float32Array(0)];
  #shown: ShownTopology | null = null;
  #playing = false;
  #speed = 1;
  /** A frame is wanted though time stands still. */
  #stale = false;
  /** The last frame that was sent has been shown. */
  #due = true;
  #ready: Frame | null = null;
  #isInFlight = false;
  #isWatching = false;
  #isPatient = false;
  #clock: number;
  #stepCost = 0;
  #pace = 1;
  /** The step that was shown at rest; -1 while things move. */
  #restStep = -1;
  /** The number of frames that led to the present state, where they were asked for. */
  #requested: number | undefined;

  constructor(scene: PlayedScene, world: PlaybackWorld) {
    this.#scene = scene;
    this.#world = world;
    this.#pacer = makePacer(scene.stepSize);
    this.#clock = world.now();
  }

  play(): void {
    this.#clock = this.#world.now();
    this.#requested = undefined;
    this.#playing = true;
    this.#due = true;
    this.#tick();
  }

  pause(): void {
    this.#playing = false;
    this.startOver();
  }

  setSpeed(speed: number): void {
    this.#speed = speed;
    this.#pacer.forget();
    this.#clock = this.#world.now();
  }

  setPatient(isPatient: boolean): void {
    this.#isPatient = isPatient;
  }

  simulate(steps: number, frame?: number): void {
    const start = this.#world.now();
    this.#scene.advance(steps);
    if (steps > 0) this.#stepCost = (this.#world.now() - start) / steps;
    this.startOver();
    this.#requested = frame;
  }

  startOver(): void {
    this.#pacer.forget();
    this.#requested = undefined;
    this.#clock = this.#world.now();
    this.#discard();
    this.#stale = true;
    this.#world.later(() => this.#tick());
  }

  /** Whether the picture that was sent last shows hair at rest, and nothing has begun since. */
  #isResting(): boolean {
    if (!this.#scene.isAtRest || this.#restStep !== this.#scene.step) return false;
    this.#clock = this.#world.now();
    return true;
  }

  wake(): void {
    if (this.#restStep >= 0) this.#clock = this.#world.now();
    this.#due = true;
    this.#world.later(() => this.#tick());
  }

  /** What was computed and not yet shown is too old. */
  #discard(): void {
    // It may have been the one that shows the rest.
    this.#restStep = -1;
    if (this.#ready) this.#free.push(this.#ready.positions);
    this.#ready = null;
  }

  refresh(): void {
    this.#shown = null;
    this.#stale = true;
    this.#tick();
  }

  giveBack(positions: Float32Array<ArrayBuffer>): void {
    this.#free.push(positions);
    this.#isInFlight = false;
    this.#due = true;
    this.#tick();
  }

  /** Computes and sends what is due; called after everything that may make something due. */
  #tick(): void {
    const passed = this.#world.now() - this.#clock;
    if (this.#playing && !this.#isPatient && this.#isInFlight && passed >= PATIENCE) {
      this.#discard();
      this.#step();
      this.#watch();
      return;
    }
    const isLate = passed >= FRAME_INTERVAL;
    const isWanted = this.#stale || (this.#playing && !this.#isResting() && (this.#due || isLate));
    if (isWanted && !this.#ready && this.#free.length > 0) this.#ready = this.#compute();
    if (!this.#ready || this.#isInFlight) return;
    this.#isInFlight = true;
    this.#world.show(this.#ready);
    this.#ready = null;
    this.#world.later(() => this.#tick());
    this.#watch();
  }

  /** Looks after a frame that does not come back. */
  #watch(): void {
    if (!this.#playing || this.#isPatient || this.#isWatching) return;
    this.#isWatching = true;
    this.#world.later(() => {
      this.#isWatching = false;
      if (this.#playing && this.#isInFlight) this.#tick();
      if (this.#isInFlight) this.#watch();
    }, PATIENCE);
  }

  /** Steps as far as the clock asks, at most as long as a frame may take; where nothing moves the clock stands still. */
  #step(): void {
    const start = this.#world.now();
    if (this.#scene.isAtRest) {
      this.#clock = start;
      this.#pacer.forget();
      return;
    }
    const elapsed = ((start - this.#clock) / 1000) * this.#speed;
    this.#clock = start;
    const steps = this.#pacer.run(elapsed, () => {
      this.#scene.advance(1);
      return this.#world.now() - start < LONGEST_COMPUTING;
    });
    if (steps > 0) this.#stepCost = (this.#world.now() - start) / steps;
    if (elapsed > 0) {
      const pace = Math.min(1, (steps * this.#scene.stepSize) / elapsed);
      this.#pace += (1 - Math.exp(-elapsed / PACE_MEMORY)) * (pace - this.#pace);
    }
  }

  #compute(): Frame {
    const scene = this.#scene;
    if (this.#playing) this.#step();
    // One step behind the newest state, so that there is a state on both sides to interpolate between.
    const isAtRest = this.#playing && scene.isAtRest;
    this.#restStep = isAtRest ? scene.step : -1;
    const behind = this.#playing && !isAtRest ? scene.stepSize - this.#pacer.ahead : 0;
    const time = Math.max(0, scene.time - behind);
    const shown = scene.topology();
    if (shown !== this.#shown) this.#world.reshape(shown);
    this.#shown = shown;
    const size = scene.size(shown);
    const free = this.#free.pop()!;
    const positions = free.length === size ? free : new Float32Array(size);
    scene.write(shown, time, positions);
    const frame: Frame = {
      positions,
      version: shown.version,
      bodies: scene.bodies(time),
      accessories: scene.accessories(time),
      time,
      step: scene.step,
      points: scene.points(time),
      stepCost: this.#stepCost,
      parts: scene.parts,
      pace: this.#pace,
      simulated: scene.simulated,
      asleep: scene.asleep,
      isAtRest,
      effect: scene.effect,
      ...(this.#requested === undefined ? {} : { frame: this.#requested }),
    };
    this.#stale = false;
    this.#due = false;
    return frame;
  }
}

export function makePlayback(scene: PlayedScene, world: PlaybackWorld): Playback {
  return new ScenePlayback(scene, world);
}
