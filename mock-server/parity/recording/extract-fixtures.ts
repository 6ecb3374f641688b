import * as z from 'zod/mini'
import { text } from '../../../src/contract/text.ts'
import { entityTypes } from '../../../src/contract/values.ts'
import { findList } from '../../../src/reading/body.ts'
import { isRecord } from '../../../src/shared/json.ts'
import { type Exchange, entityIdIn } from '../exchange.ts'
import { findEntityList } from '../response-body.ts'

/** The part of a recording that a mock server can load. */
export interface RecordedFixtures {
  readonly fixtures: {
    readonly entities: readonly RecordedEntity[]
    /** The networks, by the id of their entity. A network may have any form. */
    readonly networks: Readonly<Record<string, unknown>>
  }
  /** The parts that the mock server cannot load. Each part is described in a sentence. */
  readonly skipped: readonly string[]
}

/** Extracts fixtures from the last list of entities in a recording, and from the last network of each entity. */
export function extractFixtures(exchanges: readonly Exchange[]): RecordedFixtures {
  const skipped: string[] = []
  const entities: RecordedEntity[] = []
  const networks = new Map<string, unknown>()
  const successes = exchanges.filter(({ status }) => status === 200)
  const list = successes.findLast(({ operation }) => operation === 'listEntities')
  // Prefers the list that the client would read to a list in any other place.
  const items = (findList(list?.body) ?? findEntityList(list?.body))?.items
  if (items === undefined) skipped.push('The recording has no list of entities.')
  for (const [index, listItem] of items?.entries() ?? []) {
    const entity = recordedEntity.safeParse(listItem).data
    if (entity === undefined)
      skipped.push(`Entity ${index + 1} of the list has an id, name or type that cannot be loaded.`)
    else entities.push(entity)
  }
  const ids = new Set(entities.map(({ id }) => id))
  for (const call of successes.filter(({ operation }) => operation === 'getNetwork')) {
    const id = entityIdIn(call)
    if (ids.has(id)) networks.set(id, unwrapNetwork(call))
    else skipped.push(`The network of ${id} belongs to no entity of the list.`)
  }
  return { fixtures: { entities, networks: Object.fromEntries(networks) }, skipped }
}

/** Removes the envelope, which the mock server adds when it responds. */
function unwrapNetwork({ body }: Exchange): unknown {
  return isRecord(body) && Object.hasOwn(body, 'data') ? body.data : body
}

/** The required fields of a recorded entity. The mock server returns its other fields unchanged. */
const recordedEntity = z.looseObject({ id: text, name: text, type: z.enum(entityTypes) })

type RecordedEntity = z.output<typeof recordedEntity>
