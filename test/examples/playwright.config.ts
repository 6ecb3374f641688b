import { fileURLToPath } from 'node:url'
import { defineConfig } from 'playwright/test'
import { findBrowser } from '../find-browser.ts'

const { PLAYWRIGHT_BASE_URL: baseURL = '', PLAYWRIGHT_OUTPUT: outputDir = '' } = process.env
// Each test closes its page, and in one process the browser would go with it.
const { args = [], ...browser } = await findBrowser()

/** Runs the example for Playwright; built-react-app.test.ts says where the page is. */
export default defineConfig({
  testDir: fileURLToPath(new URL('../../examples/19-playwright', import.meta.url)),
  outputDir,
  reporter: 'list',
  workers: 1,
  timeout: 45_000,
  expect: { timeout: 15_000 },
  use: { baseURL, launchOptions: { ...browser, args: args.filter(arg => arg !== '--single-process') } },
})
