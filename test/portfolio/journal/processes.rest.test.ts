import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundle } from '../../bundle.ts'
import { noPostgres, postgresUrl } from '../../find-postgres.ts'
import { linesOf, type OpenStore, openFile, openPostgres } from './stores.ts'

/** Opens a journal, and does what it is told a line each: its answer says what came of it, and whether it was lost by then. */
const program = `
  import { createInterface } from 'node:readline'
  import pg from 'pg'
  import { sqliteJournals } from './src/portfolio/journal/sqlite-journals.ts'
  import { postgresJournals } from './src/portfolio/journal/postgres-journals.ts'
  const [kind, place, schema] = process.argv.slice(4)
  function openStore() {
    if (kind === 'file') return sqliteJournals(place)
    const pool = new pg.Pool({ connectionString: place, max: 2 })
    return postgresJournals({ query: (text, values) => pool.query(text, values), schema })
  }
  async function main() {
    const store = openStore()
    const [name, ttl] = process.argv.slice(2)
    const journal = await store.open(name, { ttl: Number(ttl), wait: 20_000 })
    const say = (said: object) => console.log(JSON.stringify(said))
    journal.leaseLost.addEventListener('abort', () => say({ lost: String(journal.leaseLost.reason) }))
    const { token, isTakenOver } = journal
    say({ token, isTakenOver })
    createInterface(process.stdin).on('line', async line => {
      if (line === 'flood')
        for (let index = 0; ; index += 1) {
          await journal.append(token + ' ' + index)
          say({ acknowledged: index })
        }
      // Before anything else can have run since the process woke.
      const checked = (() => {
        try {
          journal.check()
          return 'held'
        } catch (error) {
          return String(error)
        }
      })()
      const appended = line === 'check' ? '' : await journal.append(line).then(() => 'kept', String)
      say({ checked, appended })
    })
  }
  main().catch(error => {
    console.log(JSON.stringify({ refused: error.message }))
    process.exit(1)
  })
`

interface Answer {
  readonly token?: number
  readonly isTakenOver?: boolean
  readonly checked?: string
  readonly appended?: string
  readonly lost?: string
  readonly acknowledged?: number
}

let scripts = ''
let children: ChildProcess[] = []
let opened: OpenStore | undefined

beforeAll(async () => {
  scripts = await mkdtemp(join(tmpdir(), 'entity-screening-holder-'))
  await bundle(program, join(scripts, 'holder.cjs'))
})
afterAll(() => rm(scripts, { recursive: true }))
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map(child => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
  children = []
  await opened?.remove()
  opened = undefined
})

