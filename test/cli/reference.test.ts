import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { prepareCommand } from './call-command.ts'
import { clientOf, startService } from './services.ts'

const command = prepareCommand()

/** A team of two persons with a hit each, and a file with their customer numbers. */
async function startWithCustomers() {
  const { server, environment } = await startService()
  const { entities } = clientOf(server)
  const ilse = await entities.create({ type: 'person', name: '[pep] Ilse Brandt' })
  const kim = await entities.create({ type: 'person', name: '[pep] Kim Doe' })
  server.clock.settle()
  const rows = [
    'CustomerNo,name,entity_ids',
    `1001,"[pep] Ilse Brandt",${ilse.id}`,
    `1002,"[pep] Kim Doe",${kim.id} 66f2c91be04d7a53c8150f3e`,
    `1003,"[pep] Kim Doe",${kim.id} 66f2c91be04d7a53c8150f3e`,
    '1004,Nobody,',
  ]
  await writeFile('results.csv', `\uFEFF${rows.join('\n')}\n`)
  const run = (...line: string[]) => command.run(line, environment)
  return { server, entities, environment, run, ids: [ilse.id, kim.id] }
}

const watchLine = (state: string) => ['watch', '--once', '--state', state]
const flags = ['--reference', 'results.csv', '--column', 'CustomerNo']

