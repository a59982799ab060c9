import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  MemorySink,
  makeAnimation,
  memorySource,
  openAnimation,
  readHair,
  writeAnimation,
  writeHair,
} from '../src/formats/index.ts';
import { Random } from '../src/numeric/random.ts';
import { makeStrands, uniformFirst } from '../src/strands/strands.ts';
import { interleaved, say } from './measure.ts';

/** How much slower than copying is reading and writing hair, and how small is an animation? 100,000 strands of 32 points. */
const STRANDS = 100_000;
const POINTS = 32;
const random = new Random(7);

/** Wavy hair of 25 cm on a head, at a time: it sways by some centimetres at its tips. */
function wavyHair(time: number, random: Random): Float32Array {
  const positions = new Float32Array(3 * STRANDS * POINTS);
  for (let s = 0, i = 0; s < STRANDS; s++) {
    const [u, v, phase] = [random.between(-1, 1), random.between(-1, 1), random.between(0, 6.28)];
    const sway = 0.04 * Math.sin(3 * time + phase / 6);
    for (let p = 0; p < POINTS; p++, i += 3) {
      const t = p / (POINTS - 1);
      positions[i] = 0.1 * u + 0.006 * t * Math.sin(40 * t + phase) + sway * t * t;
      positions[i + 1] = 1.7 - 0.05 * (u * u + v * v) - 0.25 * t * t;
      positions[i + 2] = 0.1 * v + 0.006 * t * Math.cos(40 * t + phase) + 0.1 * v * t;
    }
  }
  return positions;
}

const still = makeStrands({ first: uniformFirst(STRANDS, POINTS), positions: wavyHair(0, random) });
const raw = still.positions.byteLength;
const speed = (milliseconds: number): string => `${(raw / 1e6 / (milliseconds / 1000)).toFixed(0)} MB/s`;

const files = Object.fromEntries(
  ['.hair', '.abc', '.usda', '.pelage'].map((ext) => [ext, writeHair(`a${ext}`, still)]),
);
const tasks: Record<string, () => void> = { copy: () => void still.positions.slice() };
for (const [ext, bytes] of Object.entries(files)) {
  tasks[`${ext} write`] = () => void writeHair(`a${ext}`, still);
  tasks[`${ext} read`] = () => void readHair(`a${ext}`, bytes);
}
const times = interleaved(3, tasks);
say('a copy in memory', speed(times['copy']!));
for (const name of Object.keys(tasks).slice(1))
  say(`${name} (${(times[name]! / times['copy']!).toFixed(1)} times a copy)`, speed(times[name]!));

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const file = join(folder, 'big.hair');
writeFileSync(file, files['.hair']!);
const disk = interleaved(7, {
  plain: () => void readFileSync(file),
  hair: () => void readHair(file, readFileSync(file)),
});
rmSync(folder, { recursive: true });
say('.hair from disk / plain read from disk', `${(disk['hair']! / disk['plain']!).toFixed(2)}x`, 'below 4x');

const frameTimes = Float64Array.from({ length: 13 }, (_, k) => k / 30);
const frames = Array.from(frameTimes, (time) => wavyHair(time, new Random(7)));
const sink = new MemorySink(frames.length * raw);
writeAnimation('a.pelage', makeAnimation(still, frameTimes, frames), sink);
const { animation } = openAnimation('a.pelage', memorySource(sink.bytes()));
let worst = 0;
frames.forEach((frame, k) => {
  const read = animation.frame(k);
  for (let i = 0; i < read.length; i += 3)
    worst = Math.max(
      worst,
      Math.hypot(read[i]! - frame[i]!, read[i + 1]! - frame[i + 1]!, read[i + 2]! - frame[i + 2]!),
    );
});
say('.pelage, one frame / raw floats', (files['.pelage']!.length / raw).toFixed(3), 'at most 0.333');
say('.pelage, 13 frames / raw floats', (sink.position / (frames.length * raw)).toFixed(3), 'at most 0.333');
say('.pelage, largest error', `${(1000 * worst).toFixed(4)} mm`, 'below 0.05 mm');
