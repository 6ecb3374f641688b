import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { apiKey, baseUrl } from '../answering.ts'
import { prepareCommand } from './call-command.ts'
import { clientOf, startService } from './services.ts'

const command = prepareCommand()

async function startScreened() {
  const { server, environment } = await startService()
  const client = clientOf(server)
  const { id } = await client.entities.create({
    type: 'organization',
    name: 'Halfmoon Minerals Oy',
    countryCode: 'FI',
  })
  await client.entities.create({ type: 'organization', name: 'Quiet Harbour Ltd', countryCode: 'GB' })
  await client.entities.create({ type: 'person', name: 'Dragomir Vosskov', birthDate: '1958-03-12' })
  server.clock.settle()
  return { server, environment, client, id }
}

describe('list', () => {
  it('is a table on stdout, and a count on stderr', async () => {
    const { environment } = await startScreened()
    const { status, stdout, stderr } = await command.run(['list'], environment)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '3 entities\n' })
    const [heading, first, ...rest] = stdout.trimEnd().split('\n')
    expect(heading).toMatch(/^ID +NAME +TYPE +COUNTRY +STATUS +RISK +SCORE +UPDATED$/)
    expect(first).toMatch(
      /^[0-9a-f]+ {2}Halfmoon Minerals Oy {2}organization {2}FI {7}IN_PROGRESS {2}High Risk +\d+ /,
    )
    expect(rest).toHaveLength(2)
  })

  it('is an array with --json, filtered by type, risk and country', async () => {
    const { environment, client } = await startScreened()
    const all = await client.entities.list()
    const list = async (...flags: string[]) => {
      const { status, stdout } = await command.run(['list', '--json', ...flags], environment)
      expect(status).toBe(0)
      return JSON.parse(stdout)
    }
    expect(await list()).toEqual(all)
    expect(await list('--risk', 'High Risk')).toEqual(all.filter(({ riskLevel }) => riskLevel === 'high'))
    expect(await list('--type', 'person')).toEqual([all[2]])
    expect(await list('--country', 'Finland', '--country', 'UK')).toEqual(all.slice(0, 2))
    expect(await list('--type', 'person', '--country', 'FI')).toEqual([])
  })

  it('counts entities with unknown filter values', async () => {
    const { server, environment, client } = await startScreened()
    await client.entities.create({ type: 'organization', name: 'Not Screened Ltd', countryCode: 'GB' })
    const warnings = async (...flags: string[]) =>
      (await command.run(['list', '--json', ...flags], environment)).stderr
    const leftOut = 'warning: left out 1 entity whose type, risk or country is not known\n'
    expect(await warnings('--risk', 'high')).toBe(leftOut)
    expect(await warnings('--country', 'FI')).toBe(leftOut) // a person who has none
    expect(await warnings('--country', 'FI', '--type', 'organization')).toBe('')
    expect(await warnings('--country', 'FI', '--risk', 'high', '--type', 'organization')).toBe('')
    server.clock.settle()
    expect(await warnings('--risk', 'high')).toBe('')
  })

  it('refuses a level that it does not know, and that no entity has', async () => {
    const { server, environment } = await startService({
      behaviour: { riskLabels: { high: 'Critical Risk' } },
    })
    await clientOf(server).entities.create({
      type: 'person',
      name: 'Dragomir Vosskov',
      birthDate: '1958-03-12',
      countryCode: 'RU',
    })
    server.clock.settle()
    const list = (...flags: string[]) => command.run(['list', '--quiet', '--json', ...flags], environment)
    expect(await list('--risk', 'hihg', '--risk', 'low')).toEqual({
      status: 2,
      stdout: '[]\n',
      stderr:
        'entity-screening: --risk must be low, medium, high, or a level that an entity has, not "hihg" (did you mean high?)\n',
    })
    const { status, stdout } = await list('--risk', 'Critical Risk')
    expect({ status, names: JSON.parse(stdout).map(({ name }: { name: string }) => name) }).toEqual({
      status: 0,
      names: ['Dragomir Vosskov'],
    })
    // The entity with the level is of another country.
    expect(await list('--risk', 'critical', '--country', 'NZ')).toEqual({
      status: 0,
      stdout: '[]\n',
      stderr: '',
    })
    expect(await list('--risk', 'medium')).toEqual({ status: 0, stdout: '[]\n', stderr: '' })
    const { stderr } = await command.run(['list', '--risk', 'hihg'], environment)
    expect(stderr).toMatch(/^entity-screening: --risk must be /)
  })

  it('is CSV with --csv, with the names of the API', async () => {
    const { server, environment, client } = await startScreened()
    await client.entities.create({ type: 'organization', name: 'Comma, "quoted" =1 Ltd' })
    const { status, stdout, stderr } = await command.run(
      ['list', '--csv', '--type', 'organization'],
      environment,
    )
    expect([status, stderr]).toEqual([0, ''])
    const { data, meta } = Papa.parse<Record<string, string>>(stdout.trim(), { header: true })
    expect(meta.fields?.slice(0, 4)).toEqual(['id', 'name', 'type', 'countryCode'])
    const entities = (await client.entities.list()).filter(({ type }) => type === 'organization')
    expect(data.map(({ id, name, riskScore }) => [id, name, riskScore])).toEqual(
      entities.map(({ id, name, riskScore }) => [id, name, String(riskScore ?? '')]),
    )
    expect(server.requests.list().at(-1)).toMatchObject({ path: '/v1/entities' })
    expect((await command.run(['list', '--csv', '--risk', 'severe'], environment)).stdout).toBe(
      `${meta.fields?.join(',')}\n`,
    )
  })

  it('shows no score of an entity that is not screened', async () => {
    const { server, environment } = await startService()
    await clientOf(server).entities.create({ type: 'organization', name: 'Quiet Harbour Ltd' })
    const { stdout } = await command.run(['list'], environment)
    expect(stdout).toMatch(/ NOT_STARTED +- +- +\d{4}-/)
  })

  it('redacts a key that the service echoes, and passes no control character', async () => {
    const { server, environment } = await startService()
    const name = `Evil\u001b[2J\u001b]0;owned\u0007\u009b31m\u202egro\u2028${apiKey}\r\nOK  0 risks`
    // The client refuses such a name; somebody else's may not.
    await server.fetch(
      new Request(`${baseUrl}/v1/entities`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'organization', name }),
      }),
    )
    const plain = await command.run(['list', '--verbose'], environment)
    expect(plain.stdout).toContain(
      'Evil\\u001b[2J\\u001b]0;owned\\u0007\\u009b31m\\u202egro\\u2028[redacted]',
    )
    const json = await command.run(['list', '--json'], environment)
    expect(JSON.parse(json.stdout)).toMatchObject([{ name: name.replace(apiKey, '[redacted]') }])
    const said = plain.stdout + plain.stderr + json.stdout + json.stderr
    expect(said.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u202e]/u)
    expect(plain.stdout.trimEnd().split('\n')).toHaveLength(2)
    expect(plain.stderr).toMatch(/entities\.stream GET .*200/)
  })

  it('fails with status 1 and a sentence, and leaves a broken array without an end', async () => {
    const { server, environment } = await startScreened()
    server.faults.add({ operation: 'listEntities', kind: 'truncated' })
    const { status, stdout, stderr } = await command.run(['list', '--json', '--retries', '0'], environment)
    expect(status).toBe(1)
    expect(stdout.trimEnd()).not.toMatch(/\]$/)
    expect(stderr).toMatch(/^entity-screening list: the response \(200\) .+\n$/)
  })
})

