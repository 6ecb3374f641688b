import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { csvLine } from '../../cli/output/rows.ts'
import { prepareCommand } from './call-command.ts'
import { clientOf, startService } from './services.ts'

const command = prepareCommand()

describe('hits and decisions', () => {
  it('are listed, proposed, approved by another person, and verified', { tags: 'long' }, async () => {
    const { server, environment } = await startService()
    const client = clientOf(server)
    const { id } = await client.entities.create({ type: 'person', name: '[pep] Ilse Brandt' })
    await client.entities.create({ type: 'person', name: 'Kim Doe' })
    server.clock.settle()
    const journal = join(command.folder, `decisions-${crypto.randomUUID()}.log`)
    const run = (...line: string[]) => command.run(line, environment)
    const decide = (...line: string[]) => run('decide', id, hit, '--log', journal, ...line)

    const plain = await run('hits', id)
    expect(plain).toMatchObject({ status: 0, stdout: expect.stringContaining('[pep] Ilse Brandt') })
    const [, hit = ''] = /([0-9a-f]{12}) {2}PEP/.exec(plain.stdout) ?? []
    expect(await run('hits', id, '--log', journal)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(
        `--log: ${journal} does not exist, so there are no decisions: give the name of an earlier decision log; decide writes the first one`,
      ),
    })

    const proposal = ['--by', 'ada', '--verdict', 'false_positive', '--reason', 'Born in 1990']
    expect(await decide(...proposal)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('entity-screening: --until is required'),
    })
    expect(await decide('--by', 'bo', '--approve', '0123456789ab')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(`${journal} does not exist`),
    })
    const proposed = await decide(...proposal, '--until', '2099-12-31')
    expect(proposed).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Proposed'),
      stderr: `starts a new decision log: ${journal}\n`,
    })
    const [, name = ''] = /--approve ([0-9a-f]{12})/.exec(proposed.stdout) ?? []
    expect(await run('hits', id, '--log', journal)).toMatchObject({
      status: 3,
      stdout: expect.stringContaining('proposed'),
    })
    expect(await run('decisions', 'list', '--log', journal)).toMatchObject({
      status: 3,
      stdout: expect.stringMatching(
        new RegExp(
          `^ENTITY +NAME +HIT +PARTY .*\n${id} +\\[pep\\] Ilse Brandt +${hit} +\\[pep\\] Ilse Brandt .* proposed`,
        ),
      ),
    })
    const json = await run('decisions', 'list', '--log', journal, '--json')
    expect(JSON.parse(json.stdout)).toMatchObject([
      { entity: id, name: '[pep] Ilse Brandt', hit: { partyName: '[pep] Ilse Brandt' } },
    ])
    expect(await decide('--by', 'Ada', '--approve', name)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('somebody else'),
    })
    expect(await decide('--by', 'bo', '--approve', name)).toMatchObject({ status: 0, stderr: '' })

    const decided = await run('hits', id, '--log', journal)
    expect(decided).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('false positive until 2099-12-31'),
    })
    expect(await run('decisions', 'list', '--log', journal)).toMatchObject({ status: 0 })
    const page = join(command.folder, 'page.html')
    const report = ['report', id, '--rule', 'amld', '--html', page, '--replace']
    expect(await run(...report, '--log', journal)).toMatchObject({ status: 0 })
    expect(await readFile(page, 'utf8')).toMatch(/False positive[^<]*Born in 1990/i)
    expect(await readFile(page, 'utf8')).not.toContain('not looked up')
    expect(await run(...report)).toMatchObject({ status: 0 })
    expect(await readFile(page, 'utf8')).toContain('Decisions about its hits were not looked up.')
    expect(await run(...report, '--log', `${journal}-no`)).toMatchObject({ status: 1 })
    const verified = await run('decisions', 'verify', '--log', journal)
    const [head = ''] = /[0-9a-f]{64}/.exec(verified.stdout) ?? []
    expect(await run('decisions', 'verify', '--log', journal, '--head', head)).toMatchObject({
      status: 0,
    })
    expect(await run('decisions', 'verify', '--log', journal, '--head', '0'.repeat(64))).toMatchObject({
      status: 1,
    })
    expect((await run('decisions', 'export', '--log', journal)).stdout.trim().split('\n')).toHaveLength(2)

    expect(await decide('--by', 'bo', '--withdraw', '--reason', 'A new document')).toMatchObject({
      status: 0,
    })
    expect(await run('hits', id, '--log', journal)).toMatchObject({
      status: 3,
      stdout: expect.stringContaining('reopened: withdrawn'),
    })
    expect(await run('decisions', 'list', '--log', journal)).toMatchObject({
      status: 3,
      stdout: expect.stringMatching(/\[pep\] Ilse Brandt +reopened: withdrawn +bo +A new document/),
    })
    expect(await decide('--by', 'bo', '--erase', '--reason', 'Asked for')).toMatchObject({ status: 0 })
    expect((await run('decisions', 'export', '--log', journal)).stdout).not.toContain('ilse')
  })

  it('are listed without names of entities if there is no service, or it fails', async () => {
    const { server, environment } = await startService()
    const { id } = await clientOf(server).entities.create({ type: 'person', name: '[pep] Ilse Brandt' })
    server.clock.settle()
    const [, hit = ''] =
      /([0-9a-f]{12}) {2}PEP/.exec((await command.run(['hits', id], environment)).stdout) ?? []
    const log = ['--log', `names-${crypto.randomUUID()}.log`]
    const proposal = ['--by', 'ada', '--verdict', 'true_match', '--reason', 'Same birth date']
    expect(await command.run(['decide', id, hit, ...log, ...proposal], environment)).toMatchObject({
      status: 0,
    })
    const list = ['decisions', 'list', ...log]
    const heading = new RegExp(`^ENTITY +HIT +PARTY .*\n${id} +${hit} +\\[pep\\] Ilse Brandt `)
    const offline = await command.run(list)
    expect(offline).toMatchObject({ status: 3, stdout: expect.stringMatching(heading) })
    expect(offline.stderr).not.toContain('warning')
    server.faults.add({ operation: 'listEntities', status: 403 })
    const failed = await command.run(list, environment)
    expect(failed).toMatchObject({ status: 3, stdout: expect.stringMatching(heading) })
    expect(failed.stderr).toMatch(/^warning: the names of entities are missing: .*403/m)
  })

  it('cannot be verified without a log', async () => {
    const line = ['decisions', 'verify', '--log', join(command.folder, 'nowhere.log')]
    expect(await command.run(line)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no decisions'),
    })
  })

  it.each(['=A\nB', ' =HYPERLINK("x")', '＝1+1', '+1', '@x', '-1'])('contain no formula %j in CSV', name => {
    expect(csvLine([name])).toMatch(/^"?'/)
  })

  it('of a whole team are a table, JSON lines or CSV', { tags: 'long' }, async () => {
    const { server, environment } = await startService()
    const client = clientOf(server)
    await client.entities.create({ type: 'person', name: '[pep] Ilse Brandt' })
    await client.entities.create({ type: 'person', name: '[pep] Kim Doe' })
    server.clock.settle()
    const csv = (await command.run(['hits', '--all', '--csv'], environment)).stdout.trim().split(/\r?\n/)
    expect(csv[0]).toBe('entity,name,hit,kind,party,entry,born,country,sources')
    expect(csv).toHaveLength(3)
    const lines = (await command.run(['hits', '--all', '--json'], environment)).stdout.trim().split('\n')
    expect(lines.map(line => JSON.parse(line).hit.kind)).toEqual(['pep', 'pep'])
    const table = (await command.run(['hits', '--all'], environment)).stdout
    expect(table).toMatch(
      /^ENTITY +NAME +HIT +KIND .*\n.*PEP +\[pep\] Ilse Brandt .*\n.*PEP +\[pep\] Kim Doe/,
    )
  })
})
