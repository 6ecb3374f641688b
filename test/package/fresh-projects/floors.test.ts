import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ways } from '../../transport/every-operation/ways.ts'
import { createProject, type Project } from '../project.ts'
import { everyFunctionOutcome, peersOutcome } from './programs/outcomes.ts'
import { compileProgram, type ProgramName, readProgram } from './programs.ts'

const isWindows = process.platform === 'win32'
const programs: readonly ProgramName[] = ['workflow', 'peers', 'every-function', 'input-errors']
// Its types are those of the tests.
const compiledPrograms: readonly ProgramName[] = [...programs, 'every-way']

/** The lowest version that a range takes: of `^2.12.0 || ^3.0.0` 2.12.0. */
function lowestOf(ranges: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ranges).map(([name, range]) => [name, /\d+\.\d+\.\d+/.exec(range)?.[0] ?? range]),
  )
}

/** The package with the oldest of all that it says it works with, on the oldest Node on which it still starts. */
describe('the lowest versions', () => {
  let lowest: Project
  let newest: Project
  let node: string
  let versions: Readonly<Record<string, string>>

  beforeAll(async () => {
    const file = join(import.meta.dirname, '../../../package.json')
    const { dependencies, peerDependencies } = JSON.parse(await readFile(file, 'utf8'))
    versions = lowestOf({ ...dependencies, ...peerDependencies })
    const exact = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
    const others = ['react@18', '@types/react@18', '@types/node@22', 'typescript@5.9', 'node@22.13']
    lowest = await createProject([inject('tarball'), ...exact, ...others])
    newest = await createProject([inject('tarball'), 'zod@4'])
    node = join(lowest.folder, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node')
    for (const name of programs) await lowest.write(`${name}.mts`, await readProgram(name))
    for (const name of compiledPrograms) {
      await lowest.write(`${name}.mjs`, await compileProgram(name, 'esm'))
      await lowest.write(`${name}.cjs`, await compileProgram(name, 'cjs'))
    }
    await newest.write('input-errors.mjs', await compileProgram('input-errors', 'esm'))
  })

  afterAll(async () => {
    await lowest?.remove()
    await newest?.remove()
  })

  const outcomeOf = async (project: Project, program: string, file: string) => {
    const { stdout, stderr } = await project.run(program, [file])
    expect(stderr).toBe('')
    return JSON.parse(stdout)
  }

  it('are those that are installed, each once', async () => {
    const { packages } = JSON.parse(await readFile(join(lowest.folder, 'package-lock.json'), 'utf8'))
    for (const [name, version] of Object.entries(versions)) {
      const places = Object.keys(packages).filter(path => path.endsWith(`node_modules/${name}`))
      expect([name, places, packages[places[0] ?? '']?.version]).toEqual([
        name,
        [`node_modules/${name}`],
        version,
      ])
    }
  })

  it('have the types that the declarations ask for', async () => {
    const parameters = ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--skipLibCheck', 'false']
    const { stdout, stderr } = await lowest.run(process.execPath, [
      join('node_modules', 'typescript', 'bin/tsc'),
      ...['--noEmit', '--strict', '--target', 'es2022', '--types', 'node', ...parameters],
      ...programs.map(name => `${name}.mts`),
    ])
    expect(stdout + stderr).toBe('')
  })

  it('of zod says the same of wrong inputs as the newest', async () => {
    const said = await outcomeOf(lowest, process.execPath, 'input-errors.mjs')
    expect(said).toEqual(await outcomeOf(newest, process.execPath, 'input-errors.mjs'))
    for (const message of said.messages) expect(message).toMatch(/ (must|is) /)
    expect(said.messages.join()).not.toContain('Invalid input')
  })

  it('of zod is not met by zod 3, which an application finds in zod 4', async () => {
    await newest.write(
      'zod-3.mjs',
      `import { createEntityInput } from 'entity-screening-sdk/schemas'
       import { z } from 'zod/v3'
       const { error } = z.object({ name: z.string() }).safeParse({ name: 7 })
       console.log(JSON.stringify([error.errors[0].message, createEntityInput.safeParse({}).success]))`,
    )
    expect(await outcomeOf(newest, process.execPath, 'zod-3.mjs')).toEqual([
      'Expected string, received number',
      false,
    ])
    const refused = createProject([inject('tarball'), 'zod@3'])
    await expect(refused).rejects.toThrow(/ERESOLVE[\s\S]*peer zod@"\^4\.5\.0" from entity-screening-sdk/)
  })

  it.each(['mjs', 'cjs'])('do all on Node 22.13 that others do, in .%s', async format => {
    expect(await outcomeOf(lowest, node, `every-function.${format}`)).toEqual(everyFunctionOutcome)
    expect(await outcomeOf(lowest, node, `every-way.${format}`)).toEqual(ways.map(({ name }) => name))
    expect(await outcomeOf(lowest, node, `peers.${format}`)).toEqual(peersOutcome)
    expect(await outcomeOf(lowest, node, `input-errors.${format}`)).toHaveProperty('messages')
  })
})
