import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importPortfolio } from 'entity-screening-sdk/portfolio'
import { expect, it } from 'vitest'
import { byRequest } from '../../by-request.ts'
import { createMemoryJournal, createTeam, importInto, organization, person } from '../team.ts'

const persons = ['Ilse Brandt', 'Amber Lee', 'Kim Park'].map(name => person(name))

it('a dry run sends no row that an earlier run left in doubt, and records nothing of it', async () => {
  const team = createTeam({ clock: 'stepping' })
  const journal = createMemoryJournal()
  await importPortfolio(team.client, persons.slice(0, 1), { journal })
  // A process ends while two requests are on the wire, of which the first arrives.
  const controller = new AbortController()
  let atTheEnd: readonly string[] = []
  const client = team.client.withOptions({
    fetch: byRequest(async request => {
      if (!request.url.endsWith('/bulk')) return team.server.fetch(request)
      if ((await request.clone().text()).includes('Amber')) await team.server.fetch(request)
      else {
        atTheEnd = [...journal.lines]
        controller.abort()
      }
      throw new TypeError('the process has ended')
    }),
  })
  await importPortfolio(client, persons, {
    journal,
    batchSize: 1,
    signal: controller.signal,
    recheckDelay: 1,
  })
  const rest = createMemoryJournal([...atTheEnd])
  const before = team.server.requests.list().length

  const report = await importPortfolio(team.client, persons, { journal: rest, dryRun: true, recheckDelay: 1 })
  expect(report).toMatchObject({ rows: 3, created: 2, createdEarlier: 2, planned: 1, stopped: null })
  expect(rest.lines).toEqual(atTheEnd)
  const since = team.server.requests.list().slice(before)
  expect(since.map(({ method }) => method)).toEqual(['GET'])
  expect(await team.names()).toHaveLength(2)

  // The run itself sends one row, and finds the other one.
  const whole = await importPortfolio(team.client, persons, { journal: rest, recheckDelay: 1 })
  expect(whole).toMatchObject({ created: 3, createdEarlier: 2, stopped: null })
})

it('a dry run counts the organizations that repeat the name and country of an earlier row', async () => {
  const rows = [
    organization('Halfmoon Oy', { registration: 'A1' }),
    organization('HALFMOON OY', { registration: 'A2' }),
    organization('Halfmoon Oy', { registration: 'A3', countryCode: 'FI' }),
    organization('Halfmoon Oy', { registration: 'A3' }),
    organization('Crescent Oy'),
    person('Ilse Brandt', '1961-04-09'),
    person('Ilse Brandt', '1975-01-02'),
  ]
  const counts = { rows: 7, planned: 7, plannedRepeats: 2, duplicates: 0 }
  expect(await importInto(createTeam(), rows, { dryRun: true })).toMatchObject(counts)
  const report = await importInto(createTeam(), rows)
  expect(report).toMatchObject({ plannedRepeats: 0, created: 5, refused: 2 })
})

it('a dry run creates no journal file', async () => {
  const team = createTeam()
  const journal = join(tmpdir(), `entity-screening-dry-${crypto.randomUUID()}.journal`)
  const report = await importPortfolio(team.client, persons, { journal, dryRun: true })
  expect(report).toMatchObject({ planned: 3, created: 0, stopped: null })
  expect([existsSync(journal), existsSync(`${journal}-lock`)]).toEqual([false, false])
})
