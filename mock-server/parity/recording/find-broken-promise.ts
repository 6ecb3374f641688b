import { isBlankValue } from '../../../src/reading/blank.ts'
import { lettersOf } from '../../../src/reading/letters.ts'
import { meansNo } from '../../../src/reading/means-no.ts'
import { isRecord } from '../../../src/shared/json.ts'
import type { BodyArray } from '../response-body.ts'

/** A response with a list of entities. */
export interface ListResponse extends BodyArray {
  /** The URL of its request; null if it is not known. */
  readonly url: URL | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A value beside a list, or in a header: its path, and the letters of its name and of the objects that contain it. */
interface Sign {
  readonly path: string
  readonly letters: string
  readonly holders: readonly string[]
  readonly value: unknown
}

/** Names of a link or token to another part of the list, and of a flag that there is one. */
const nextNames =
  /^(?:x|is|has|odata)*(?:next(?:page|link|url|uri|href|cursor|token|pagetoken|offset|start)?|more(?:items|results|records|pages|data)?|continuation(?:token)?)$/
const previousNames = /^(?:x|is|has)*(?:prev|previous)(?:page|link|url|uri|href|cursor|token)?$/
const totalNames =
  /^(?:x|odata)*(?:count|total(?:count|elements|entities|hits|items|records|results|rows|size)?)$/
const pageCountNames = /^x*(?:(?:total|last|num)pages?|pages|pagecount|pagetotal)$/

/** Matches the names of objects that describe the list. In other objects, a count may be of something else. */
const summaryNames =
  /^(?:data|hits|info|links|meta|metadata|page|pageinfo|pages?|paging|pagination|result|results|summary)$/

/**
 * Finds a link or count that promises more entities than the lists have together. Returns undefined if there is none.
 *
 * @param count the number of their entities.
 */
export function findBrokenPromise(
  lists: readonly ListResponse[],
  count: number,
): { readonly list: ListResponse; readonly path: string; readonly value: unknown } | undefined {
  for (const list of lists)
    for (const sign of listSigns(list)) if (promisesMore(sign, list, lists, count)) return { list, ...sign }
  return undefined
}

function promisesMore(
  { letters, holders, value }: Sign,
  list: ListResponse,
  lists: readonly ListResponse[],
  count: number,
): boolean {
  if (isBlankValue(value) || meansNo(value)) return false
  // The first page is often read at another URL than the one that leads back to it.
  if (previousNames.test(letters)) return lists.every(other => points(other, previousNames))
  if (nextNames.test(letters))
    return isFlag(value)
      ? lists.every(other => points(other, nextNames))
      : !lists.some(other => other !== list && isTarget(other.url, String(value), list.url))
  const isPageCount = pageCountNames.test(letters) && holders.every(holder => summaryNames.test(holder))
  return readTotal({ letters, holders, value }) > count || (isPageCount && Number(value) > lists.length)
}

/** Returns the number of entities that a list says to exist; null if it does not say so. */
export function findTotal(list: ListResponse): number | null {
  const totals = [...listSigns(list)].map(readTotal).filter(total => total >= 0)
  return totals.length > 0 ? Math.max(...totals) : null
}

/** Returns the value of a count of entities; not a number for any other sign. */
function readTotal({ letters, holders, value }: Omit<Sign, 'path'>): number {
  if (letters === 'contentrange') return Number(/\/(\d+)$/.exec(String(value))?.[1])
  const isTotal = totalNames.test(letters) && holders.every(holder => summaryNames.test(holder))
  return isTotal && !isBlankValue(value) ? Number(value) : Number.NaN
}

function isFlag(value: unknown): boolean {
  return /^(?:true|yes)$/i.test(String(value))
}

/** Whether a part of a list says that others follow, or precede it. The last part, or the first, does not. */
function points(list: ListResponse, names: RegExp): boolean {
  return [...listSigns(list)].some(
    ({ letters, value }) => names.test(letters) && !isBlankValue(value) && !meansNo(value),
  )
}

/** Whether a link in the list at `base` leads to a URL, or whether the query of the URL has the value as a token. */
function isTarget(url: URL | null, value: string, base: URL | null): boolean {
  if (url === null || base === null) return false
  if ([...url.searchParams.values()].includes(value)) return true
  // A gateway may write another host or prefix into the link.
  return URL.canParse(value, base) && sortQuery(new URL(value, base)) === sortQuery(url)
}

function sortQuery({ searchParams }: URL): string {
  return [...searchParams].map(String).toSorted().join('&')
}

function* listSigns({ headers, body, path }: ListResponse): Generator<Sign> {
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'link') yield { path: name, letters: lettersOf(name), holders: [], value }
    else
      for (const [, link, parameters = ''] of value.matchAll(/<([^<>]*)>([^<]*)/g)) {
        const [relation = ''] = /\b(?:next|prev)/i.exec(parameters) ?? []
        yield { path: name, letters: relation.toLowerCase(), holders: [], value: link }
      }
  }
  yield* walkSigns(body, path, [])
}

/** The maximum depth at which a body says how its list continues. */
const maxSignDepth = 4

/** Walks the values of a body, except those of the list itself. */
function* walkSigns(value: unknown, listPath: string, names: readonly string[]): Generator<Sign> {
  const path = names.join('.')
  if (path === listPath || names.length > maxSignDepth) return
  const letters = names.map(lettersOf)
  // Some services write links as { "next": { "href": … } }, or as { "rel": "next", "href": … }.
  const isReference = /^(?:href|url)$/.test(letters.at(-1) ?? '')
  if (isReference) yield { path, letters: letters.at(-2) ?? '', holders: letters.slice(0, -2), value }
  if (Array.isArray(value))
    for (const member of value) {
      const name = isRecord(member) && typeof member.rel === 'string' ? member.rel : ''
      yield* walkSigns(member, listPath, [...names, name])
    }
  else if (isRecord(value))
    for (const [name, member] of Object.entries(value)) yield* walkSigns(member, listPath, [...names, name])
  else if (!isReference) yield { path, letters: letters.at(-1) ?? '', holders: letters.slice(0, -1), value }
}
