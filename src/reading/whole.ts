import { decoded, isRecord } from '../shared/json.ts'
import { dataIn, listIn } from './body.ts'
import { bareLettersOf, lettersOf } from './letters.ts'
import type { Path } from './log.ts'
import { isBlank } from './reading.ts'
import { heldBy, pathTo, saysNo, type Within } from './screening.ts'

/** A member of a body, or a header, that may say that there is more than what came. */
export interface Divider {
  readonly path: Path
  readonly value: unknown
}

/** A response with a list or a network. */
interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  /** How many items came. */
  readonly count: number
  readonly isNetwork: boolean
  /** Whether the caller vouches for a member or header. */
  readonly isTrusted: (path: Path) => boolean
}

/** As many as a caller can use: each value of a large body may be one. */
const most = 100

/**
 * What a response has beside its documented shape (specification: GET /v1/entities, GET /v1/entities/{id}/network, Errors): a
 * list or a network is whole only where there is nothing. The service has no pages.
 */
export function findDividers({ status, headers, body, count, isNetwork, isTrusted }: Answer): Divider[] {
  const part = status === 200 ? [] : [{ path: [], value: status }]
  // Nobody can vouch for a header of the standard.
  const announced = dividingHeaders(headers, count).filter(
    ({ path }) => /^(?:link|content-range)$/.test(String(path[0])) || !isTrusted(path),
  )
  const found = [...part, ...announced]
  const pending = isRecord(body) ? (isNetwork ? besideNetwork(body) : besideList(body)) : []
  // Every value, however deep, that does not say no.
  for (let next = pending.pop(); next !== undefined && found.length < most; next = pending.pop()) {
    const { key } = next
    const value = decoded(next.value)
    const inner = heldBy(value, next)
    for (const one of inner) pending.push(one)
    // What holds something is judged by that.
    if (inner.length > 0 || isTotal(next, count) || isHarmless(key, value)) continue
    const path = pathTo(next)
    // Nobody can vouch for what is missing.
    if (value === undefined || !isTrusted(path)) found.push({ path, value })
  }
  return found
}

type Members = Readonly<Record<string, unknown>>

function besideList(body: Members): Within[] {
  const list = listIn(body)?.name
  return heldBy(body).filter(({ key, value }) => key !== list && !isFormal(key, value))
}

function besideNetwork(body: Members): Within[] {
  const wrapper = dataIn(body)
  const beside = heldBy(body).filter(({ key, value }) => key !== wrapper && !isFormal(key, value))
  const parent = wrapper === undefined ? undefined : { key: wrapper, value: null, parent: undefined }
  const members = wrapper === undefined ? beside : heldBy(decoded(body[wrapper]), parent)
  const hasRelations = members.some(({ key, value }) => nameOf(key) === 'relations' && isList(value))
  const absent = hasRelations ? [] : [{ key: 'relations', value: undefined, parent }]
  const others = members.filter(({ key }) => !/^(?:nodes|relations)$/.test(nameOf(key)))
  return [...absent, ...others, ...(wrapper === undefined ? [] : beside)]
}

function nameOf(key: string | number): string {
  return bareLettersOf(String(key))
}

function isList(value: unknown): boolean {
  return Array.isArray(decoded(value))
}

/** Members of an envelope that say nothing about its content. */
function isFormal(name: string | number, value: unknown): boolean {
  const letters = lettersOf(String(name))
  if (letters === 'success') return value === true
  if (letters === 'status' || letters === 'statuscode') return /^(?:20[01]|ok|success)$/i.test(String(value))
  return /^(?:message|timestamp|requestid|version)$/.test(letters) && typeof value !== 'object'
}

/** Names under which a no says that there is no more; under any other, such as `complete`, it may say the opposite. */
const saysMore = /more|next|prev|cursor|continu|trunc|partial|incomplete|error|exception|fail|warning/
/** Such as `noMore` and `untruncated`, where a no says that there is more. */
const deniesMore = new RegExp(`(?:no|not|non|un)(?:${saysMore.source})`)
const countsFromZero = /^(?:offset|skip|page(?:index|number)?|remaining|code|errorcode)$/

/** Whether a member holds nothing, or says no where a no is good. */
function isHarmless(key: string | number, value: unknown): boolean {
  if (value === undefined) return false
  if (isBlank(value) || typeof value === 'object') return true
  const letters = lettersOf(String(key))
  const isAboutMore = saysMore.test(letters) && !deniesMore.test(letters)
  return saysNo(value) && (isAboutMore || (value === 0 && countsFromZero.test(letters)))
}

const total = /^(?:count|total(?:count|elements|entities|hits|items|records|results|rows)?)$/

/** What holds only what is said of the whole response. In any other container a total may count pages, errors, or what is missing. */
const wholes = /^(?:data|meta|metadata|result|results|summary)$/

/** A total of what came says nothing. */
function isTotal({ key, value, parent }: Within, count: number): boolean {
  for (let at = parent; at !== undefined; at = at.parent)
    if (!wholes.test(lettersOf(String(at.key)))) return false
  return total.test(lettersOf(String(key))) && String(value) === String(count)
}

/** Headers that announce more by their names, however their words are joined: one whose value cannot be read does so too. */
function dividingHeaders(headers: Headers, count: number): Divider[] {
  return [...headers].flatMap(([name, value]) => {
    const letters = lettersOf(name)
    const isDividing =
      name === 'content-range' ||
      (name === 'link' && /\brel\*?\s*=[^;,]*(?:next|last)/i.test(value)) ||
      (/(?<!per)pages?$|pagecount|pagination/.test(letters) && !(Number(value) <= 1)) ||
      (letters.includes('total') && !(Number(value) <= count)) ||
      (/next|more|cursor|continu|trunc|partial|incomplete/.test(letters) &&
        (deniesMore.test(letters) || !saysNo(value)))
    return isDividing ? [{ path: [name], value }] : []
  })
}
