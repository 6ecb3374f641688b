import { type Operation, operations } from '../contract/operations.ts'
import { decodeJson, isRecord } from '../shared/json.ts'
import { dataIn, listIn } from './body.ts'
import { bareLettersOf, lettersOf } from './letters.ts'
import type { Path, QuirkLog } from './log.ts'
import { dividesByHeader } from './partial-headers.ts'
import { isBlank } from './reading.ts'
import { type JsonValue, membersOf, pathTo, saysNo } from './screening.ts'

/** As many as a caller can use: each value of a large body may be one. */
const most = 100

/**
 * Whether a list or network of so many has nothing beside its documented shape (specification: GET /v1/entities,
 * GET /v1/entities/{id}/network, Errors), and so is whole; members and headers are reported. The service has no pages.
 */
export function checkWhole(response: Response, body: unknown, count: number, log: QuirkLog): boolean {
  const { holds }: Operation = operations[log.operation]
  const { status, headers } = response
  let found = 0
  const add = (path: Path, value: unknown) => {
    found += 1
    log.incomplete(path, value)
  }
  // Names of headers have no case; a path that differs from another in case alone is as harmless.
  const trusted = new Set(log.trust.ignoreMembers?.map(one => one.toLowerCase()))
  const isTrusted = (path: Path) => {
    const name = path.join('.')
    const isNamed = trusted.has(name.toLowerCase())
    if (isNamed) log.vouchedFor.add(name)
    return isNamed
  }
  if (status !== 200) add([], status)
  for (const [name, value] of headers) {
    // Nobody can vouch for a header of the standard.
    const isStandard = name === 'link' || name === 'content-range'
    if (dividesByHeader(name, value, count) && (isStandard || !isTrusted([name]))) add([name], value)
  }
  const pending = isRecord(body) ? besideContent(body, holds === 'network') : []
  // Every value, however deep, that does not say no.
  for (let next = pending.pop(); next !== undefined && found < most; next = pending.pop()) {
    const value = decodeJson(next.value)
    const inner = membersOf(value, next)
    for (const one of inner) pending.push(one)
    // What holds something is judged by that.
    if (inner.length > 0 || isTotal(next, count) || isHarmless(next.key, value)) continue
    const path = pathTo(next)
    // Nobody can vouch for what is missing.
    if (value === undefined || !isTrusted(path)) add(path, value)
  }
  return found === 0
}

/** The members beside the list, or beside the nodes and relations of a network and beside its wrapper. */
function besideContent(body: Readonly<Record<string, unknown>>, isNetwork: boolean): JsonValue[] {
  const name = isNetwork ? dataIn(body) : listIn(body)?.name
  const members = membersOf(body)
  const wrapper = members.find(({ key }) => key === name)
  const beside = members.filter(one => one !== wrapper && !isFormal(one))
  if (!isNetwork) return beside
  const inside = wrapper ? membersOf(decodeJson(wrapper.value), wrapper) : beside
  const relations = inside.filter(one => bareLettersOf(one.name) === 'relations')
  const hasRelations = relations.some(({ value }) => Array.isArray(decodeJson(value)))
  const missing = hasRelations ? [] : membersOf({ relations: undefined }, wrapper)
  const others = inside.filter(one => !/^(?:nodes|relations)$/.test(bareLettersOf(one.name)))
  return [...missing, ...others, ...(wrapper ? beside : [])]
}

/** Members of an envelope that say nothing about its content. */
function isFormal({ name, value }: JsonValue): boolean {
  const letters = lettersOf(name)
  if (letters === 'success') return value === true
  if (letters === 'status' || letters === 'statuscode') return /^(?:20[01]|ok|success)$/i.test(String(value))
  return /^(?:message|timestamp|requestid|version)$/.test(letters) && typeof value !== 'object'
}

/** Names that say that there is more, or that something is missing. */
const more = 'more|next|prev|cursor|continu|trunc|partial|incomplete|error|exception|fail|warning'
/** Those under which a no is good: `hasMore`, and neither `noMore` nor `complete`, where it says the opposite. */
const asksForMore = new RegExp(`^(?:x|is|has)*(?:${more})`)
const countsFromZero = /^(?:offset|skip|page(?:index|number)?|remaining|code)$/

/** Whether a member holds nothing, or says no where a no is good. */
function isHarmless(key: string | number, value: unknown): boolean {
  if (value === undefined) return false
  if (isBlank(value) || typeof value === 'object') return true
  const letters = lettersOf(String(key))
  return saysNo(value) && (asksForMore.test(letters) || (value === 0 && countsFromZero.test(letters)))
}

const total = /^(?:count|total(?:count|elements|entities|hits|items|records|results|rows)?)$/

/** What holds only what is said of the whole response. In any other container a total may count pages, errors, or what is missing. */
const wholes = /^(?:data|meta|metadata|result|results|summary)$/

/** A total of what came says nothing. */
function isTotal({ key, value, parent }: JsonValue, count: number): boolean {
  for (let at = parent; at !== undefined; at = at.parent)
    if (!wholes.test(lettersOf(String(at.key)))) return false
  return total.test(lettersOf(String(key))) && String(value) === String(count)
}
