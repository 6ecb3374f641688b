import { tryParseJson } from '../../../src/shared/json.ts'
import { createKeyMask, type KeyMask } from '../../../src/shared/key-mask.ts'
import { tryDecodeUriComponent } from '../../../src/shared/text/decode-uri-component.ts'
import { type Exchange, entityIdIn } from '../exchange.ts'
import {
  hasOnlyFieldWords,
  hasOnlySentenceWords,
  isNameField,
  isNeutral,
  isPathPart,
  isRecordTime,
  isSentenceField,
  mayStay,
  splitWords,
} from './allow-list.ts'
import { spellingsOf, unescapedForms } from './key-spellings.ts'

/** Finds original values in a scrubbed recording: confidential values from the exchanges that should have been replaced. */
export interface Guard {
  /** Whether a string contains an original value, or a word of an original name. */
  hasOriginal(text: string): boolean
  /** Whether the whole string is a name or an identifier, even if all its words occur in the specification. */
  isName(text: string): boolean
  /** Returns the paths of original values in a JSON text, such as `log.entries[0].request.url`. */
  findOriginals(json: string): string[]
}

/** The minimum length of an original value. Shorter values are ignored, because they occur in every recording. */
const minOriginalLength = 4
/** The minimum length of an encoded original value. Shorter encodings are ignored, because they occur by chance. */
const minEncodedLength = 8
const minOriginalDigits = 6

/**
 * Collects all original values: field values, field names, identifiers, addresses, keys and the host. The guard uses the
 * allow-list, but not the replacements that the scrubber made, so that the guard finds what the scrubber missed.
 */
export function createGuard(
  exchanges: readonly Exchange[],
  keys: readonly string[],
  service: URL | null,
): Guard {
  const index = indexOriginals(exchanges, keys, service)
  return {
    hasOriginal: text => hasOriginal(index, text),
    isName: text => index.names.has(text.toLowerCase()),
    findOriginals: json => [...new Set(findPaths(index, JSON.parse(json), ''))],
  }
}

type PrefixIndex = ReturnType<typeof createPrefixIndex>

interface OriginalIndex {
  readonly keyMask: KeyMask
  /** The names and identifiers, in lower case. */
  readonly names: ReadonlySet<string>
  /** The original values in plain text and with escape sequences. */
  readonly plain: PrefixIndex
  /** The original values in base64, hexadecimal and similar encodings. */
  readonly encoded: PrefixIndex
  /** The words of names. */
  readonly words: PrefixIndex
}

function indexOriginals(
  exchanges: readonly Exchange[],
  keys: readonly string[],
  service: URL | null,
): OriginalIndex {
  const originals = new Set<string>()
  const names = new Set<string>()
  for (const exchange of exchanges) collectOriginals(exchange, originals, names)
  if (service !== null && !hasOnlyFieldWords(service.host)) originals.add(service.host)
  const keyMask = createKeyMask()
  for (const key of keys) {
    keyMask.learn(key)
    originals.add(key)
  }
  const plain = createPrefixIndex(minOriginalLength)
  const encoded = createPrefixIndex(minEncodedLength)
  for (const original of originals) {
    if (original.length < minOriginalLength) continue
    const layers = [...unescapedForms(original)]
    for (const text of layers) plain.add(text)
    // Base64 and hexadecimal encode bytes, not characters.
    const bytes = Array.from(new TextEncoder().encode(original), byte => String.fromCharCode(byte)).join('')
    for (const spelling of spellingsOf(bytes)) if (!layers.includes(spelling)) encoded.add(spelling)
  }
  const words = createPrefixIndex(minOriginalLength)
  for (const name of names) for (const text of listWordings(name)) words.add(text)
  return { keyMask, names, plain, encoded, words }
}

function hasOriginal({ keyMask, plain, encoded, words }: OriginalIndex, text: string): boolean {
  if (keyMask.mask(text) !== text) return true
  for (const decoded of unescapedForms(text))
    if (
      encoded.hasMatch(decoded, () => true) ||
      plain.hasMatch(decoded, index => isWordBoundary(decoded, index))
    )
      return true
  return [text, ...unescapedForms(text)]
    .map(joinWords)
    .some(joined => words.hasMatch(joined, index => isWordBoundary(joined, index)))
}

/** Returns the paths of original values in a JSON value, and in JSON that its strings contain. */
function findPaths(index: OriginalIndex, value: unknown, path: string): string[] {
  const paths: string[] = []
  visitJson(value, (leaf, field, leafPath) => {
    const inner = typeof leaf === 'string' ? tryParseJson(leaf) : undefined
    // Numbers outside embedded JSON are skipped: they are sizes and times that the HAR format adds, not values from the service.
    const isSearched = typeof leaf === 'string' || path !== ''
    if (inner !== undefined) paths.push(...findPaths(index, inner, leafPath))
    else if (isSearched && !isNeutral(field, String(leaf)) && hasOriginal(index, String(leaf)))
      paths.push(path || leafPath)
  })
  return paths
}

