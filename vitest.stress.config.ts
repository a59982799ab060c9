import { defineConfig } from 'vitest/config';
import { nativeModules } from './vitest.config.ts';

/** `npm run stress`: laws that take minutes. Each has a short form in a test of the same name, which `npm test` runs. */
export default defineConfig({
  test: { ...nativeModules, testTimeout: 3_600_000, include: ['{src,sculpt,test}/**/*.stress.test.ts'] },
});
