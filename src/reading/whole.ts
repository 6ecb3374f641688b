import { decoded, isRecord } from '../shared/json.ts'
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
  const found = [...part, ...dividingHeaders(headers, count).filter(({ path }) => !isTrusted(path))]
  const pending = isRecord(body) ? (isNetwork ? besideNetwork(body) : besideList(body)) : []
  // Every value, however deep, that does not say no.
  for (let next = pending.pop(); next !== undefined && found.length < most; next = pending.pop()) {
    const { key, value } = next
    const inner = heldBy(value, next)
    for (const one of inner) pending.push(one)
    // What holds something is judged by that.
    if (inner.length > 0 || isTotal(key, value, count)) continue
    if (value !== undefined && saysNo(value) && !isDenial(next)) continue
    const path = pathTo(next)
    if (!isTrusted(path)) found.push({ path, value })
  }
  return found
}

type Members = Readonly<Record<string, unknown>>

function besideList(body: Members): Within[] {
  const names = Object.keys(body).filter(name => /^(?:data|results)$/.test(nameOf(name)))
  const list = names.find(name => !saysNo(body[name])) ?? names[0]
  return heldBy(body).filter(({ key, value }) => key !== list && !isFormal(key, value))
}

function besideNetwork(body: Members): Within[] {
  const wrapper = Object.keys(body).find(name => nameOf(name) === 'data')
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

/** A `success` that is none says so by saying no. */
function isDenial({ key, value, parent }: Within): boolean {
  return parent === undefined && lettersOf(String(key)) === 'success' && !isBlank(value)
}

/** A total of what came says nothing. Pages are counted otherwise. */
function isTotal(key: string | number, value: unknown, count: number): boolean {
  const isNamed = /^(?:count|total(?:count|elements|entities|hits|items|records|results|rows)?)$/
  return isNamed.test(lettersOf(String(key))) && String(value) === String(count)
}

function dividingHeaders(headers: Headers, count: number): Divider[] {
  return [...headers].flatMap(([name, value]) => {
    const words = name.split('-')
    const isDividing =
      name === 'content-range' ||
      (name === 'link' && /\brel\s*=\s*["']?[^"',;]*\bnext\b/i.test(value)) ||
      (words.includes('pages') && Number(value) > 1) ||
      (words.includes('total') && Number(value) > count) ||
      (words.some(word => /^(?:next|more|cursor)$/.test(word)) && !saysNo(value))
    return isDividing ? [{ path: [name], value }] : []
  })
}
