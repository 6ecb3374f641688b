import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { afterAll, describe, it } from 'vitest'

const server = createMockServer()
const running = await startServer(server)
afterAll(() => running.close())

/** One server over HTTP; a team of its own is all that a test needs to be alone. */
describe.concurrent('200 tests at once', () => {
  const numbers = Array.from({ length: 200 }, (_, number) => number)

  describe.each(numbers)('test %i', number => {
    it('sees its own entities only', async ({ expect }) => {
      const client = new EntityScreening({ apiKey: server.teams.create().apiKey, baseUrl: running.url })
      const { id } = await client.entities.create({ type: 'organization', name: `Company ${number} Ltd` })
      await client.entities.createBulk([
        { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE' },
      ])
      await client.entities.rescan(id)
      const names = (await client.entities.list()).map(({ name }) => name)
      expect(names).toEqual([`Company ${number} Ltd`, 'Ilse Brandt'])
    })
  })
})
