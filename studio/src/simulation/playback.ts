import type { RigidState } from '../../../src/body/motion.ts';
import type { Strands } from '../../../src/strands/strands.ts';
import { makePacer } from './pacing.ts';
import type { Frame } from './protocol.ts';

/** What playback needs of a stage. */
export interface PlayedStage {
  bodyState(time: number): RigidState;
  readonly simulation: {
    readonly time: number;
    readonly stepSize: number;
    advance(steps: number): void;
    reset(): void;
    positionsAt(time: number, out: Float32Array): void;
  };
  readonly guides: Strands;
  readonly hair: {
    readonly strands: Strands;
    update(guidePositions: Float32Array, time: number, out: Float32Array): void;
  };
}

/** The world that playback runs in: a clock in milliseconds, a way to come back, and somebody who shows frames. */
export interface PlaybackWorld {
  now(): number;
  later(action: () => void): void;
  show(frame: Frame): void;
}

export interface Playback {
  play(): void;
  pause(): void;
  reset(): void;
  /** Simulates so many frames of 1/30 s at once and shows the last. */
  simulate(frames: number): void;
  /** Shows the present state (again). */
  refresh(): void;
  /** A shown frame's memory comes back. */
  giveBack(positions: Float32Array<ArrayBuffer>): void;
}

/** A frame is due when this much of the clock has passed, or when the last one has been shown. Milliseconds. */
const FRAME_INTERVAL = 1000 / 60;
/** Computing time after which a frame is shown with the steps it has. Milliseconds. */
const LONGEST_COMPUTING = 50;
const REQUESTED_FRAME_RATE = 30;
/** The pace that is told is a mean over about so many seconds. */
const PACE_MEMORY = 0.5;

/**
 * Plays a stage as fast as the clock, or slower where the machine is. Two buffers travel: while the page shows one, the
 * next frame is computed into the other, and it is sent only when the first has come back, so that nothing queues up.
 */
class StagePlayback implements Playback {
  readonly #stage: PlayedStage;
  readonly #world: PlaybackWorld;
  readonly #pacer: ReturnType<typeof makePacer>;
  readonly #guides: Float32Array;
  readonly #free: Float32Array<ArrayBuffer>[];
  #playing = false;
  /** A frame is wanted though time stands still. */
  #stale = false;
  /** The last frame that was sent has been shown. */
  #due = true;
  #ready: Frame | null = null;
  #isInFlight = false;
  #clock: number;
  #stepCost = 0;
  #pace = 1;
  /** The number of frames that led to the present state, where they were asked for. */
  #requested: number | undefined;

  constructor(stage: PlayedStage, world: PlaybackWorld) {
    const size = stage.hair.strands.positions.length;
    this.#stage = stage;
    this.#world = world;
    this.#pacer = makePacer(stage.simulation.stepSize);
    this.#guides = new Float32Array(stage.guides.positions.length);
    this.#free = [new Float32Array(size), new Float32Array(size)];
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
    this.#startOver();
  }

  reset(): void {
    this.#stage.simulation.reset();
    this.#requested = undefined;
    this.#startOver();
  }

  simulate(frames: number): void {
    const { simulation } = this.#stage;
    const steps = Math.round(frames / REQUESTED_FRAME_RATE / simulation.stepSize);
    const start = this.#world.now();
    simulation.advance(steps);
    if (steps > 0) this.#stepCost = (this.#world.now() - start) / steps;
    this.#requested = frames;
    this.#startOver();
  }

  refresh(): void {
    this.#stale = true;
    this.#tick();
  }

  giveBack(positions: Float32Array<ArrayBuffer>): void {
    this.#free.push(positions);
    this.#isInFlight = false;
    this.#due = true;
    this.#tick();
  }

  /** What was computed for an earlier state is not shown any more. */
  #startOver(): void {
    this.#pacer.forget();
    this.#clock = this.#world.now();
    if (this.#ready) this.#free.push(this.#ready.positions);
    this.#ready = null;
    this.refresh();
  }

  /** Computes and sends what is due; called after everything that may make something due. */
  #tick(): void {
    const isLate = this.#world.now() - this.#clock >= FRAME_INTERVAL;
    const isWanted = this.#stale || (this.#playing && (this.#due || isLate));
    if (isWanted && !this.#ready && this.#free.length > 0) this.#ready = this.#compute();
    if (!this.#ready || this.#isInFlight) return;
    this.#isInFlight = true;
    this.#world.show(this.#ready);
    this.#ready = null;
    this.#world.later(() => this.#tick());
  }

  /** Steps as far as the clock asks, at most as long as a frame may take. */
  #step(): void {
    const { simulation } = this.#stage;
    const start = this.#world.now();
    const elapsed = (start - this.#clock) / 1000;
    this.#clock = start;
    const steps = this.#pacer.run(elapsed, () => {
      simulation.advance(1);
      return this.#world.now() - start < LONGEST_COMPUTING;
    });
    if (steps > 0) this.#stepCost = (this.#world.now() - start) / steps;
    if (elapsed > 0) {
      const pace = Math.min(1, (steps * simulation.stepSize) / elapsed);
      this.#pace += (1 - Math.exp(-elapsed / PACE_MEMORY)) * (pace - this.#pace);
    }
  }

  #compute(): Frame {
    const { simulation, hair } = this.#stage;
    if (this.#playing) this.#step();
    // One step behind the newest state, so that there is a state on both sides to interpolate between.
    const behind = this.#playing ? simulation.stepSize - this.#pacer.ahead : 0;
    const time = Math.max(0, simulation.time - behind);
    const positions = this.#free.pop()!;
    simulation.positionsAt(time, this.#guides);
    hair.update(this.#guides, time, positions);
    const body = this.#stage.bodyState(time);
    const frame: Frame = {
      positions,
      bodyPosition: body.position,
      bodyOrientation: body.orientation,
      time,
      stepCost: this.#stepCost,
      pace: this.#pace,
      ...(this.#requested === undefined ? {} : { frame: this.#requested }),
    };
    this.#stale = false;
    this.#due = false;
    return frame;
  }
}

export function makePlayback(stage: PlayedStage, world: PlaybackWorld): Playback {
  return new StagePlayback(stage, world);
}
