import type { ReadyFolder } from './ready-folder.ts';
import type { NodeGpu } from './render/gpu.ts';

/** One of the two streams that a command writes to. */
export interface Writer {
  write(text: string): void;
  /** Whether a person is looking: lines may be drawn over. */
  readonly isTerminal: boolean;
  /** Characters a line. */
  readonly columns: number;
}

/** The world around a command, so that it runs in a test as in a process. */
export interface Context {
  /** Relative paths start here. */
  readonly cwd: string;
  /** Results. */
  readonly stdout: Writer;
  /** Everything else: notes, progress, errors. */
  readonly stderr: Writer;
  /** Milliseconds from any start. For people's eyes alone: no result depends on it. */
  readonly now: () => number;
  /** Where scenes that were made ready are kept from run to run; absent: nowhere. */
  readonly ready?: ReadyFolder | undefined;
  /** What draws; absent: the first adapter that works. */
  readonly gpu?: (() => Promise<NodeGpu>) | undefined;
  /** Settles when the person asks the program to end. */
  readonly interrupted: () => Promise<void>;
}