describe('hits --all', () => {
  it('names the entity of each hit in the table, in CSV and in JSON', async () => {
    const { run, ids } = await startWithCustomers()
    expect((await run('hits', '--all')).stdout).toMatch(
      /^ENTITY +NAME +HIT .*\n[0-9a-f]+ +\[pep\] Ilse Brandt +/,
    )
    expect((await run('hits', '--all', '--csv')).stdout).toContain(`${ids[0]},[pep] Ilse Brandt,`)
    for (const line of [['--all'], [ids[0] ?? '']]) {
      const [first = ''] = (await run('hits', ...line, '--json')).stdout.split('\n')
      expect(JSON.parse(first)).toMatchObject({ entity: ids[0], name: '[pep] Ilse Brandt' })
    }
  })

  it('has the columns of the reference file, with a doubt where an entity may be that of another row', async () => {
    const { run } = await startWithCustomers()
    const { stdout } = await run('hits', '--all', '--csv', ...flags, '--column', 'name')
    const [header, ilse, kim] = stdout.split(/\r?\n/)
    expect(header).toMatch(/^\uFEFFentity,name,CustomerNo,name,hit,/)
    expect(ilse).toContain(',[pep] Ilse Brandt,1001,[pep] Ilse Brandt,')
    expect(kim).toContain(',[pep] Kim Doe,"one of 1002, 1003",possibly [pep] Kim Doe,')
    const json = (await run('hits', '--all', '--json', ...flags)).stdout.trim().split('\n')
    expect(json.map(line => JSON.parse(line).reference)).toEqual([
      { isCertain: true, values: { CustomerNo: ['1001'] } },
      { isCertain: false, values: { CustomerNo: ['1002', '1003'] } },
    ])
  })

  it('doubts a number whose row was refused, or is a possible duplicate, until a person has decided', async () => {
    const { run, ids } = await startWithCustomers()
    const rows = [`created,,${ids[0]},,1001`, `refused,exists already,${ids[0]},,1004`]
    const read = async () => {
      await writeFile('doubts.csv', ['outcome,reason,entity_ids,decision,CustomerNo', ...rows, ''].join('\n'))
      return run('hits', ids[0] ?? '', '--csv', '--reference', 'doubts.csv', '--column', 'CustomerNo')
    }
    expect((await read()).stdout).toContain('"one of 1001, 1004"')
    rows[1] = `in_doubt,exists already,${ids[0]},same,1004`
    expect((await read()).stdout).toContain(',"1001, 1004",')
  })

  it('counts the customers without an entity, and exits with 3', async () => {
    const { run, ids } = await startWithCustomers()
    await writeFile('listed.csv', `CustomerNo,entity_ids\n1001,${ids[0]}\n1004,\n`)
    const reference = ['--reference', 'listed.csv', '--column', 'CustomerNo']
    for (const line of [['hits', '--all'], watchLine('listed.state')]) {
      const { status, stderr } = await run(...line, ...reference)
      expect(status).toBe(3)
      expect(stderr).toContain('1 of 2 rows of listed.csv have no entity, so nothing is known')
    }
  })

  it('names the entities of the reference file that the team lacks, and exits with 3', async () => {
    const { run, ids } = await startWithCustomers()
    await writeFile('partly.csv', `CustomerNo,entity_ids\n1001,${ids[0]}\n1002,gone-1\n1003,gone-2\n`)
    const reference = ['--reference', 'partly.csv', '--column', 'CustomerNo']
    const named = "2 of 3 entities of partly.csv are not in the team's list, so nothing is known about them"
    for (const line of [['hits', '--all'], watchLine('partly.state')]) {
      const { status, stderr } = await run(...line, ...reference)
      expect(status).toBe(3)
      expect(stderr).toContain(`${named}: gone-1, gone-2\n`)
    }
    const { stderr } = await run('hits', ids[0] ?? '', ...reference)
    expect(stderr).not.toContain('gone-1')
  })

  it('counts the entities with hits that the reference file lacks', async () => {
    const { run, ids, entities, server } = await startWithCustomers()
    const { id } = await entities.create({ type: 'person', name: '[pep] Sam Roe' })
    await entities.create({ type: 'organization', name: 'Nordwind GmbH' })
    server.clock.settle()
    const sentence = (counts: string) =>
      `warning: ${counts} not in results.csv: ${id}. Give the customers of the latest compare, or the results of the import that created it\n`
    expect((await run('hits', '--all', ...flags)).stderr).toContain(sentence('1 of 3 entities here is'))
    expect((await run('hits', id, ...flags)).stderr).toContain(sentence('1 of 1 entity here is'))
    expect((await run('hits', ids[0] ?? '', ...flags)).stderr).not.toContain('not in results.csv')
  })

  it('says that a reference file, or a log, belongs to another team', async () => {
    const { run, ids } = await startWithCustomers()
    const { stdout: hits } = await run('hits', ids[0] ?? '')
    const [, hit = ''] = /([0-9a-f]{12}) {2}PEP/.exec(hits) ?? []
    const verdict = ['--verdict', 'true_match', '--reason', 'Same birth date', '--by', 'ada']
    await run('decide', ids[0] ?? '', hit, '--log', 'team-a.log', ...verdict)
    const { environment } = await startService()
    const runInTeamB = (...line: string[]) => command.run(line, environment)
    const missing = 'belongs to another team, or the list has not caught up: it shows none of the'
    for (const line of [['hits', '--all'], ['hits', '--all', '--json'], watchLine('team-b.state')]) {
      const { status, stderr } = await runInTeamB(...line, ...flags)
      expect(status).toBe(3)
      expect(stderr).toContain(`results.csv ${missing} 3 entities`)
      expect(stderr).toContain('. Check the key and the file\n')
    }
    const { status, stderr } = await runInTeamB('hits', '--all', '--log', 'team-a.log')
    expect(status).toBe(3)
    expect(stderr).toContain(`the decision log ${missing} 1 entity`)
  })

  it.each<[string[], string]>([
    [['--column', 'CustomerNo'], '--column needs --reference FILE'],
    [['--reference', 'results.csv'], '--reference needs --column'],
    [['--reference', 'results.csv', '--column', 'CustomerNr'], 'has no column "CustomerNr" (did you mean'],
    [['--reference', 'other.csv', '--column', 'id'], 'has no column "entity_ids"; it has id'],
  ])('is refused with %j', async (wrong, sentence) => {
    const { run } = await startWithCustomers()
    await writeFile('other.csv', 'id\n1\n')
    const { status, stdout, stderr } = await run('hits', '--all', ...wrong)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(sentence)
  })

  it.each<[string, Buffer, string]>([
    ['book.xlsx', Buffer.from('PK'), 'cannot be read: it is an .xlsx spreadsheet: save it as CSV UTF-8'],
    ['renamed.csv', Buffer.from('PK\x03\x04'), 'cannot be read: it is a spreadsheet: save it as CSV UTF-8'],
    ['latin.csv', Buffer.from('entity_ids;Käufer', 'latin1'), 'is not UTF-8: save it as CSV UTF-8'],
    [
      'emptied.csv',
      Buffer.from(''),
      'is empty: does > write to it? A reference has a header with the column entity_ids',
    ],
  ])('is refused with %s, which is no CSV in UTF-8', async (file, bytes, sentence) => {
    const { environment } = await startService()
    await writeFile(file, bytes)
    const number = ['--number', '1', '--number-column', 'no']
    for (const line of [
      ['hits', '--all', '--reference', file, '--column', 'no'],
      ['report', '--reference', file, ...number],
    ])
      expect(await command.run(line, environment)).toEqual({
        status: 1,
        stdout: '',
        stderr: `entity-screening: ${file} ${sentence}\n`,
      })
  })

  it('is refused if the reference file is missing', async () => {
    const { run } = await startWithCustomers()
    const { status, stderr } = await run('hits', '--all', '--reference', 'gone.csv', '--column', 'a')
    expect(status).toBe(1)
    expect(stderr).toContain('gone.csv cannot be read')
  })
})

