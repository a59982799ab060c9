import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Generous, because other work on the machine must not decide.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Two cores in CI; pages wait for pictures and for the clock, and a third worker fills the gaps.
    maxWorkers: 3,
    projects: [
      // Laws of parts. They keep nothing from file to file, so modules are loaded once a worker.
      {
        extends: true,
        test: { name: 'parts', include: ['src/**/*.test.ts'], exclude: ['**/*.stress.test.ts'], isolate: false },
      },
      // The command, the studio and the exchange with other programs.
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts'], globalSetup: 'test/built-studio.ts' } },
    ],
  },
});
