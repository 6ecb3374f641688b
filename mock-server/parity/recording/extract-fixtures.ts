import type { RecordedFixtures } from '../../fixtures/load-fixtures.ts'
import { entityIdIn } from '../exchange.ts'
import { type BodyArray, findArray, findServiceList, unwrapBody } from '../response-body.ts'
import { findTotal, type ListResponse } from './find-broken-promise.ts'
import { joinLists } from './join-lists.ts'
import { type RecordedExchange, type Recording, readRecording } from './read-har.ts'

/** The part of a recording that a mock server loads. */
export interface ExtractedFixtures {
  /** The items of the list, and their networks, for `server.load`. */
  readonly fixtures: RecordedFixtures
  /** The networks that belong to no entity of the list. Each is described in a sentence. */
  readonly skipped: readonly string[]
}

/**
 * Extracts the list of entities from a recording, and the last network of each entity. Joins lists with different queries, such as
 * pages.
 *
 * @throws TypeError if the recording is invalid, or has no list, lists of two services, or only a part of a list.
 * @example
 * const request = { method: 'GET', url: 'https://screening.example/v1/entities' }
 * const response = { status: 200, headers: [], content: { text: '[{"id":"acme","name":"Acme Castings Ltd"}]' } }
 * // A browser saves such entries as a HAR file.
 * const recording = { log: { entries: [{ startedDateTime: '2026-03-04T05:06:07Z', request, response }] } }
 * const { fixtures } = extractFixtures(recording)
 * console.log(await server.load(fixtures)) // [ 'acme' ]
 */
export function extractFixtures(recording: Recording): ExtractedFixtures {
  return extractRecordedFixtures(recording, 'extractFixtures')
}

/** Like `extractFixtures`. The errors name the caller. */
export function extractRecordedFixtures(recording: unknown, caller: string): ExtractedFixtures {
  const exchanges = readRecording(recording, caller)
  const successes = exchanges
    .filter(({ status }) => status >= 200 && status < 300)
    .toSorted((first, second) => first.at - second.at)
  const lists = findLists(
    successes.filter(({ operation }) => operation === 'listEntities'),
    caller,
  )
  const { items, ids } = joinLists(lists, caller)
  const networks = new Map<string, unknown>()
  const skipped: string[] = []
  const networkCalls = successes.filter(
    ({ operation, status }) => operation === 'getNetwork' && status === 200,
  )
  for (const call of networkCalls) {
    const id = entityIdIn(call)
    if (!ids.has(id) || call.base !== lists[0]?.base)
      skipped.push(`The network of ${id} belongs to no entity of the list.`)
    else if (call.text === null) throw createBodyError(call, caller)
    else networks.set(id, unwrapBody(call.body))
  }
  return { fixtures: { items, networks: Object.fromEntries(networks) }, skipped }
}

interface RecordedList extends ListResponse {
  /** The base URL of the service. */
  readonly base: string
}

/** Finds the latest list at each URL, in the order in which they were recorded. */
function findLists(calls: readonly RecordedExchange[], caller: string): RecordedList[] {
  const listByUrl = new Map<string, RecordedList>()
  for (const call of calls) {
    const list = findServiceList(call.body) ?? findEmptyList(call.body)
    const url = new URL(urlOf(call))
    if (list === null) continue
    // The later list moves to the end of the map.
    listByUrl.delete(url.href)
    listByUrl.set(url.href, { ...call, ...list, url })
  }
  const unreadable = calls.find(call => !listByUrl.has(new URL(urlOf(call)).href))
  if (unreadable !== undefined && !unreadable.text) throw createBodyError(unreadable, caller)
  if (unreadable !== undefined)
    throw new TypeError(`${caller}: the response to GET ${urlOf(unreadable)} is not a list of entities`)
  const lists = [...listByUrl.values()]
  const [base, otherBase] = new Set(lists.map(({ base }) => base))
  if (base === undefined)
    throw new TypeError(
      `${caller}: the recording has no list of entities: record a response with the status 200 to GET /v1/entities`,
    )
  if (otherBase !== undefined)
    throw new TypeError(
      `${caller}: the recording has lists of two services, ${base} and ${otherBase}: remove the entries of one`,
    )
  return lists
}

/** Finds an empty list in any place, if its body counts no entities. */
function findEmptyList(body: unknown): BodyArray | null {
  const array = findArray(body)
  const isEmpty = array?.items.length === 0 && findTotal({ ...array, url: null, headers: {}, body }) === 0
  return isEmpty ? array : null
}

function urlOf({ base, path }: RecordedExchange): string {
  return base + path
}

function createBodyError(call: RecordedExchange, caller: string): TypeError {
  return new TypeError(
    `${caller}: the recording does not contain the body of the response to GET ${urlOf(call)}: save it with the contents of the responses`,
  )
}
