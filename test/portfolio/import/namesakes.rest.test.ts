import { expect, it } from 'vitest'
import { createTeam, importInto, person } from '../team.ts'

it('a source may hold more namesakes than are kept waiting', async () => {
  const rows = Array.from({ length: 1300 }, (_, number) =>
    person('Ilse Brandt', new Date(Date.UTC(1950, 0, 1 + number)).toISOString().slice(0, 10)),
  )
  expect(await importInto(createTeam(), rows, { batchSize: 100 })).toMatchObject({
    created: 1300,
    remaining: 0,
    stopped: null,
  })
})
