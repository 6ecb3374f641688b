import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

// npx tsx docs/generate-repetitions.ts writes the table of what runtimes repeat into docs/errors-and-retries.md.
// test/package/fresh-projects/runtimes/repetitions.test.ts measures it.

const page = new URL('errors-and-retries.md', import.meta.url)
const table = new URL('../test/package/fresh-projects/runtimes/repetitions.md', import.meta.url)
const marked = /(<!-- npx tsx docs\/generate-repetitions\.ts -->\n\n)(?:\|.*\n)*/

/** The text of docs/errors-and-retries.md with the table as it was measured last. */
export function repetitionsPage(): string {
  return readFileSync(page, 'utf8').replace(marked, (_, marker) => marker + readFileSync(table, 'utf8'))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(page, repetitionsPage())
