import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findBrowser } from './test/find-browser.ts'
import { watchConformance } from './test/proof/conformance/plugin.ts'
import { tags } from './test/tags.ts'

/*
 * The name of a file says which suite runs it:
 *
 * | file                | suite                  |                                                                            |
 * | ------------------- | ---------------------- | -------------------------------------------------------------------------- |
 * | x.test.ts           | npm test               |                                                                            |
 * | x.alone.test.ts     | npm test               | changes modules, globals or timers, and shares a worker with no other file |
 * | x.smoke.test.ts     | npm test               | one test of a kind that the rest has more of: a browser, a process         |
 * | x.rest.test.ts      | npm run test:rest      | a browser, a process, a database, the built package, or more than a second |
 * | xproperties.test.ts | both                   | in the rest, each property is repeated more often                          |
 * | x.stores.test.ts    | both                   | in the rest, on each store                                                 |
 */
const resolve = { tsconfigPaths: true }

/** The mock server's responses and the client's requests in these are compared with the OpenAPI document. */
const watched = { plugins: [watchConformance()], resolve }
const setupFiles = ['test/proof/conformance/setup.ts']

/** No test is about time: this ends a test that hangs, also on a busy machine. */
const limits = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } }

/** What smoke tests and the rest share: the command and the console's page, built once. */
const built = { globalSetup: ['test/bundle.ts', 'test/build-console.ts'], setupFiles, ...limits }

const elsewhere = [
  'test/browser/**',
  'test/package/fresh-projects/**',
  // Jest runs the example for Jest: see test/examples/mock-in-jest.rest.test.ts.
  'examples/03-mock-in-jest/**',
  // The package tests run these in fresh projects.
  'examples/recipes/**',
]

const browser = {
  resolve,
  // Serves msw's own worker script at the root, as an application's public folder would.
  publicDir: 'node_modules/msw/lib',
  optimizeDeps: {
    include: [
      '@dagrejs/dagre',
      'ky',
      'zod/mini',
      'msw',
      'msw/browser',
      'preact',
      'preact/hooks',
      'preact/jsx-runtime',
      'preact/jsx-dev-runtime',
      'react',
      'react/jsx-dev-runtime',
      'react-dom/client',
      '@tanstack/react-query',
    ],
  },
}

const launchOptions = await findBrowser()

/** A project in a browser. vitest writes names into `instances`, so each project has its own. */
const inBrowser = (name: string, include: string[]) => ({
  ...browser,
  test: {
    ...limits,
    name,
    include,
    sequence: { groupOrder: 1 },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
})

export default defineConfig({
  test: {
    tags,
    projects: [
      {
        ...watched,
        test: {
          name: 'node',
          setupFiles: [...setupFiles, 'test/fewer-repetitions.ts'],
          ...limits,
          // One more than the cores of a small machine: some tests wait.
          maxWorkers: 3,
          // Fewer collections of what is short-lived: a twentieth of the CPU time.
          execArgv: ['--max-semi-space-size=64'],
          // A worker for each file takes a minute more of CPU time.
          isolate: false,
          sequence: { groupOrder: 0 },
          include: ['{test,examples}/**/*.test.ts'],
          exclude: [...elsewhere, '**/*.{alone,smoke,rest}.test.ts', 'test/workflow/msw-2.test.ts'],
        },
      },
      {
        ...watched,
        test: {
          name: 'alone',
          setupFiles,
          ...limits,
          // A thread for each file starts sooner than a process.
          pool: 'threads',
          maxWorkers: 3,
          // Calls that run into their time limits mostly wait.
          maxConcurrency: 20,
          sequence: { groupOrder: 0 },
          include: ['test/**/*.alone.test.ts'],
        },
      },
      {
        // The same adapter against the older major: every import of msw leads to it.
        ...watched,
        resolve: { ...resolve, alias: [{ find: /^msw(?=\/|$)/, replacement: 'msw-2' }] },
        test: {
          name: 'msw 2',
          setupFiles,
          ...limits,
          pool: 'threads',
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
          include: [
            'test/workflow/msw-2.test.ts',
            'test/mock-server/adapters/msw.test.ts',
            'test/mock-server/faults/truncated.test.ts',
            'test/mock-server/http/long-requests.test.ts',
          ],
        },
      },
      {
        ...watched,
        test: {
          name: 'smoke',
          ...built,
          maxWorkers: 3,
          isolate: false,
          sequence: { groupOrder: 0 },
          include: ['test/**/*.smoke.test.ts'],
          exclude: elsewhere,
        },
      },
      inBrowser('smoke in a browser', ['test/browser/**/*.smoke.test.{ts,tsx}']),
      {
        ...watched,
        test: {
          name: 'rest',
          ...built,
          // Imports of 20,000 rows, ten at a time.
          testTimeout: 1_800_000,
          env: { FUZZ: '1', TEST_SUITE: 'rest', ...process.env },
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
          include: ['test/**/*{.rest,.stores,properties}.test.ts'],
          exclude: elsewhere,
        },
      },
      inBrowser('rest in a browser', ['test/browser/**/*.rest.test.{ts,tsx}']),
    ],
  },
})
