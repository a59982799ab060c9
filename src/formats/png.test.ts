import { describe, expect, it } from 'vitest';
import { encodePng } from './gltf/png.ts';
import { readPng } from './png.ts';

describe('a PNG picture', () => {
  const pixels = Uint8Array.from({ length: 4 * 6 * 5 }, (_, i) => (37 * i) % 256);
  const bytes = encodePng({ width: 6, height: 5, pixels });

  it('is read as it was written', () => {
    expect(readPng('a.png', bytes)).toEqual({ width: 6, height: 5, channels: 4, data: pixels });
  });

  it('is refused in a sentence where it is damaged', () => {
    expect(() => readPng('a.png', Uint8Array.of(1, 2, 3))).toThrow('a.png cannot be read as a PNG picture');
    for (let cut = 9; cut < bytes.length - 12; cut += 7)
      expect(() => readPng('a.png', bytes.subarray(0, cut))).toThrow(/a\.png cannot be read/);
    const huge = bytes.slice();
    new DataView(huge.buffer).setUint32(16, 0x7fffffff);
    expect(() => readPng('a.png', huge)).toThrow(/a\.png/);
  });
});
