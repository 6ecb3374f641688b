import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { describe } from 'vitest'
import { cleanEnvironment, type Project } from '../../project.ts'

const examples = join(import.meta.dirname, '../../../../examples')
const isWindows = process.platform === 'win32'

/** Describes a recipe for the project of a generator. Without the generator it is skipped, and its name says why. */
export async function describeRecipe(name: string, generator: string, test: () => void): Promise<void> {
  const failure: unknown = await promisify(execFile)('npm', ['view', generator, 'version'], {
    shell: isWindows,
  }).then(
    () => undefined,
    error => error,
  )
  const title = `the recipe for ${name}`
  if (failure === undefined) describe(title, test)
  else describe.skip(`${title}: skipped, because the registry does not have ${generator}`, test)
}

/** Copies the files of a recipe, or another folder of the examples, into a project. */
export function copyExample(project: Project, from: string, to = '.'): Promise<void> {
  return cp(join(examples, from), join(project.folder, to), { recursive: true })
}

/** The mock server for a program, with a sanctioned company in its team. */
export async function startService(): Promise<{
  environment: Record<string, string>
  server: MockServer
  close(): Promise<void>
}> {
  const apiKey = 'recipe-key'
  const server = createMockServer({ keys: { [apiKey]: 'team' }, clock: 'stepping' })
  await server.load({ entities: [{ type: 'organization', name: '[sanctioned] Acme GmbH' }] })
  const { url, close } = await startServer(server)
  const environment = { ENTITY_SCREENING_BASE_URL: url, ENTITY_SCREENING_API_KEY: apiKey }
  return { environment, server, close }
}

/** Runs a Node program of a project that serves HTTP on a port, until `use` has ended. */
export async function withProgram<Result>(
  project: Project,
  parameters: (port: string) => readonly string[],
  environment: Record<string, string>,
  use: (address: string) => Promise<Result>,
): Promise<Result> {
  const port = await findPort()
  const child = spawn(process.execPath, parameters(port), {
    cwd: project.folder,
    env: { ...cleanEnvironment(), ...environment, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const closed = once(child, 'close')
  const address = `http://127.0.0.1:${port}`
  try {
    while (!(await isUp(address))) {
      if (child.exitCode !== null) throw new Error(`ended before it listened: ${output}`)
      await sleep(100)
    }
    return await use(address)
  } catch (error) {
    throw new Error(`the program printed: ${output}`, { cause: error })
  } finally {
    child.kill()
    await closed
  }
}

const isUp = (address: string) =>
  fetch(address).then(
    () => true,
    () => false,
  )

async function findPort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? String(address.port) : ''
}
