import type { StrokeEffect } from '../../../src/salon/tool.ts';

/** What to say of a stroke that met no hair, and what to do about it. */
const MISSED: Readonly<Record<string, string>> = {
  section: 'No hair was chosen: paint over the hair, or draw a line about it.',
  'cutting-line': 'Nothing was cut: draw a line across the hair.',
  'guide-cut': 'Nothing was cut: begin on the lock that is the guide, and draw over longer hair.',
  clippers: 'Nothing was shorn: draw over the skin that hair grows on.',
  'thinning-shears': 'Nothing was thinned: draw the blades across the hair.',
  grab: 'The hand caught no hair: press on a lock, then pull.',
  comb: 'The comb met no hair: draw it through a lock.',
  brush: 'The brush met no hair: draw it over a lock.',
  scissors: 'Nothing was cut: draw the blades across the hair.',
  water: 'No hair got wet: point at the hair and hold.',
  dryer: 'The air reached no hair: point at the hair and hold.',
  hairspray: 'The spray reached no hair: point at the hair and hold.',
  mousse: 'No hair took mousse: point at the hair and hold.',
  clasp: 'The clasp caught no hair: press on a lock, or let it catch from farther away.',
  updo: 'No hair was gathered: press on the hair, choose a section first, or gather from farther away.',
  'curling-iron': 'The iron held no hair: press on a lock and hold it for a second.',
  lengthen: 'No hair was met: point at the hair and hold.',
  grow: 'Nothing grew: draw on the skin.',
  paint: 'No hair was painted: draw on the hair.',
  rest: 'No hair was met: point at the hair and hold.',
};

/** A curl that is set less than this hardly shows. */
const HARDLY = 0.4;

/** A sentence about a stroke that did nothing, or hardly anything; null where it worked. */
export function effectSentence(tool: string, { strands, progress }: StrokeEffect): string | null {
  const isUpdo = tool === 'updo';
  if (strands === 0) return MISSED[tool] ?? 'That tool met no hair.';
  if (progress === null || progress >= HARDLY) return null;
  if (isUpdo) return `Only ${Math.round(100 * progress)} % is woven: hold still until the ring is full.`;
  return `The curl is only ${Math.round(100 * progress)} % set: hold the iron still on the lock until its ring is full.`;
}
