import { describe, expect, it } from 'vitest';
import { Budget } from './budget.ts';
import { asBytes, getWords, putText, putWords, readFloats, readText, readUnsigned, swapWords } from './bytes.ts';

describe('little-endian words', () => {
  const bytes = Uint8Array.of(9, 0x00, 0x00, 0x80, 0x3f, 0x01, 0x02, 0x03, 0x04);
  it('are read at any place', () => {
    const budget = new Budget(bytes.length);
    expect(readFloats(budget, bytes, 1, 1)).toEqual(Float32Array.of(1));
    expect(readUnsigned(budget, bytes, 5, 1)).toEqual(Uint32Array.of(0x04030201));
    expect(budget.total).toBe(8);
  });
  it('are written at any place', () => {
    const written = Uint8Array.of(9, 0, 0, 0, 0, 0, 0, 0, 0);
    putWords(written, 1, Float32Array.of(1));
    putWords(written, 5, Uint32Array.of(0x04030201));
    expect(written).toEqual(bytes);
  });
  it('go through part of an array', () => {
    const words = new Uint32Array(3);
    getWords(words.subarray(1, 2), bytes, 5);
    expect(words).toEqual(Uint32Array.of(0, 0x04030201, 0));
  });
  it('are turned round where the machine is big-endian', () => {
    const turned = bytes.slice();
    swapWords(turned, 1, 9);
    expect(turned).toEqual(Uint8Array.of(9, 0x3f, 0x80, 0, 0, 4, 3, 2, 1));
  });
  it('come from buffers and views alike', () => {
    expect(asBytes(bytes)).toBe(bytes);
    expect(asBytes(bytes.slice().buffer)).toEqual(bytes);
  });
});

describe('text', () => {
  it('keeps every byte', () => {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i);
    const written = new Uint8Array(256);
    putText(written, 0, readText(all, 0, 256), 256);
    expect(written).toEqual(all);
  });
  it('stays in its room and marks what it cannot write', () => {
    const written = new Uint8Array(4);
    putText(written, 1, 'a→bcd', 2);
    expect(readText(written, 0, 4)).toBe('\0a?\0');
  });
});
