import { type CreateEntityInput, EntityScreening, InputValidationError } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'

const server = createMockServer()

describe('a person', () => {
  it.each<[CreateEntityInput, string]>([
    [{ type: 'person', name: 'Ilse Brandt' }, 'Ilse Brandt'],
    [{ type: 'person', firstName: 'Ilse', lastName: 'Brandt' }, 'Ilse Brandt'],
    [{ type: 'person', firstName: 'Ilse', lastName: 'Brandt', name: 'Brandt, Ilse' }, 'Brandt, Ilse'],
    [{ type: 'person', firstName: 'Ilse', name: 'Ilse Brandt' }, 'Ilse Brandt'],
  ])('is created from %j as %s, and found again', async (input, name) => {
    const client = new EntityScreening(server.connect())
    expect((await client.entities.create(input)).name).toBe(name)
    expect(server.requests.list().at(-1)?.requestBody).toBe(JSON.stringify({ name, type: 'person' }))
    expect(await client.entities.reconcile(input, { before: [], otherCreations: [] })).toMatchObject({
      outcome: 'done',
    })
  })

  it.each([{}, { firstName: 'Ilse' }, { lastName: 'Brandt' }, { firstName: '', lastName: 'Brandt' }])(
    'is refused without a full name: %j',
    async parts => {
      const client = new EntityScreening(server.connect())
      const input = { type: 'person', ...parts } as CreateEntityInput
      const error: unknown = await client.entities.create(input).catch(error => error)
      expect(InputValidationError.is(error) && error.issues.map(({ path }) => path[0])).toContain(
        'firstName' in parts && parts.firstName === '' ? 'firstName' : 'name',
      )
    },
  )

  it('of one type is taken with the type in a variable', async () => {
    const client = new EntityScreening(server.connect())
    for (const type of ['organization', 'person'] as const)
      expect((await client.entities.create({ type, name: 'Ilse Brandt' })).name).toBe('Ilse Brandt')
  })
})
