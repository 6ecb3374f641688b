import { EntityScreening } from 'entity-screening-sdk'
import { expect, it } from 'vitest'
import { listingOf } from '../../../src/portfolio/team/listing.ts'

it('a read of a shared list that is aborted while it waits for another ends at once', async () => {
  const answers: ((response: Response) => void)[] = []
  const client = new EntityScreening({
    apiKey: 'a-key-of-a-test',
    baseUrl: 'https://screening.example',
    logLevel: 'off',
    fetch: () => new Promise<Response>(resolve => answers.push(resolve)),
  })
  const listing = listingOf(client)
  const [patient, hasty] = [new AbortController(), new AbortController()]
  const first = listing.read(() => () => {}, patient.signal)
  await expect.poll(() => answers).toHaveLength(1)
  const second = listing.read(() => () => {}, hasty.signal)
  hasty.abort(new Error('has gone'))
  await expect(second).rejects.toThrow('has gone')
  for (const answer of answers) answer(Response.json([]))
  await first
  expect(answers).toHaveLength(1)
})
