import { expect, it } from 'vitest';
import { streamOf } from '../strands/strand-stream.ts';
import { type Attribute, makeStrands, type Strands } from '../strands/strands.ts';
import { MemorySink } from './byte-sink.ts';
import { streamHair, writeHair } from './registry.ts';

/** More strands than are written at once, of one to five points. */
function unequal(strandAttributes: [string, Attribute][], pointAttributes: [string, Attribute][] = []): Strands {
  const count = 1300;
  const first = new Uint32Array(count + 1);
  for (let s = 0; s < count; s++) first[s + 1] = first[s]! + 1 + (s % 5);
  const positions = Float32Array.from({ length: 3 * first[count]! }, (_, i) => Math.sin(i));
  return makeStrands({
    ...{ first, positions },
    strandAttributes: new Map(strandAttributes),
    pointAttributes: new Map(pointAttributes),
  });
}

const values = (length: number): Float32Array => Float32Array.from({ length }, (_, i) => 1 + (i % 7));

it('hair that is written range by range has the bytes of hair written at once', () => {
  const radius: [string, Attribute] = ['radius', { size: 1, data: values(1300) }];
  const colour: [string, Attribute] = ['colour', { size: 3, data: values(3900) }];
  const points = unequal([]).positions.length / 3;
  for (const strands of [
    unequal([]),
    unequal([radius, colour]),
    unequal([radius], [['opacity', { size: 1, data: values(points) }]]),
  ])
    for (const options of [{}, { unit: 'cm', up: 'z' }] as const) {
      const sink = new MemorySink();
      const told: number[] = [];
      streamHair('hair.hair', streamOf(strands), sink, { ...options, onStrands: (n) => void told.push(n) });
      expect(sink.bytes()).toEqual(writeHair('hair.hair', strands, options));
      expect(told.at(-1)).toBe(1300);
      expect(told.length).toBeGreaterThan(2);
    }
});
