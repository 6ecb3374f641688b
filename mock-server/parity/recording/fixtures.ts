import * as z from 'zod/mini'
import { network } from '../../../src/contract/network.ts'
import { text } from '../../../src/contract/text.ts'
import { oneLine } from '../../../src/model/inputs.ts'
import { listIn } from '../../../src/reading/body.ts'
import { type FixtureEntity, type FixtureNetwork, type Fixtures, item } from '../../fixtures/load.ts'
import { type Exchange, idIn } from '../exchange.ts'
import { dataIn, entityListIn } from '../seen.ts'

/** What a mock server can load of a recording. */
export interface RecordedFixtures {
  /** What `server.load` takes. */
  readonly fixtures: Fixtures
  /** What it cannot, in a sentence each. */
  readonly skipped: readonly string[]
}

/**
 * Makes fixtures of the last list of entities in a recording, and of the last network of each of them. What the contract's schema
 * does not allow is skipped.
 */
export function fixturesOf(exchanges: readonly Exchange[]): RecordedFixtures {
  const skipped: string[] = []
  const entities = new Map<unknown, FixtureEntity>()
  const networks: Record<string, FixtureNetwork> = {}
  const successes = exchanges.filter(({ status }) => status === 200)
  const list = successes.findLast(({ operation }) => operation === 'listEntities')
  // As the client finds it, or else in any member.
  const items = (listIn(list?.body) ?? entityListIn(list?.body))?.items
  if (items === undefined) skipped.push('The recording has no list of entities.')
  for (const [at, given] of items?.entries() ?? []) {
    const entity = item.safeParse(given).data ?? least.safeParse(given).data
    if (entity === undefined)
      skipped.push(`Entity ${at + 1} of the list has an id, name or type that cannot be loaded.`)
    else entities.set(entity.id, entity)
  }
  for (const call of successes.filter(({ operation }) => operation === 'getNetwork')) {
    const id = idIn(call)
    const { data } = network.safeParse(dataIn(call))
    if (!entities.has(id)) skipped.push(`The network of ${id} belongs to no entity of the list.`)
    else if (data === undefined) skipped.push(`The network of ${id} is not as specified.`)
    else networks[id] = data
  }
  return { fixtures: { entities: [...entities.values()], networks }, skipped }
}

/** What an entity must have where something else of it is not as specified. */
const least = z.union([
  z.object({ id: text, name: oneLine, type: z.literal('organization') }),
  z.object({ id: text, name: oneLine, type: z.literal('person') }),
])
