import type { StrokeEffect } from '../../../src/salon/tool.ts';
import type { CameraEvent, SceneEvent } from '../../../src/scene/events.ts';
import type { HandSample, KeptWork, LiveScene } from '../../../src/scene/live.ts';

/** Where levels look from. */
export type LevelsView = Omit<CameraEvent, 'kind' | 'step'>;

/** What can be done to a scene that is worked on: every worker that has a part of its hair does the same. */
export interface LiveCommands {
  advance(steps: number): void;
  seek(step: number): void;
  take(tool: string, parameters: Record<string, unknown>, label: string, isMirrored?: boolean): void;
  move(samples: readonly HandSample[]): void;
  /** What the stroke has done; null where there was none. */
  letGo(): StrokeEffect | null;
  happen(event: SceneEvent, label: string): void;
  /** Levels look from there. */
  look(view: LevelsView): void;
  /** Goes to the state after so many commands. */
  go(done: number): void;
  snapshot(): Uint8Array;
  keep(budget: number): KeptWork;
}

/** A command as it is posted. */
export interface LiveMessage {
  readonly name: keyof LiveCommands;
  readonly given: readonly unknown[];
}

export function commandsOf(live: LiveScene): LiveCommands {
  return {
    advance: (steps) => live.advance(steps),
    seek: (step) => live.seek(step),
    take: (tool, parameters, label, isMirrored) => live.take(tool, parameters, label, isMirrored),
    move: (samples) => {
      for (const sample of samples) live.move(sample);
    },
    letGo: () => live.letGo(),
    happen: (event, label) => live.happen(event, label),
    look: (view) => live.look(view),
    go: (done) => {
      while (live.commands.length > done && live.undo());
      while (live.commands.length < done && live.redo());
    },
    snapshot: () => live.snapshot(),
    keep: (budget) => live.keep(budget),
  };
}

/** Does what was posted. */
export function obey(commands: LiveCommands, { name, given }: LiveMessage): void {
  (commands[name] as (...given: readonly unknown[]) => unknown)(...given);
}

/** The same commands, of which others are told before they are done here. */
export function toldCommands(own: LiveCommands, tell: (message: LiveMessage) => void): LiveCommands {
  return new Proxy(own, {
    get:
      (_, name: keyof LiveCommands) =>
      (...given: readonly unknown[]) => {
        tell({ name, given });
        return (own[name] as (...given: readonly unknown[]) => unknown)(...given);
      },
  });
}