describe('network', () => {
  it('shows the owners and the hits', async () => {
    const { environment, id } = await startScreened()
    const { status, stdout } = await command.run(['network', id], environment)
    expect(status).toBe(0)
    expect(stdout).toMatch(/^Network of Halfmoon Minerals Oy: \d+ nodes, \d+ relations\n/)
    expect(stdout).toMatch(/^Halfmoon Minerals Oy {2}organization {2}FI {2}score \d+ {2}[0-9a-f]+$/m)
    expect(stdout).toMatch(
      /^├─ owned 50 % by Yevgraf Braskin {2}person {2}RU {2}score \d+ {2}[0-9a-f]+ {2}sanctions 1$/m,
    )
    expect(stdout).toMatch(/ ├─ Managing Director \(executive\): ↺ Ilse Brandtmeier$/m)
    expect(stdout).toMatch(/^sanctions +Yevgraf Braskin +Yevgraf Braskin +[\d-]+ +RU +https:/m)
  })

  it('is the network as the client reads it with --json', async () => {
    const { environment, id, client } = await startScreened()
    const { stdout } = await command.run(['network', id, '--json'], environment)
    expect(JSON.parse(stdout)).toEqual(await client.entities.network(id))
  })

  it.each([
    [
      ['Nordwind GmbH'],
      1,
      /^No entity has this ID or exact name\. .* search entities "Nordwind GmbH"\nentity-screening network: 404 /,
    ],
    [
      ['66f2c91be04d7a53c8150f3e'],
      1,
      /^The team has no entity with this ID\. .*\nentity-screening network: 404 /,
    ],
    [['..'], 2, /^entity-screening network: id must be an entity or its identifier/],
    [[], 2, /^entity-screening: network expects one ID or name, or --number$/m],
  ])('fails with a sentence for %j', async (ids, status, sentence) => {
    const { environment } = await startService()
    const outcome = await command.run(['network', ...ids, '--json'], environment)
    expect(outcome).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(sentence) })
  })
})

