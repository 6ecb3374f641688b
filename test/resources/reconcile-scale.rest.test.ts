import { type CreateEntityInput, type Entity, EntityScreening } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { reconcile } from '../../src/resources/reconcile.ts'
import { listed, teamOf } from './listed-team.ts'

describe('a long list', () => {
  const surnames = Array.from({ length: 100 }, (_, at) => `Surname${at}`)

  async function* list(size: number): AsyncGenerator<Entity> {
    const [template] = await teamOf(listed('')).entities.list()
    if (template === undefined) throw new TypeError('a list has an entity')
    for (let at = 0; at < size; at += 1) {
      const name = at % 2 === 0 ? `Trader ${at} GmbH` : `Given${at % 97} ${surnames[at % 100]}`
      yield { ...template, id: `${at}`, name, type: at % 2 === 0 ? 'organization' : 'person' }
    }
  }

  // Each input with each entity, it would be 300 million comparisons.
  it('of 100,000 takes 3,000 inputs in a time that grows with their sum', async () => {
    const inputs = Array.from({ length: 3000 }, (_, at): CreateEntityInput => {
      const name = at % 2 === 0 ? `Trader ${at * 100} GmbH` : `Given${at % 89} ${surnames[(at * 7) % 100]}`
      return { type: at % 2 === 0 ? 'organization' : 'person', name, countryCode: 'DE' }
    })
    const found = await reconcile(
      inputs,
      { stream: () => list(100_000) },
      { before: [], otherCreations: [], recheckDelay: 0 },
    )
    expect(found.filter(({ outcome }) => outcome === 'done').length).toBe(500)
  })

  it('that is not whole leaves nothing not done', async () => {
    const inputs: CreateEntityInput[] = ['Trader 0 GmbH', 'Nordwind GmbH'].map(name => ({
      type: 'organization',
      name,
      countryCode: 'DE',
    }))
    const outcomesOf = async (isComplete: boolean) => {
      const wrapper = async () => {
        const entities: Entity[] = []
        for await (const entity of list(1)) entities.push(entity)
        return Response.json({ data: entities, total: isComplete ? 1 : 2 })
      }
      const client = new EntityScreening({
        apiKey: null,
        baseUrl: 'http://a.example',
        logLevel: 'off',
        fetch: wrapper,
      })
      const found = await client.entities.reconcile(inputs, {
        before: [],
        otherCreations: [],
        recheckDelay: 0,
      })
      return found.map(({ outcome }) => outcome)
    }
    expect(await outcomesOf(true)).toEqual(['done', 'not_done'])
    expect(await outcomesOf(false)).toEqual(['done', 'unknown'])
  })
})
