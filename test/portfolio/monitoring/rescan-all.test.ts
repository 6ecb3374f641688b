import { inspect } from 'node:util'
import { InputValidationError, NotFoundError, ServerError } from 'entity-screening-sdk'
import { type RescanOptions, rescanAll } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { apiKey } from '../../answering.ts'
import { entity } from './records.ts'
import { createTeam, refusal, rescanned, rescanning } from './rescanning.ts'

describe('rescanAll', () => {
  it('rescans every entity of the team', async () => {
    const { server, client } = await createTeam(['North Ltd', 'South Ltd', 'West Ltd'])
    const before = await client.entities.list()
    const report = await rescanAll(client, 'all')
    expect(report).toEqual({
      rescanned: await client.entities.list(),
      failed: [],
      remaining: [],
      stopped: null,
    })
    expect(report.rescanned.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(report.rescanned.every(({ caseStatus }) => caseStatus === 'NOT_STARTED')).toBe(true)
    expect(server.requests.list().filter(({ operation }) => operation === 'rescanEntity')).toHaveLength(3)
  })

  it('has nothing to do in an empty team, and for an empty list', async () => {
    const { client } = await createTeam([])
    for (const nothing of ['all', []] as const) {
      expect(await rescanAll(client, nothing)).toMatchObject({ rescanned: [], remaining: [], stopped: null })
    }
  })

  it.each<[string, () => Parameters<typeof rescanAll>[1]]>([
    ['a list of ids', () => ['a', 'b', 'a', 'c']],
    ['a list of entities', () => ['a', 'b', 'a', 'c'].map(id => entity({ id }))],
  ])('takes %s, each entity once and in order', async (_, references) => {
    const { client, ids } = rescanning(rescanned)
    const report = await rescanAll(client, references())
    expect(report.rescanned.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(ids().sort()).toEqual(['a', 'b', 'c'])
    expect(report).toMatchObject({ failed: [], remaining: [], stopped: null })
  })

  it('sends ids as they are, hostile ones too', async () => {
    const hostile = ['__proto__', 'constructor', '../../x', 'a/b?c', ' ', '😀']
    const { client, ids } = rescanning(rescanned)
    const { rescanned: done } = await rescanAll(client, hostile)
    expect(done.map(({ id }) => id)).toEqual(hostile)
    expect(ids().toSorted()).toEqual(hostile.toSorted())
  })

  it('keeps the order of the references, whichever answer comes first', async () => {
    const { client } = rescanning(async id => {
      if (id === 'a') await new Promise(resolve => setTimeout(resolve, 30))
      return id === 'c' ? refusal(404) : rescanned(id)
    })
    const report = await rescanAll(client, ['a', 'b', 'c', 'd', 'e'])
    expect(report.rescanned.map(({ id }) => id)).toEqual(['a', 'b', 'd', 'e'])
    expect(report.failed.map(({ id }) => id)).toEqual(['c'])
  })

  it.each([
    [undefined, 4],
    [1, 1],
    [16, 16],
  ])('with a concurrency of %s has %s requests under way at most', async (concurrency, most) => {
    let underWay = 0
    let met = 0
    const { client } = rescanning(async id => {
      underWay += 1
      met = Math.max(met, underWay)
      await new Promise(resolve => setTimeout(resolve, 1))
      underWay -= 1
      return rescanned(id)
    })
    const ids = Array.from({ length: 50 }, (_, at) => String(at))
    await rescanAll(client, ids, { concurrency })
    expect(met).toBe(most)
  })

  it('goes on where one entity fails, and says which and why', async () => {
    const { client } = rescanning(id => {
      if (id === 'gone') return refusal(404)
      if (id === 'broken') return refusal(500)
      if (id === 'forbidden') return refusal(403)
      return id === 'drifted' ? new Response('<html>', { status: 200 }) : rescanned(id)
    })
    const references = ['a', 'gone', 'broken', 'forbidden', 'drifted', '..', 'b']
    const report = await rescanAll(client, references)
    expect(report.rescanned.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(report.failed.map(({ id, error }) => [id, error.name])).toEqual([
      ['gone', 'NotFoundError'],
      ['broken', 'ServerError'],
      ['forbidden', 'PermissionDeniedError'],
      ['drifted', 'ResponseValidationError'],
      ['..', 'InputValidationError'],
    ])
    expect(report).toMatchObject({ remaining: [], stopped: null })
    const [gone, broken] = report.failed
    expect(NotFoundError.is(gone?.error) && ServerError.is(broken?.error)).toBe(true)
  })

  it('tells how far it is, once for each entity', async () => {
    const told: Parameters<NonNullable<RescanOptions['onProgress']>>[0][] = []
    const onProgress: RescanOptions['onProgress'] = progress => void told.push(progress)
    const { client } = rescanning(id => (id === 'b' ? refusal(404) : rescanned(id)))
    await rescanAll(client, ['a', 'b', 'c', 'a'], { concurrency: 1, onProgress })
    expect(told).toEqual([
      { rescanned: 1, failed: 0, total: 3, pausedFor: null },
      { rescanned: 1, failed: 1, total: 3, pausedFor: null },
      { rescanned: 2, failed: 1, total: 3, pausedFor: null },
    ])
  })
})

describe('what rescanAll is given', () => {
  const { client } = rescanning(rescanned)
  const call = rescanAll as (...given: unknown[]) => Promise<unknown>

  it.each<[string, unknown[], string[]]>([
    ['no client', [undefined, ['a']], ['client']],
    ['no references', [client], ['references']],
    ['a set', [client, new Set(['a'])], ['references']],
    ['a text, which would be read letter by letter', [client, 'everything'], ['references']],
    ['one entity', [client, entity()], ['references']],
    ['an unknown option', [client, [], { concurency: 2 }], ['options.concurency']],
    ['too much at a time', [client, [], { concurrency: 17 }], ['options.concurrency']],
    ['nothing at a time', [client, [], { concurrency: 0 }], ['options.concurrency']],
    [
      'NaN',
      [client, [], { concurrency: Number.NaN, giveUpAfter: Number.NaN }],
      ['options.concurrency', 'options.giveUpAfter'],
    ],
    ['other types', [client, [], { signal: 1, onProgress: 1 }], ['options.signal', 'options.onProgress']],
    [
      'wrong members',
      [client, ['a', 7, null, '', { id: 1 }]],
      ['references.1', 'references.2', 'references.3', 'references.4'],
    ],
  ])('is refused before anything is sent: %s', async (_, given, fields) => {
    const error = await call(...given).catch((thrown: unknown) => thrown)
    if (!InputValidationError.is(error)) throw error
    expect(error.operation).toBe('rescanAll')
    expect(error.issues.map(({ path }) => path.join('.'))).toEqual(fields)
  })

  it('may hold undefined for what is left out', async () => {
    const options: RescanOptions = { concurrency: undefined, signal: undefined, onProgress: undefined }
    expect(await rescanAll(client, ['a'], options)).toMatchObject({ stopped: null })
  })
})

it('a report holds no key', async () => {
  const { client } = rescanning(id => (id === 'a' ? refusal(404) : refusal(401)))
  const report = await rescanAll(client, ['a', 'b'])
  expect(inspect(report, { depth: 9, showHidden: true }) + JSON.stringify(report)).not.toContain(apiKey)
})
