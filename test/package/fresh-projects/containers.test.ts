import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

/** The steps of packaging/Containerfile and packaging/action.yml, without a container and without GitHub. */
const packaging = fileURLToPath(new URL('../../../packaging/', import.meta.url))
const version = () => `file:${inject('tarball')}`
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'entity-screening-container-'))
  // The user of the container is another one.
  chmodSync(folder, 0o755)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const clientAt = (port: number) =>
  new EntityScreening({ apiKey: 'test-key', baseUrl: `http://127.0.0.1:${port}` })

describe.skipIf(process.platform === 'win32')('the Containerfile', () => {
  const steps = readFileSync(join(packaging, 'Containerfile'), 'utf8')
  const all = (name: string) =>
    Array.from(steps.matchAll(new RegExp(`^${name} (.+)$`, 'gm')), ([, text = '']) => text)
  const only = (name: string) => {
    const [text = '', ...more] = all(name)
    expect([text === '', more]).toEqual([false, []])
    return text
  }
  const volume = () => join(folder, 'state')
  const inFolder = (text: string) => text.replaceAll('/state', volume())
  const environment = () => ({
    ...process.env,
    ...Object.fromEntries(
      only('ENV')
        .split(' ')
        .map(pair => inFolder(pair).split('=', 2)),
    ),
    VERSION: version(),
    npm_config_prefix: join(folder, 'prefix'),
    PATH: [join(folder, 'prefix', 'bin'), process.env.PATH].join(delimiter),
  })
  // Another user than root, as in the container, where there is one.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

  beforeAll(() => {
    expect(only('ARG')).toBe('VERSION=latest')
    expect(only('USER')).toBe('node')
    const run = inFolder(only('RUN')).replace('chown node ', `chown ${user.uid ?? process.getuid?.()} `)
    const { status, stderr } = spawnSync('sh', ['-c', run], { env: environment(), encoding: 'utf8' })
    expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
  }, 120_000)

  async function start(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
    const [program, ...parameters] = [...JSON.parse(only('ENTRYPOINT')), ...JSON.parse(only('CMD'))]
    const child = spawn(program, parameters, { env, cwd: '/', stdio: ['ignore', 'pipe', 'ignore'], ...user })
    await once(child.stdout ?? child, 'data')
    return child
  }

  async function stop(child: ChildProcess): Promise<void> {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  }

  it('is healthy while it serves, and keeps its state in the volume', async () => {
    const port = await freePort()
    const env = { ...environment(), ENTITY_SCREENING_PORT: String(port), ENTITY_SCREENING_HOST: '127.0.0.1' }
    const isHealthy = () =>
      spawnSync('sh', ['-c', only('HEALTHCHECK').replace(/^.*? CMD /, '')], { env }).status === 0
    expect(isHealthy()).toBe(false)
    const first = await start(env)
    expect(isHealthy()).toBe(true)
    await clientAt(port).entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    await stop(first)
    const second = await start(env)
    const names = (await clientAt(port).entities.list()).map(({ name }) => name)
    await stop(second)
    expect(names).toEqual(['Halfmoon Minerals Oy'])
  }, 60_000)
})

describe.skipIf(process.platform === 'win32')('the GitHub Action', () => {
  async function runStep(port: number, flags: string) {
    const temp = mkdtempSync(join(folder, 'runner-'))
    mkdirSync(join(temp, 'temp'))
    const env = {
      ...process.env,
      VERSION: version(),
      PORT: String(port),
      ARGUMENTS: flags,
      TIMEOUT: '120',
      RUNNER_TEMP: join(temp, 'temp'),
      GITHUB_OUTPUT: join(temp, 'output'),
      GITHUB_ENV: join(temp, 'env'),
    }
    // A group of its own, which later steps would share with the server.
    const step = spawn(join(packaging, 'start-mock-server.sh'), {
      env,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    step.stderr?.on('data', (text: Buffer) => {
      stderr += text
    })
    const [status]: (number | null)[] = await once(step, 'exit')
    return { status, stderr: () => stderr, temp, end: () => process.kill(-(step.pid ?? 0)) }
  }

  it('starts the server and names it to later steps', async () => {
    const port = await freePort()
    const { status, temp, end } = await runStep(port, '--clock manual --seed 2')
    try {
      expect(status).toBe(0)
      expect(readFileSync(join(temp, 'output'), 'utf8')).toBe(`url=http://127.0.0.1:${port}\n`)
      expect(readFileSync(join(temp, 'env'), 'utf8')).toBe(
        `ENTITY_SCREENING_BASE_URL=http://127.0.0.1:${port}\n`,
      )
      expect(await clientAt(port).entities.list()).toEqual([])
    } finally {
      end()
    }
  }, 120_000)

  it('fails with what the server says where that cannot start', async () => {
    const { status, stderr } = await runStep(await freePort(), '--clok manual')
    expect(status).toBe(1)
    expect(stderr()).toContain('--clok')
  }, 120_000)

  it('has the inputs that its script reads', () => {
    const action = readFileSync(join(packaging, 'action.yml'), 'utf8')
    const script = readFileSync(join(packaging, 'start-mock-server.sh'), 'utf8')
    const given = Array.from(
      action.matchAll(/^ +([A-Z]+): \$\{\{ inputs\.(\w+) \}\}$/gm),
      ([, name, input]) => [name, input],
    )
    expect(given).toEqual([
      ['VERSION', 'version'],
      ['PORT', 'port'],
      ['ARGUMENTS', 'arguments'],
      ['TIMEOUT', 'timeout'],
    ])
    for (const [name] of given) expect(script).toContain(`$${name}`)
  })
})

describe.skipIf(process.platform === 'win32')('the clients of docs/ci-and-containers.md', () => {
  const page = readFileSync(join(packaging, '..', 'docs', 'ci-and-containers.md'), 'utf8')
  const has = (program: string) => spawnSync(program, ['--version']).status === 0

  it.for([
    ['python3', 'python', 'client.py'],
    ['java', 'java', 'Client.java'],
  ] as const)('run with %s', { timeout: 60_000 }, async ([program, language, file], { skip }) => {
    if (!has(program)) skip(`there is no ${program} here`)
    const [, text = ''] = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(page) ?? []
    writeFileSync(join(folder, file), text)
    const running = await startServer(createMockServer({ keys: { 'test-key': 'team-1' } }))
    const child = spawn(program, [file], {
      cwd: folder,
      env: { ...process.env, ENTITY_SCREENING_BASE_URL: running.url },
    })
    let said = ''
    child.stdout.on('data', (text: Buffer) => {
      said += text
    })
    expect(await once(child, 'close')).toEqual([0, null])
    await running.close()
    expect(said.trim()).toBe('[]')
  })
})