describe('search', () => {
  it.each([
    [
      ['organizations', 'Nordwind Turbinen', '--country', 'Germany'],
      /^Nordwind Turbinen GmbH +DE +HRB 900200 /m,
    ],
    [
      ['persons', '--first', 'Dragomir', '--last', 'Vosskov', '--birth-date', '1958-03-12'],
      /^Dragomir +Vosskov +1958-03-12 /m,
    ],
    [['entities', 'halfmoon', '--risk', 'high'], /Halfmoon Minerals Oy +organization/],
  ])('prints the results for %j, as a table and as an array', async (search, row) => {
    const { environment } = await startScreened()
    const plain = await command.run(['search', ...search], environment)
    expect(plain).toMatchObject({ status: 0, stdout: expect.stringMatching(row) })
    const json = await command.run(['search', ...search, '--json'], environment)
    expect(JSON.parse(json.stdout)).toHaveLength(plain.stdout.trimEnd().split('\n').length - 1)
  })

  it('sends no birth date that is not a day', async () => {
    const { status, stderr } = await command.run([
      'search',
      'persons',
      'Kim Doe',
      '--birth-date',
      '31.02.1980',
    ])
    expect([status, stderr]).toEqual([
      2,
      'entity-screening: --birth-date must be a day, YYYY-MM-DD, not "31.02.1980"\n',
    ])
  })

  it('accepts a name with the quotation marks of a word processor', async () => {
    const { environment } = await startScreened()
    const { status, stderr } = await command.run(['search', 'entities', '„Nordwind" GmbH'], environment)
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('quotation') })
  })

  it('warns about a misspelled level or status if there are no results', async () => {
    const { environment } = await startScreened()
    const search = (...flags: string[]) =>
      command.run(['search', 'entities', '--quiet', ...flags], environment)
    expect(await search('--risk', 'hihg', '--status', 'DONE')).toMatchObject({
      status: 0,
      stderr:
        'warning: --risk "hihg" is not one of low, medium, high (did you mean high?)\n' +
        'warning: --status "DONE" is not one of NOT_STARTED, IN_PROGRESS\n',
    })
    expect((await search('none', '--risk', 'High Risk')).stderr).toBe('')
  })
})

describe('an ambiguous country', () => {
  it.each([
    [['list', '--country', 'Korea'], /--country "Korea" could be KP or KR: give the ISO code/],
    [
      ['list', '--country', 'Germny'],
      /--country must be a country: a 2-letter or 3-letter ISO code, or a name such as Germany/,
    ],
    [['search', 'organizations', 'A', '--country', 'Korea'], /--country "Korea" could be KP or KR/],
  ])('is refused with a sentence: %j', async (parameters, sentence) => {
    const { environment } = await startService()
    const { status, stderr } = await command.run(parameters, environment)
    expect(stderr).toMatch(sentence)
    expect(status).toBe(2)
  })
})
