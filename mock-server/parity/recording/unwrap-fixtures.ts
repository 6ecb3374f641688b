import { isRecord, type JsonRecord } from '../../../src/shared/json.ts'
import { findServiceList } from '../response-body.ts'
import { extractRecordedFixtures } from './extract-fixtures.ts'
import { joinLists } from './join-lists.ts'

/** The fixtures of a JSON document, for `load`, and a sentence for each part that is left out. */
interface UnwrappedFixtures {
  readonly fixtures: unknown
  readonly skipped: readonly string[]
}

/**
 * Returns the fixtures in a JSON document of a user: fixtures, a recording, or a list of entities in any envelope of a service. The
 * member `team` may be beside each.
 *
 * @throws TypeError if a recording is invalid, or if a list is only a part.
 */
export function unwrapFixtures(json: unknown): UnwrappedFixtures {
  if (!isRecord(json) || 'entities' in json || isExtracted(json)) return { fixtures: json, skipped: [] }
  const { log, team } = json
  if (!isRecord(log)) return { fixtures: unwrapList(json), skipped: [] }
  const { fixtures, skipped } = extractRecordedFixtures({ log }, 'load')
  return { fixtures: { ...fixtures, team }, skipped }
}

/** Whether a document is what `extractFixtures` returns. */
function isExtracted(json: JsonRecord): boolean {
  return Array.isArray(json.items) && Object.keys(json).every(name => extractedNames.has(name))
}

const extractedNames: ReadonlySet<string> = new Set(['items', 'networks', 'team'])

function unwrapList(json: JsonRecord): unknown {
  const { team, networks, ...body } = json
  const list = findServiceList(body)
  if (list === null) return json
  const { items } = joinLists([{ ...list, url: null, headers: {}, body }], 'load')
  return { entities: items, networks, team }
}
