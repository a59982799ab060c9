import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { interleaved, say } from './measure.ts';

/** Do worker threads help while somebody cuts hair? The whole command, as a person runs it. */
const FRAMES = 90;
const ROUNDS = 3;
const program = resolve('bin', 'pelage.js');
const folder = mkdtempSync(join(tmpdir(), 'pelage-strokes-'));

/** A head with 500 guides, shaken, while scissors go round below its ears for a second. */
const samples = Array.from({ length: 30 }, (_, n) => {
  const angle = (2 * Math.PI * n) / 30;
  return {
    step: 10 + 4 * n,
    origin: [0.2 * Math.cos(angle), -0.08, 0.2 * Math.sin(angle)],
    direction: [-Math.cos(angle), 0, -Math.sin(angle)],
    up: [0, 1, 0],
  };
});
const scene = {
  format: 'pelage-scene',
  version: 1,
  name: 'haircut',
  groom: { kind: 'style', style: 'long-wavy' },
  guides: 500,
  motion: { kind: 'head', name: 'shake', amplitude: 0.3, period: 0.8, start: 0 },
  strokes: [{ tool: 'scissors', parameters: { blades: 0.15 }, samples, end: 10 + 4 * samples.length }],
};
writeFileSync(join(folder, 'haircut.json'), JSON.stringify(scene));

function simulate(workers: number): () => void {
  const output = `${workers}.pelage`;
  return () => {
    const args = ['simulate', 'haircut.json', '-o', output, '--frames', `${FRAMES}`, '--workers', `${workers}`];
    const { status, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
}

const hashOf = (workers: number): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, `${workers}.pelage`)))
    .digest('hex');

const times = interleaved(ROUNDS, { one: simulate(1), two: simulate(2) });
say('500 guides with scissors, 3 s, 1 worker', `${(times['one']! / 1000).toFixed(1)} s`);
say('500 guides with scissors, 3 s, 2 workers', `${(times['two']! / 1000).toFixed(1)} s`);
say('1 worker / 2 workers', `${(times['one']! / times['two']!).toFixed(2)}x`, 'at least 1.6x');
say('the same bytes', hashOf(1) === hashOf(2) ? 'yes' : 'no', 'yes');
rmSync(folder, { recursive: true });
