import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createProject, type Project } from '../project.ts'

/** The two builds of the package, CommonJS and ES modules, seen from one program. */
describe('the two module formats', () => {
  let project: Project

  beforeAll(async () => {
    project = await createProject([inject('tarball')])
  })

  afterAll(() => project?.remove())

  const runFile = async (file: string, text: string) => {
    await project.write(file, text)
    return project.run(process.execPath, [file])
  }

  it('require() loads the ky that is built in, not the one that is installed beside it', async () => {
    const { stdout, stderr } = await runFile(
      'main.cjs',
      `const entries = ['', '/schemas', '/network', '/portfolio', '/portfolio/postgres', '/mock-server', '/mock-server/node']
       for (const entry of entries) require('entity-screening-sdk' + entry)
       console.log(Object.keys(require.cache).filter(file => /node_modules.ky./.test(file)).length)`,
    )
    expect([stdout.trim(), stderr]).toEqual(['0', ''])
  })

  it('each exported class has its own name', async () => {
    const { stdout } = await runFile(
      'names.mjs',
      `import { createRequire } from 'node:module'
       const require = createRequire(import.meta.url)
       const isClass = value => typeof value === 'function' && /^class\\b/.test(value)
       const wrong = []
       let classes = 0
       for (const entry of ['', '/portfolio', '/portfolio/postgres', '/mock-server', '/mock-server/node']) {
         const name = 'entity-screening-sdk' + entry
         for (const module of [await import(name), require(name)])
           for (const [name, value] of Object.entries(module))
             if (isClass(value)) {
               classes += 1
               if (value.name !== name) wrong.push([name, value.name])
             }
       }
       console.log(classes > 30, JSON.stringify(wrong))`,
    )
    expect(stdout.trim()).toBe('true []')
  })

  it('is() knows an error of the other format', async () => {
    const { stdout } = await runFile(
      'both.mjs',
      `import { createRequire } from 'node:module'
       import { EntityScreening, InputValidationError } from 'entity-screening-sdk'
       const other = createRequire(import.meta.url)('entity-screening-sdk')
       const client = new EntityScreening({ apiKey: 'key', baseUrl: 'http://x.example' })
       const error = await client.entities.network('').catch(error => error)
       console.log(other.InputValidationError === InputValidationError, other.InputValidationError.is(error), other.ApiError.is(error))`,
    )
    expect(stdout.trim()).toBe('false true false')
  })
})
