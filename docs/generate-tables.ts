import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { tables } from './tables/tables.ts'

// npm run docs:tables writes the tables that come from the comments and lists of the code into the pages.
//
// A line `<!-- table: NAME -->` is followed by the table of this name in docs/tables/tables.ts.

const folder = new URL('./', import.meta.url)
const marked = /(<!-- table: ([\w-]+) -->\n)(?:\n(?:\|.*\n)+)?/g

/** The pages that contain tables, by their paths in `docs`. */
export const pagesWithTables = globSync('{,recipes/,advanced/}*.md', { cwd: folder }).filter(page =>
  readPage(page).match(marked),
)

/** The text of a page with its tables as they are now. */
export async function renderTables(page: string): Promise<string> {
  const text = readPage(page)
  const names = Array.from(text.matchAll(marked), ([, , name = '']) => name)
  const rendered = await Promise.all(names.map(renderTable))
  return text.replace(marked, (_, marker) => `${marker}\n${rendered.shift()}`)
}

/** The names of the tables in a page. */
export function tablesOf(page: string): string[] {
  return Array.from(readPage(page).matchAll(marked), ([, , name = '']) => name)
}

async function renderTable(name: string): Promise<string> {
  const create = tables.get(name)
  if (create === undefined) throw new Error(`docs/tables/tables.ts has no table ${name}`)
  const [head = [], ...rows] = await create()
  const lines = [head, ...rows].map(cells => `| ${cells.join(' | ')} |\n`)
  return lines.toSpliced(1, 0, `|${'---|'.repeat(head.length)}\n`).join('')
}

function readPage(page: string): string {
  return readFileSync(new URL(page, folder), 'utf8')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const page of pagesWithTables) writeFileSync(new URL(page, folder), await renderTables(page))