/** Joins the words of a string with spaces, so that the name in `WAITING_FOR_ANNA` is found. */
function joinWords(text: string): string {
  return splitWords(text).join(' ')
}

/** Returns the words of a name that identify the party. If the name has several words, also returns the complete name. */
function listWordings(name: string): string[] {
  const words = splitWords(name)
  const distinctiveWords = words.filter(word => /\p{L}/u.test(word) && !hasOnlySentenceWords(word))
  return words.length > 1 ? [words.join(' '), ...distinctiveWords] : distinctiveWords
}

/** Indexes strings by their first `prefixLength` characters, and ignores shorter strings. */
function createPrefixIndex(prefixLength: number) {
  /** The strings by their prefix, and then by their length. */
  const texts = new Map<string, Map<number, Set<string>>>()
  return {
    add(text: string): void {
      if (text.length < prefixLength) return
      const prefix = text.slice(0, prefixLength)
      const lengths = texts.get(prefix) ?? new Map<number, Set<string>>()
      texts.set(prefix, lengths.set(text.length, (lengths.get(text.length) ?? new Set()).add(text)))
    },
    /** Whether the text contains an indexed string that begins and ends at a word boundary. */
    hasMatch(text: string, isBoundary: (index: number) => boolean): boolean {
      for (let index = 0; index + prefixLength <= text.length; index += 1)
        for (const [length, textsOfLength] of texts.get(text.slice(index, index + prefixLength)) ?? [])
          if (
            textsOfLength.has(text.slice(index, index + length)) &&
            isBoundary(index) &&
            isBoundary(index + length)
          )
            return true
      return false
    },
  }
}

const inWord = /[\p{L}\p{M}\p{N}]/u
const inNumber = /^\d\.\d$/

/** Whether a word begins or ends at the index. A decimal number is treated as one word. */
function isWordBoundary(text: string, index: number): boolean {
  if (inNumber.test(text.slice(index - 2, index + 1)) || inNumber.test(text.slice(index - 1, index + 2)))
    return false
  return !inWord.test(text[index - 1] ?? '') || !inWord.test(text[index] ?? '')
}

function collectOriginals(exchange: Exchange, originals: Set<string>, names: Set<string>): void {
  const { path, contentType, idempotencyKey, headers, request, text, body } = exchange
  const visit = (value: string | number, field: string) => {
    const inner = typeof value === 'string' ? tryParseJson(value) : undefined
    if (isNameField(field) && inner === undefined && /\p{L}/u.test(String(value)))
      names.add(String(value).toLowerCase())
    if (inner !== undefined) visitJson(inner, visit, field)
    // Each segment of a path or URL is a separate original value.
    else if (typeof value === 'string' && /^<?\//.test(value))
      for (const part of value.split(/[/?&=<>;"]/)) visit(tryDecodeUriComponent(part), '')
    else if (isOriginal(value, field)) originals.add(String(value))
  }
  visit(`/${path}`, '')
  if (!isPathPart(entityIdIn(exchange))) visit(entityIdIn(exchange), 'id')
  visit(contentType ?? '', 'content-type')
  visit(idempotencyKey ?? '', 'idempotency-key')
  for (const [name, value] of Object.entries(headers)) visit(value, name)
  visitJson(request, visit)
  visitJson(body === undefined ? text : body, visit)
}

/**
 * Whether a value of the recording is confidential, so that it must not remain after scrubbing. A number with few digits is not
 * confidential, because it identifies no party.
 */
function isOriginal(value: string | number, field: string): boolean {
  const text = String(value)
  if (!/[\p{L}\p{N}]/u.test(text) || hasOnlyFieldWords(text) || mayStay(field, value)) return false
  if (isRecordTime(field, text) || (isSentenceField(field) && hasOnlySentenceWords(text))) return false
  const isNumber = typeof value === 'number' || /^-?\d+[.,]\d+\s?%?$/.test(text)
  return !isNumber || text.replace(/\D/g, '').length >= minOriginalDigits
}

/** Visits the strings, numbers and unusual field names of a JSON value, each with its field and its path. */
function visitJson(
  value: unknown,
  visit: (value: string | number, field: string, path: string) => void,
  field = '',
  path = '',
): void {
  if (typeof value === 'string' || typeof value === 'number') visit(value, field, path)
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (Array.isArray(value)) visitJson(inner, visit, field, `${path}[${name}]`)
    else {
      if (!hasOnlyFieldWords(name)) visit(name, '', path)
      visitJson(inner, visit, name, path === '' ? name : `${path}.${name}`)
    }
  }
}
