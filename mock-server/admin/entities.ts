import * as z from 'zod/mini'
import { searchEntitiesRequest } from '../../src/contract/entity.ts'
import { Refusal } from '../../src/contract/refusal.ts'
import type { JsonRecord } from '../../src/shared/json.ts'
import { parseQueryWith } from '../message/body.ts'
import { computeListFields, timestamp, toEntityResponse } from '../operations/entity-body.ts'
import { type EntityFilters, matchesFilters, prepareFilters } from '../operations/search-entities.ts'
import { analysedAt, findNextEventTime, findShownScan } from '../screening/lifecycle.ts'
import { buildNetwork, findLoadedNetwork, hasQuirkyNetwork } from '../screening/network.ts'
import type { Server } from '../server.ts'
import { findStatedValue } from '../state/stated-fields.ts'
import type { StoredEntity } from '../state/stored-entity.ts'
import { entitiesOf, type Team } from '../state/teams.ts'
import type { AdminCall } from './admin-call.ts'

/** The maximum number of entities in a response. */
const maxListed = 10_000

const { limit: _, offset, ...filters } = searchEntitiesRequest.shape

const orders = ['oldest', 'newest', 'updated', 'name', 'risk'] as const

export type EntityOrder = (typeof orders)[number]

const entitiesQuery = z.strictObject({
  ...filters,
  order: z._default(z.enum(orders), 'oldest'),
  team: z.string(),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(maxListed))),
  offset,
})

/**
 * Returns a page of a team's entities, and the number of all entities that match the filters. This call is not a request to the
 * service, so it is not logged, gets no fault, and does not move a stepping clock.
 */
export function listTeamEntities({ server, query }: AdminCall) {
  const { team: id, order, ...page } = parseQueryWith(entitiesQuery, query, ['limit', 'offset'])
  const team = server.state.teams.get(id)
  if (team === undefined) throw new Refusal(404, 'There is no team with this id.')
  const now = server.clock.now()
  return findMatchingEntities(server, page, sortEntities(server, team, order, now), now)
}

/** The maximum number of entities that can be sorted. Larger teams are shown only in creation order. */
const maxSorted = 10_000

function sortEntities(server: Server, team: Team, order: EntityOrder, now: number): StoredEntity[] {
  const all = [...entitiesOf(team)]
  if (order === 'oldest') return all
  if (order === 'newest') return all.reverse()
  if (all.length > maxSorted)
    throw new Refusal(
      400,
      `Sorting by ${order} is for teams of up to ${maxSorted} entities: choose oldest or newest.`,
    )
  if (order === 'name') {
    const { compare } = new Intl.Collator('en')
    return all.sort((first, second) => compare(first.name, second.name))
  }
  return all
    .map(entity => {
      const { riskScore, updatedAt } = computeListFields(server, entity, now)
      return { entity, rank: order === 'risk' ? rankOf(riskScore) : rankOf(Date.parse(String(updatedAt))) }
    })
    .sort((first, second) => second.rank - first.rank)
    .map(({ entity }) => entity)
}

/** Returns the number to sort an entity by; -1 if there is none, so that the entity comes last. */
function rankOf(score: unknown): number {
  return typeof score === 'number' && !Number.isNaN(score) ? score : -1
}

function findMatchingEntities(
  server: Server,
  { offset = 0, limit = maxListed, ...query }: EntityFilters,
  all: readonly StoredEntity[],
  now: number,
) {
  const filters = prepareFilters(query)
  const matches = all.filter(entity => matchesFilters(server, entity, filters, now))
  const entities = matches.slice(offset, offset + limit).map(entity => showEntity(server, entity, now))
  return { entities, total: matches.length }
}

/** Returns an entity as the list shows it. An item that was loaded also has its fields under their documented names. */
function showEntity(server: Server, entity: StoredEntity, now: number): JsonRecord {
  const response = toEntityResponse(server, entity, now)
  if (entity.statedFields === undefined) return response
  return { ...computeListFields(server, entity, now), ...response, id: entity.id }
}

/**
 * Describes an entity of any team, with its documents and other facts that the list does not show.
 *
 * @throws Refusal with the status 404.
 */
export function describeEntity(server: Server, id: string) {
  const { team, entity } = findEntity(server, id)
  const { scan, caseStatus, documents } = entity
  const statedStatus = findStatedValue(entity, 'caseStatus')
  const now = server.clock.now()
  const due = findNextEventTime(server, entity, now)
  return {
    team: team.id,
    entity: showEntity(server, entity, now),
    documents: documents.map(document => ({
      ...document,
      attachedAt: timestamp(document.attachedAt),
      analysedAt: timestamp(analysedAt(document)),
    })),
    scan,
    // Null if screening determines the case status.
    caseStatus: caseStatus ?? (typeof statedStatus === 'string' ? statedStatus : null),
    dueAt: Number.isFinite(due) ? timestamp(due) : null,
  }
}

export function findEntity(server: Server, id: string): { team: Team; entity: StoredEntity } {
  for (const team of server.state.teams.values()) {
    const entity = team.entities.get(id)
    if (entity !== undefined) return { team, entity }
  }
  throw new Refusal(404, 'No team has an entity with this id.')
}

/** A network that the console shows as a picture. */
export interface ShownNetwork {
  /** The network, written as specified. A loaded network is unchanged. */
  readonly network: JsonRecord
  /** Whether clients get the network with the deliberate quirks of a scenario. */
  readonly isQuirky: boolean
  readonly screening: 'running' | 'ended'
}

/** Returns the network of an entity of any team, without an entry in the request log. @throws Refusal with the status 404. */
export function showNetwork({ server, id }: AdminCall): ShownNetwork {
  const { entity } = findEntity(server, id)
  const scan = findShownScan(server, entity, server.clock.now())
  return {
    network: findLoadedNetwork(entity, scan) ?? buildNetwork(server, entity, scan),
    isQuirky: hasQuirkyNetwork(server, entity, scan),
    screening: scan === 0 ? 'running' : 'ended',
  }
}
