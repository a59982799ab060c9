import { deflateSync } from 'fflate';
import { pack } from '../src/strands/pack.ts';
import { sculptHalf } from './bust.ts';
import { findLandmarks } from './landmarks.ts';

/** The text of src/body/bust-file.ts. */
export function bakeBust(): string {
  const half = sculptHalf();
  const mesh = pack({ ...half, triangles: Uint16Array.from(half.triangles) });
  return `import type { BustLandmarks } from './bust.ts';

/** The built-in bust, sculpted in sculpt/ and written by \`npm run bake-bust\`: not to be edited by hand. */

export const BUST_LANDMARKS: BustLandmarks = ${JSON.stringify(findLandmarks())};

/** The half at x >= 0: packed (src/strands/pack.ts), deflated, base64. */
export const BUST_MESH: string =
  '${base64(deflateSync(mesh, { level: 9 }))}';
`;
}

function base64(bytes: Uint8Array): string {
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}
