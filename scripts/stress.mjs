/**
 * `npm run stress [style…]`: what is too long for `npm test`, which has a short form of each. First the laws of
 * `*.stress.test.ts`, minutes; then the stress tests of `validate`, 30 s each with 200 guides on all styles or those named, a
 * process a style and test, as many at a time as the machine has cores: hours. `npm run stress laws`: the laws alone. Exit
 * code 1 if one fails.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensurePackages, root, run, tool } from './setup.mjs';

ensurePackages();
const TESTS = ['head-shake', 'head-flip', 'ground-roll', 'swung-sphere', 'breathing-sphere'];
const STYLES = ['buzz', 'bob', 'long-straight', 'long-wavy', 'curly', 'coily', 'mohawk', 'ponytail', 'braid', 'bun'];
const wanted = process.argv.slice(2);
if (wanted.length === 0 || wanted[0] === 'laws') run(tool('vitest'), ['run', '--config', 'vitest.stress.config.ts']);
if (wanted[0] === 'laws') process.exit(0);
const unknown = wanted.filter((style) => !STYLES.includes(style));
if (unknown.length > 0) {
  console.error(`There is no style ${unknown.join(', ')}; the styles are ${STYLES.join(', ')}.`);
  process.exit(2);
}
const settings = { seconds: 30, guides: 200, seed: 1 };
const queue = (wanted.length > 0 ? wanted : STYLES).flatMap((style) => TESTS.map((test) => ({ style, test })));
console.log(`${queue.length} runs of ${settings.seconds} s with ${settings.guides} guides, seed ${settings.seed}`);
let failed = 0;

/** Runs one test in a process of its own and prints its line as soon as it is known. */
function runTest({ style, test }) {
  const inputs = Object.entries({ style, ...settings }).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
  const child = spawn(process.execPath, [join(root, 'bin', 'pelage.js'), 'validate', test, ...inputs, '--json']);
  let text = '';
  let complaint = '';
  child.stdout.on('data', (data) => {
    text += data;
  });
  child.stderr.on('data', (data) => {
    complaint += data;
  });
  return new Promise((done) => {
    child.on('close', (code) => {
      if (code !== 0) failed++;
      const verdict = code === 0 ? 'pass' : 'FAIL';
      console.log(`${verdict}  ${test}  ${style}  ${lineOf(text) ?? complaint.trim()}`);
      done();
    });
  });
}

function lineOf(text) {
  try {
    const [{ error, measured, beside, note }] = [JSON.parse(text)].flat();
    return JSON.stringify({ error, ...measured, ...beside, note });
  } catch {
    return null;
  }
}

const workers = Array.from({ length: availableParallelism() }, async () => {
  for (let next = queue.shift(); next; next = queue.shift()) await runTest(next);
});
await Promise.all(workers);
console.log(failed === 0 ? 'All passed.' : `${failed} failed.`);
process.exit(failed === 0 ? 0 : 1);
