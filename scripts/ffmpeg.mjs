/** Finds ffmpeg, which makes films of pictures, and installs it where that is possible. */
import { spawnSync } from 'node:child_process';

const hasFfmpeg = () => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0;

/**
 * Finds ffmpeg or installs Debian's package; where neither works, prints one sentence and gives false. Films are then
 * written as PNG frames.
 * @returns {boolean}
 */
export function ensureFfmpeg() {
  if (hasFfmpeg()) return true;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.error('Installing ffmpeg for films (apt-get install ffmpeg) …');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'ffmpeg'], { stdio: 'ignore' });
    if (hasFfmpeg()) return true;
  }
  console.error('No ffmpeg was found: install it for films; until then their frames are written as PNG.');
  return false;
}
