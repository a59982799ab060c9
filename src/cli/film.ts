import { dressed } from '../scene/dressed.ts';
import { LiveHair } from '../scene/live-hair.ts';
import type { Stage } from '../scene/stage.ts';
import type { SimulationEvent } from '../simulation/simulation.ts';
import { pointCount, type Strands, strandCount } from '../strands/strands.ts';
import type { Context } from './context.ts';
import { type FrameOutput, frameOutput } from './frame-output.ts';
import type { SimulatedFrame } from './frames.ts';
import { ShownFrame } from './shown-frame.ts';
import { counted } from './table.ts';

/** Events that the document lists; their count is complete all the same. */
const MOST_EVENTS = 1000;

/** Frames as they go to the disk, and the figures of the run. */
export class Film {
  frames = 0;
  private readonly output: FrameOutput;
  private readonly shown: Strands;
  private readonly hair: Stage['hair'] | undefined;
  /** Where tools were at work: what is left of the hair. */
  private readonly live: LiveHair | null;
  private readonly state: ShownFrame;
  private readonly eventCounts = new Map<string, number>();
  private readonly events: SimulationEvent[] = [];
  private steps = 0;
  private strain = 0;
  private solves = 0;
  private helped = 0;
  private seconds = 0;

  /** `place` is a folder for a file a frame, or a .pelage file for all of them. */
  constructor(context: Context, place: string, total: number, stage: Stage, isFull: boolean) {
    this.hair = isFull ? stage.hair : undefined;
    this.shown = this.hair?.strands ?? stage.guides;
    this.state = new ShownFrame(stage.scene.strokes);
    this.live = stage.scene.strokes.length > 0 ? new LiveHair(stage.hair, stage.guides, this.state) : null;
    this.output = frameOutput(context, place, total, dressed(stage, this.shown));
  }

  add(frame: SimulatedFrame, time: number): void {
    if (this.live) this.state.show(frame, time);
    const positions = this.positionsOf(frame, time);
    this.frames++;
    this.output.add(positions, time);
    this.steps = frame.steps;
    this.strain = frame.strain;
    this.solves = frame.solves;
    this.helped = frame.helped;
    this.seconds = time;
    for (const event of frame.events) {
      this.eventCounts.set(event.kind, (this.eventCounts.get(event.kind) ?? 0) + 1);
      if (this.events.length < MOST_EVENTS) this.events.push(event);
    }
  }

  /** Points of a frame. Where tools were at work, what is left of every strand has the points that it was groomed with. */
  private positionsOf(frame: SimulatedFrame, time: number): Float32Array {
    if (!this.hair) return this.live?.leftGuidesAt(time) ?? frame.positions;
    const positions = new Float32Array(this.shown.positions.length);
    if (this.live) this.live.writeGrown(time, positions);
    else this.hair.update(frame.positions, time, positions);
    return positions;
  }

  /** Ends the output; no frame may follow. */
  finish(): void {
    this.output.finish();
  }

  summary(): Record<string, unknown> {
    const { frames, steps, seconds, strain, solves, helped, events } = this;
    return {
      frames,
      steps,
      solves,
      helped,
      seconds,
      strands: strandCount(this.shown),
      points: pointCount(this.shown),
      largestStrain: strain,
      eventCount: [...this.eventCounts.values()].reduce((sum, count) => sum + count, 0),
      eventCountByKind: Object.fromEntries(this.eventCounts),
      events,
    };
  }

  text(): string {
    const { frames, output, steps, strain, solves, helped } = this;
    const kinds = [...this.eventCounts].map(([kind, count]) => `${kind} ${count}`).join(', ');
    return [
      `Wrote ${counted(frames, 'frame')} of ${counted(strandCount(this.shown), 'strand')} to ${output.place}:`,
      `${counted(steps, 'step')}, ${counted(solves, 'solve')}, largest strain ${Number((100 * strain).toPrecision(2))} %, events: ${kinds || 'none'}.`,
      ...(helped > 0 ? [`${counted(helped, 'strand')} carried by more than their own rest shape.`] : []),
    ].join(' ');
  }

  /** A sentence where an earlier and longer run left frames in the same folder. */
  leftOver(): string[] {
    return this.output.leftOver();
  }
}
