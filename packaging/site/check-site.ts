import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import { type BrowserContextOptions, chromium, type Page } from 'playwright'
import { findBrowser } from '../../test/find-browser.ts'
import { slashed } from './links.ts'

/**
 * Checks the site that `npm run docs` builds, in a browser: each page has one `h1` and one main landmark, axe-core has no serious
 * finding in light or dark colours, and no line of code in a guide is wider than its block at 1280 pixels. Takes the folder of
 * another site as a parameter.
 */
declare const axe: { run(options: RunOptions): Promise<AxeResults> }

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('../../docs/site', import.meta.url)))
const axeCore = createRequire(import.meta.url).resolve('axe-core')
const pages = globSync('**/*.html', { cwd: folder }).map(slashed).toSorted()
const guides = pages.filter(page => page.startsWith('documents/'))

/** The README, and the first page of each kind. */
const kinds = ['index', 'documents', 'modules', 'classes', 'interfaces', 'functions'].map(kind =>
  pages.find(page => page === `${kind}.html` || page.startsWith(`${kind}/`)),
)

/** The rules that depend on colours, and are checked in dark colours too. */
const ofColours = ['color-contrast', 'link-in-text-block']

const browser = await chromium.launch(await findBrowser())
const problems = (await Promise.all([checkLayout(), checkAccess('light'), checkAccess('dark')])).flat()
await browser.close()

for (const problem of problems) console.error(problem)
console.log(`${guides.length} guides, ${kinds.length} kinds of pages, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1

/** Without scripts, which change nothing about the layout, and take most of the time. */
async function checkLayout(): Promise<string[]> {
  const page = await newPage({ javaScriptEnabled: false })
  const found: string[] = []
  for (const name of [...guides, ...kinds]) {
    await page.goto(addressOf(name))
    for (const problem of await page.evaluate(findLayoutProblems)) found.push(`${name}: ${problem}`)
  }
  return found
}

async function checkAccess(colorScheme: 'light' | 'dark'): Promise<string[]> {
  const page = await newPage({ colorScheme })
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(colorScheme === 'dark' ? { runOnly: { type: 'rule', values: ofColours } } : {}),
  }
  const found: string[] = []
  for (const name of kinds) {
    await page.goto(addressOf(name))
    await page.locator('#tsd-nav-container a').first().waitFor({ state: 'attached' })
    await page.addScriptTag({ path: axeCore })
    const { violations } = await page.evaluate(options => axe.run(options), options)
    for (const { id, impact, nodes } of violations) {
      if (impact === 'serious' || impact === 'critical')
        found.push(
          `${name} (${colorScheme}): ${id}, ${nodes.length} times, such as ${nodes[0]?.html.slice(0, 120)}`,
        )
    }
  }
  return found
}

function newPage(options: BrowserContextOptions): Promise<Page> {
  return browser.newPage({ viewport: { width: 1280, height: 800 }, ...options })
}

function addressOf(name = ''): string {
  return pathToFileURL(`${folder}/${name}`).href
}

/** Runs in the page, without access to this file. */
function findLayoutProblems(): string[] {
  const headings = document.querySelectorAll('h1').length
  const landmarks = document.querySelectorAll('main, [role=main]').length
  const blocks = [...document.querySelectorAll('.tsd-typography pre')].filter(
    block => block.scrollWidth > block.clientWidth || getComputedStyle(block).whiteSpace !== 'pre',
  )
  return [
    headings === 1 ? '' : `${headings} h1`,
    landmarks === 1 ? '' : `${landmarks} main landmarks`,
    ...blocks.map(block => `a line is wider than its block: ${block.textContent?.trim().slice(0, 60)}`),
  ].filter(problem => problem !== '')
}
