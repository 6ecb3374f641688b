import {
  type ImportOptions,
  type ImportReport,
  importPortfolio,
  type Journal,
} from 'entity-screening-sdk/portfolio'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { byRequest } from '../../by-request.ts'
import {
  createMemoryJournal,
  createTeam,
  type Fetch,
  organization,
  person,
  raiseLimit,
  requireWholeness,
  type Team,
} from '../team.ts'

/** Organizations, namesakes, rows that are wrong, duplicates of the source, of the team, and one that only the service knows of. */
const portfolio = [
  organization('Nordwind GmbH', { registration: 'HRB 7' }),
  person('Ilse Brandt', '1961-04-09'),
  organization('Nowhere Ltd', { countryCode: 'Atlantis' }),
  person('Ilse Brandt', '1975-01-02'),
  organization('Halfmoon Minerals Oy', { countryCode: 'FI' }),
  organization('nordwind  gmbh', { registration: 'hrb 7' }),
  person('Brandt, Ilse', '1990-12-31'),
  organization('Settled AG'),
  organization('Nordwind GmbH', { registration: 'HRB 8' }),
  person('Dragomir Vosskov'),
  organization('Last & Sons'),
  person('Ilse Brandt', '09.04.1961'),
]

/** What must come of it, however it is interrupted: two Ilse Brandts of the three are told from the one in the team by nothing. */
const expectedNames = [
  'Dragomir Vosskov',
  'Halfmoon Minerals Oy',
  'Ilse Brandt',
  'Ilse Brandt',
  'Ilse Brandt',
  'Ilse Brandt',
  'Last & Sons',
  'Nordwind GmbH',
  'Settled AG',
]
const expectedCounts = {
  rows: 12,
  created: 7,
  invalid: 1,
  duplicates: 3,
  refused: 1,
  possibleDuplicates: 0,
  remaining: 0,
  stopped: null,
}

const settings: ImportOptions = {
  batchSize: 2,
  concurrency: 2,
  recheckDelay: 0,
  onPossibleDuplicate: 'create',
}

