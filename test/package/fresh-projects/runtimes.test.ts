import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { EntityScreening } from 'entity-screening-sdk'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createProject, type Project } from '../project.ts'
import { withServer } from './command.ts'
import { everyFunctionOutcome, peersOutcome, workflowOutcome } from './programs/outcomes.ts'
import { compileProgram } from './programs.ts'

const isWindows = process.platform === 'win32'

/** The client, the mock server and the command where JavaScript runs outside a browser. */
describe('the package', () => {
  let alone: Project
  let withPeers: Project

  beforeAll(async () => {
    // Of zod npm itself sees that it is there.
    alone = await createProject([inject('tarball')])
    withPeers = await createProject([
      inject('tarball'),
      'msw@3',
      '@tanstack/react-query@5',
      '@opentelemetry/api@1',
      'react@19',
    ])
    await alone.write('workflow.mjs', await compileProgram('workflow', 'esm'))
    await alone.write('workflow.cjs', await compileProgram('workflow', 'cjs'))
    await withPeers.write('peers.mjs', await compileProgram('peers', 'esm'))
    await withPeers.write('peers.cjs', await compileProgram('peers', 'cjs'))
    await withPeers.write('every-function.mjs', await compileProgram('every-function', 'esm'))
    await withPeers.write('every-function.cjs', await compileProgram('every-function', 'cjs'))
    await alone.write('.key', 'fresh-project-key')
    await chmod(join(alone.folder, '.key'), 0o600)
  })

  afterAll(async () => {
    await alone?.remove()
    await withPeers?.remove()
  })

  const cli = join('node_modules', 'entity-screening-sdk', 'dist', 'cli.js')

  const runWorkflow = async (program: string, parameters: readonly string[], file: string) => {
    const { stdout, stderr } = await alone.run(program, [...parameters, file])
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(workflowOutcome)
  }

  /** Serves with one process of the command, and lists with another. */
  const runCommand = (program: string, parameters: readonly string[]) =>
    withServer(program, [...parameters, cli], alone.folder, async baseUrl => {
      const client = new EntityScreening({ apiKey: 'fresh-project-key', baseUrl })
      await client.entities.create({ type: 'person', name: 'Ilse Brandt', countryCode: 'DE' })
      const { stdout, stderr } = await alone.run(program, [
        ...[...parameters, cli, 'list', '--json'],
        ...['--key-file', '.key', '--base-url', baseUrl],
      ])
      expect(stderr).toBe('')
      expect(stdout).toContain('"Ilse Brandt"')
    })

  describe.each(['22', '24', '26'])('on Node %s', version => {
    let installed: Project
    let node: string

    beforeAll(async () => {
      installed = await createProject([`node@${version}`])
      node = join(installed.folder, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node')
      const { stdout } = await installed.run(node, ['--version'])
      expect(stdout).toMatch(new RegExp(`^v${version}\\.`))
    })

    afterAll(() => installed?.remove())

    it('works by import', () => runWorkflow(node, [], 'workflow.mjs'))

    it('works by require', () => runWorkflow(node, [], 'workflow.cjs'))

    it('serves and lists from the command line', () => runCommand(node, []))

    it.each(['every-function.mjs', 'every-function.cjs'])('runs every function, in %s', async file => {
      const { stdout, stderr } = await withPeers.run(node, [file])
      expect(stderr).toBe('')
      expect(JSON.parse(stdout)).toEqual(everyFunctionOutcome)
    })

    it.each(['peers.mjs', 'peers.cjs'])('works with msw and TanStack Query in %s', async file => {
      const { stdout, stderr } = await withPeers.run(node, [file])
      expect(stderr).toBe('')
      expect(JSON.parse(stdout)).toEqual(peersOutcome)
    })
  })

  describe.each([
    [
      'deno',
      isWindows ? 'deno/deno.exe' : 'deno/deno',
      ['run', '--allow-all', '--node-modules-dir=manual', '--no-lock'],
    ],
    // The same name on every system.
    ['bun', 'bun/bin/bun.exe', ['--no-install']],
  ] as const)('on %s', (name, executable, parameters) => {
    let installed: Project | undefined
    let runtime: string
    /** Neither of the two is built for every machine. */
    let whyNot: string | undefined

    beforeAll(async () => {
      try {
        installed = await createProject([name])
        runtime = join(installed.folder, 'node_modules', executable)
        const { status, stderr } = await installed.run(runtime, ['--version'])
        if (status !== 0) whyNot = stderr
      } catch (error) {
        whyNot = String(error)
      }
    })

    afterAll(() => installed?.remove())

    it('works by import', async ({ skip }) => {
      if (whyNot !== undefined) skip(`${name} does not start here: ${whyNot}`)
      await runWorkflow(runtime, parameters, 'workflow.mjs')
    })

    it('works by require', async ({ skip }) => {
      if (whyNot !== undefined) skip(`${name} does not start here: ${whyNot}`)
      await runWorkflow(runtime, parameters, 'workflow.cjs')
    })

    it('serves and lists from the command line', async ({ skip }) => {
      if (whyNot !== undefined) skip(`${name} does not start here: ${whyNot}`)
      await runCommand(runtime, parameters)
    })
  })
})
