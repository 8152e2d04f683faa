import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Nothing is waited for longer than it takes; this is for machines many times slower than most. */
const patient = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

/** One core is left free where nothing is said, which is half of a small machine. */
const everyCore = '100%';

/** Pure policy, real SQLite and HTTP, and the renderer, each with the surroundings that it needs. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/unit/**/*.test.ts'],
          ...patient,
          maxWorkers: everyCore,
        },
      },
      {
        test: {
          name: 'integration',
          environment: 'node',
          include: ['test/integration/**/*.test.ts'],
          ...patient,
          maxWorkers: 2,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'renderer',
          environment: 'jsdom',
          include: ['test/renderer/**/*.test.{ts,tsx}'],
          ...patient,
          maxWorkers: everyCore,
        },
      },
    ],
  },
});
