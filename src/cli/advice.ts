import { UNIT_ADVICE, UP_ADVICE } from '../formats/advice.ts';
import type { Command } from './command.ts';

/** A reader's sentence with the option that does what it advises, where the command has it. */
export function withOption(sentence: string, { options }: Pick<Command, 'options'>): string {
  const unit = sentence.lastIndexOf(UNIT_ADVICE);
  if (unit >= 0 && options['unit']) return `${sentence} (--unit ${sentence.slice(unit + UNIT_ADVICE.length)})`;
  if (sentence.includes(UP_ADVICE) && options['up']) return `${sentence} (--up y)`;
  return sentence;
}
