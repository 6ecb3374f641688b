import * as z from 'zod/mini'
import { network } from '../../../src/contract/network.ts'
import { text } from '../../../src/contract/text.ts'
import { entityTypes } from '../../../src/contract/values.ts'
import { findList } from '../../../src/reading/body.ts'
import type { FixtureNetwork, Fixtures } from '../../fixtures/load-fixtures.ts'
import { type Exchange, idIn } from '../exchange.ts'
import { dataIn, entityListIn } from '../seen.ts'

/** What a mock server can load of a recording. */
export interface RecordedFixtures {
  readonly fixtures: { readonly entities: readonly RecordedItem[] } & Pick<Fixtures, 'networks'>
  /** What it cannot, in a sentence each. */
  readonly skipped: readonly string[]
}

/**
 * Makes fixtures of the last list of entities in a recording, and of the last network of each of them. A network that the contract's
 * schema does not allow is skipped.
 */
export function fixturesOf(exchanges: readonly Exchange[]): RecordedFixtures {
  const skipped: string[] = []
  const entities = new Map<unknown, RecordedItem>()
  const networks: Record<string, FixtureNetwork> = {}
  const successes = exchanges.filter(({ status }) => status === 200)
  const list = successes.findLast(({ operation }) => operation === 'listEntities')
  // As the client finds it, or else in any member.
  const items = (findList(list?.body) ?? entityListIn(list?.body))?.items
  if (items === undefined) skipped.push('The recording has no list of entities.')
  for (const [at, given] of items?.entries() ?? []) {
    const entity = recordedItem.safeParse(given).data
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

/** A recorded entity needs these; everything else of it is shown as it was recorded. */
const recordedItem = z.looseObject({ id: text, name: text, type: z.enum(entityTypes) })

type RecordedItem = z.output<typeof recordedItem>
