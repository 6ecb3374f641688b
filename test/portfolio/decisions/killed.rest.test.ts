import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openDecisions, type WatchEvent } from 'entity-screening-sdk/portfolio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WatchedHitChange } from '../../../src/portfolio/monitoring/reports.ts'
import { bundle } from '../../bundle.ts'
import { postgresUrl } from '../../find-postgres.ts'
import { type OpenStore, openFile, openPostgres } from '../journal/stores.ts'
import { wireOf } from '../monitoring/watching.ts'

const kills = Number(process.env.IMPORT_KILLS ?? 4)

/** Watches a team until it is killed, decides about every hit that is new, and says what was delivered and what was kept. */
const program = `
  import pg from 'pg'
  import { EntityScreening } from './src/client.ts'
  import { openDecisions } from './src/portfolio/decisions/decisions.ts'
  import { postgresJournals } from './src/portfolio/journal/postgres-journals.ts'
  import { sqliteJournals } from './src/portfolio/journal/sqlite-journals.ts'
  import { watchEntities } from './src/portfolio/monitoring/watch-entities.ts'
  const [baseUrl, checks, kind, place, schema] = process.argv.slice(2)
  function openStore() {
    if (kind === 'file') return sqliteJournals(place)
    const pool = new pg.Pool({ connectionString: place, max: 3 })
    return postgresJournals({ query: (text, values) => pool.query(text, values), schema })
  }
  async function main() {
    const store = openStore()
    const decisions = openDecisions(store)
    const journal = await store.open('watch', { ttl: 3000, wait: 20_000 })
    const client = new EntityScreening({ apiKey: 'a-key-of-a-test', baseUrl, logLevel: 'off' })
    const say = said => process.stdout.write(JSON.stringify(said) + '\\n')
    const { stopped } = await watchEntities(client, {
      state: journal,
      every: 5,
      sweepEvery: 1,
      requestsPerMinute: 600_000,
      checks: checks === '0' ? undefined : Number(checks),
      decisions,
      async onChange(event) {
        say({ event })
        for (const change of event.changes) {
          if (change.kind !== 'hit_new') continue
          const draft = { verdict: 'true_match', reason: event.id, by: 'watch' }
          await decisions.propose({ hit: change.hit, ...draft }).then(
            ({ id }) => say({ kept: id }),
            error => { if (error.name !== 'DecisionRefusedError') throw error },
          )
        }
      },
    })
    say({ ended: stopped && String(stopped.error) })
    await journal.close()
    process.exit(0)
  }
  main()
`

interface Said {
  readonly event?: WatchEvent
  readonly kept?: string
  readonly ended?: string | null
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entity-screening-killed-'))
  await bundle(program, join(folder, 'watch.cjs'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A service in which each entity is listed under programmes that change whenever one is read. */
async function startService(entities: readonly string[]) {
  const listed = new Map(entities.map(id => [id, [] as string[]]))
  let isStill = true
  let programs = 0
  const server = createServer(({ url = '' }, response) => {
    const [, id = ''] = /entities\/([^/]+)\/network/.exec(url) ?? []
    const present = listed.get(id)
    if (present !== undefined && !isStill && Math.random() < 0.3) {
      programs += 1
      if (Math.random() < 0.4) present.splice(0, 1)
      else present.push(`Programme ${programs}`)
    }
    const sanctions = (present ?? []).map(program => ({ name: 'KIM DOE', program }))
    const network = {
      nodes: { [id]: { id }, o1: { id: 'o1', name: 'Kim Doe', type: 'person', sanctions } },
      relations: [],
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(id === '' ? entities.map(id => wireOf({ id })) : network))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    /** Whether nothing changes any more, or yet. */
    still(given: boolean) {
      isStill = given
    },
    present: () => [...listed].flatMap(([id, all]) => all.map(program => `${id} ${program.toLowerCase()}`)),
    close: () => server.close(),
  }
}

const stores: [string, () => Promise<OpenStore>][] = [
  ['SQLite', openFile],
  ...(postgresUrl === null ? [] : [['Postgres', openPostgres] satisfies [string, () => Promise<OpenStore>]]),
]

const nameOf = ({ id, hit }: WatchedHitChange) =>
  `${id} ${JSON.parse(hit.key)[3].split(' ').toSorted().reverse().join(' ')}`

describe.each(stores)('a watch that decides, killed %s', (_, open) => {
  it(`${kills} times, loses and doubles nothing`, async () => {
    const opened = await open()
    const service = await startService(['a', 'b', 'c', 'd'])
    const events = new Map<string, WatchEvent>()
    const kept: string[] = []
    try {
      // The first run remembers what there is, the last one tells the rest.
      for (let kill = -1; kill <= kills; kill += 1) {
        const isLast = kill === kills || kill < 0
        service.still(isLast)
        const parameters = [join(folder, 'watch.cjs'), service.url, isLast ? '2' : '0', ...opened.place]
        const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
        const closed = once(child, 'close')
        let heard = 0
        const wanted = 1 + Math.floor(Math.random() * 6)
        createInterface(child.stdout).on('line', line => {
          const { event, kept: entry, ended }: Said = JSON.parse(line)
          if (event !== undefined) {
            const given = { ...event, changes: event.changes.map(change => ({ ...change, review: null })) }
            const before = events.get(event.id)
            if (before !== undefined) expect(given).toEqual(before)
            events.set(event.id, { ...given })
          }
          if (entry !== undefined) kept.push(entry)
          // On a busy machine a lease may not be renewed in time: the watch ends then, and counts as none.
          if (ended && !ended.includes('is lost')) throw new Error(ended)
          if (ended) kill -= 1
          heard += 1
          if (!isLast && heard === wanted) setTimeout(() => child.kill('SIGKILL'), Math.random() * 15)
        })
        await closed
      }
      // What was told, one after the other, leads to what there is.
      const present = new Set<string>()
      for (const { changes } of events.values())
        for (const change of changes) {
          if (!('hit' in change)) continue
          expect(present.has(nameOf(change))).toBe(change.kind === 'hit_gone')
          if (change.kind === 'hit_gone') present.delete(nameOf(change))
          else present.add(nameOf(change))
        }
      expect([...present].sort()).toEqual(service.present().sort())
      const decisions = openDecisions(opened.another())
      const entries = await decisions.export()
      const ids = entries.map(({ id }) => id)
      expect(new Set(kept).size).toBe(kept.length)
      expect(kept.filter(id => !ids.includes(id))).toEqual([])
      expect(new Set(entries.map(({ details }) => details?.key)).size).toBe(entries.length)
      expect(await decisions.verify()).toMatchObject({ isValid: true, entries: entries.length })
      expect(entries.length).toBeGreaterThan(kills / 10)
    } finally {
      service.close()
      await opened.remove()
    }
  })
})
