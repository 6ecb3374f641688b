import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Project } from '../project.ts'
import { bundle, bundlerNames, createBundlingProject, oneFile } from './bundlers.ts'
import { inABrowserOutcome } from './programs/outcomes.ts'
import { compileProgram } from './programs.ts'

/** Texts that stand in one part of the package, or of what it depends on, and nowhere else. */
const marks = {
  client: 'where anyone could read it',
  ky: 'ForceRetryError',
  zod: '$ZodType',
  papaparse: 'BAD_DELIMITERS',
  countries: 'AD=AND AE=ARE AFG',
  universe: 'Krasnaya Nakovalnya',
}
type Part = keyof typeof marks
const parts = Object.keys(marks) as readonly Part[]

/** The entry points, so that the compiler refuses a name that none of them exports. */
interface EntryPoints {
  '': typeof import('../../../src/index.ts')
  '/schemas': typeof import('../../../src/schemas.ts')
  '/network': typeof import('../../../src/network/index.ts')
  '/portfolio': typeof import('../../../src/portfolio/index.ts')
  '/portfolio/postgres': typeof import('../../../src/portfolio/postgres.ts')
  '/proxy': typeof import('../../../src/proxy/index.ts')
  '/react-query': typeof import('../../../src/react-query/index.ts')
  '/mock-server': typeof import('../../../mock-server/index.ts')
  '/mock-server/msw': typeof import('../../../mock-server/adapters/msw.ts')
}
type NameOfEntryPoint = {
  [From in keyof EntryPoints]: { name: keyof EntryPoints[From] & string; from: From }
}[keyof EntryPoints]

/** What an application loads with a single name of an entry point: at once, and when it is needed. */
const imports: readonly (NameOfEntryPoint & { loads: readonly Part[]; later?: readonly Part[] })[] = [
  { name: 'EntityScreening', from: '', loads: ['client', 'ky', 'zod', 'countries'] },
  { name: 'NotFoundError', from: '', loads: [] },
  { name: 'riskLevels', from: '', loads: [] },
  { name: 'documentInput', from: '/schemas', loads: ['zod'] },
  { name: 'computeOwnership', from: '/network', loads: [] },
  { name: 'assessSanctions', from: '/network', loads: [] },
  { name: 'diffEntities', from: '/portfolio', loads: [] },
  { name: 'formatChange', from: '/portfolio', loads: [] },
  { name: 'sqliteJournals', from: '/portfolio', loads: [] },
  { name: 'postgresJournals', from: '/portfolio/postgres', loads: [] },
  { name: 'importPortfolio', from: '/portfolio', loads: ['zod', 'papaparse', 'countries'] },
  { name: 'createProxy', from: '/proxy', loads: ['zod'] },
  { name: 'screeningQueries', from: '/react-query', loads: [] },
  { name: 'scenarios', from: '/mock-server', loads: [] },
  { name: 'createMockServer', from: '/mock-server', loads: ['zod', 'countries', 'universe'] },
  { name: 'createHandlers', from: '/mock-server/msw', loads: ['zod', 'countries'] },
]

describe.concurrent.each(bundlerNames)('%s', bundler => {
  let project: Project

  beforeAll(async () => {
    const peers = ['@tanstack/react-query@5', '@opentelemetry/api@1', 'react@19', 'msw@3']
    project = await createBundlingProject(bundler, [inject('tarball'), ...peers])
    await project.write('in-a-browser.mjs', await compileProgram('in-a-browser', 'esm'))
  })

  afterAll(() => project?.remove())

  it('bundles client, import and mock server for a browser without a warning, and the bundle works', async () => {
    const { file, said } = await bundle(project, bundler, 'in-a-browser')
    expect(said).toBe('')
    const { stdout, stderr } = await project.run(process.execPath, [file])
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(inABrowserOutcome)
  })

  it.each(imports)(
    'leaves out what $name of entity-screening-sdk$from does not need',
    async ({ name, from, loads, later }) => {
      const text = `import { ${name} } from 'entity-screening-sdk${from}'\nglobalThis.used = ${name}\n`
      await project.write(`${name}.mjs`, text)
      const { file, said } = await bundle(project, bundler, name)
      expect(said).toBe('')
      const bundled = await readAtOnce(file)
      const expected = parts.filter(
        part => loads.includes(part) || (oneFile.has(bundler) && later?.includes(part)),
      )
      expect(parts.filter(part => bundled.includes(marks[part]))).toEqual(expected)
    },
  )
})

/** A bundle, with the chunks that it loads at once. */
async function readAtOnce(file: string): Promise<string> {
  const files = new Set([file])
  let text = ''
  for (const next of files) {
    const code = await readFile(next, 'utf8')
    for (const [, chunk = ''] of code.matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)) {
      files.add(join(dirname(next), chunk))
    }
    text += code
  }
  return text
}
