import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
// @ts-expect-error: a plain script without declarations
import { API_REPORT, apiReport } from '../scripts/api-report.mjs';

/** What a project sees that installs the package and checks the declarations of its dependencies too. */

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pelage-consumer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function compile(args: readonly string[], cwd: string): string {
  try {
    // One checker: each of several would look at the library's types anew.
    return execFileSync(join(root, 'node_modules/.bin/tsc'), ['--checkers', '1', ...args], {
      cwd,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const installed = join(folder, 'node_modules', 'pelage');
const types = join(installed, 'dist', 'types');
beforeAll(() => {
  // Only written: that the sources are right is what `npm test` asks first, of all of them.
  expect(compile(['-p', 'tsconfig.lib.json', '--noCheck', '--outDir', types], root)).toBe('');
});

it('what is exported is what the report says; npm run api writes it anew', () => {
  expect(apiReport(types)).toBe(readFileSync(API_REPORT, 'utf8'));
});

it('the public declarations compile for a strict project of es2022 that has neither three nor the glTF library', () => {
  mkdirSync(installed, { recursive: true });
  cpSync(join(root, 'package.json'), join(installed, 'package.json'));
  symlinkSync(join(root, 'node_modules', 'zod'), join(folder, 'node_modules', 'zod'), 'junction');
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, unknown>;
  };
  const entries = Object.keys(exports).filter((name) => !name.endsWith('.json') && name !== './three');
  const lines = entries.map((name, k) => `export * as part${k} from '${name.replace('.', 'pelage')}';`);
  writeFileSync(join(folder, 'main.ts'), lines.join('\n'));
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  expect(compile([...options, '--skipLibCheck', 'false', '--types', '', 'main.ts'], folder)).toBe('');
});
