import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHair, writeHair } from '../src/formats/index.ts';
import { makeStrands, uniformFirst } from '../src/strands/strands.ts';
import { interleaved, say } from './measure.ts';

/** How much slower than the disk is reading hair? 100,000 strands of 32 points. */
const positions = new Float32Array(3 * 3_200_000);
for (let i = 0; i < positions.length; i++) positions[i] = (i % 977) / 977;
const strands = makeStrands({ first: uniformFirst(100_000, 32), positions });
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const file = join(folder, 'big.hair');
writeFileSync(file, writeHair(file, strands));
const times = interleaved(11, {
  plain: () => void readFileSync(file),
  hair: () => void readHair(file, readFileSync(file)),
});
rmSync(folder, { recursive: true });
say('plain read', `${times['plain']!.toFixed(1)} ms`);
say('.hair read', `${times['hair']!.toFixed(1)} ms`);
say('.hair read / plain read', `${(times['hair']! / times['plain']!).toFixed(2)}x`, 'below 4x');
