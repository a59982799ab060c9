import type { GroomInstance } from '../scene/groom-instance.ts';
import type { SceneInstance } from '../scene/instance.ts';
import { LiveHair } from '../scene/live-hair.ts';
import { withRenderAttributes } from '../scene/render-attributes.ts';
import type { SimulationEvent } from '../simulation/simulation.ts';
import { pointCount, type Strands, strandCount } from '../strands/strands.ts';
import type { Context } from './context.ts';
import type { SimulatedFrame } from './frames.ts';
import { type GroomOutput, groomOutput } from './groom-output.ts';
import { ShownFrame } from './shown-frame.ts';
import { counted } from './table.ts';

/** Events that the document lists; their count is complete all the same. */
const MOST_EVENTS = 1000;

/** Frames as they go to the disk, and the figures of the run. */
export class AnimationOutput {
  frames = 0;
  private readonly output: GroomOutput;
  private readonly parts: readonly FilmedGroom[];
  /** Where tools were at work: the hair as it is in the present frame. */
  private readonly state: ShownFrame | null;
  private readonly eventCounts = new Map<string, number>();
  private readonly events: SimulationEvent[] = [];
  private steps = 0;
  private strain = 0;
  private solves = 0;
  private helped = 0;
  private seconds = 0;

  /** `place` is a folder for a file a frame, or an animation file for all of them. */
  constructor(context: Context, place: string, total: number, instance: SceneInstance, isFull: boolean) {
    const { strokes } = instance.scene;
    const state = strokes.length > 0 ? new ShownFrame(strokes) : null;
    this.state = state;
    this.parts = instance.grooms.map(
      (groom, g) => new FilmedGroom(groom, state && new LiveHair(groom, g, state), isFull),
    );
    this.output = groomOutput(
      context,
      place,
      total,
      this.parts.map(({ groom, shown }) => ({ name: groom.name, strands: withRenderAttributes(groom, shown) })),
    );
  }

  /** A frame of the animation's time, which the shot shows at its own. */
  add(frame: SimulatedFrame, time: number, shown: number = time): void {
    this.state?.show(frame, time);
    let from = 0;
    const positions = this.parts.map((part) => {
      const guides = frame.positions.subarray(from, (from += part.groom.guides.positions.length));
      return part.positionsAt(guides, time);
    });
    this.frames++;
    this.output.add(positions, shown);
    this.steps = frame.steps;
    this.strain = frame.strain;
    this.solves = frame.solves;
    this.helped = frame.helped;
    this.seconds = shown;
    for (const event of frame.events) {
      this.eventCounts.set(event.kind, (this.eventCounts.get(event.kind) ?? 0) + 1);
      if (this.events.length < MOST_EVENTS) this.events.push(event);
    }
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
      strands: this.total(strandCount),
      points: this.total(pointCount),
      ...(this.parts.length > 1
        ? { grooms: this.parts.map(({ groom, shown }) => ({ name: groom.name, strands: strandCount(shown) })) }
        : {}),
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
      `Wrote ${counted(frames, 'frame')} of ${counted(this.total(strandCount), 'strand')} to ${output.places.join(', ')}:`,
      `${counted(steps, 'step')}, ${counted(solves, 'solve')}, largest strain ${Number((100 * strain).toPrecision(2))} %, events: ${kinds || 'none'}.`,
      ...(helped > 0 ? [`${counted(helped, 'strand')} carried by more than their own rest shape.`] : []),
    ].join(' ');
  }

  /** Sentences about where grooms are, and where an earlier and longer run left frames in the same folder. */
  notes(): string[] {
    return this.output.notes();
  }

  private total(count: (strands: Strands) => number): number {
    return this.parts.reduce((sum, { shown }) => sum + count(shown), 0);
  }
}

/** The strands of one groom that go to the disk; `live` knows what tools have left of them. */
class FilmedGroom {
  readonly groom: GroomInstance;
  readonly shown: Strands;
  private readonly isFull: boolean;
  private readonly live: LiveHair | null;

  constructor(groom: GroomInstance, live: LiveHair | null, isFull: boolean) {
    this.groom = groom;
    this.isFull = isFull;
    this.shown = isFull ? groom.hair.strands : groom.guides;
    this.live = live;
  }

  /** Points of a frame. Where tools were at work, what is left of every strand has the points that it was groomed with. */
  positionsAt(guides: Float32Array, time: number): Float32Array {
    const { layers } = this.groom;
    if (!this.isFull) return this.live?.leftGuidesAt(time) ?? layers?.guidesAt(guides, time) ?? guides;
    const positions = new Float32Array(this.shown.positions.length);
    if (this.live) this.live.writeGrown(time, positions);
    else this.groom.hair.update(guides, time, positions);
    return positions;
  }
}
