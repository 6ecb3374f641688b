import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { countHosts, findDeadLinks, judge, readSite } from './links.ts'
import { readSiteData } from './search.ts'

/**
 * Checks the site that `npm run docs` has built: each link leads somewhere, and the search finds every exported name and every
 * guide. With the path of a folder it checks the site that is there.
 */
const repository = fileURLToPath(new URL('../..', import.meta.url))
const folder = resolve(process.argv[2] ?? `${repository}/docs/site`)

const { entryPoints, projectDocuments }: Record<'entryPoints' | 'projectDocuments', string[]> = JSON.parse(
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

function titles(): string[] {
  return projectDocuments.map(file => {
    const [, title] = /^# (.+)$/m.exec(readFileSync(resolve(repository, file), 'utf8')) ?? []
    return title ?? file
  })
}

const site = readSite(folder)
const { found, links } = readSiteData(folder)
const names = new Set(found.map(({ name }) => name))
const wanted = [...new Set([...exportedNames(), ...titles()])]
const dead = [
  ...findDeadLinks(site),
  ...links.flatMap(link => {
    const why = judge(site, 'index.html', link)
    return why === undefined ? [] : [{ page: 'assets', link, why }]
  }),
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
