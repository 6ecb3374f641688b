import { fileURLToPath } from 'node:url'
import { buildConsolePage } from '../packaging/console-page.ts'

/** Builds the page that the Node server serves; once, before all tests of a suite. */
export async function setup(): Promise<void> {
  await buildConsolePage(fileURLToPath(new URL('../dist/console', import.meta.url)))
}
