import type { Command } from '../command.ts';
import { convert } from './convert.ts';
import { drape } from './drape.ts';
import { examples } from './examples.ts';
import { farmSubmit, farmWorker } from './farm.ts';
import { farmBoard, farmCancel, farmLogs, farmRetry, farmStatus } from './farm-queue.ts';
import { grow } from './grow.ts';
import { info } from './info.ts';
import { render } from './render.ts';
import { reproduce } from './reproduce.ts';
import { simulate } from './simulate.ts';
import { studio } from './studio.ts';
import { validate } from './validate.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  info,
  convert,
  grow,
  simulate,
  drape,
  render,
  examples,
  validate,
  reproduce,
  studio,
  farmSubmit,
  farmWorker,
  farmStatus,
  farmLogs,
  farmRetry,
  farmCancel,
  farmBoard,
];
