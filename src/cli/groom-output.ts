import { extname, join } from 'node:path';
import {
  describeGroomFiles,
  fileWord,
  groomFileName,
  joinGrooms,
  keepsGrooms,
  type NamedStrands,
} from '../scene/groom-files.ts';
import type { Context } from './context.ts';
import { type FrameOutput, frameOutput, prepareOutput } from './frame-output.ts';

/** Where the frames of all grooms go as they come. */
export interface GroomOutput {
  readonly places: readonly string[];
  /** The points of each groom. */
  add(positions: readonly Float32Array[], time: number): void;
  finish(): void;
  /** Sentences about where which groom is, and what earlier runs left there. */
  notes(): string[];
}

/** One animation for all grooms where its format tells them apart, else an animation or folder each. */
export function groomOutput(
  context: Context,
  place: string,
  total: number,
  grooms: readonly NamedStrands[],
): GroomOutput {
  const isFolder = extname(place) === '';
  if (grooms.length === 1 || (!isFolder && keepsGrooms(place)))
    return together(frameOutput(context, place, total, joinGrooms(grooms)), grooms);
  const outputs = grooms.map(({ name, strands }) => {
    const own = isFolder ? join(place, fileWord(name)) : groomFileName(place, name);
    prepareOutput(context, own);
    return frameOutput(context, own, total, strands);
  });
  return {
    places: outputs.map((output) => output.place),
    add: (positions, time) => {
      outputs.forEach((output, g) => {
        output.add(positions[g]!, time);
      });
    },
    finish: () => {
      for (const output of outputs) output.finish();
    },
    notes: () => [
      ...(isFolder ? ['each groom has a folder of its own, named after it'] : describeGroomFiles(place, grooms)),
      ...outputs.flatMap((output) => output.leftOver()),
    ],
  };
}

function together(output: FrameOutput, grooms: readonly NamedStrands[]): GroomOutput {
  const all = new Float32Array(grooms.reduce((sum, { strands }) => sum + strands.positions.length, 0));
  return {
    places: [output.place],
    add: (positions, time) => {
      let at = 0;
      for (const own of positions) {
        all.set(own, at);
        at += own.length;
      }
      output.add(grooms.length === 1 ? positions[0]! : all, time);
    },
    finish: () => output.finish(),
    notes: () => [...describeGroomFiles(output.place, grooms), ...output.leftOver()],
  };
}
