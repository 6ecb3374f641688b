import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { readAnswer, success } from '../mock-server/wire.ts'

/** Runs `serve` with a file of data, in a terminal of its own or with a pipe for its input. */
async function serve(isInTerminal: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'serve-terminal-'))
  const file = join(folder, 'data.json')
  const writeName = (name: string) => writeFile(file, JSON.stringify([{ type: 'organization', name }]))
  await writeName('Nordwind GmbH')
  const command = [
    process.execPath,
    join(inject('builtCli'), 'dist/cli.js'),
    'serve',
    '--port',
    '0',
    '--data',
    file,
  ]
  const [program = '', ...parameters] = isInTerminal
    ? ['script', '-qec', command.map(word => `'${word}'`).join(' '), '/dev/null']
    : command
  const child = spawn(program, parameters)
  onTestFinished(async () => {
    child.kill()
    await rm(folder, { recursive: true })
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  await expect.poll(() => output).toContain('Ctrl-C stops')
  const [, url = ''] = /listening on (\S+)/.exec(output) ?? []
  return {
    output: () => output,
    writeName,
    press: (keys: string) => child.stdin.write(keys),
    async listNames() {
      const headers = { authorization: 'Bearer test-key' }
      const answer = await readAnswer(await fetch(`${url}/v1/entities`, { headers }))
      return success('listEntities', answer).map(({ name }) => name)
    },
  }
}

it.runIf(process.platform === 'linux')(
  '"r" and Enter in a terminal read the data again and reset the server',
  async () => {
    const { output, writeName, press, listNames } = await serve(true)
    await expect.poll(output).toContain('"r" and Enter reset it.')
    await writeName('Südwind GmbH')
    press('r\n')
    await expect.poll(output).toContain('the server is reset')
    expect(await listNames()).toEqual(['Südwind GmbH'])
  },
)

it('"r" and Enter do nothing if stdin is no terminal', async () => {
  const { output, writeName, press, listNames } = await serve(false)
  await writeName('Südwind GmbH')
  press('r\n')
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(await listNames()).toEqual(['Nordwind GmbH'])
  expect(output()).not.toContain('reset')
})
