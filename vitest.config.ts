import './test/typescript.mjs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Long files first, so that no worker has one of them to itself at the end: what opens a browser or a process, then what
 * draws and what simulates for seconds. Everything else comes as the runner has it.
 */
const LONG = [
  /^test\/studio/,
  /^test\//,
  /^src\/(validate|render|cli)\//,
  /fibre-physics|simulation\/|scene\/|kernels\/|combed/,
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const path = moduleId.slice(this.ctx.config.root.length + 1);
      const found = LONG.findIndex((pattern) => pattern.test(path));
      return found < 0 ? LONG.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Node itself runs tests and sources, with types stripped: see test/typescript.mjs. */
export const nativeModules = {
  execArgv: ['--import', new URL('./test/typescript.mjs', import.meta.url).href],
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

/** Long forms of laws: `npm run stress`. */
const exclude = ['**/*.stress.test.ts'];

export default defineConfig({
  test: {
    // Generous, because other work on the machine must not decide.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A test that asks nothing fails: a loop over an empty list proves nothing.
    expect: { requireAssertions: true },
    // Tests keep nothing from file to file, so modules are loaded once a worker.
    isolate: false,
    ...nativeModules,
    sequence: { sequencer: LongFirst },
    projects: [
      // Laws of parts.
      { extends: true, test: { name: 'parts', include: ['{src,sculpt,kernels}/**/*.test.ts'], exclude } },
      // The command, the studio and the exchange with other programs.
      {
        extends: true,
        test: { name: 'whole', include: ['test/**/*.test.ts'], exclude, globalSetup: 'test/built-studio.ts' },
      },
    ],
  },
});
