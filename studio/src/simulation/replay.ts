import type { Stroke } from '../../../src/salon/stroke.ts';
import type { SceneEvent } from '../../../src/scene/events.ts';
import type { SceneOptions } from '../../../src/scene/instance.ts';
import { LiveScene, LOOK } from '../../../src/scene/live.ts';
import type { Scene } from '../../../src/scene/schema.ts';

type Command =
  | { readonly from: number; readonly to: number; readonly stroke: Stroke }
  | { readonly from: number; readonly to: number; readonly event: SceneEvent };

export interface ReplayOptions extends SceneOptions {
  /** The step to stop at. */
  readonly step: number;
  readonly labels?: readonly string[];
  /** How many commands are done, and how many taken back after them; all are done where absent. */
  readonly done?: number;
  /** Told how far it is, 0..1. */
  progress?(fraction: number): void;
}

/** Steps between two reports of progress. */
const REPORT = 60;

/**
 * A document brought back to the step that it was left at. Where its commands came one after the other, as a hand does them,
 * each is done again, so that each can be undone; other documents are played as they are.
 */
export function replay(scene: Scene, options: ReplayOptions): LiveScene {
  const { step, labels = [], done, progress, ...making } = options;
  const advance = (live: LiveScene, to: number): void => {
    while (live.step < to) {
      live.advance(Math.min(REPORT, to - live.step));
      progress?.(live.step / Math.max(1, step));
    }
  };
  const commands = commandsOf(scene);
  if (!commands || (done === undefined && (commands.at(-1)?.to ?? 0) > step)) {
    const live = new LiveScene(scene, making);
    advance(live, step);
    return live;
  }
  const live = new LiveScene({ ...scene, strokes: [], events: [] }, making);
  commands.forEach((command, k) => {
    advance(live, command.from);
    if ('event' in command) live.happen(command.event, labels[k] ?? labelOf(command.event));
    else redo(live, command.stroke, labels[k] ?? command.stroke.tool, (to) => advance(live, to));
  });
  if (done === undefined || done >= commands.length) advance(live, step);
  else while (live.commands.length > done && live.undo());
  return live;
}

function redo(live: LiveScene, stroke: Stroke, label: string, advance: (to: number) => void): void {
  live.take(stroke.tool, stroke.parameters, label, stroke.isMirrored);
  for (const { step, ...sample } of stroke.samples) {
    advance(step);
    live.move(sample);
  }
  advance(stroke.end);
  live.letGo();
}

const labelOf = (event: SceneEvent): string =>
  event.kind === 'motion' ? event.name : event.kind === 'camera' ? LOOK : 'wind';

/** Strokes and events in order; null where they overlap or were not seeded by a hand. */
function commandsOf({ strokes, events, seed }: Scene): readonly Command[] | null {
  const isSeeded = strokes.every((stroke, k) => stroke.seed === (seed + 7919 * k) % 4294967296);
  // Letting go takes one step more.
  const commands: Command[] = [
    ...events.map((event) => ({ from: event.step, to: event.step, event })),
    ...strokes.map((stroke) => ({ from: stroke.samples[0]!.step, to: stroke.end + 1, stroke })),
  ].sort((a, b) => a.from - b.from || a.to - b.to);
  const isInOrder = commands.every((command, k) => k === 0 || command.from >= commands[k - 1]!.to);
  return isSeeded && isInOrder ? commands : null;
}
