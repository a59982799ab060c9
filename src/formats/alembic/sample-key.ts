import { viewOf } from '../bytes.ts';

const rotate = (x: number, bits: number): number => (x << bits) | (x >>> (32 - bits));

function mixed(h: number): number {
  let x = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/**
 * The 16 bytes before a sample by which readers know it again: MurmurHash3 (Austin Appleby), the 128-bit variant for
 * 32-bit machines. Alembic's own library uses the one for 64-bit machines; readers only ask whether two keys are equal.
 */
export function sampleKey(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const h = new Int32Array(4);
  const C = [0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93] as const;
  const blocks = bytes.length >> 4;
  let [h1, h2, h3, h4] = [0, 0, 0, 0];
  for (let at = 0; at < blocks << 4; at += 16) {
    h1 ^= Math.imul(rotate(Math.imul(view.getInt32(at, true), C[0]), 15), C[1]);
    h1 = (Math.imul((rotate(h1, 19) + h2) | 0, 5) + 0x561ccd1b) | 0;
    h2 ^= Math.imul(rotate(Math.imul(view.getInt32(at + 4, true), C[1]), 16), C[2]);
    h2 = (Math.imul((rotate(h2, 17) + h3) | 0, 5) + 0x0bcaa747) | 0;
    h3 ^= Math.imul(rotate(Math.imul(view.getInt32(at + 8, true), C[2]), 17), C[3]);
    h3 = (Math.imul((rotate(h3, 15) + h4) | 0, 5) + 0x96cd1c35) | 0;
    h4 ^= Math.imul(rotate(Math.imul(view.getInt32(at + 12, true), C[3]), 18), C[0]);
    h4 = (Math.imul((rotate(h4, 13) + h1) | 0, 5) + 0x32ac3b17) | 0;
  }
  h.set([h1, h2, h3, h4]);
  const rest = new Uint8Array(16);
  rest.set(bytes.subarray(blocks << 4));
  const restView = viewOf(rest);
  for (let k = 0; k < 4; k++) {
    const word = restView.getInt32(4 * k, true);
    h[k] = h[k]! ^ Math.imul(rotate(Math.imul(word, C[k]!), 15 + k), C[(k + 1) % 4]!) ^ bytes.length;
  }
  const spread = (): void => {
    h[0] = h[0]! + h[1]! + h[2]! + h[3]!;
    for (let k = 1; k < 4; k++) h[k] = h[k]! + h[0]!;
  };
  spread();
  for (let k = 0; k < 4; k++) h[k] = mixed(h[k]!);
  spread();
  for (let k = 0; k < 4; k++) restView.setInt32(4 * k, h[k]!, true);
  return rest;
}
