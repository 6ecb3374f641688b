import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, inject, it, onTestFinished } from 'vitest'

const script = fileURLToPath(new URL('../../packaging/start-mock-server.sh', import.meta.url))

/** Runs the step of the action; `npx` starts the built command, or what a test puts in its place. */
async function runStep(inputs: Readonly<Record<string, string>>, npx?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-action-'))
  const cli = join(inject('builtCli'), 'dist/cli.js')
  const command =
    npx ?? `printf '%s\\n' "$@" >'${folder}/parameters'\nexec '${process.execPath}' '${cli}' "\${@:5}"`
  await writeFile(join(folder, 'npx'), `#!/usr/bin/env bash\n${command}\n`)
  await chmod(join(folder, 'npx'), 0o755)
  const step = spawn('bash', [script], {
    env: {
      PATH: [folder, process.env.PATH].join(delimiter),
      VERSION: 'latest',
      PORT: '0',
      ARGUMENTS: '',
      TIMEOUT: '60',
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_ENV: join(folder, 'env'),
      ...inputs,
    },
    // A group of its own, which later steps would share with the server.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(async () => {
    try {
      if (step.pid !== undefined) process.kill(-step.pid, 'SIGKILL')
    } catch {
      // All of it has ended.
    }
    await rm(folder, { recursive: true, force: true })
  })
  let stderr = ''
  step.stderr.on('data', text => {
    stderr += String(text)
  })
  const status = await new Promise<number | null>(resolve => step.once('exit', resolve))
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '')
  return { status, stderr, read }
}

describe.skipIf(process.platform === 'win32')('the step of the GitHub Action', () => {
  it('starts the server without arguments, and passes its address to later steps', async () => {
    const { status, read } = await runStep({})
    expect(status).toBe(0)
    const [, url = ''] = /^url=(.+)$/m.exec(await read('output')) ?? []
    expect(await read('env')).toBe(`ENTITY_SCREENING_BASE_URL=${url}\n`)
    expect((await fetch(`${url}/v1/health`)).status).toBe(200)
  })

  it('splits arguments at spaces and line breaks', async () => {
    const { status, read } = await runStep({ ARGUMENTS: '--clock manual\n  --seed 2\n' })
    expect(status).toBe(0)
    expect((await read('parameters')).split('\n').slice(4, -1)).toEqual([
      'serve',
      '--port',
      '0',
      '--clock',
      'manual',
      '--seed',
      '2',
    ])
  })

  it.each([
    [{ ARGUMENTS: '--data "my entities.json"' }, 'arguments are split at spaces'],
    [{ ARGUMENTS: '--key $KEY' }, 'arguments are split at spaces'],
    [{ PORT: 'http' }, 'port must be a number, not "http"'],
    [{ PORT: '' }, 'port must be a number'],
    [{ VERSION: '1 --registry x' }, 'version must be a version or a tag'],
    [{ TIMEOUT: '1m' }, 'timeout must be a number of seconds'],
  ])('refuses %j, and starts nothing', async (inputs, sentence) => {
    const { status, stderr, read } = await runStep(inputs)
    expect(status).toBe(1)
    expect(stderr).toContain(`::error::${sentence}`)
    expect(await read('parameters')).toBe('')
  })

  it('fails with the message of a server that fails', async () => {
    const { status, stderr } = await runStep({ ARGUMENTS: '--colour red' })
    expect(status).toBe(1)
    expect(stderr).toContain('--colour')
    expect(stderr).toContain('the mock server ended before it was ready')
  })

  it('fails after its time limit, and stops the server', async () => {
    const { status, stderr } = await runStep({ TIMEOUT: '1' }, 'echo installing; exec sleep 30')
    expect(status).toBe(1)
    expect(stderr).toContain('installing')
    expect(stderr).toContain('was not ready within 1 seconds')
  })

  it('works with bash 3.2', async () => {
    const text = await readFile(script, 'utf8')
    expect(text).not.toMatch(
      /mapfile|readarray|declare -A|local -n|\$\{\w+(?:,,|\^\^|@[A-Z])|&>>|\|&|wait -n|coproc/,
    )
    expect(text).not.toMatch(/[^+]"\$\{flags\[@\]\}"/)
  })
})
