import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { installCommand, outcomeOf } from '../built-command.ts'
import type { Outcome } from '../call-command.ts'
import { clientOf, startService } from '../services.ts'

const command = installCommand()
beforeAll(async () => {
  await writeFile(
    join(command.folder, 'one.csv'),
    'name,type,country\nHalfmoon Minerals Oy,organization,FI\n',
  )
})

/** A service whose list takes more than the files of these tests may hold. */
async function startWithMany() {
  const { server, environment } = await startService()
  const client = clientOf(server)
  const rows = Array.from({ length: 200 }, (_, row) => `Company ${row} Ltd`)
  await client.entities.createBulk(
    rows.map(name => ({ type: 'organization' as const, name, countryCode: 'GB' })),
  )
  server.clock.settle()
  const [first] = await client.entities.list()
  return { server, client, environment: { ...environment, ID: first?.id } }
}

function expectNoTrace({ stderr }: Outcome): void {
  expect(stderr).not.toMatch(/^ +at |node:internal|Warning:/m)
}

describe('a full disk', () => {
  const lines = [
    ...['--help', '--version', 'help list', 'list', 'list --json', 'network $ID', 'network $ID --json'],
    ...[
      'search entities',
      'search persons X --json',
      'rescan $ID',
      'rescan $ID --json',
      'doctor',
      'doctor --json',
    ],
    ...['import one.csv', 'import one.csv --json', 'serve --port 0'],
  ]

  it.runIf(process.platform === 'linux').each(lines)('ends `%s` with 1', async line => {
    const { environment } = await startWithMany()
    const told = await command.shell(`screening ${line} >/dev/full`, environment)
    expect(told).toMatchObject({ status: 1, stdout: '' })
    expect(told.stderr).toMatch(
      /^entity-screening: the result could not be written: no space left on device \(ENOSPC\)$/m,
    )
    expectNoTrace(told)
    for (const silent of ['2>&-', '2>/dev/full']) {
      const { status } = await command.shell(`screening ${line} >/dev/full ${silent}`, environment)
      expect(status).toBe(1)
    }
  })

  it.runIf(process.platform === 'linux')('ends `watch` with 1 at the first change', async () => {
    const { server, client, environment } = await startWithMany()
    const begun = server.requests.list().length
    const watching = command.shell('screening watch --every 50ms >/dev/full', environment)
    const checks = () => server.requests.list().length - begun
    await vi.waitFor(() => expect(checks()).toBeGreaterThan(1), { timeout: 20_000 })
    await client.entities.rescan(environment.ID ?? '')
    expect(await watching).toMatchObject({ status: 1 })
  })

  it.each([
    ['list --json', 'in the middle of what it writes'],
    ['network $ID --json', 'in the only line that it writes'],
    ['help import', 'before it has asked for anything'],
  ])('ends `%s` with 1 if a file fills up %s', async line => {
    const { environment } = await startWithMany()
    const outcome = await command.shell(`ulimit -f 1; screening ${line} > full.txt`, environment)
    expect(outcome).toMatchObject({ status: 1 })
    expect(outcome.stderr).toMatch(/^entity-screening: the result could not be written: .+ \(EFBIG\)$/m)
    expectNoTrace(outcome)
  })

  it('ends an import with 1 if the file of problems fills up, and names the file', async () => {
    const { environment } = await startWithMany()
    await writeFile(
      join(command.folder, 'wrong.csv'),
      `name,type,country\n${',organization,GB\n'.repeat(400)}`,
    )
    for (const file of ['problems.csv', 'problems.jsonl']) {
      const line = `ulimit -f 1; screening import wrong.csv --problems ${file}`
      const outcome = await command.shell(line, environment)
      expect(outcome).toMatchObject({ status: 1 })
      expect(outcome.stdout).toMatch(
        new RegExp(`^Stopped: ${file} cannot be written: .+ \\(EFBIG\\)\\.$`, 'm'),
      )
    }
  })
})

describe('a file as stdout', () => {
  it('has its old content and the full output', async () => {
    const { environment } = await startWithMany()
    const { stdout } = await command.shell('screening list --json', environment)
    await command.shell('echo before > all.txt; screening list --json >> all.txt', environment)
    expect(await readFile(join(command.folder, 'all.txt'), 'utf8')).toBe(`before\n${stdout}`)
  })
})

describe('a reader who has gone', () => {
  it.each([['--help'], ['list --json'], ['network $ID'], ['doctor']])('ends `%s` quietly', async line => {
    const { environment } = await startWithMany()
    const outcome = await command.shell(`set -o pipefail; screening ${line} | head -n 1`, environment)
    expect(outcome).toMatchObject({ status: 0, stderr: expect.not.stringContaining('entity-screening') })
    expect(outcome.stdout).toMatch(/^.+\n$/)
  })

  it('does not end a server whose address was read', async () => {
    const child = command.start(['serve', '--port', '0', '--quiet'])
    const ended = outcomeOf(child)
    const [said] = await once(child.stdout, 'data')
    child.stdout.destroy()
    const answer = await fetch(`${/http:\S+/.exec(String(said))}/v1/health`)
    expect(answer.status).toBe(200)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ status: 0, stderr: '' })
  })
})

describe('closed streams', () => {
  const lines = [
    ['--help', 0],
    ['list', 0],
    ['network $ID --json', 0],
    ['network nope', 1],
    ['surf', 2],
    ['import one.csv --journal one.journal', 0],
  ] as const
  const rows = lines.flatMap(([line, status]) =>
    ['>&-', '2>&-', '<&- >&- 2>&-'].map(closed => [line, closed, status] as const),
  )

  // Node opens /dev/null in their place, so that no file of the command can take it.
  it.each(rows)('end `%s %s` as /dev/null does', async (line, closed, status) => {
    const { environment } = await startWithMany()
    const outcome = await command.shell(`rm -f one.journal; screening ${line} ${closed}`, environment)
    expect(outcome).toMatchObject({ status })
    expectNoTrace(outcome)
    if (!line.startsWith('import')) return
    const kept = await command.run(['import', 'status', '--journal', 'one.journal', '--json'])
    expect(JSON.parse(kept.stdout)).toMatchObject({ isHeld: false, created: expect.any(Number) })
  })
})
