import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as z from 'zod'
import { fileOf, groups, notes, pageOf, read, root } from './guides.ts'
import { findDeadLinks, judge, readSite } from './links.ts'
import { slugify } from './text.ts'

/**
 * Checks the site that `npm run docs` builds: every link works, including those of `llms.txt` and of the search, and the search
 * finds every guide with its sections, and a page for each export, but no note on the project. Takes the folder of another site as
 * a parameter.
 */
const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('docs/site', root)))
const site = readSite(folder)
const pages = [...site.pages.keys()].filter(page => page.endsWith('.html') && page !== '404.html')

/** The addresses that the search leads to. */
async function readSearch(): Promise<string[]> {
  const [file = ''] = globSync('assets/chunks/@localSearchIndex*.js', { cwd: folder })
  const { default: index } = await import(pathToFileURL(`${folder}/${file}`).href)
  const { documentIds } = z.object({ documentIds: z.record(z.string(), z.string()) }).parse(JSON.parse(index))
  return Object.values(documentIds)
}

/** The addresses of a guide's title and headings. Code has lines that only look like headings. */
function headingsOf(file: string): string[] {
  const text = read(file).replaceAll(/^```.*?^```$/gms, '')
  const address = `/${pageOf(file)
    .replace(/index\.md$/, '')
    .replace('.md', '.html')}`
  return Array.from(text.matchAll(/^##* (.+)$/gm), ([, heading = '']) => `${address}#${slugify(heading)}`)
}

const addresses = await readSearch()
const found = new Set(addresses.flatMap(address => [address, address.replace(/#.*/, '')]))
const wanted = [
  ...pages
    .filter(page => page.startsWith('reference/'))
    .map(page => `/${page.replace(/(^|\/)index\.html$/, '$1')}`),
  ...groups.flatMap(({ files }) => files.flatMap(headingsOf)),
]
const overview = readFileSync(`${folder}/llms.txt`, 'utf8')
const lists = {
  search: addresses,
  'llms.txt': Array.from(overview.matchAll(/\]\(([^)]+)\)/g), ([, link = '']) => link),
}
const dead = [
  ...findDeadLinks(site),
  ...Object.entries(lists).flatMap(([page, links]) =>
    links.map(link => ({ page, link, why: judge(site, 'index.html', link) })),
  ),
  ...notes
    .map(name => `/${pageOf(fileOf(name)).replace('.md', '.html')}`)
    .filter(link => found.has(link))
    .map(link => ({ page: 'search', link, why: 'is a note' })),
  ...wanted.map(link => ({ page: 'search', link, why: found.has(link) ? undefined : 'not found' })),
].filter(({ why }) => why !== undefined)
for (const { page, link, why } of dead) console.error(`${page}: ${link}: ${why}`)

const count = [...site.pages.values()].reduce((sum, page) => sum + page.links.size, 0)
console.log(
  `${pages.length} pages, ${count} links, ${dead.length} dead; ${wanted.length} places searched for`,
)
process.exitCode = dead.length === 0 ? 0 : 1
