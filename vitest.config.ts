import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Generous, because other work on the machine must not decide.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Two cores in CI: more forks only fight for them.
    maxWorkers: 2,
    projects: [
      // Laws of parts. They keep nothing from file to file, so modules are loaded once a worker.
      { extends: true, test: { name: 'parts', include: ['src/**/*.test.ts'], isolate: false } },
      // The command, the studio and the exchange with other programs.
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts'], globalSetup: 'test/built-studio.ts' } },
    ],
  },
});
