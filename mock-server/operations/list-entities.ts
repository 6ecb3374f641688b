import { JsonFragments } from '../message/body-chunks.ts'
import { findNextEventTime } from '../screening/lifecycle.ts'
import type { Server } from '../server.ts'
import type { Page } from '../state/pages.ts'
import { entitiesOf, type StoredEntity, type Team } from '../state/teams.ts'
import { entityAnswer } from './entity-body.ts'
import type { Call } from './handler.ts'

/** How many entities are written in one go. */
const pageSize = 64

/** How many pages that were written before are sent in one go: a quarter of a megabyte. */
const readyPages = 14

/** What stands before and after the array of entities. */
export const wrappers = {
  bare: ['', ''],
  data: ['{"success":true,"data":', '}'],
  results: ['{"results":', '}'],
} as const

/** All of the team's entities, in creation order and without a wrapper by default (specification: GET /v1/entities). */
export function listEntities({ server, team, now }: Call): JsonFragments {
  return new JsonFragments(pieces(server, groupsOf(inOrder(server, team)), now))
}

function inOrder({ behaviour }: Server, team: Team): readonly StoredEntity[] {
  const created = entitiesOf(team)
  if (behaviour.listOrder === 'newest') return created.toReversed()
  if (behaviour.listOrder === 'name') return created.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return created
}

function* pieces(server: Server, groups: Iterable<readonly StoredEntity[]>, now: number): Generator<string> {
  const { pages, behaviour } = server
  const [before, after] = wrappers[behaviour.listBody]
  let lead = `${before}[`
  let ready: Page[] = []
  for (const group of groups) {
    const known = pages.find(group, now)
    ready.push(known ?? write(server, group, now))
    if (known !== undefined && ready.length < readyPages) continue
    yield pages.textOf(ready, lead)
    ready = []
    lead = ','
  }
  if (ready.length > 0 || lead !== ',') yield pages.textOf(ready, lead)
  yield `]${after}`
}

/** Writes a page, and keeps it until time changes what it says. */
function write(server: Server, entities: readonly StoredEntity[], now: number): Page {
  const text = entities.map(entity => JSON.stringify(entityAnswer(server, entity, now))).join(',')
  const until = Math.min(...entities.map(entity => findNextEventTime(server, entity, now)))
  const page = { entities, text, from: now, until }
  server.pages.keep(page)
  return page
}

function* groupsOf(entities: readonly StoredEntity[]): Generator<readonly StoredEntity[]> {
  for (let at = 0; at < entities.length; at += pageSize) yield entities.slice(at, at + pageSize)
}
