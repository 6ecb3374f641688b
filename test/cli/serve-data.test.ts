import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EntityScreening } from 'entity-screening-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callCommand, callServe } from './call-command.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serve-data-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

async function save(name: string, content: unknown): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

async function serve(...flags: string[]) {
  const server = await callServe(flags)
  return { ...server, client: new EntityScreening({ apiKey: 'test-key', baseUrl: server.url }) }
}

function recordingOf(text: string) {
  const entry = {
    startedDateTime: '2026-03-04T05:06:07Z',
    request: { method: 'GET', url: 'https://service.test/v1/entities' },
    response: { status: 200, headers: [], content: { text } },
  }
  return { log: { entries: [entry] } }
}

const acme = { id: 'acme', type: 'organization', name: 'Acme Castings Ltd' }
const network = { nodes: { acme: { id: 'acme', calculatedRiskScore: 82 } }, relations: [] }

it('serve --data serves the content of a JSON file, with its networks', async () => {
  const file = await save('fixtures.json', { entities: [acme], networks: { acme: network } })
  const { client } = await serve('--data', file)
  expect(await client.entities.list()).toMatchObject([{ id: 'acme', riskScore: 82 }])
})

it('serve --data reads a file that begins with a byte order mark', async () => {
  const file = await save('marked.json', `\uFEFF${JSON.stringify([acme])}`)
  const { client } = await serve('--data', file)
  expect(await client.entities.list()).toMatchObject([{ id: 'acme' }])
})

it('serve --data serves a list of entities in the form of the service', async () => {
  const recorded = await (await serve()).client.entities.list().asResponse()
  expect(await recorded.json()).toEqual([])
  const { client } = await serve('--data', await save('list.json', [acme]))
  const list = await client.entities.list().asResponse()
  const again = await serve('--data', await save('recorded.json', await list.text()))
  expect(await again.client.entities.list()).toMatchObject([{ id: 'acme', name: 'Acme Castings Ltd' }])
})

it('serve --data serves the entities of a recording', async () => {
  const { client } = await serve('--data', await save('fixtures.json', { entities: [acme] }))
  const list = await client.entities.list().asResponse()
  const again = await serve('--data', await save('service.har', recordingOf(await list.text())))
  expect(await again.client.entities.list()).toMatchObject([{ id: 'acme', name: 'Acme Castings Ltd' }])
})

it('serve --data serves the rows of a CSV file, with the columns of an import', async () => {
  const file = await save(
    'customers.csv',
    'Name;Type;Country;Date of birth\nNordwind GmbH;company;Germany;\nIlse Brandt;person;Austria;1961-04-09\n',
  )
  const { client } = await serve('--data', file)
  expect(await client.entities.list()).toMatchObject([
    { name: 'Nordwind GmbH', type: 'organization', countryCode: 'DE', riskLevel: 'low' },
    { name: 'Ilse Brandt', type: 'person', countryCode: 'AT' },
  ])
})

it('serve --data gives the entities to the team of the first key, or to the one that the file names', async () => {
  const har = recordingOf('[]')
  const files = [
    await save('list.json', [acme]),
    await save('rows.csv', 'name,type,country\nAcme,organization,GB\n'),
    await save('named.json', { entities: [acme], team: 'y' }),
    await save('empty.har', har),
  ]
  const counts: unknown[] = []
  for (const file of files) {
    const { url: baseUrl } = await serve('--key', '9=x', '--key', '1=y', '--data', file)
    const list = (apiKey: string) => new EntityScreening({ apiKey, baseUrl }).entities.list()
    counts.push([(await list('9')).length, (await list('1')).length])
  }
  expect(counts).toEqual([
    [1, 0],
    [1, 0],
    [0, 1],
    [0, 0],
  ])
})

it('serve --data loads only into a state without entities', async () => {
  const file = await save('once.json', { entities: [acme] })
  const state = ['--state', join(folder, 'state')]
  const first = await serve('--data', file, ...state)
  await first.client.entities.create({ type: 'person', name: 'Ilse Brandt' })
  await first.stop()
  const second = await serve('--data', file, ...state)
  expect(await second.client.entities.list()).toHaveLength(2)
  expect((await second.stop()).stderr).toContain('the state has entities')
})

it('a reset of serve keeps the keys and the data, and never a saved state', async () => {
  const file = await save('start.json', [acme])
  const flags = ['--data', file, '--state', join(folder, 'reset-state'), '--key', 'the-key=team-7']
  const names = async (url: string) => {
    const client = new EntityScreening({ apiKey: 'the-key', baseUrl: url })
    return (await client.entities.list()).map(({ name }) => name)
  }
  const first = await callServe(flags)
  const client = new EntityScreening({ apiKey: 'the-key', baseUrl: first.url })
  await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
  await first.stop()
  const { url } = await callServe(flags)
  expect(await names(url)).toEqual(['Acme Castings Ltd', 'Ilse Brandt'])
  for (const _ of ['once', 'twice']) {
    expect((await fetch(`${url}/__admin/reset`, { method: 'POST' })).status).toBe(200)
    expect(await names(url)).toEqual(['Acme Castings Ltd'])
    await new EntityScreening({ apiKey: 'the-key', baseUrl: url }).entities.rescan('acme')
  }
})

it.each<[string, string, unknown, string]>([
  [
    'JSON',
    'wrong.json',
    { entities: [acme, { type: 'ship' }] },
    'wrong.json: entities[1].type must be one of',
  ],
  ['text', 'text.json', '{', 'text.json is not JSON'],
  [
    'rows',
    'wrong.csv',
    'name,type,country\nAcme Ltd,organization,GB\nBeta,ship,GB\nGamma,person,Nowhere\n',
    'wrong.csv: line 3 (type): ',
  ],
  [
    'a row that the server refuses',
    'long.csv',
    `name,type,country\nAcme Ltd,organization,GB\n${'a'.repeat(1001)},organization,GB\n`,
    'long.csv: entities[1] is wrong: name must have at most 1000 characters',
  ],
  [
    'columns for results',
    'results.csv',
    'name,type,country,riskLevel,riskScore\nAcme Ltd,organization,GB,High Risk,95\n',
    'results.csv: the column "riskLevel" fills no field: remove it, or use a JSON file, which takes each field of the list; the column "riskScore" fills',
  ],
  ['columns', 'columns.csv', 'name,age\nAcme,7\n', 'columns.csv cannot be read: '],
])('serve --data does not start if the file has wrong %s', async (_, name, content, sentence) => {
  const file = await save(name, content)
  const { status, stdout, stderr } = await callCommand(['serve', '--port', '0', '--data', file])
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain(sentence)
})

it('serve --data does not start without the file', async () => {
  const file = join(folder, 'missing.json')
  const { status, stderr } = await callCommand(['serve', '--port', '0', '--data', file])
  expect(status).toBe(1)
  expect(stderr).toContain('missing.json')
})

it('serve --data refuses a file whose bytes are not UTF-8', async () => {
  const text = JSON.stringify([{ ...acme, name: 'Müller AG' }])
  const file = join(folder, 'latin-1.json')
  await writeFile(file, Buffer.from(text, 'latin1'))
  expect(await callCommand(['serve', '--data', file])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/latin-1\.json cannot be read: the text is not UTF-8: save it in UTF-8\n$/),
  })
  const unicode = join(folder, 'unicode.json')
  await writeFile(unicode, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))
  const { client } = await serve('--data', unicode)
  expect(await client.entities.list()).toMatchObject([{ name: 'Müller AG' }])
})
