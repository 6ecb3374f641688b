import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createProject, type Project } from '../project.ts'
import { readProgram } from './programs.ts'

const compilers = [
  'typescript-5.9@npm:typescript@5.9',
  'typescript-6@npm:typescript@6',
  'typescript-7@npm:typescript@7',
]
const others = [
  'zod@4',
  '@tanstack/react-query@5',
  '@opentelemetry/api@1',
  'react@19',
  '@types/react@19',
  '@types/node@24',
]

/** A library without `Symbol.asyncDispose` has to read these declarations, too. */
const startServerProgram = `
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
export const started = async () => (await startServer(createMockServer())).close()
`

/** Prints each field of the types of `fields.mts` that shows no comment in an editor; of a person's names, which say all, none is asked. */
const listUncommented = `
import ts from 'typescript-6'
const program = ts.createProgram(['fields.mts'], { module: 199, moduleResolution: 99, strict: true, skipLibCheck: true })
const checker = program.getTypeChecker()
const types = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile('fields.mts')))
for (const symbol of types) {
  const type = checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(symbol))
  for (const each of type.isUnion() ? type.types : [type])
    for (const field of checker.getPropertiesOfType(each))
      if (field.getDocumentationComment(checker).length === 0 && !/^(first|last|full)?name$/i.test(field.name))
        console.log(symbol.name, field.name)
}
console.log(types.length, 'types')
`

/** The declarations that users' compilers read, in each way in which they may look for them. */
describe('the types', () => {
  let modern: Project

  beforeAll(async () => {
    const packages = [inject('tarball'), ...compilers, ...others]
    modern = await createProject([...packages, 'msw@3'])
    for (const name of ['workflow', 'peers', 'declarations', 'in-a-browser'] as const) {
      const text = await readProgram(name)
      await modern.write(`${name}.mts`, text)
      await modern.write(`${name}.ts`, text)
      await modern.write(`${name}.cts`, text)
    }
  })

  afterAll(async () => {
    await modern?.remove()
  })

  const compile = async (project: Project, version: string, parameters: readonly string[]) => {
    const { stdout, stderr } = await project.run(process.execPath, [
      join('node_modules', `typescript-${version}`, 'bin/tsc'),
      ...['--noEmit', '--strict', '--target', 'es2022', ...parameters],
    ])
    return stdout + stderr
  }

  const versions = ['5.9', '6', '7']
  // `module: node20` looks for declarations as node16 does.
  const settings = [
    ['node16', '.mts', 'true'],
    ['nodenext', '.mts', 'true'],
    ['nodenext', '.cts', 'true'],
    ['bundler', '.ts', 'true'],
    ['bundler', '.ts', 'false'],
  ] as const
  const rows = versions.flatMap(version => settings.map(setting => [version, ...setting] as const))

  it.concurrent.each(rows)(
    'pass TypeScript %s with moduleResolution %s in a file %s, exactOptionalPropertyTypes %s',
    async (version, moduleResolution, extension, exact) => {
      const files = [`workflow${extension}`, `peers${extension}`, `declarations${extension}`]
      const flags = [
        '--declaration',
        '--moduleResolution',
        moduleResolution,
        '--module',
        moduleResolution === 'bundler' ? 'esnext' : moduleResolution,
        '--types',
        'node',
      ]
      // The declarations themselves are checked with one of the two.
      const more = exact === 'false' ? ['--skipLibCheck'] : []
      const parameters = [...flags, '--exactOptionalPropertyTypes', exact, ...more, ...files]
      expect(await compile(modern, version, parameters)).toBe('')
    },
  )

  it.concurrent('have a comment for each field that callers fill in or read', async () => {
    const names = [
      'CreateEntityInput',
      'BulkEntityInput',
      'AttachDocumentInput',
      'SearchOrganizationsInput',
      'SearchPersonsInput',
      'SearchEntitiesInput',
    ]
    const models = [
      'Entity',
      'CreatedEntity',
      'BulkSummary',
      'Network',
      'NetworkNode',
      'Relation',
      'HitEntry',
    ]
    const all = [...names, ...models, 'ClientOptions', 'Health', 'ServiceIndex', 'PersonProfile']
    await modern.write(
      'fields.mts',
      all.map(name => `export type { ${name} } from 'entity-screening-sdk'`).join('\n'),
    )
    await modern.write('fields.mjs', listUncommented)
    const { stdout, stderr } = await modern.run(process.execPath, ['fields.mjs'])
    expect([stdout, stderr]).toEqual([`${all.length} types\n`, ''])
  })

  it.concurrent.each(versions)(
    'pass TypeScript %s in a browser project, without any type of Node',
    async version => {
      const compilerOptions = {
        module: 'esnext',
        moduleResolution: 'bundler',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: [],
      }
      const file = `tsconfig.${version}.json`
      await modern.write('start-server.ts', startServerProgram)
      const files = ['in-a-browser.ts', 'start-server.ts']
      await modern.write(file, JSON.stringify({ compilerOptions, files }))
      expect(await compile(modern, version, ['--project', file])).toBe('')
    },
  )

  it.concurrent.each(versions)(
    'pass TypeScript %s in a server, without any type of browsers',
    async version => {
      const flags = [
        '--moduleResolution',
        'nodenext',
        '--module',
        'nodenext',
        '--lib',
        'es2022',
        '--types',
        'node',
      ]
      expect(await compile(modern, version, [...flags, 'workflow.mts'])).toBe('')
    },
  )
})
