/** ffmpeg, which makes videos of pictures; without it they are written as PNG frames. */
import { ensureProgram } from './program.mjs';

/** @returns {string | null} */
export const ensureFfmpeg = () =>
  ensureProgram({
    title: 'ffmpeg',
    use: 'videos (until then their frames are written as PNG)',
    names: ['ffmpeg', 'ffmpeg.exe'],
    places: [],
    debian: 'ffmpeg',
  });
