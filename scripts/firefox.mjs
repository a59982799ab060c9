/** Firefox, for the tests that hold every browser to the same bytes. */
import { ensureProgram, findProgram } from './program.mjs';

const FIREFOX = {
  title: 'Firefox',
  use: 'the test of equal bytes in every browser',
  variable: 'FIREFOX_PATH',
  names: ['firefox-esr', 'firefox'],
  places: [
    '/usr/bin/firefox-esr',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ],
  debian: 'firefox-esr',
};

/** @returns {string | null} */
export const findFirefox = () => findProgram(FIREFOX);
/** @returns {string | null} */
export const ensureFirefox = () => ensureProgram(FIREFOX);
