import type { HairAnimation } from './animation.ts';
import { nearestFrame, strandsAt } from './animation.ts';
import { memorySource } from './byte-source.ts';
import type { AnimationContent, AnimationSource, HairContent, Source } from './format.ts';

/** `readHair` of a format that holds animations: the frame that the options ask for, else the first. */
export function hairOf(open: (source: AnimationSource) => AnimationContent): (source: Source) => HairContent {
  return (source) => {
    const { animation, ...rest } = open({ ...source, data: memorySource(source.bytes) });
    const { time } = source.options;
    const frame = time === undefined ? 0 : nearestFrame(animation, time);
    if (animation.times.length > 1) source.note(taken(animation, frame));
    return { strands: strandsAt(animation, frame), ...rest };
  };
}

const taken = ({ times }: HairAnimation, frame: number): string =>
  `the file has ${times.length} frames from ${seconds(times[0]!)} to ${seconds(times[times.length - 1]!)}: ` +
  `the one at ${seconds(times[frame]!)} was taken`;

const seconds = (time: number): string => `${Number(time.toFixed(4))} s`;

/** The objects of a file that hold curves, in a sentence. */
export function saySeveral(kind: string, parts: readonly { readonly path: string }[], note: Source['note']): void {
  if (parts.length < 2) return;
  const shown = parts.slice(0, 5).map(({ path }) => path.slice(0, 60));
  const rest = parts.length > shown.length ? ' and so on' : '';
  note(`the file has ${parts.length} ${kind} with curves, numbered by the attribute group: ${shown.join(', ')}${rest}`);
}