/** Another process with the journal "customers". */
async function hold(place: readonly string[], ttl: number) {
  const parameters = [join(scripts, 'holder.cjs'), 'customers', String(ttl), ...place]
  const child = spawn(process.execPath, parameters, { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const answers: Answer[] = []
  createInterface(child.stdout).on('line', line => answers.push(JSON.parse(line)))
  const next = async (key: keyof Answer): Promise<Answer> => {
    const find = () => answers.findIndex(answer => key in answer)
    await expect.poll(find, { timeout: 40_000, interval: 20 }).toBeGreaterThanOrEqual(0)
    return answers.splice(find(), 1)[0] ?? {}
  }
  const said = await next('token')
  return {
    child,
    said,
    next,
    /** The last line that it said was kept. */
    acknowledged: () => answers.findLast(answer => answer.acknowledged !== undefined)?.acknowledged ?? -1,
    tell(line: string) {
      child.stdin.write(`${line}\n`)
      return next('checked')
    },
    flood: () => child.stdin.write('flood\n'),
  }
}

const kinds: [string, () => Promise<OpenStore>][] = [
  ['SQLite', openFile],
  ...(postgresUrl === null ? [] : [['Postgres', openPostgres] satisfies [string, () => Promise<OpenStore>]]),
]

describe.each(kinds)('a journal in %s that several processes want', (kind, openStore) => {
  beforeEach(async () => {
    opened = await openStore()
  })

  it('is taken over from a killed one, with every line that was acknowledged', async () => {
    if (opened === undefined) throw new Error('no store')
    let token = 0
    const acknowledged = new Map<number, number>()
    for (let round = 0; round < 3; round += 1) {
      const { child, said, flood, acknowledged: lastOf } = await hold(opened.place, 1200)
      expect(said.isTakenOver).toBe(round > 0)
      expect(said.token).toBeGreaterThan(token)
      token = said.token ?? 0
      flood()
      await new Promise(resolve => setTimeout(resolve, 100 + 200 * Math.random()))
      child.kill('SIGKILL')
      await once(child, 'close')
      acknowledged.set(token, lastOf())
    }
    const journal = await opened.store.open('customers', { wait: 20_000 })
    expect(journal.isTakenOver).toBe(true)
    const lines = (await linesOf(journal)).map(line => line.split(' ').map(Number))
    expect(Math.max(...acknowledged.values())).toBeGreaterThan(0)
    for (const [each, last] of acknowledged) {
      const indexes = lines.filter(([of]) => of === each).map(([, index]) => index)
      expect(indexes).toEqual(indexes.map((_, index) => index))
      expect(indexes.length).toBeGreaterThan(last)
    }
    await journal.close()
    const next = await opened.store.open('customers')
    expect(next.isTakenOver).toBe(false)
    await next.close()
  })

  it('goes to one of many that start at once, on a store that nobody has used before', async () => {
    if (opened === undefined) throw new Error('no store')
    const { place } = opened
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => holdBriefly(place)))
    expect(all.filter(({ status }) => status === 'rejected')).toEqual([])
    const tokens = all.map(outcome => (outcome.status === 'fulfilled' ? outcome.value : 0))
    expect(new Set(tokens).size).toBe(4)
  })

  /** Waits its turn, and is killed once it has had it. */
  async function holdBriefly(place: readonly string[]): Promise<number> {
    const { child, said, tell } = await hold(place, 600)
    expect(await tell('line')).toEqual({ checked: 'held', appended: 'kept' })
    child.kill('SIGKILL')
    return said.token ?? 0
  }

  it.skipIf(kind === 'SQLite')(
    'is lost to one that was stopped for longer than its lease: it appends nothing when it wakes',
    async () => {
      if (opened === undefined) throw new Error('no store')
      const stopped = await hold(opened.place, 1200)
      expect(await stopped.tell('before')).toEqual({ checked: 'held', appended: 'kept' })
      stopped.child.kill('SIGSTOP')
      const successor = await hold(opened.place, 1200)
      expect(successor.said).toMatchObject({ isTakenOver: true })
      expect(successor.said.token).toBeGreaterThan(stopped.said.token ?? 0)
      expect(await successor.tell('after')).toEqual({ checked: 'held', appended: 'kept' })
      const answer = stopped.tell('by nobody')
      stopped.child.kill('SIGCONT')
      const sentence = /is lost/
      const { checked, appended } = await answer
      expect([checked, appended]).toEqual([expect.stringMatching(sentence), expect.stringMatching(sentence)])
      expect((await stopped.next('lost')).lost).toMatch(sentence)
      expect(await successor.tell('and on')).toEqual({ checked: 'held', appended: 'kept' })
      expect((await opened.store.inspect('customers'))?.lines).toEqual(['before', 'after', 'and on'])
    },
  )

  it('stays with one that was stopped for less than that', async () => {
    if (opened === undefined) throw new Error('no store')
    const stopped = await hold(opened.place, 6000)
    stopped.child.kill('SIGSTOP')
    await new Promise(resolve => setTimeout(resolve, 1000))
    await expect(opened.store.open('customers')).rejects.toThrow('in use')
    stopped.child.kill('SIGCONT')
    expect(await stopped.tell('on')).toEqual({ checked: 'held', appended: 'kept' })
  })
})

if (postgresUrl === null)
  it('is not tested on a Postgres: there is none here', () => {
    console.warn(`journals that several processes share are tested in files alone: ${noPostgres}`)
  })