it('watch prints the columns of the reference file after each change', async () => {
  const { entities, run, ids } = await startWithCustomers()
  const line = ['watch', '--once', '--state', 'reference.state', ...flags]
  await run(...line)
  await entities.rescan(ids[0] ?? '')
  await entities.create({ type: 'person', name: 'Sam Roe' })
  const { stdout, stderr } = await run(...line)
  expect(stdout).toMatch(/Z {2}\[pep\] Ilse Brandt: case status .* \(CustomerNo: 1001\)\n/)
  expect(stdout).toMatch(/Z {2}.*Sam Roe[^\n(]*(?:\([^:)]*\))?\n/)
  expect(stderr).toContain('warning: 1 of 2 entities here is not in results.csv')
  await entities.rescan(ids[1] ?? '')
  const changes = (await run(...line, '--json')).stdout
    .trim()
    .split('\n')
    .map(text => JSON.parse(text))
  expect(changes).toContainEqual(
    expect.objectContaining({
      id: ids[1],
      reference: { isCertain: false, values: { CustomerNo: ['1002', '1003'] } },
    }),
  )
})

it('decisions list has the columns of the reference file, and no other action takes them', {
  tags: 'long',
}, async () => {
  const { run, ids } = await startWithCustomers()
  const { stdout: hits } = await run('hits', ids[0] ?? '')
  const [, hit = ''] = /([0-9a-f]{12}) {2}PEP/.exec(hits) ?? []
  const log = ['--log', 'reference.log']
  const verdict = ['--verdict', 'true_match', '--reason', 'Same birth date', '--by', 'ada']
  expect(await run('decide', ids[0] ?? '', hit, ...log, ...verdict)).toMatchObject({ status: 0 })
  const { stdout } = await run('decisions', 'list', ...log, ...flags, '--column', 'name')
  expect(stdout).toMatch(
    /^ENTITY +NAME +CustomerNo +name +HIT .*\n[0-9a-f]+ +\[pep\] Ilse Brandt +1001 +\[pep\] Ilse Brandt +[0-9a-f]{12} /,
  )
  const json = await run('decisions', 'list', ...log, ...flags, '--json')
  expect(JSON.parse(json.stdout)).toMatchObject([{ reference: { values: { CustomerNo: ['1001'] } } }])
  expect(await run('decisions', 'verify', ...log, ...flags)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--reference is for decisions list'),
  })
})
