import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readStream } from '../../../cli/files.ts'
import { apiKey } from '../../answering.ts'
import { prepareCommand } from '../call-command.ts'
import { closedAddress, startWithoutKey as start } from '../services.ts'

const command = prepareCommand()
beforeAll(async () => {
  const inFolder = (file: string) => join(command.folder, file)
  await writeFile(inFolder('key'), apiKey, { mode: 0o600 })
  await mkdir(inFolder('folder'))
  await symlink('circle', inFolder('circle'))
  await writeFile(inFolder('nothing'), '')
  await writeFile(inFolder('image'), new Uint8Array(200_000).fill(7))
  await writeFile(inFolder('endless'), 'x')
  await truncate(inFolder('endless'), 8 * 1024 ** 3)
  await writeFile(inFolder('long'), `${apiKey}${'y'.repeat(4097)}\n`)
  await writeFile(inFolder('padded'), `${' '.repeat(9000)}${apiKey}\n`)
  await writeFile(inFolder('spaces'), `two ${apiKey}\n`)
  await writeFile(inFolder('utf-16'), Buffer.from(`\ufeff${apiKey}\n`, 'utf16le'))
})

describe('a key is read', () => {
  it('from stdin by doctor', async () => {
    const { environment } = await start()
    const { stdout } = await command.run(['doctor', '--key-file', '/dev/stdin'], environment, apiKey)
    expect(stdout).toMatch(/^ok +access +the key is accepted/m)
  })
})

describe('a key is refused', () => {
  it.each([
    ['nowhere', 'there is no such file (ENOENT)'],
    ['folder', 'it is a folder'],
    ['circle', 'too many symbolic links encountered (ELOOP)'],
    ['key/key', 'not a directory (ENOTDIR)'],
  ])('in the unreadable file "%s", with the status for files', async (file, reason) => {
    const environment = { ENTITY_SCREENING_BASE_URL: await closedAddress() }
    const outcome = await command.run(['list', '--key-file', file], environment)
    const stderr = `entity-screening: the file that --key-file names cannot be read: ${reason}\n`
    expect(outcome).toEqual({ status: 1, stdout: '', stderr })
  })

  it.each([
    ['nothing', 'the first line of the file that --key-file names is empty: it must hold the API key'],
    ['/dev/null', 'the first line of the file that --key-file names is empty: it must hold the API key'],
    [
      'image',
      'the first line of the file that --key-file names cannot be a key: it is longer than 4096 characters',
    ],
    [
      'endless',
      'the first line of the file that --key-file names cannot be a key: it is longer than 4096 characters',
    ],
    [
      'long',
      'the first line of the file that --key-file names cannot be a key: it is longer than 4096 characters',
    ],
    [
      'padded',
      'the first line of the file that --key-file names cannot be a key: it is longer than 4096 characters',
    ],
    [
      'spaces',
      'the first line of the file that --key-file names cannot be a key: it must be visible ASCII characters without spaces',
    ],
    [
      'utf-16',
      'the first line of the file that --key-file names cannot be a key: it must be visible ASCII characters without spaces',
    ],
    ['', '--key-file must not be empty'],
  ])('in the file "%s", whose content is not shown', async (file, sentence) => {
    const environment = { ENTITY_SCREENING_BASE_URL: await closedAddress() }
    const outcome = await command.run(['list', '--key-file', file], environment)
    expect(outcome).toEqual({ status: 2, stdout: '', stderr: `entity-screening: ${sentence}\n` })
  })

  it('in a socket', async () => {
    const socket = createServer().listen(join(command.folder, 'socket'))
    onTestFinished(() => void socket.close())
    const { status, stderr } = await command.run(['list', '--key-file', 'socket'])
    expect([status, stderr]).toEqual([
      1,
      'entity-screening: the file that --key-file names cannot be read: it is a socket\n',
    ])
  })

  it.each([
    ['in place of a file name', ['--key-file', apiKey], undefined, '--key-file'],
    ['that is too long for a file name', ['--key-file', apiKey.padEnd(400, 'k')], undefined, '--key-file'],
    ['in the variable for a file name', [], apiKey, 'ENTITY_SCREENING_API_KEY_FILE'],
  ])('%s, without repeating it', async (_, flags, variable, place) => {
    const environment = {
      ENTITY_SCREENING_BASE_URL: await closedAddress(),
      ENTITY_SCREENING_API_KEY: undefined,
      ENTITY_SCREENING_API_KEY_FILE: variable,
    }
    for (const name of ['list', 'doctor', 'watch']) {
      const { status, stdout, stderr } = await command.run([name, ...flags], environment)
      expect(status).toBe(1)
      expect(stdout + stderr).toContain(`the file that ${place} names cannot be read: `)
      expect(stdout + stderr).not.toContain(apiKey)
    }
  })

  it('in the environment, if it is too long', async () => {
    const { status, stderr } = await command.run(['list'], { ENTITY_SCREENING_API_KEY: 'k'.repeat(5000) })
    expect([status, stderr]).toEqual([
      2,
      'entity-screening: ENTITY_SCREENING_API_KEY cannot be a key: it is longer than 4096 characters\n',
    ])
  })
})

it('SIGINT before the pipe is opened ends the command too', async () => {
  const signal = AbortSignal.abort()
  const open = () => expect.unreachable()
  expect(await readStream(open, signal).next()).toEqual({ done: true, value: undefined })
})