beforeEach(() => {
  // Pauses after failures are drawn by lot: here there are none.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => vi.restoreAllMocks())

type Moment =
  | 'before a line is kept'
  | 'after a line is kept'
  | 'before a request arrives'
  | 'after a request is done'

/** One for each import: what waits for it is forgotten with it. */
const never = () => new Promise<never>(() => {})

/** Of the second deaths after each first, so many are left out. */
const stride = 5

/** Counts all that an import does to the world, and ends it at one of these steps. */
function createWorld(fatal: number, atEnd: (moment: Moment) => Promise<never>, isSlow = false) {
  let step = 0
  let end: Promise<never> | undefined
  async function pass(moment: Moment): Promise<void> {
    if (end !== undefined) return end
    step += 1
    if (step === fatal) end = atEnd(moment)
    return end
  }
  return {
    steps: () => step,
    hasEnded: () => end !== undefined,
    journal: (kept: Journal): Journal => ({
      read: kept.read,
      async append(line) {
        await pass('before a line is kept')
        if (isSlow) await new Promise(resolve => setTimeout(resolve))
        // What was killed meanwhile keeps nothing.
        if (end === undefined) await kept.append(line)
        await pass('after a line is kept')
      },
    }),
    fetch:
      (service: Fetch): Fetch =>
      async request => {
        await pass('before a request arrives')
        const response = await service(request)
        await pass('after a request is done')
        return response
      },
  }
}

async function createPortfolioTeam(): Promise<Team> {
  const team = createTeam()
  await team.client.entities.createBulk([
    { type: 'organization', name: 'Settled AG', countryCode: 'DE' },
    { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE' },
  ])
  return team
}

function run(team: Team, journal: Journal | string | undefined, fetch: Fetch, more: ImportOptions = {}) {
  const client = team.client.withOptions({ fetch: byRequest(fetch), timeout: 3000 })
  return importPortfolio(client, portfolio, { ...settings, journal, ...more })
}

async function requireOnce(team: Team, report: ImportReport): Promise<void> {
  requireWholeness(report)
  expect(report).toMatchObject(expectedCounts)
  expect((await team.names()).toSorted()).toEqual(expectedNames)
}

/** An import that is killed at a step: from then on nothing that it does reaches anything. */
async function runKilled(
  team: Team,
  journal: Journal | undefined,
  fatal: number,
  more: ImportOptions = {},
  isSlow = false,
): Promise<'killed' | ImportReport> {
  let kill = () => {}
  const killed = new Promise<'killed'>(resolve => {
    kill = () => resolve('killed')
  })
  const atEnd = () => {
    kill()
    return never()
  }
  const world = createWorld(fatal, atEnd, isSlow)
  const imported = run(team, journal && world.journal(journal), world.fetch(team.server.fetch), more)
  return Promise.race([killed, imported])
}

/** The steps of an import that nothing interrupts. */
async function allSteps(): Promise<number[]> {
  const team = await createPortfolioTeam()
  const world = createWorld(0, never)
  const report = await run(team, world.journal(createMemoryJournal()), world.fetch(team.server.fetch))
  await requireOnce(team, report)
  return Array.from({ length: world.steps() }, (_, at) => at + 1)
}

describe('an import that is interrupted at any step', () => {
  it.each([
    ['at once', false],
    ['slowly', true],
  ])(
    'puts each row into the team once when it is killed there and run again: lines are kept %s',
    async (_, isSlow) => {
      const steps = await allSteps()
      expect(steps.length).toBeGreaterThan(24)
      for (const fatal of steps) {
        const team = await createPortfolioTeam()
        const journal = createMemoryJournal()
        expect(await runKilled(team, journal, fatal, {}, isSlow)).toBe('killed')
        await requireOnce(team, await run(team, journal, team.server.fetch))
        // All is settled now: another run reads the list, and finds nothing to do.
        const requests = team.server.requests.list().length
        const again = await run(team, journal, team.server.fetch)
        expect(team.server.requests.list().length).toBe(requests + 1)
        await requireOnce(team, again)
      }
    },
  )

  it('takes none of its own namesakes for others of the team when it is killed there and run again', async () => {
    for (const fatal of await allSteps()) {
      const team = createTeam()
      await team.client.entities.create({ type: 'organization', name: 'Settled AG', countryCode: 'DE' })
      const journal = createMemoryJournal()
      const skip: ImportOptions = { onPossibleDuplicate: 'skip' }
      await runKilled(team, journal, fatal, skip)
      const report = await run(team, journal, team.server.fetch, skip)
      expect(report).toMatchObject(expectedCounts)
      expect((await team.names()).toSorted()).toEqual(expectedNames.toSpliced(2, 1))
    }
  })

  it('puts each row into the team once when it is killed there, and the runs after it too', async () => {
    const steps = (await allSteps()).length
    for (const first of await allSteps()) {
      for (let second = 1 + (first % stride); second <= steps; second += stride) {
        const team = await createPortfolioTeam()
        const journal = createMemoryJournal()
        await runKilled(team, journal, first)
        await runKilled(team, journal, second)
        await runKilled(team, journal, 1 + ((first * second) % steps))
        await requireOnce(team, await run(team, journal, team.server.fetch))
      }
    }
  })

  it('puts each row into the team once when the journal cannot be written any more', async () => {
    for (const fatal of await allSteps()) {
      const team = await createPortfolioTeam()
      const journal = createMemoryJournal()
      const full = new Error('no space left')
      const world = createWorld(fatal, moment => (moment.includes('line') ? Promise.reject(full) : never()))
      const failed = run(team, world.journal(journal), team.server.fetch)
      if (fatal <= 2) await expect(failed).rejects.toThrow('no space left')
      else if (world.hasEnded()) {
        const report = await failed
        requireWholeness(report)
        expect(report.stopped).toMatchObject({ cause: 'failed', error: full })
      } else await failed
      await requireOnce(team, await run(team, journal, team.server.fetch))
    }
  })

  it.each([1, 2, 4])('goes on by itself when %i requests fail there, done or not', async times => {
    for (const fatal of await allSteps()) {
      const team = await createPortfolioTeam()
      let step = 0
      const pass = (by: number) => {
        step += by
        if (step >= fatal && step < fatal + 2 * times) throw new TypeError('fetch failed')
      }
      const report = await run(team, createMemoryJournal(), async request => {
        pass(1)
        const response = await team.server.fetch(request)
        pass(1)
        return response
      })
      await requireOnce(team, report)
    }
  })

  it('puts each row into the team once when it is killed there, in a team that is full again and again', async () => {
    for (const fatal of await allSteps()) {
      const team = await createPortfolioTeam()
      const journal = createMemoryJournal()
      raiseLimit(team, 5)
      await runKilled(team, journal, fatal)
      for (const limit of [5, 6, 6, 8]) {
        raiseLimit(team, limit)
        await runKilled(team, journal, fatal)
        const report = await run(team, journal, team.server.fetch)
        requireWholeness(report)
        expect(report.stopped).toMatchObject({ cause: 'entity_limit' })
        expect(report.created).toBe(limit - 2)
        expect(await team.names()).toHaveLength(limit)
      }
      raiseLimit(team, 100)
      await requireOnce(team, await run(team, journal, team.server.fetch))
    }
  })

  it('doubles nobody when it is killed there and run again without a journal', async () => {
    for (const fatal of await allSteps()) {
      const team = await createPortfolioTeam()
      const skip: ImportOptions = { onPossibleDuplicate: 'skip' }
      await runKilled(team, undefined, fatal, skip)
      const report = await run(team, undefined, team.server.fetch, skip)
      requireWholeness(report)
      expect(report).toMatchObject({ refused: 1, invalid: 1, stopped: null })
      // Persons of the first run are told as what they may be; the other Ilse Brandts were that from the start.
      expect((await team.names()).toSorted()).toEqual(expectedNames.toSpliced(2, 3))
    }
  })

  it('says what is in doubt when the service is gone for good, and goes on when it is back', async () => {
    for (const fatal of await allSteps()) {
      const team = await createPortfolioTeam()
      const journal = createMemoryJournal()
      const gone = new TypeError('fetch failed')
      const world = createWorld(fatal, () => Promise.reject(gone))
      const report = await run(team, journal, world.fetch(team.server.fetch), { giveUpAfter: 5 })
      requireWholeness(report)
      if (report.stopped === null) expect(world.hasEnded()).toBe(false)
      else expect(report.stopped).toMatchObject({ cause: 'failed', error: { name: 'ConnectionError' } })
      await requireOnce(team, await run(team, journal, team.server.fetch))
    }
  })

  it('says what is in doubt when it is aborted while no answer comes, and goes on when run again', async () => {
    const imports = (await allSteps()).map(async fatal => {
      const team = await createPortfolioTeam()
      const journal = createMemoryJournal()
      const controller = new AbortController()
      const world = createWorld(fatal, () => {
        controller.abort()
        return never()
      })
      const client = team.client.withOptions({
        fetch: byRequest(world.fetch(team.server.fetch)),
        timeout: 30,
      })
      const report = await importPortfolio(client, portfolio, {
        ...settings,
        journal,
        signal: controller.signal,
      })
      requireWholeness(report)
      expect(report.stopped?.cause ?? 'whole').toBe(world.hasEnded() ? 'aborted' : 'whole')
      await requireOnce(team, await run(team, journal, team.server.fetch))
    })
    await Promise.all(imports)
  })
})
