import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findBrowser } from './test/find-browser.ts'
import { watchConformance } from './test/proof/conformance/plugin.ts'
import { isShort } from './test/short-run.ts'

const resolve = { tsconfigPaths: true }

// They change modules, globals or timers, and share a worker with nobody.
const alone = [
  'test/shared/countries/{names,lookup}.test.ts',
  'test/portfolio/journal/lease.test.ts',
  'test/resources/{stream,wait-for}.test.ts',
  'test/transport/{broken-off,client-options,idempotency,not-awaited}.test.ts',
  'test/transport/every-operation/{aborts,failures,retry-after}.test.ts',
  'test/workflow/same-bytes.test.ts',
]

/** What the mock server answers and the client sends in these is held to the OpenAPI document. */
const watched = { plugins: [watchConformance()], resolve }
const setupFiles = ['test/proof/conformance/setup.ts']

/** No test is about time: this ends what hangs, on a machine that does other things too. */
const longest = isShort ? 180_000 : 1_800_000
const limits = {
  testTimeout: longest,
  hookTimeout: longest,
  expect: { poll: { timeout: longest / 6 } },
}

export default defineConfig({
  test: {
    projects: [
      {
        ...watched,
        test: {
          name: 'node',
          globalSetup: ['test/bundle.ts', 'test/console/build-page.ts'],
          setupFiles,
          ...limits,
          // One more than the cores of a small machine: many of these wait for processes that they start.
          maxWorkers: 3,
          // A worker for each file takes a minute more of CPU time.
          isolate: false,
          sequence: { groupOrder: 0 },
          include: ['{test,examples}/**/*.test.ts'],
          // Jest runs the example for Jest: see test/examples/mock-in-jest.test.ts.
          exclude: [
            'test/browser/**',
            'test/package/fresh-projects/**',
            'test/workflow/msw-2.test.ts',
            'examples/03-mock-in-jest/**',
            // The package tests run these in fresh projects.
            'examples/recipes/**',
            ...alone,
          ],
          typecheck: {
            // npm run typecheck has them too.
            enabled: !isShort,
            include: ['test/types/**/*.test-d.ts'],
            tsconfig: 'test/types/tsconfig.json',
          },
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
          include: alone,
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
        test: {
          name: 'browser',
          ...limits,
          sequence: { groupOrder: 1 },
          include: ['test/browser/**/*.test.{ts,tsx}'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: await findBrowser() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
