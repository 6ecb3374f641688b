import { type Endpoint, endpoints } from '../contract/endpoints.ts'
import { decodeJson, isRecord } from '../shared/json.ts'
import { type JsonValue, membersOf, pathTo } from '../shared/json-walk.ts'
import { isBlankValue } from './blank.ts'
import { findDataName, findList } from './body.ts'
import { isStoredResponseHeader } from './cache-headers.ts'
import { bareLettersOf, lettersOf } from './letters.ts'
import { meansNo } from './means-no.ts'
import { isPartialHeader } from './partial-headers.ts'
import type { Path, QuirkLog } from './quirk-log.ts'

/**
 * The maximum number of reports for one response. Every value in a large body may suggest further entries.
 */
const maxReported = 100

/**
 * Returns whether a list or network may be incomplete or outdated. Reports each undocumented member or header that suggests
 * further entries, or that a cache had stored the response. By the specification, lists have no pages, so such a value is a
 * deviation.
 *
 * @param count - The number of items in the response.
 */
export function detectPartialResponse(
  response: Pick<Response, 'status' | 'headers'>,
  body: unknown,
  count: number,
  log: QuirkLog,
): boolean {
  // Names of headers and members are compared case-insensitively.
  const ignored = new Set(log.overrides.ignoreResponseFields?.map(name => name.toLowerCase()))
  const { holds }: Endpoint = endpoints[log.operation]
  const members = isRecord(body) ? membersBesideContent(body, holds === 'network') : []
  let reportedCount = 0
  for (const { path, value, mayBeIgnored, isFromCache } of findPartialSigns(response, members, count)) {
    const name = path.join('.')
    if (mayBeIgnored && ignored.has(name.toLowerCase())) log.overriddenFields.add(name)
    else {
      log.noteIncomplete(path, value, isFromCache)
      reportedCount += 1
    }
    if (reportedCount === maxReported) break
  }
  return reportedCount > 0
}

/** A value that suggests a partial response. */
interface PartialSign {
  readonly path: Path
  readonly value: unknown
  /** Whether the option `ignoreResponseFields` can exclude this value. */
  readonly mayBeIgnored: boolean
  /** Whether a cache had stored the response. */
  readonly isFromCache: boolean
}

function* findPartialSigns(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  members: JsonValue[],
  count: number,
): Generator<PartialSign, void, undefined> {
  if (status !== 200) yield { path: [], value: status, mayBeIgnored: false, isFromCache: false }
  for (const [name, value] of headers) {
    const isStandard = name === 'link' || name === 'content-range'
    const isFromCache = isStoredResponseHeader(name, value)
    if (isFromCache || isPartialHeader(name, value, count))
      yield { path: [name], value, mayBeIgnored: !isStandard, isFromCache }
  }
  const pending = members
  for (let member = pending.pop(); member !== undefined; member = pending.pop()) {
    const value = decodeJson(member.value)
    const inner = membersOf(value, member)
    for (const innerMember of inner) pending.push(innerMember)
    const isSign = inner.length === 0 && !isTotal(member, count) && !isHarmless(member.key, value)
    if (isSign) yield { path: pathTo(member), value, mayBeIgnored: value !== undefined, isFromCache: false }
  }
}

/**
 * Returns the members beside the content: for a list, all members except the list; for a network, all members
 * of the data and the envelope except nodes and relations.
 */
function membersBesideContent(body: Readonly<Record<string, unknown>>, isNetwork: boolean): JsonValue[] {
  const name = isNetwork ? findDataName(body) : findList(body)?.name
  const members = membersOf(body)
  const wrapper = members.find(({ key }) => key === name)
  const beside = members.filter(member => member !== wrapper && !isEnvelopeField(member))
  if (!isNetwork) return beside
  const inside = wrapper ? membersOf(decodeJson(wrapper.value), wrapper) : beside
  const relations = inside.filter(({ name }) => bareLettersOf(name) === 'relations')
  const hasRelations = relations.some(({ value }) => Array.isArray(decodeJson(value)))
  const missing = hasRelations ? [] : membersOf({ relations: undefined }, wrapper)
  const others = inside.filter(({ name }) => !/^(?:nodes|relations)$/.test(bareLettersOf(name)))
  return [...missing, ...others, ...(wrapper ? beside : [])]
}

/** Whether a member is an ordinary envelope field, such as `success`, which does not describe the content. */
function isEnvelopeField({ name, value }: JsonValue): boolean {
  const letters = lettersOf(name)
  if (letters === 'success') return value === true
  if (letters === 'status' || letters === 'statuscode') return /^(?:20[01]|ok|success)$/i.test(String(value))
  return /^(?:message|timestamp|requestid|version)$/.test(letters) && typeof value !== 'object'
}

/** The beginnings of names that suggest further or missing entries. */
const more = 'more|next|prev|cursor|continu|trunc|partial|incomplete|error|exception|fail|warning'
/**
 * Matches names such as `hasMore`, for which the value "no" is harmless. For `noMore` or `complete`, "no" suggests further
 * entries.
 */
const moreNames = new RegExp(`^(?:x|is|has)*(?:${more})`)
const countsFromZero = /^(?:offset|skip|page(?:index|number)?|remaining|code)$/

/**
 * Whether a member's value suggests no further entries: the value is empty, or it is a "no" or 0 that is harmless under the
 * member's name.
 */
function isHarmless(key: string | number, value: unknown): boolean {
  if (value === undefined) return false
  if (isBlankValue(value) || typeof value === 'object') return true
  const letters = lettersOf(String(key))
  return meansNo(value) && (moreNames.test(letters) || (value === 0 && countsFromZero.test(letters)))
}

const totalNames = /^(?:count|total(?:count|elements|entities|hits|items|records|results|rows)?)$/

/** Matches the names of objects that describe the complete response. In other objects, a total may count pages or errors. */
const summaries = /^(?:data|meta|metadata|result|results|summary)$/

/** Whether a member is the total number of items in the response. */
function isTotal({ key, value, parent }: JsonValue, count: number): boolean {
  for (let holder = parent; holder !== undefined; holder = holder.parent)
    if (!summaries.test(lettersOf(String(holder.key)))) return false
  return totalNames.test(lettersOf(String(key))) && String(value) === String(count)
}
