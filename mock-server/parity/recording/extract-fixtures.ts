import * as z from 'zod/mini'
import { network } from '../../../src/contract/network.ts'
import { text } from '../../../src/contract/text.ts'
import { entityTypes } from '../../../src/contract/values.ts'
import { findList } from '../../../src/reading/body.ts'
import type { FixtureNetwork, Fixtures } from '../../fixtures/load-fixtures.ts'
import { type Exchange, entityIdIn } from '../exchange.ts'
import { findEntityList, unwrapData } from '../response-body.ts'

/** The part of a recording that a mock server can load. */
export interface RecordedFixtures {
  readonly fixtures: { readonly entities: readonly RecordedEntity[] } & Pick<Fixtures, 'networks'>
  /** The parts that it cannot load, in a sentence each. */
  readonly skipped: readonly string[]
}

/**
 * Extracts fixtures from the last list of entities in a recording, and from the last network of each entity. It skips a network that
 * the schema of the contract does not allow.
 */
export function extractFixtures(exchanges: readonly Exchange[]): RecordedFixtures {
  const skipped: string[] = []
  const entities = new Map<unknown, RecordedEntity>()
  const networks: Record<string, FixtureNetwork> = {}
  const successes = exchanges.filter(({ status }) => status === 200)
  const list = successes.findLast(({ operation }) => operation === 'listEntities')
  // The client's place of the list comes first, then any member.
  const items = (findList(list?.body) ?? findEntityList(list?.body))?.items
  if (items === undefined) skipped.push('The recording has no list of entities.')
  for (const [index, listItem] of items?.entries() ?? []) {
    const entity = recordedEntity.safeParse(listItem).data
    if (entity === undefined)
      skipped.push(`Entity ${index + 1} of the list has an id, name or type that cannot be loaded.`)
    else entities.set(entity.id, entity)
  }
  for (const call of successes.filter(({ operation }) => operation === 'getNetwork')) {
    const id = entityIdIn(call)
    const { data } = network.safeParse(unwrapData(call))
    if (!entities.has(id)) skipped.push(`The network of ${id} belongs to no entity of the list.`)
    else if (data === undefined) skipped.push(`The network of ${id} is not as specified.`)
    else networks[id] = data
  }
  return { fixtures: { entities: [...entities.values()], networks }, skipped }
}

/** The required fields of a recorded entity; the others are served as they were recorded. */
const recordedEntity = z.looseObject({ id: text, name: text, type: z.enum(entityTypes) })

type RecordedEntity = z.output<typeof recordedEntity>
