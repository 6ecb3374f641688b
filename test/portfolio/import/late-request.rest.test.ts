import { importPortfolio } from 'entity-screening-sdk/portfolio'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { byRequest } from '../../by-request.ts'
import { createTeam, person } from '../team.ts'

beforeEach(() => {
  // Pauses after failures are drawn by lot: here there are none.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => vi.restoreAllMocks())

const isBulk = ({ url }: Request) => url.endsWith('/bulk')

const persons = ['Ilse Brandt', 'Amber Lee', 'Kim Park', 'Ann Other', 'Dragomir Vosskov'].map(name =>
  person(name),
)

it('a request that is processed after its time limit doubles nobody by default', async () => {
  const team = createTeam()
  let isLate = true
  const client = team.client.withOptions({
    timeout: 300,
    fetch: byRequest(async request => {
      if (!isBulk(request) || !isLate) return team.server.fetch(request)
      isLate = false
      const copy = request.clone()
      setTimeout(() => team.server.fetch(new Request(copy, { signal: null })), 1500)
      return new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      )
    }),
  })
  const report = await importPortfolio(client, persons)
  expect(report).toMatchObject({ created: 5, stopped: null })
  expect(await team.names()).toHaveLength(5)
})
