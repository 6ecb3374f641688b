import { createMockServer, persist } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'

it('says what keeps the state where there is no IndexedDB', async () => {
  await expect(persist(createMockServer())).rejects.toThrow('there is no IndexedDB here; serve --state keeps')
})
