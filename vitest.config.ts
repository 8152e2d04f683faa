import { defineConfig } from 'vitest/config';

/** A test that takes longer is stuck; each takes a few seconds at most, also on a busy machine. */
const quick = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };

/** With real servers, databases and processes a story takes longer; a single wait in it says soon what it waited for. */
const patient = { testTimeout: 300_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

/** Files that put something else in the place of a module, which other files have to find as it is. */
const mocking = ['names-that-lead-inside', 'outbox-model', 'restored-copy-on-disk'].map(
  (name) => `test/integration/${name}.test.ts`,
);

const integration = {
  environment: 'node',
  globalSetup: 'test/integration/new-workspace.ts',
  ...patient,
  // The tests of the page run at the same time.
  maxWorkers: 2,
} as const;

/** One core is left free where nothing is said, which is half of a small machine. */
const everyCore = '100%';

/** Pure policy, real SQLite and HTTP, and the renderer, each with the surroundings that it needs. */
export default defineConfig({
  test: {
    tags: [{ name: 'nightly', description: 'The second tier: docs/decisions/tests.md.' }],
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: ['test/unit/**/*.test.ts'],
          ...quick,
          maxWorkers: everyCore,
        },
      },
      {
        test: {
          ...integration,
          name: 'integration',
          // Every file would load the whole core anew.
          isolate: false,
          include: ['test/integration/**/*.test.ts'],
          exclude: mocking,
        },
      },
      { test: { ...integration, name: 'integration-mocking', include: mocking } },
      {
        oxc: { jsx: { runtime: 'automatic', development: false } },
        resolve: {
          alias: [
            { find: /^zustand$/, replacement: `${import.meta.dirname}/test/renderer/resettable-zustand.ts` },
          ],
        },
        test: {
          name: 'renderer',
          environment: 'jsdom',
          isolate: false,
          // Not setInterval: jsdom draws its frames by it, and one that never came would be the last of the page.
          fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'Date'] },
          globalSetup: ['test/renderer/company-folders.ts'],
          setupFiles: ['test/renderer/production-act.ts', 'test/renderer/setup.ts'],
          env: { NODE_ENV: 'production' },
          include: ['test/renderer/**/*.test.{ts,tsx}'],
          ...quick,
          maxWorkers: everyCore,
        },
      },
    ],
  },
});
