import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiKey } from '../../answering.ts'
import { installCommand, outcomeOf } from '../built-command.ts'
import { startService } from '../services.ts'
import { namesIn, writeOrganizations } from './imported.ts'

const command = installCommand()

describe('import', () => {
  it('stops at SIGINT with 130, and continues with its journal', async () => {
    const { server, environment } = await startService({
      latency: 50,
      clock: 'real',
    })
    const file = await writeOrganizations(command.folder, 1000)
    const line = [
      'import',
      file,
      '--batch-size',
      '50',
      '--concurrency',
      '2',
      '--journal',
      join(command.folder, 'journal'),
    ]
    const child = command.start([...line, '--problems', join(command.folder, 'left.jsonl')], environment)
    const ended = outcomeOf(child)
    while (server.requests.list().length < 4) await new Promise(resolve => setTimeout(resolve, 20))
    child.kill('SIGINT')
    const { status, stdout, stderr } = await ended
    expect(status).toBe(130)
    expect(stderr).toContain('stopping after the requests in flight')
    expect(stdout).toMatch(/^Stopped by a signal\.$/m)
    expect(stdout).toMatch(/^Left: lines \d+-\d+/m)
    expect(stdout).toMatch(/^To continue, run the same command again: it continues where it stopped\.$/m)
    const created = (await namesIn(server)).length
    expect(created).toBeLessThan(1000)
    expect(stdout).toMatch(new RegExp(`^ *${created}  created$`, 'm'))

    const resumed = await command.run([...line, '--json'], environment)
    expect(resumed.status).toBe(0)
    expect(JSON.parse(resumed.stdout)).toMatchObject({
      rows: 1000,
      created: 1000,
      duplicates: 0,
      stopped: null,
    })
    const again = await command.run(line, environment)
    expect(again.stdout).toMatch(/^1,000 {2}created by earlier runs$/m)
    const names = await namesIn(server)
    expect([names.length, new Set(names).size]).toEqual([1000, 1000])
    expect(await readFile(join(command.folder, 'journal'), 'utf8')).not.toContain(apiKey)
  })

  it('stops at SIGINT while it waits for stdin', async () => {
    const { server, environment } = await startService({ clock: 'real' })
    const child = command.start(['import', '-', '--type', 'organization', '--country', 'DE'], environment)
    const ended = outcomeOf(child)
    // A source is read to its end before a row is sent. More than a pipe holds: it has begun to read.
    const rows = await readFile(await writeOrganizations(command.folder, 20_000))
    await new Promise(resolve => child.stdin.write(rows, resolve))
    child.kill('SIGINT')
    const { status, stdout } = await ended
    expect(status).toBe(130)
    expect(stdout).toMatch(/^The source was not read to its end: there may be more rows, also of those/m)
    expect(stdout).toMatch(/^To continue, run the same command again\.$/m)
    expect(server.requests.list()).toEqual([])
  })
})
