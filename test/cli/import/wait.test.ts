import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { prepareCommand } from '../call-command.ts'
import { clientOf, startService } from '../services.ts'
import { twoCompanies as csv } from './two-companies.ts'

const command = prepareCommand()

describe('import --wait', () => {
  it('ends with 3 and names the entities that show no result in time', async () => {
    const { environment } = await startService()
    const { status, stdout, stderr } = await command.run(
      ['import', '-', '--wait', '100ms', '--quiet'],
      environment,
      csv,
    )
    expect({ status, stdout }).toEqual({
      status: 3,
      stdout: '2  rows\n2  created\n2 entities of the team without a screening result.\n',
    })
    expect(stderr).toMatch(/^[0-9a-f]+: Halfmoon Minerals Oy shows no result yet$/m)
    const json = await command.run(['import', '-', '--wait', '100ms', '--json'], environment, csv)
    expect(json.status).toBe(3)
    expect(JSON.parse(json.stdout).pending).toHaveLength(2)
  })

  it.each([
    [20, 20, ''],
    [23, 20, 'and 3 more\n'],
  ])('names at most 20 of the entities without a result: of %i', async (count, named, ending) => {
    const { environment } = await startService()
    const rows = Array.from({ length: count }, (_, row) => `Company ${row} Ltd,organization,GB\n`)
    const line = ['import', '-', '--wait', '100ms', '--quiet']
    const { stdout, stderr } = await command.run(line, environment, `name,type,country\n${rows.join('')}`)
    expect(stdout).toContain(`${count} entities of the team without a screening result.`)
    const notes = stderr.match(/^.* shows no result yet\n/gm) ?? []
    expect(notes).toHaveLength(named)
    expect(stderr).toBe(notes.join('') + ending)
  })

  it('is over at once if each entity has a result already', async () => {
    const { server, environment } = await startService()
    await clientOf(server).entities.create({
      type: 'organization',
      name: 'Quiet Harbour Ltd',
      countryCode: 'GB',
    })
    server.clock.settle()
    const line = ['import', '-', '--wait', '1m', '--allow-empty']
    const { status, stdout } = await command.run(line, environment, 'name,type,country\n')
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: '0  rows\n0  created\nEach entity of the team has a screening result.\n',
    })
  })

  it('writes the results of the import also if entities show no result in time', async () => {
    const { environment } = await startService()
    await writeFile('waiting.csv', csv)
    const line = ['import', 'waiting.csv', '--wait', '100ms', '--results', 'waiting.results.csv']
    expect(await command.run(line, environment)).toMatchObject({ status: 3 })
    expect((await readFile('waiting.results.csv', 'utf8')).match(/,created,,[0-9a-f]+,/g)).toHaveLength(2)
  })

  it('writes the results of the import also if a signal ends the wait', async () => {
    const { environment } = await startService()
    await writeFile('interrupted.csv', csv)
    const line = ['import', 'interrupted.csv', '--wait', '10m', '--results', 'interrupted.results.csv']
    const { waitForText, interrupt, ended } = command.start(line, environment)
    await waitForText('stderr', /waiting for the results/)
    interrupt()
    const { status, stdout, stderr } = await ended
    expect({ status, stdout }).toEqual({ status: 130, stdout: '2  rows\n2  created\n' })
    expect(stderr).toContain('written: interrupted.results.csv\n')
    expect((await readFile('interrupted.results.csv', 'utf8')).match(/,created,,[0-9a-f]+,/g)).toHaveLength(2)
  })

  it('notes that the results are not written if the list cannot be read after the import', async () => {
    let isImported = false
    const { environment } = await startService({
      transform(response) {
        if (response.operation === 'createEntitiesBulk') isImported = true
        return isImported && response.operation === 'listEntities' ? { ...response, status: 403 } : response
      },
    })
    await writeFile('unread.csv', csv)
    const line = ['import', 'unread.csv', '--wait', '1m', '--results', 'unread.results.csv']
    const { status, stdout, stderr } = await command.run(line, environment)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '2  rows\n2  created\n' })
    expect(stderr).toMatch(/^unread\.results\.csv was not written: .*403/m)
    expect(stderr.trimEnd()).toMatch(/entity-screening import: .*403.*$/)
  })

  it('prints the report also if the list cannot be read while it waits', async () => {
    let lists = 0
    const { environment } = await startService({
      transform(response) {
        if (response.operation === 'listEntities') lists += 1
        return lists > 2 && response.operation === 'listEntities' ? { ...response, status: 403 } : response
      },
    })
    const { status, stdout, stderr } = await command.run(['import', '-', '--wait', '1m'], environment, csv)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '2  rows\n2  created\n' })
    expect(stderr).toContain('403')
  })

  it.each([
    [['--wait', 'long'], '--wait must be a time'],
    [['--wait', '1m', '--dry-run'], '--dry-run creates nothing to --wait for'],
  ])('is refused with %j', async (flags, sentence) => {
    const { server, environment } = await startService()
    const { status, stderr } = await command.run(['import', '-', ...flags], environment, csv)
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining(sentence) })
    expect(server.requests.list()).toEqual([])
  })
})
