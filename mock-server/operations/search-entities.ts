import * as z from 'zod/mini'
import { searchEntitiesRequest } from '../../src/contract/entity.ts'
import { foldName } from '../../src/shared/names/fold-name.ts'
import { normalizeRiskLabel } from '../../src/shared/text/normalize-risk-label.ts'
import { parseBodyWith } from '../message/body.ts'
import { arrayFragments, JsonFragments } from '../message/body-chunks.ts'
import type { Server } from '../server.ts'
import { entitiesOf, type StoredEntity } from '../state/teams.ts'
import { entityAnswer, shownFields } from './entity-body.ts'
import type { Call } from './handler.ts'
import { wrappers } from './list-entities.ts'

export type Filters = z.output<typeof searchEntitiesRequest>

/** A filter that is misspelt would match all entities. */
const knownFilters = z.strictObject(searchEntitiesRequest.shape)

/** Filters the team's entities; the specification lists the operation and shows nothing of it (see docs/internals/decisions.md). */
export function searchEntities({ server, team, body, now }: Call): JsonFragments {
  const filters = parseBodyWith(knownFilters, body || '{}')
  const { entitySearchBody } = server.behaviour
  const [before, after] = wrappers[entitySearchBody === 'none' ? 'data' : entitySearchBody]
  return new JsonFragments(arrayFragments(search(server, entitiesOf(team), filters, now), before, after))
}

/** The matching entities, and undefined for each other one, so that long searches stay sliced. */
function* search(
  server: Server,
  entities: readonly StoredEntity[],
  { limit = Number.POSITIVE_INFINITY, offset = 0, ...query }: Filters,
  now: number,
) {
  const filters = readFilters(query)
  let found = 0
  for (const entity of entities) {
    const isFound = fits(server, entity, filters, now)
    if (isFound) found += 1
    yield isFound && found > offset ? entityAnswer(server, entity, now) : undefined
    if (found === offset + limit) return
  }
}

/** Filters whose name is read once, not for each entity. */
export function readFilters({ name, ...filters }: Filters) {
  return { ...filters, isInName: name === undefined ? () => true : searchFor(name) }
}

/** Signs that tell names apart, as in C++ or 100%: all but those that one spelling of a name has and another has not. */
const tellingSigns = /[^\p{L}\p{M}\p{N}\p{Z}\p{C}\p{Pd}.,:;'’"“”&/()]+/gu

/** Whether a text is part of a name: its letters and digits as names are compared, its telling signs as they are. */
function searchFor(text: string): (name: string) => boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return name => name.includes(text.trim())
  const folded = foldName(text)
  const telling = text.match(tellingSigns) ?? []
  return name => foldName(name).includes(folded) && telling.every(sign => name.includes(sign))
}

/** Checks first what is known without screening. */
export function fits(
  server: Server,
  entity: StoredEntity,
  { isInName, type, countryCode, caseStatus, riskLevel }: ReturnType<typeof readFilters>,
  now: number,
): boolean {
  if (type !== undefined && entity.type !== type) return false
  if (countryCode !== undefined && entity.countryCode !== countryCode) return false
  if (!isInName(entity.name)) return false
  if (caseStatus === undefined && riskLevel === undefined) return true
  const shown = shownFields(server, entity, now)
  const label = typeof shown.riskLevel === 'string' ? shown.riskLevel : ''
  return (
    (caseStatus === undefined || shown.caseStatus === caseStatus) &&
    (riskLevel === undefined || normalizeRiskLabel(label) === normalizeRiskLabel(riskLevel))
  )
}
