import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { clientOf, installCommand, outcomeOf, startService } from '../built-command.ts'

const command = installCommand()
const csv = 'name,type,country\nHalfmoon Minerals Oy,organization,FI\nQuiet Harbour Ltd,organization,GB\n'

describe('import --wait', () => {
  it('ends when each entity of the team shows a result, so that hits has no doubt about a screening', async () => {
    const { server, environment } = await startService({ clock: 'stepping' })
    await clientOf(server).entities.create({ type: 'person', name: '[clean] Kim Doe' })
    const { status, stdout, stderr } = await command.run(['import', '-', '--wait', '1m'], environment, csv)
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: '2  rows\n2  created\nEach entity of the team has a screening result.\n',
    })
    // The clock may have ended the screening of Kim Doe while the import read the list.
    expect(stderr).toMatch(/waiting for the results of [23] entities/)
    expect((await command.run(['hits', '--all'], environment)).stderr).not.toContain('has no result yet')
  })

  it('ends with 3 and names the entities that show no result in time', async () => {
    const { environment } = await startService()
    const { status, stdout, stderr } = await command.run(
      ['import', '-', '--wait', '1s', '--quiet'],
      environment,
      csv,
    )
    expect({ status, stdout }).toEqual({
      status: 3,
      stdout: '2  rows\n2  created\n2 entities of the team without a screening result.\n',
    })
    expect(stderr).toMatch(/^[0-9a-f]+: Halfmoon Minerals Oy shows no result yet$/m)
    const json = await command.run(['import', '-', '--wait', '1s', '--json'], environment, csv)
    expect(json.status).toBe(3)
    expect(JSON.parse(json.stdout).pending).toHaveLength(2)
  })

  it.each([
    [20, 20, ''],
    [23, 20, 'and 3 more\n'],
  ])('names at most 20 of the entities without a result: of %i', async (count, named, ending) => {
    const { environment } = await startService()
    const rows = Array.from({ length: count }, (_, row) => `Company ${row} Ltd,organization,GB\n`)
    const line = ['import', '-', '--wait', '1s', '--quiet']
    const { stdout, stderr } = await command.run(line, environment, `name,type,country\n${rows.join('')}`)
    expect(stdout).toContain(`${count} entities of the team without a screening result.`)
    const notes = stderr.match(/^.* shows no result yet\n/gm) ?? []
    expect(notes).toHaveLength(named)
    expect(stderr).toBe(notes.join('') + ending)
  })

  it('ends with 3 and counts the created entities that the list does not show in time', async () => {
    let [isBehind, lists] = [true, 0]
    const { server, environment } = await startService({
      clock: 'stepping',
      transform(response) {
        if (response.operation !== 'listEntities' || !Array.isArray(response.body)) return response
        lists += 1
        return isBehind ? { ...response, body: response.body.slice(0, 1) } : response
      },
    })
    const { id } = await clientOf(server).entities.create({ type: 'person', name: '[clean] Kim Doe' })
    await clientOf(server).entities.waitForScreening(id, { every: 1 })
    const [line, listsBefore] = [['import', '-', '--wait', '3s'], lists]
    const { status, stdout, stderr } = await command.run(line, environment, csv)
    expect({ status, stdout }).toEqual({
      status: 3,
      stdout: '2  rows\n2  created\n2 entities of the team without a screening result.\n',
    })
    expect(stderr).toContain('waiting until the list shows 2 more entities\n')
    expect(stderr).toContain("2 created entities are not in the team's list yet\n")
    expect(lists - listsBefore).toBeGreaterThan(3)
    isBehind = false
    const json = await command.run([...line, '--json'], environment, csv)
    expect(json.status).toBe(0)
    expect(JSON.parse(json.stdout)).toMatchObject({ duplicates: 2, pending: [], unlisted: 0 })
  })

  it('reads a list that lags behind until it shows the created entities', async () => {
    let [reads, isImported] = [0, false]
    const { environment } = await startService({
      clock: 'stepping',
      transform(response) {
        if (response.operation === 'createEntitiesBulk') isImported = true
        if (response.operation !== 'listEntities' || !isImported) return response
        reads += 1
        return reads === 1 ? { ...response, body: [] } : response
      },
    })
    const { status, stdout } = await command.run(['import', '-', '--wait', '1m'], environment, csv)
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: '2  rows\n2  created\nEach entity of the team has a screening result.\n',
    })
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
    const line = ['import', 'waiting.csv', '--wait', '1s', '--results', 'waiting.results.csv']
    expect(await command.run(line, environment)).toMatchObject({ status: 3 })
    expect((await readFile('waiting.results.csv', 'utf8')).match(/,created,,[0-9a-f]+,/g)).toHaveLength(2)
  })

  it('writes the results of the import also if a signal ends the wait', async () => {
    const { environment } = await startService()
    await writeFile('interrupted.csv', csv)
    const line = ['import', 'interrupted.csv', '--wait', '10m', '--results', 'interrupted.results.csv']
    const child = command.start(line, environment)
    const ended = outcomeOf(child)
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('waiting for the results')) child.kill('SIGINT')
    })
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
