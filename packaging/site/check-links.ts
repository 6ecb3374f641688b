import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { countHosts, type DeadLink, findDeadLinks, judge, readSite } from './links.ts'
import { readSiteData } from './search.ts'
import { sectionsOf } from './sections.ts'

/**
 * Checks the site that `npm run docs` builds: every link works, including those of `llms.txt`, which has every group of the navigation, and the search finds every exported
 * name, every guide and every section. Takes the folder of another site as a parameter.
 */
const repository = fileURLToPath(new URL('../..', import.meta.url))
const folder = resolve(process.argv[2] ?? `${repository}/docs/site`)

type Lists = Record<'entryPoints' | 'projectDocuments' | 'categoryOrder', string[]>
const { entryPoints, projectDocuments, categoryOrder }: Lists = JSON.parse(
  readFileSync(`${repository}/typedoc.json`, 'utf8'),
)

/** What the modules of the package export, types included. */
function exportedNames(): string[] {
  const { config } = ts.readConfigFile(`${repository}/tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, repository)
  const program = ts.createProgram(
    entryPoints.map(file => resolve(repository, file)),
    options,
  )
  const checker = program.getTypeChecker()
  return entryPoints.flatMap(file => {
    const source = program.getSourceFile(resolve(repository, file))
    const entry = source && checker.getSymbolAtLocation(source)
    return entry ? checker.getExportsOfModule(entry).map(({ name }) => name) : []
  })
}

/** The title and the headings of each guide. */
function headings(): string[] {
  return projectDocuments.flatMap(file => {
    const text = readFileSync(resolve(repository, file), 'utf8')
    const [, title] = /^# (.+)$/m.exec(text) ?? []
    return [title ?? file, ...sectionsOf(text).map(({ heading }) => heading)]
  })
}

const site = readSite(folder)

function findDeadIn(page: string, links: readonly string[]): DeadLink[] {
  return links.flatMap(link => {
    const why = judge(site, 'index.html', link)
    return why === undefined ? [] : [{ page, link, why }]
  })
}

const { found, links } = readSiteData(folder)
const overview = readFileSync(`${folder}/llms.txt`, 'utf8')
const overviewLinks = Array.from(overview.matchAll(/\]\(([^)]+)\)/g), ([, link = '']) => link)
const names = new Set(found.map(({ name }) => name))
const wanted = [...new Set([...exportedNames(), ...headings()])]
const dead = [
  ...findDeadLinks(site),
  ...findDeadIn('assets', links),
  ...findDeadIn('llms.txt', overviewLinks),
  ...categoryOrder
    .filter(group => !overview.includes(`\n## ${group}\n`))
    .map(group => ({ page: 'llms.txt', link: group, why: 'no guide is in this group' })),
  ...wanted
    .filter(name => !names.has(name))
    .map(name => ({ page: 'assets/search.js', link: name, why: 'not found by the search' })),
]
for (const { page, link, why } of dead) console.error(`${page}: ${link}: ${why}`)

const count = [...site.pages.values()].reduce((sum, page) => sum + page.links.size, links.length)
const hosts = [...countHosts(site)].map(([host, times]) => `${host} (${times})`).join(', ')
console.log(
  `${site.pages.size} pages, ${count} links, ${dead.length} dead; ${wanted.length} names searched for`,
)
console.log(`Not followed: ${hosts}`)
process.exitCode = dead.length === 0 ? 0 : 1
