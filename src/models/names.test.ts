import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { models } from './index.ts';

const SOURCE = join(import.meta.dirname, '..');

/** Sources outside `models/` that are no tests. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return path === join(SOURCE, 'models') ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.(test|fixture)\./.test(entry.name) ? [path] : [];
  });
}

/** Comparisons with the name of a model, and cases of it. */
function branchesOn(names: readonly string[]): RegExp {
  const quoted = `['"\`](?:${names.join('|')})['"\`]`;
  return new RegExp(`[=!]==?\\s*${quoted}|${quoted}\\s*[=!]==?|\\bcase\\s+${quoted}`);
}

describe('no code outside models/', () => {
  const branch = branchesOn(models.map(({ name }) => name));

  it('asks which model it is', () => {
    const found = [...sources(SOURCE), ...sources(join(SOURCE, '..', 'studio', 'src'))].flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, i) => (branch.test(line) ? [`${path.slice(SOURCE.length)}:${i + 1} ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it('would be caught if it did', () => {
    for (const line of ["if (model.name === 'rod') {", "case 'chain':", "'super-helix' !== name"])
      expect(branch.test(line), line).toBe(true);
    expect(branch.test("findModel('rod')")).toBe(false);
  });
});
