import { writeHair } from '../formats/index.ts';
import { strandsFromPolylines } from '../strands/strands.ts';

/** Refuses a name whose extension no hair can be written to, before long work is done for it. */
export function checkHairName(name: string): void {
  writeHair(name, strandsFromPolylines([]));
}
