import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import { chromium, type Page } from 'playwright'
import { findBrowser } from '../../test/find-browser.ts'
import { fileOf, groups, notes, pageOf, root } from './guides.ts'
import { slashed } from './links.ts'

/**
 * Checks the site that `npm run docs` builds, in a browser, in light and dark colours, at 1280 and 390 pixels: each page has one
 * `h1` and one main landmark, is not wider than its window, and has no table that is wider than the page, nor, at 1280 pixels, a
 * program that is wider than its box; axe-core has no serious finding; the search finds guides before the reference. Takes the folder
 * of another site as a parameter.
 */
declare const axe: { run(options: RunOptions): Promise<AxeResults> }

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('docs/site', root)))
const axeCore = createRequire(import.meta.url).resolve('axe-core')
const pages = globSync('**/*.html', { cwd: folder }).map(slashed).toSorted()
const files = [...groups.flatMap(group => group.files), ...notes.map(fileOf)]
const guides = files.map(file => pageOf(file).replace('.md', '.html'))

/** The first page, that of a wrong address, the report, a guide, and the first page of each kind of the reference. */
const kinds = [
  'index.html',
  '404.html',
  'report.html',
  'getting-started.html',
  'reference/entity-screening-sdk/classes/EntityScreening.html',
]
for (const kind of ['/classes/', '/interfaces/', '/functions/', '/variables/', '/type-aliases/'])
  kinds.push(...pages.filter(page => page.includes(kind)).slice(0, 1))

/** What the search must find first. */
const searches = {
  retry: '/errors-and-retries.html',
  'how to mock': '/mocking-in-tests.html',
  'get entity by id': '/entities-and-searches.html',
  dockerfile: '/ci-and-containers.html',
  'weekly monitoring': '/monitoring.html',
  hono: '/recipes/hono-and-fastify.html',
  'new extract': '/from-a-csv-to-a-decision.html',
  'customers who left': '/from-a-csv-to-a-decision.html',
  'next month': '/from-a-csv-to-a-decision.html',
  CSV: '/from-a-csv-to-a-decision.html',
  'web handler': '/recipes/express.html',
  express: '/recipes/express.html',
  storybook: '/recipes/storybook.html',
  sveltekit: '/recipes/sveltekit.html',
  'next.js': '/recipes/next.html',
  jest: '/recipes/jest.html',
  EntityScreening: '/reference/entity-screening-sdk/classes/EntityScreening.html',
}

const browser = await chromium.launch(await findBrowser())
const checks = [checkPages(1280, 'light'), checkPages(390, 'dark'), checkSearch()]
const problems = (await Promise.all(checks)).flat()
await browser.close()

for (const problem of problems) console.error(problem)
console.log(`${guides.length} guides, ${kinds.length} kinds of pages, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1

async function checkPages(width: number, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const page = await openPage(width, colorScheme)
  const found: string[] = []
  for (const name of new Set([...guides, ...kinds])) {
    await page.goto(addressOf(name))
    // The page of a wrong address is drawn in the browser.
    const heading = page.locator('h1').first()
    await heading.waitFor({ timeout: 10_000 }).catch(() => {})
    const problems = await page.evaluate(findLayoutProblems)
    if (kinds.includes(name)) problems.push(...(await findBarriers(page)))
    found.push(...problems.map(problem => `${name} (${width}, ${colorScheme}): ${problem}`))
  }
  return found
}

async function findBarriers(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axeCore })
  const { violations } = await page.evaluate(() => axe.run({ resultTypes: ['violations'] }))
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}, ${nodes.length} times, such as ${nodes[0]?.html.slice(0, 120)}`)
}

async function checkSearch(): Promise<string[]> {
  const page = await openPage(1280, 'light')
  const found: string[] = []
  for (const [words, wanted] of Object.entries(searches)) {
    await page.goto(addressOf('getting-started.html'))
    await page.locator('#local-search button').click()
    await page.locator('input.search-input').fill(words)
    const first = page.locator(`li:first-child > a.result[href^="${wanted}"]`)
    await first.waitFor({ timeout: 10_000 }).catch(() => found.push(`${words}: ${wanted} is not found first`))
  }
  return found
}

/** A page whose requests are answered from the folder. */
async function openPage(width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
  // The report forbids scripts, and axe-core is one.
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true })
  await page.route('**', route => {
    const path = join(folder, new URL(route.request().url()).pathname)
    return route.fulfill({ path }).catch(() => route.abort())
  })
  return page
}

function addressOf(name: string): string {
  return `http://site.example/${name}`
}

/** Runs in the page, without access to this file. */
function findLayoutProblems(): string[] {
  const headings = document.querySelectorAll('h1').length
  const landmarks = document.querySelectorAll('main, [role=main]').length
  const { scrollWidth, clientWidth } = document.documentElement
  const cut = Array.from(document.querySelectorAll('.vp-doc table, .vp-doc pre')).filter(
    ({ tagName, scrollWidth, clientWidth }) =>
      scrollWidth > clientWidth && (tagName === 'TABLE' || innerWidth >= 1280),
  )
  return [
    headings === 1 ? '' : `${headings} h1`,
    landmarks === 1 ? '' : `${landmarks} main landmarks`,
    scrollWidth === clientWidth ? '' : `${scrollWidth} pixels wide`,
    ...cut.map(({ tagName, scrollWidth, clientWidth, textContent }) => {
      const start = textContent?.trim().replaceAll(/\s+/g, ' ').slice(0, 60)
      return `${tagName} cut off, ${scrollWidth} in ${clientWidth} pixels: "${start}"`
    }),
  ].filter(problem => problem !== '')
}
