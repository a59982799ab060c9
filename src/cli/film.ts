import { join } from 'node:path';
import { writeHair } from '../formats/index.ts';
import type { Stage } from '../scene/stage.ts';
import type { SimulationEvent } from '../simulation/simulation.ts';
import { pointCount, type Strands, strandCount } from '../strands/strands.ts';
import type { BlockFrame } from './block.ts';
import type { Context } from './context.ts';
import { isFile, writeWhole } from './files.ts';
import { counted } from './table.ts';

/** Events that the document lists; their count is complete all the same. */
const MOST_EVENTS = 1000;

/** Frames as they go to the disk, and the figures of the run. */
export class Film {
  frames = 0;
  private readonly context: Context;
  private readonly folder: string;
  private readonly total: number;
  private readonly shown: Strands;
  private readonly hair: Stage['hair'] | undefined;
  private readonly eventCounts = new Map<string, number>();
  private readonly events: SimulationEvent[] = [];
  private steps = 0;
  private strain = 0;
  private solves = 0;
  private helped = 0;
  private seconds = 0;

  constructor(context: Context, folder: string, total: number, stage: Stage, isFull: boolean) {
    this.context = context;
    this.folder = folder;
    this.total = total;
    this.hair = isFull ? stage.hair : undefined;
    this.shown = this.hair?.strands ?? stage.guides;
  }

  add(frame: BlockFrame, time: number): void {
    const positions = this.hair ? new Float32Array(this.shown.positions.length) : frame.positions;
    this.hair?.update(frame.positions, time, positions);
    this.frames++;
    const name = this.frameName(this.frames);
    writeWhole(this.context, name, writeHair(name, { ...this.shown, positions }));
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
    const { frames, folder, steps, strain, solves, helped } = this;
    const kinds = [...this.eventCounts].map(([kind, count]) => `${kind} ${count}`).join(', ');
    return [
      `Wrote ${counted(frames, 'frame')} of ${counted(strandCount(this.shown), 'strand')} to ${folder}:`,
      `${counted(steps, 'step')}, ${counted(solves, 'solve')}, largest strain ${Number((100 * strain).toPrecision(2))} %, events: ${kinds || 'none'}.`,
      ...(helped > 0 ? [`${counted(helped, 'strand')} carried by more than their own rest shape.`] : []),
    ].join(' ');
  }

  /** A sentence where an earlier and longer run left frames in the same folder. */
  leftOver(): string[] {
    const next = this.frameName(this.total + 1);
    return isFile(this.context, next) ? [`${next} and what follows it are of an earlier run`] : [];
  }

  private frameName(frame: number): string {
    const digits = Math.max(4, String(this.total).length);
    return join(this.folder, `frame-${String(frame).padStart(digits, '0')}.hair`);
  }
}
