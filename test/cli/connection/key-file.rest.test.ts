import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiKey } from '../../answering.ts'
import { installCommand, outcomeOf } from '../built-command.ts'
import { startWithoutKey as start, startService } from '../services.ts'

const command = installCommand()
beforeAll(async () => {
  const inFolder = (file: string) => join(command.folder, file)
  await writeFile(inFolder('key'), `${apiKey}\nsomething else\n`, { mode: 0o600 })
  await writeFile(inFolder('windows'), `\ufeff${apiKey}\r\n`, { mode: 0o600 })
})

describe('a key is read', () => {
  it.each([
    ['from a file with a second line', '--key-file key'],
    ['from a file of Windows, with its mark and line ends', '--key-file windows'],
    ['from a process substitution', '--key-file <(cat key)'],
    ['from a slow process substitution', '--key-file <(sleep 0.3; cat key)'],
    ['from one whose writer says more and more', `--key-file <(cat key; yes)`],
    ['from a pipe that is stdin', '--key-file /dev/stdin < <(cat key)'],
    ['from a file that is stdin', '--key-file /dev/fd/0 <key'],
    ['from a named pipe, whose writer comes later', '--key-file pipe & (sleep 0.3; cat key >pipe); wait $!'],
  ])('%s', async (_, parameters) => {
    const { server, environment } = await start()
    const line = `[ -p pipe ] || mkfifo pipe; screening list --quiet ${parameters}`
    expect(await command.shell(line, environment)).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(server.requests.list()).toMatchObject([{ status: 200 }])
  })

  it('from stdin if it is a socket, as below Node', async () => {
    const { environment } = await start()
    const outcome = await command.runApart(
      ['list', '--quiet', '--key-file', '/dev/stdin'],
      environment,
      `${apiKey}\n`,
    )
    expect(outcome).toEqual({ status: 0, stdout: '', stderr: '' })
  })
})

it('SIGINT ends a command that waits for the writer of a named pipe', async () => {
  const { environment } = await startService()
  await command.shell('mkfifo silent')
  for (const parameters of [
    ['list', '--key-file', 'silent'],
    ['import', 'silent'],
    ['list', '--key-file', '/dev/stdin'],
  ]) {
    const child = command.start(parameters, environment)
    const ended = outcomeOf(child)
    await new Promise(resolve => setTimeout(resolve, 1000))
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ status: 130 })
  }
})

it('a pipe without a reader does not keep a command waiting: an import without a key', async () => {
  await command.shell('mkfifo unread')
  const { environment } = await start()
  expect(await outcomeOf(command.start(['import', 'unread'], environment))).toMatchObject({ status: 2 })
})
