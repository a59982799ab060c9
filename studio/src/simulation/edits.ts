import { LOOK } from '../../../src/scene/live.ts';
import type { Scene } from '../../../src/scene/schema.ts';
import { fieldTitle } from '../inspector/words.ts';

/** Something that was changed in a panel: parts of the scene before and after it. */
export interface Edit {
  readonly title: string;
  /** Strokes and motions that were done before it: its place in the one history. */
  readonly after: number;
  readonly before: Partial<Scene>;
  readonly changed: Partial<Scene>;
  /** Whether it changes only how things look: shown at once. */
  readonly isLook: boolean;
}

/** What was changed in panels, and what of it was taken back; the one that was taken back last comes last. */
export interface Edits {
  readonly done: readonly Edit[];
  readonly undone: readonly Edit[];
}

export const NO_EDITS: Edits = { done: [], undone: [] };

/** Changes of one value that follow each other within this time are one: a slider is drawn. Milliseconds. */
const TOGETHER = 1500;

/** Adds a change; `sinceLast` tells the time since the one before it. */
export function withEdit({ done }: Edits, edit: Edit, sinceLast: number): Edits {
  const last = done.at(-1);
  const isSame = last && last.title === edit.title && last.after === edit.after && last.isLook === edit.isLook;
  if (!isSame || sinceLast > TOGETHER) return { done: [...done, edit], undone: [] };
  const merged = { ...edit, before: { ...edit.before, ...last.before } };
  return { done: [...done.slice(0, -1), merged], undone: [] };
}

/** One line of the history that panels show: a command of the simulation or a change in a panel. */
export interface Deed {
  readonly title: string;
  /** Seconds; where it is known. */
  readonly time?: number;
  readonly edit?: Edit;
}

/** Everything that was done, in order, and how much of it is done now. */
export function allDeeds(
  commands: readonly { readonly title: string; readonly time: number }[],
  doneCommands: number,
  { done, undone }: Edits,
): { readonly deeds: readonly Deed[]; readonly done: number } {
  const edits = [...done, ...[...undone].reverse()];
  const deeds: Deed[] = [];
  let count = 0;
  let next = 0;
  for (let k = 0; k <= commands.length; k++) {
    for (; next < edits.length && (edits[next]!.after <= k || k === commands.length); next++) {
      const edit = edits[next]!;
      deeds.push({ title: edit.title, edit });
      if (next < done.length) count = deeds.length;
    }
    if (k < commands.length) deeds.push(commands[k]!);
    if (k < doneCommands) count = Math.max(count, deeds.length);
  }
  return { deeds, done: count };
}

/** How much is done after undo: looking about is taken back with what was done before it. */
export function doneAfterUndo(deeds: readonly Deed[], done: number): number {
  let left = done;
  while (left > 1 && deeds[left - 1]!.title === LOOK) left--;
  return left - 1;
}

/** How much is done after redo, with the looks that came before what is done again. */
export function doneAfterRedo(deeds: readonly Deed[], done: number): number {
  let now = done;
  while (now < deeds.length - 1 && deeds[now]!.title === LOOK) now++;
  return now + 1;
}

/** What a change is called: the first value that differs, in a stylist's word. */
export function titleOfEdit(before: unknown, after: unknown, name = ''): string {
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const key = keys.find((one) => JSON.stringify(before[one]) !== JSON.stringify(after[one]));
    if (key !== undefined) return titleOfEdit(before[key], after[key], /^\d+$/.test(key) ? name : key);
  }
  return LIST_TITLES[name] ?? fieldTitle(name || 'scene');
}

const LIST_TITLES: Readonly<Record<string, string>> = {
  bodies: 'Bodies',
  grooms: 'Grooms',
  shape: 'Shape',
  style: 'Style',
  colour: 'Colour',
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
