import { describe, expect, it } from 'vitest'
import { prepareCommand } from '../call-command.ts'
import { clientOf, startService } from '../services.ts'
import { twoCompanies as csv } from './two-companies.ts'

const command = prepareCommand()

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
})
