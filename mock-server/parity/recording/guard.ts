import { tryParseJson } from '../../../src/shared/json.ts'
import { createKeyMask } from '../../../src/shared/key-mask.ts'
import { spellingsOf, unescapedForms } from '../../../src/shared/key-spellings.ts'
import { tryDecodeUriComponent } from '../../../src/shared/text/decode-uri-component.ts'
import { type Exchange, idIn } from '../exchange.ts'
import {
  isFormal,
  isNaming,
  isNeutral,
  isPathPart,
  isProse,
  isRecordTime,
  isSentence,
  mayStay,
  wordsOf,
} from './allow-list.ts'

/** What was there before the scrubbing, to be found in what is left after it. */
export interface Guard {
  /** Whether a text holds an original, whole or as a whole word. */
  finds(text: string): boolean
  /** Whether a text as a whole is a name or an identifier, whatever its words. */
  isName(text: string): boolean
  /** Where a JSON text holds an original, such as `log.entries[0].request.url`. */
  search(json: string): string[]
}

/** Shorter originals are found in every text. */
const shortest = 4
/** An encoded original of so many characters stands nowhere by chance. */
const longEnough = 8
const fewDigits = 6

/**
 * Collects all originals: values, names of fields, identifiers, addresses, the keys and the host. It knows nothing of what the
 * scrubber replaces, only the texts of the allow-list.
 */
export function createGuard(
  exchanges: readonly Exchange[],
  keys: readonly string[],
  service: URL | null,
): Guard {
  const originals = new Set<string>()
  const names = new Set<string>()
  for (const exchange of exchanges) collect(exchange, originals, names)
  if (service !== null && !isFormal(service.host)) originals.add(service.host)
  const keyMask = createKeyMask()
  for (const key of keys) {
    keyMask.learn(key)
    originals.add(key)
  }
  const plain = createIndex(shortest)
  const encoded = createIndex(longEnough)
  for (const original of originals) {
    if (original.length < shortest) continue
    const layers = [...unescapedForms(original)]
    for (const text of layers) plain.add(text)
    // Base64 and hexadecimal are of bytes.
    const bytes = Array.from(new TextEncoder().encode(original), byte => String.fromCharCode(byte)).join('')
    for (const spelling of spellingsOf(bytes)) if (!layers.includes(spelling)) encoded.add(spelling)
  }
  const wordIndex = createIndex(shortest)
  for (const name of names) for (const text of wordingsOf(name)) wordIndex.add(text)

  function finds(text: string): boolean {
    if (keyMask.mask(text) !== text) return true
    for (const undone of unescapedForms(text))
      if (encoded.isIn(undone, () => true) || plain.isIn(undone, at => isEdge(undone, at))) return true
    return [text, ...unescapedForms(text)]
      .map(spaced)
      .some(words => wordIndex.isIn(words, at => isEdge(words, at)))
  }

  /** Where a value holds an original, JSON within JSON included. */
  function search(value: unknown, place: string): string[] {
    const places: string[] = []
    forEachValue(value, (leaf, field, path) => {
      const inner = typeof leaf === 'string' ? tryParseJson(leaf) : undefined
      // The numbers of the archive itself are sizes.
      const isSearched = typeof leaf === 'string' || place !== ''
      if (inner !== undefined) places.push(...search(inner, path))
      else if (isSearched && !isNeutral(field, String(leaf)) && finds(String(leaf)))
        places.push(place || path)
    })
    return places
  }

  return {
    finds,
    isName: text => names.has(text.toLowerCase()),
    search: json => [...new Set(search(JSON.parse(json), ''))],
  }
}

/** The words of a text alone: a status can be `WAITING_FOR_ANNA`. */
function spaced(text: string): string {
  return wordsOf(text).join(' ')
}

/** A name of several words, and those of its words that say something by themselves. */
function wordingsOf(name: string): string[] {
  const words = wordsOf(name)
  const telling = words.filter(word => /\p{L}/u.test(word) && !isProse(word))
  return words.length > 1 ? [words.join(' '), ...telling] : telling
}

/** Finds texts by their first characters; shorter ones are ignored. */
function createIndex(shortest: number) {
  /** The texts that begin so, by their length. */
  const texts = new Map<string, Map<number, Set<string>>>()
  return {
    add(text: string): void {
      if (text.length < shortest) return
      const start = text.slice(0, shortest)
      const lengths = texts.get(start) ?? new Map<number, Set<string>>()
      texts.set(start, lengths.set(text.length, (lengths.get(text.length) ?? new Set()).add(text)))
    },
    /** Whether one of them stands in a text, between places that fit. */
    isIn(text: string, fits: (at: number) => boolean): boolean {
      for (let at = 0; at + shortest <= text.length; at += 1)
        for (const [length, known] of texts.get(text.slice(at, at + shortest)) ?? [])
          if (known.has(text.slice(at, at + length)) && fits(at) && fits(at + length)) return true
      return false
    },
  }
}

const inWord = /[\p{L}\p{M}\p{N}]/u
const inNumber = /^\d\.\d$/

/** Whether a word begins or ends at a place; a decimal number is one. */
function isEdge(text: string, at: number): boolean {
  if (inNumber.test(text.slice(at - 2, at + 1)) || inNumber.test(text.slice(at - 1, at + 2))) return false
  return !inWord.test(text[at - 1] ?? '') || !inWord.test(text[at] ?? '')
}

function collect(exchange: Exchange, originals: Set<string>, names: Set<string>): void {
  const { path, contentType, idempotencyKey, headers, request, text, body } = exchange
  const visit = (value: string | number, field: string) => {
    const inner = typeof value === 'string' ? tryParseJson(value) : undefined
    if (isNaming(field) && inner === undefined && /\p{L}/u.test(String(value)))
      names.add(String(value).toLowerCase())
    if (inner !== undefined) forEachValue(inner, visit, field)
    // Of an address below the service's own, the parts are originals.
    else if (typeof value === 'string' && /^<?\//.test(value))
      for (const part of value.split(/[/?&=<>;"]/)) visit(tryDecodeUriComponent(part), '')
    else if (isOriginal(value, field)) originals.add(String(value))
  }
  visit(`/${path}`, '')
  if (!isPathPart(idIn(exchange))) visit(idIn(exchange), 'id')
  visit(contentType ?? '', 'content-type')
  visit(idempotencyKey ?? '', 'idempotency-key')
  for (const [name, value] of Object.entries(headers)) visit(value, name)
  forEachValue(request, visit)
  forEachValue(body === undefined ? text : body, visit)
}

/** A number of few digits, a decimal one above all, says nothing about anybody. */
function isOriginal(value: string | number, field: string): boolean {
  const text = String(value)
  if (!/[\p{L}\p{N}]/u.test(text) || isFormal(text) || mayStay(field, value)) return false
  if (isRecordTime(field, text) || (isSentence(field) && isProse(text))) return false
  const isNumber = typeof value === 'number' || /^-?\d+[.,]\d+\s?%?$/.test(text)
  return !isNumber || text.replace(/\D/g, '').length >= fewDigits
}

/** Visits the strings and numbers of a JSON value, and the names of its fields; each with the field that it is in, and its place. */
function forEachValue(
  value: unknown,
  visit: (value: string | number, field: string, path: string) => void,
  field = '',
  path = '',
): void {
  if (typeof value === 'string' || typeof value === 'number') visit(value, field, path)
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (Array.isArray(value)) forEachValue(inner, visit, field, `${path}[${name}]`)
    else {
      if (!isFormal(name)) visit(name, '', path)
      forEachValue(inner, visit, name, path === '' ? name : `${path}.${name}`)
    }
  }
}
