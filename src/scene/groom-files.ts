import { readHair, writeHair } from '../formats/index.ts';
import { concatenateStrands } from '../strands/selection.ts';
import { makeStrands, type Strands, strandCount, strandsFromPolylines } from '../strands/strands.ts';

/** Grooms in files: together where the format tells them apart, else each in a file of its own. */

/** The strands of one groom as they go into a file. */
export interface NamedStrands {
  readonly name: string;
  readonly strands: Strands;
}

/** The attribute that tells the grooms of one file apart, by their place in the scene. */
export const GROOM = 'groom';

/** All grooms as one set of strands that says of each strand which groom it is of. One groom alone is left as it is. */
export function joinGrooms(grooms: readonly NamedStrands[]): Strands {
  if (grooms.length === 1) return grooms[0]!.strands;
  return grooms
    .map(({ strands }, g) => labelled(strands, g))
    .reduce((a, b) => concatenateStrands(a, b, { missing: 'drop' }));
}

function labelled(strands: Strands, g: number): Strands {
  const data = new Uint32Array(strandCount(strands)).fill(g);
  return makeStrands({
    ...strands,
    strandAttributes: new Map([...strands.strandAttributes, [GROOM, { size: 1, data }]]),
  });
}

/** Whether a file of that name keeps what tells grooms apart. */
export function keepsGrooms(name: string): boolean {
  const line = (x: number): number[][] => [0, 1, 2, 3].map((i) => [x, 0.01 * i, 0]);
  try {
    const back = readHair(name, writeHair(name, labelled(strandsFromPolylines([line(0), line(0.01)]), 1)));
    return back.strands.strandAttributes.get(GROOM)?.data[1] === 1;
  } catch {
    // Formats that are only written, as .glb, give nothing back.
    return false;
  }
}

/** Files that hold the grooms: one for all where the format tells them apart, else one each, with the groom's name in it. */
export function groomFiles(name: string, grooms: readonly NamedStrands[]): readonly NamedStrands[] {
  if (grooms.length === 1 || keepsGrooms(name)) return [{ name, strands: joinGrooms(grooms) }];
  return grooms.map((groom) => ({ name: groomFileName(name, groom.name), strands: groom.strands }));
}

/** Sentences about where which groom is. */
export function describeGroomFiles(name: string, grooms: readonly NamedStrands[]): string[] {
  if (grooms.length === 1) return [];
  const numbered = grooms.map((groom, g) => `${g} ${groom.name}`).join(', ');
  if (keepsGrooms(name))
    return [`${name} holds all grooms; the attribute ${GROOM} says which one a strand is of: ${numbered}`];
  return [`${extensionOf(name)} cannot tell grooms apart: each has a file of its own, named after it`];
}

const extensionOf = (name: string): string => /\.[^./\\]*$/.exec(name)?.[0] ?? '';

/** The name of a file with that of a groom in it. */
export function groomFileName(name: string, groom: string): string {
  const extension = extensionOf(name);
  return `${name.slice(0, name.length - extension.length)}-${fileWord(groom)}${extension}`;
}

/** A name as part of a file's. */
export const fileWord = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, '-');
