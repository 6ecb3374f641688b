import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

/** A Chromium out of the registry where there is one for this machine, else the Chrome that is installed. */
async function findBrowser() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' }
  const { default: chromium } = await import('@sparticuz/chromium')
  return { executablePath: await chromium.executablePath(), args: chromium.args }
}

const resolve = { tsconfigPaths: true }

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          name: 'node',
          include: ['{test,examples}/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/workflow/msw-2.test.ts'],
          typecheck: { enabled: true, include: ['test/types/**/*.test-d.ts'] },
        },
      },
      {
        // The same adapter against the older major: every import of msw leads to it.
        resolve: { ...resolve, alias: [{ find: /^msw(?=\/|$)/, replacement: 'msw-2' }] },
        test: { name: 'msw 2', include: ['test/workflow/msw-2.test.ts'] },
      },
      {
        resolve,
        // Serves msw's own worker script at the root, as an application's public folder would.
        publicDir: 'node_modules/msw/lib',
        optimizeDeps: { include: ['ky', 'zod/mini', 'msw', 'msw/browser'] },
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
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
