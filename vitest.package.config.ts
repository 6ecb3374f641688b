import { defineConfig } from 'vitest/config'

/** The packed package in projects of its users. It needs a registry and minutes, so that it is no part of `npm test`. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ['test/package/fresh-projects/**/*.test.ts'],
    globalSetup: 'test/package/fresh-projects/pack.ts',
    // Each of them starts programs that keep a processor busy.
    maxWorkers: 2,
    maxConcurrency: 2,
    hookTimeout: 300_000,
    testTimeout: 120_000,
  },
})
