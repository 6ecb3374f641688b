import { existsSync, renameSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { EntityScreening } from 'entity-screening-sdk'
import type { MockServer } from 'entity-screening-sdk/mock-server'
import { type ImportOptions, importPortfolio, type PortfolioSource } from 'entity-screening-sdk/portfolio'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { byRequest } from '../../by-request.ts'
import { failureOf } from '../../failure-of.ts'
import {
  createMemoryJournal,
  createTeam,
  importInto,
  linesOf,
  organization,
  person,
  raiseLimit,
  requireWholeness,
} from '../team.ts'

beforeEach(() => {
  // Pauses after failures are drawn by lot: here there are none.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => vi.restoreAllMocks())

const companies = (count: number) =>
  Array.from({ length: count }, (_, number) => organization(`Company ${number + 1}`))
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
const wanted = (count: number) => Array.from({ length: count }, (_, number) => `Company ${number + 1}`)

describe('at the entity limit', () => {
  it.each([
    ['no room', 0],
    ['room for part of a batch', 5],
    ['room for whole batches', 6],
    ['room for all but one', 10],
  ])('an import with %s says which rows are left', async (_, room) => {
    const team = createTeam({ entityLimit: room })
    const report = await importInto(team, companies(11), { batchSize: 3, concurrency: 1 })
    expect(report).toMatchObject({
      rows: 11,
      created: room,
      remaining: 11 - room,
      refused: 0,
      hasUnreadRows: false,
    })
    expect(report.stopped).toMatchObject({
      cause: 'entity_limit',
      remaining: [{ from: room + 1, to: 11 }],
      inDoubt: [],
      error: { message: expect.stringMatching(/^the team has no room for more entities$|entity limit/i) },
    })
    expect(await team.names()).toEqual(wanted(room))
  })

  it('several batches under way are accounted for', async () => {
    const team = createTeam({ entityLimit: 7 })
    const report = await importInto(team, companies(40), { batchSize: 3, concurrency: 5 })
    expect(report).toMatchObject({
      created: 7,
      remaining: 33,
      stopped: { cause: 'entity_limit', inDoubt: [] },
    })
  })

  it('duplicates and wrong rows further down are told all the same', async () => {
    const team = createTeam({ entityLimit: 1 })
    const rows = [...companies(2), {}, organization('Company 1'), organization('Company 9')]
    const report = await importInto(team, rows, { batchSize: 1, concurrency: 1 })
    expect(report).toMatchObject({ rows: 5, created: 1, invalid: 1, duplicates: 1, remaining: 2 })
    expect(linesOf(report.stopped?.remaining ?? [])).toEqual([2, 5])
  })

  it.each([true, false])(
    'the rest follows when there is room, again and again (with a journal: %s)',
    async hasJournal => {
      const team = createTeam({ entityLimit: 2 })
      const journal = hasJournal ? createMemoryJournal() : undefined
      const rows = companies(12)
      const options: ImportOptions = { batchSize: 3, concurrency: 2, journal }
      for (const limit of [2, 5, 5, 6, 11]) {
        raiseLimit(team, limit)
        const earlier = (await team.names()).length
        const report = await importInto(team, rows, options, hasJournal ? earlier : 0)
        expect(report).toMatchObject({ stopped: { cause: 'entity_limit' } })
        expect(await team.names()).toHaveLength(limit)
        expect(report.created + report.duplicates).toBe(limit)
        expect(report.duplicates).toBe(hasJournal ? 0 : earlier)
      }
      raiseLimit(team, 100)
      const report = await importInto(team, rows, options, hasJournal ? 11 : 0)
      expect(report).toMatchObject({ remaining: 0, stopped: null, created: hasJournal ? 12 : 1 })
      expect((await team.names()).toSorted()).toEqual(wanted(12).toSorted())
    },
  )

  it.each([2, 1000])(
    'rows that others have created meanwhile are not created again, in batches of %i',
    async batchSize => {
      const team = createTeam({ entityLimit: 2 })
      const journal = createMemoryJournal()
      const rows = [...companies(2), person('Ilse Brandt', '1961-04-09'), organization('Nordwind')]
      const full = await importInto(team, rows, { journal, batchSize })
      expect(full).toMatchObject({ created: 2, remaining: 2, stopped: { inDoubt: [] } })
      raiseLimit(team, 100)
      await team.client.entities.create({ type: 'person', name: 'Ilse Brandt', countryCode: 'DE' })
      await team.client.entities.create({ type: 'organization', name: 'Nordwind', countryCode: 'DE' })
      const report = await importInto(team, rows, { journal }, 2)
      expect(report).toMatchObject({ created: 2, duplicates: 1, possibleDuplicates: 1, stopped: null })
    },
  )
})

describe('where it cannot go on', () => {
  it.each([
    ['the key is refused', 401, 'AuthenticationError'],
    ['the team may not', 403, 'PermissionDeniedError'],
    ['nothing is there', 404, 'NotFoundError'],
    ['the method is wrong', 405, 'ApiError'],
  ])('because %s, an import stops at once, with the error', async (_, status, name) => {
    for (const operation of ['listEntities', 'createEntitiesBulk'] as const) {
      const team = createTeam()
      team.server.faults.add({ operation, status })
      const report = await importPortfolio(team.client, companies(5), { batchSize: 2, concurrency: 2 })
      requireWholeness(report)
      expect(report).toMatchObject({ rows: 5, created: 0, remaining: 5 })
      expect(report.stopped).toMatchObject({ cause: 'failed', error: { name, status }, inDoubt: [] })
      const tries = team.server.requests.list().filter(request => request.operation === operation)
      expect(tries.length).toBeLessThanOrEqual(2)
    }
  })

  it('because the list has more pages, an import stops at once, and creates nothing', async () => {
    const page = async (request: Request, server: MockServer) => {
      const response = await server.fetch(request)
      if (request.method !== 'GET') return response
      return Response.json({ data: await response.json(), next: '/v1/entities?page=2' })
    }
    const team = createTeam({}, server => request => page(request, server))
    const report = await importPortfolio(team.client, companies(5), { giveUpAfter: 60_000 })
    requireWholeness(report)
    expect(report).toMatchObject({ created: 0, remaining: 5 })
    expect(report.stopped).toMatchObject({
      cause: 'failed',
      error: { name: 'ResponseValidationError', issues: [{ path: ['next'] }] },
    })
    expect(await team.list()).toEqual([])
  })

  it('because nobody listens, an import waits for as long as giveUpAfter says', async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => probe.once('listening', resolve))
    const address = probe.address()
    const port = typeof address === 'object' ? address?.port : 0
    await new Promise(resolve => probe.close(resolve))
    const client = new EntityScreening({
      apiKey: 'key',
      baseUrl: `http://127.0.0.1:${port}`,
      logLevel: 'off',
    })
    const report = await importPortfolio(client, companies(3), { giveUpAfter: 20 })
    requireWholeness(report)
    expect(report).toMatchObject({
      remaining: 3,
      stopped: { cause: 'failed', error: { systemCode: 'ECONNREFUSED' } },
    })
  })

  it('because of a 429 that never ends, an import stops after giveUpAfter', async () => {
    const report = await importInto(createTeam(), [...companies(3), organization('[error-429] X')], {
      giveUpAfter: 500,
    })
    expect(report).toMatchObject({
      remaining: 4,
      stopped: { cause: 'failed', error: { name: 'RateLimitError' }, inDoubt: [] },
    })
  })

  it('for a while, an import pauses as long as it is asked to, and says so', { tags: 'long' }, async () => {
    const team = createTeam()
    const options = { kind: 'rate_limit', retryAfter: 1000 } as const
    team.server.faults.add({ ...options, operation: 'createEntitiesBulk', times: 1 })
    const told: (number | null)[] = []
    const requests: number[] = []
    const report = await importInto(team, companies(3), {
      onProgress({ pausedFor }) {
        told.push(pausedFor)
        requests.push(team.server.requests.list().length)
      },
    })
    expect(report).toMatchObject({ created: 3, stopped: null })
    // On a slow machine, an import tells its progress before it pauses.
    const pause = told.find(milliseconds => milliseconds !== null)
    expect(pause).toBeGreaterThan(990)
    expect(pause).toBeLessThanOrEqual(1000)
    expect(told.at(-1)).toBeNull()
  })

  it('for a while, an import heeds the Retry-After of a 503 too', { tags: 'long' }, async () => {
    const busy = new Response('{}', { status: 503, headers: { 'retry-after': '1' } })
    const answers = [busy]
    const team = createTeam(
      {},
      server => async request =>
        (request.url.endsWith('/bulk') ? answers.pop() : undefined) ?? server.fetch(request),
    )
    const told: (number | null)[] = []
    const report = await importInto(team, companies(3), {
      onProgress: ({ pausedFor }) => told.push(pausedFor),
    })
    expect(report).toMatchObject({ created: 3, stopped: null })
    // On a slow machine, an import tells its progress before it pauses.
    const pause = told.find(milliseconds => milliseconds !== null)
    expect(pause).toBeGreaterThan(990)
  })

  it('is known before it has begun where the journal is that of another service', async () => {
    const journal = createMemoryJournal()
    const team = createTeam()
    await importInto(team, companies(2), { journal })
    const elsewhere = new EntityScreening({
      apiKey: 'k',
      baseUrl: 'https://other.example',
      fetch: team.server.fetch,
    })
    const error = await failureOf(importPortfolio(elsewhere, companies(2), { journal }))
    expect(error).toMatchObject({
      name: 'InputValidationError',
      message:
        'importPortfolio: journal belongs to an import into https://screening.example, not to an import into https://other.example',
      issues: [{ path: ['journal'], code: 'other_service' }],
    })
  })
})

describe('an abort', () => {
  const rowsOf = names(JSON.parse(JSON.stringify(companies(9))))

  it('before the import asks for nothing', async () => {
    const team = createTeam()
    const report = await importPortfolio(team.client, companies(9), { signal: AbortSignal.abort() })
    expect(report).toMatchObject({
      rows: 0,
      remaining: 0,
      hasUnreadRows: true,
      stopped: { cause: 'aborted', error: { name: 'AbortError' }, remaining: [] },
    })
    expect(team.server.requests.list()).toEqual([])
  })

  it('waits for the requests under way, and leaves the rest', async () => {
    const controller = new AbortController()
    const team = createTeam({}, server => async request => {
      if (request.url.endsWith('/bulk')) controller.abort()
      return server.fetch(request)
    })
    const journal = createMemoryJournal()
    const options = { batchSize: 2, concurrency: 2, journal }
    const report = await importInto(team, companies(9), { ...options, signal: controller.signal })
    expect(report.stopped).toMatchObject({ cause: 'aborted', error: controller.signal.reason, inDoubt: [] })
    expect(report.created).toBeGreaterThan(0)
    expect(report.created).toBeLessThan(9)
    const rest = await importInto(team, companies(9), options, report.created)
    expect(rest).toMatchObject({ rows: 9, created: 9, remaining: 0, stopped: null })
    expect((await team.names()).toSorted()).toEqual(rowsOf.toSorted())
  })

  it('while the list is read, ends that at once', async () => {
    const controller = new AbortController()
    const team = createTeam({}, () => () => {
      setTimeout(() => controller.abort())
      return new Promise(() => {})
    })
    const report = await importPortfolio(team.client, companies(9), { signal: controller.signal })
    requireWholeness(report)
    expect(report).toMatchObject({ created: 0, stopped: { cause: 'aborted' } })
  })

  it('while the source is silent, ends that at once, before and after its first row', async () => {
    for (const before of [[], companies(3)]) {
      const controller = new AbortController()
      const source = new Readable({ objectMode: true, read() {} })
      for (const row of before) source.push(row)
      setTimeout(() => controller.abort(), 50)
      const report = await importInto(createTeam(), source, { signal: controller.signal })
      expect(report.stopped).toMatchObject({ cause: 'aborted' })
      // A stream is read to its end before its first row counts.
      expect(report).toMatchObject({ rows: 0, remaining: 0, hasUnreadRows: true })
    }
  })

  it('closes a stream that is silent', async () => {
    const controller = new AbortController()
    const closed = new Promise(resolve => {
      const silent = new ReadableStream<string>({
        start: given => given.enqueue('name,type,country\n'),
        cancel: resolve,
      })
      const signal = controller.signal
      void importPortfolio(createTeam().client, silent, { signal })
    })
    setTimeout(() => controller.abort(), 5)
    await closed
  })

  it('during a pause ends that at once', async () => {
    const controller = new AbortController()
    const team = createTeam()
    team.server.faults.add({ kind: 'rate_limit', retryAfter: 100_000 })
    const report = await importPortfolio(team.client, companies(3), {
      signal: controller.signal,
      onProgress: ({ pausedFor }) => pausedFor !== null && controller.abort(),
    })
    requireWholeness(report)
    expect(report.stopped).toMatchObject({ cause: 'aborted' })
  })

  it('comes through while rows are read of which none is sent', async () => {
    const controller = new AbortController()
    function* source() {
      for (;;) yield {}
    }
    setTimeout(() => controller.abort(), 20)
    const report = await importPortfolio(createTeam().client, source(), { signal: controller.signal })
    expect(report.invalid).toBe(report.rows)
    expect(report.stopped).toMatchObject({ cause: 'aborted' })
  })

  it('of a run with a journal leaves in doubt what the run before has left in doubt', async () => {
    const team = createTeam()
    const journal = createMemoryJournal()
    const rows = [person('Ilse Brandt', '1961-04-09'), ...companies(3), person('Ilse Brandt', '1975-01-02')]
    let isLost = false
    const lost = team.client.withOptions({
      fetch: byRequest(async request => {
        // After the first creation the list cannot be read either.
        isLost ||= request.url.endsWith('/bulk')
        if (isLost) throw new TypeError('fetch failed')
        return team.server.fetch(request)
      }),
    })
    // With an order, rows are not read ahead.
    const options = { journal, batchSize: 4, recheckDelay: 0, nameOrder: 'first_last' } as const
    const first = await importPortfolio(lost, rows, { ...options, giveUpAfter: 0 })
    expect(first.stopped).toMatchObject({ cause: 'failed', inDoubt: [{ from: 1, to: 4 }] })
    const silent = new AbortController()
    async function* halfOf() {
      yield* rows.slice(0, 3)
      silent.abort()
      await new Promise(resolve => setTimeout(resolve, 20))
      yield* rows.slice(3)
    }
    const report = await importPortfolio(team.client, halfOf(), { ...options, signal: silent.signal })
    requireWholeness(report)
    expect(report).toMatchObject({
      rows: 0,
      hasUnreadRows: true,
      stopped: { cause: 'aborted' },
    })
    expect(await importInto(team, rows, options)).toMatchObject({ created: 5, remaining: 0, stopped: null })
  })
})

describe('a journal', () => {
  const rows = [...companies(3), {}, person('Ilse Brandt', '1961-04-09'), ...companies(2)]

  it('is in a file, which names no row and no key', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'entity-screening-import-'))
    const journal = join(folder, 'import.journal')
    const team = createTeam()
    await importInto(team, rows, { journal })
    expect(await importInto(team, rows, { journal }, 4)).toMatchObject({
      created: 4,
      invalid: 1,
      duplicates: 2,
    })
    const text = await readFile(journal, 'utf8')
    for (const secret of ['Company', 'Brandt', '1961', team.apiKey]) expect(text).not.toContain(secret)
    expect(await readdir(folder)).toEqual(['import.journal'])
    await rm(folder, { recursive: true })
  })

  it('is for one import at a time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'entity-screening-import-'))
    const journal = join(folder, 'import.journal')
    const team = createTeam()
    const begin = (source: PortfolioSource) =>
      importPortfolio(team.client, source, { journal, recheckDelay: 0 })
    let goOn = () => {}
    let begun = () => {}
    const isRefused = new Promise<void>(resolve => (goOn = resolve))
    const isHeld = new Promise<void>(resolve => (begun = resolve))
    async function* late() {
      begun()
      await isRefused
      yield* rows
    }
    const first = begin(late())
    await isHeld
    expect(await failureOf(begin(rows))).toMatchObject({
      name: 'InputValidationError',
      message: expect.stringMatching(/journal .*import\.journal is in use by another process$/),
    })
    goOn()
    expect(await first).toMatchObject({ created: 4, stopped: null })
    expect(await team.names()).toHaveLength(4)
    await rm(folder, { recursive: true })
  })

  it.each<[string, object[], number, ImportOptions]>([
    ['another source', companies(7).toReversed(), 1, {}],
    ['a shorter one', rows.slice(0, 2), 5, {}],
    ['one with a row more at the start', [organization('New'), ...rows], 1, {}],
    ['one with a row less', rows.slice(1), 1, {}],
    ['one whose row is wrong now', rows.with(1, {}), 2, {}],
    [
      'other columns',
      rows,
      1,
      { columns: { registration: 'name', name: 'type' }, defaults: { type: 'organization' } },
    ],
    ['other defaults', rows, 1, { defaults: { tags: ['new'] } }],
  ])('is refused with %s, and nothing is sent', async (_, source, line, options) => {
    const team = createTeam()
    const journal = createMemoryJournal()
    await importInto(team, rows, { journal })
    const lines = journal.lines.length
    const error = await failureOf(importPortfolio(team.client, source, { journal, batchSize: 1, ...options }))
    expect(error).toMatchObject({
      name: 'InputValidationError',
      message: `importPortfolio: journal belongs to another source, or the columns were read differently: line ${line} is not what it was`,
      issues: [{ path: ['journal'], code: 'other_source' }],
    })
    expect(journal.lines).toHaveLength(lines)
    expect(await team.names()).toHaveLength(4)
    // It has taken no harm.
    expect(await importInto(team, rows, { journal }, 4)).toMatchObject({ created: 4, stopped: null })
  })

  it('that is moved under an import stops it, and nothing is created twice', { tags: 'long' }, async () => {
    const team = createTeam()
    const folder = await mkdtemp(join(tmpdir(), 'import-'))
    const [file, moved] = [join(folder, 'a.journal'), join(folder, 'b.journal')]
    const report = await importInto(team, rows, {
      journal: file,
      batchSize: 1,
      concurrency: 1,
      onProgress: ({ created }) => created === 1 && existsSync(file) && renameSync(file, moved),
    })
    expect(report.stopped).toMatchObject({
      cause: 'failed',
      error: { message: `${file} was moved, removed or replaced: another process may have begun` },
    })
    expect(await team.names()).toHaveLength(1)
    // What was moved lacks the files beside it, and may not know of the first row.
    const rest = await importPortfolio(team.client, rows, { journal: moved, recheckDelay: 0 })
    expect(rest).toMatchObject({ remaining: 0, stopped: null })
    expect(await team.names()).toHaveLength(4)
    await rm(folder, { recursive: true })
  })

  it('is refused with a source that has lost rows in the middle, and nothing of the rest is sent', async () => {
    const team = createTeam()
    const journal = createMemoryJournal()
    const csv = 'name,type,country\nA,org,DE\nB,org,DE\nC,org,DE\n'
    await importInto(team, csv, { journal })
    const lost = `${csv.replace('B,org,DE', '')}D,org,DE\nE,org,DE\n`
    const error = await failureOf(importPortfolio(team.client, lost, { journal, batchSize: 1 }))
    expect(error).toMatchObject({ message: expect.stringContaining('line 5 is not what it was') })
    expect(await team.names()).toEqual(['A', 'B', 'C'])
  })

  it.each([0, 1])('is refused with another team, and nothing is sent: %i rows more', async more => {
    const team = createTeam()
    const journal = createMemoryJournal()
    await importInto(team, rows, { journal })
    const { apiKey } = team.server.teams.create()
    const other = team.client.withOptions({ apiKey })
    const error = await failureOf(
      importPortfolio(other, [...rows, ...companies(9).slice(9 - more)], { journal, recheckDelay: 1 }),
    )
    expect(error).toMatchObject({
      name: 'InputValidationError',
      message: expect.stringContaining('journal belongs to another team'),
      issues: [{ path: ['journal'], code: 'other_team' }],
    })
    expect(await other.entities.list()).toEqual([])
  })

  it('is refused with another team also where rows share a name', async () => {
    const team = createTeam()
    const journal = createMemoryJournal()
    const namesakes = ['1961-04-09', '1962-04-09'].map(birthDate => person('Ilse Brandt', birthDate))
    await importInto(team, namesakes, { journal })
    const { apiKey } = team.server.teams.create()
    const other = team.client.withOptions({ apiKey })
    const error = await failureOf(importPortfolio(other, namesakes, { journal, recheckDelay: 1 }))
    expect(error).toMatchObject({ message: expect.stringContaining('journal belongs to another team') })
  })

  it('is refused with another team as soon as it speaks of a row, also after rows that it does not know', async () => {
    const team = createTeam()
    const journal = createMemoryJournal()
    await importInto(team, [{}, organization('A'), {}, organization('B')], { journal })
    const { apiKey } = team.server.teams.create()
    const other = team.client.withOptions({ apiKey })
    const mended = [organization('Mended'), organization('A'), organization('Not sent'), organization('B')]
    const error = await failureOf(importPortfolio(other, mended, { journal, batchSize: 1, recheckDelay: 1 }))
    expect(error).toMatchObject({ message: expect.stringContaining('journal belongs to another team') })
    expect((await other.entities.list()).map(({ name }) => name)).not.toContain('Not sent')
  })

  it('goes with rows that were wrong and are mended in their place, and with rows added at the end', async () => {
    const team = createTeam()
    const journal = createMemoryJournal()
    await importInto(team, rows, { journal })
    const mended = [...rows.with(3, organization('Mended')), organization('Added')]
    expect(await importInto(team, mended, { journal }, 4)).toMatchObject({
      created: 6,
      invalid: 0,
      duplicates: 2,
    })
  })

  it('that is none is refused, and so is one that cannot be read', async () => {
    const { client } = createTeam()
    const garbage = await failureOf(
      importPortfolio(client, rows, { journal: createMemoryJournal(['hello']) }),
    )
    expect(garbage).toMatchObject({
      message: 'importPortfolio: journal is not the journal of an import (its line 1)',
    })
    const journal = { read: () => Promise.reject(new Error('the disk is gone')), append: async () => {} }
    const unreadable = await failureOf(importPortfolio(client, rows, { journal }))
    expect(unreadable).toMatchObject({
      name: 'InputValidationError',
      message: expect.stringContaining('the disk is gone'),
    })
  })

  it.each<[string, () => PortfolioSource, string]>([
    ['another team', () => [organization('New'), ...companies(3).slice(1)], 'belongs to another team'],
    [
      'another source that ends earlier',
      () => [organization('New'), organization('Company 2')],
      'line 70004',
    ],
    ['another source', () => [organization('New'), ...companies(2)], 'line 70003'],
  ])(
    'of %s that is found out after rows were sent ends the import with a report',
    { tags: 'long' },
    async (kind, source, reason) => {
      const team = createTeam()
      const journal = createMemoryJournal()
      await importInto(team, toCsv([{}, ...companies(3).slice(1)]), { journal })
      const isOtherTeam = kind === 'another team'
      const client = isOtherTeam
        ? team.client.withOptions({ apiKey: team.server.teams.create().apiKey })
        : team.client
      const sent = async () => (await client.entities.list()).length === (isOtherTeam ? 1 : 3)
      const slowFile = createSlowFile(toCsv(source() as object[]), () =>
        vi.waitFor(async () => expect(await sent()).toBe(true)),
      )
      // With an order, rows are not read ahead.
      const options = { journal, batchSize: 1, recheckDelay: 1, nameOrder: 'first_last' } as const
      const report = await importPortfolio(client, slowFile, options)
      requireWholeness(report)
      expect(report.stopped).toMatchObject({
        cause: 'failed',
        error: { name: 'InputValidationError', message: expect.stringContaining(reason) },
      })
      expect(report.created).toBeGreaterThan(0)
      expect(await client.entities.list()).toContainEqual(expect.objectContaining({ name: 'New' }))
    },
  )

  it('is closed however the import ends', async () => {
    let closed = 0
    const close = async () => {
      closed += 1
    }
    const { client } = createTeam()
    await importPortfolio(client, rows, { journal: { ...createMemoryJournal(), close } })
    await failureOf(importPortfolio(client, rows, { journal: { ...createMemoryJournal(['x']), close } }))
    await failureOf(
      importPortfolio(client, { file: '/nowhere' }, { journal: { ...createMemoryJournal(), close } }),
    )
    await failureOf(
      importPortfolio(client, rows, { batchSize: 0, journal: { ...createMemoryJournal(), close } }),
    )
    expect(closed).toBe(4)
  })
})

/** A reader waits for 64 KiB of text before it returns the first row. */
const blankLines = '\n'.repeat(70_000)

/**
 * The rows of organizations in Germany as CSV, with blank lines after the first row. An object without a name is an invalid row.
 */
function toCsv(rows: readonly object[]): string {
  const [first = '', ...others] = rows.map(row => `${'name' in row ? row.name : '-'},organization,DE\n`)
  return `name,type,country\n${first}${blankLines}${others.join('')}`
}

/** A file whose second reading, for which it is opened first, waits after the first row. */
function createSlowFile(csv: string, wait: () => Promise<unknown>): Blob {
  const file = new Blob([csv])
  const rowsAfter = csv.split(blankLines)[1] ?? ''
  const beginning = csv.slice(0, csv.length - rowsAfter.length)
  let openings = 0
  file.stream = () => {
    openings += 1
    const isSlow = openings === 1
    const parts = [beginning, rowsAfter]
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async pull(controller) {
          const part = parts.shift()
          if (part === rowsAfter && isSlow) await wait()
          if (part === undefined) controller.close()
          else controller.enqueue(new TextEncoder().encode(part))
        },
      },
      { highWaterMark: 0 },
    )
  }
  return file
}
