/** Finds programs that tests and pictures need, and installs Debian's packages of them where that is possible. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * @typedef {object} Program
 * @property {string} title What a person calls it.
 * @property {string} use What it is needed for.
 * @property {string} [variable] Environment variable that names one.
 * @property {readonly string[]} names What its file is called in a folder of PATH.
 * @property {readonly string[]} places Where else it is installed.
 * @property {string} debian Debian's package.
 */

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string | undefined} variable */
const chosenBy = (variable) => (variable ? process.env[variable] : undefined);

/**
 * The one that the variable names, and otherwise the first in PATH and in the usual places.
 * @param {Program} program
 * @returns {string | null}
 */
export function findProgram({ variable, names, places }) {
  const chosen = chosenBy(variable);
  if (chosen) return isExecutable(chosen) ? chosen : null;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places];
  return candidates.find(isExecutable) ?? null;
}

/**
 * Finds a program or installs Debian's package; where neither works, prints one sentence and gives null.
 * @param {Program} program
 * @returns {string | null}
 */
export function ensureProgram(program) {
  const { title, use, variable, debian } = program;
  const found = findProgram(program);
  if (found) return found;
  const chosen = chosenBy(variable);
  if (chosen) {
    console.error(`${variable} names ${chosen}, which cannot be run; correct it or unset it.`);
    return null;
  }
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.error(`Installing ${title} for ${use} (apt-get install ${debian}) …`);
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debian], { stdio: 'ignore' });
    const installed = findProgram(program);
    if (installed) return installed;
  }
  console.error(`No ${title} was found: install it${variable ? `, or set ${variable} to one,` : ''} for ${use}.`);
  return null;
}
