import { isRecord } from '../contract/json.ts'
import { remembering } from '../contract/words/remembering.ts'
import { lettersOf } from '../reading/field-names.ts'
import { clean, type Reading, reading } from '../reading/reading.ts'
import { decoded, jsonList, mayBeJson } from './json-list.ts'
import { isBlank } from './placeholder.ts'

/** The lists of a node that hold hits (specification: Network, node object). */
export type HitField = 'pep' | 'sanctions' | 'adverse_media'

/** A value under a name that the specification does not have, and that may hold hits. */
export interface FoundHits {
  readonly field: HitField
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

/** More levels than any source has; a response may be nested deeper than a stack. */
const mostLevels = 8

/** Words that speak of hits wherever they stand in a name, and the list in which such hits belong. */
const parts: readonly (readonly [HitField, RegExp])[] = [
  ['pep', /politicallyexposed|politicalexposure/],
  ['adverse_media', /adverse|negativenews|badpress/],
  [
    'sanctions',
    /sanction|watchlist|blacklist|embargo|debar|ofac|criminal|terroris|redflag|(?:denied|restricted)part|assetfreeze/,
  ],
]

const before = '(?:all|any|has|is|known|the)*'
const after = '(?:data|entries|entry|flags?|hits?|items|json|level|list|matches|records?|results|status)*'

/** Words that may be a part of another (`immediate`, `peppol`): they stand alone, or with what lists are called. */
const wholes = (
  [
    ['pep', 'peps?'],
    ['adverse_media', 'media|news'],
    ['sanctions', 'warnings?|sdn|hits?|matches|findings|alerts'],
  ] as const
).map(([field, word]) => [field, new RegExp(`^${before}(?:${word})${after}$`)] as const)

/** Last words of names that say only when, or against what, it was screened. */
const about = /^(?:at|on|by|date|time|timestamp|version|provider|url)$/
const screened = /^(?:checked|screened)$/

/** Says no: that there are none, where the name of the field asks for hits. */
const no = /^(?:false|no|none|null|0)$/

/** Says that there are none, as the outcome of a screening or as the name of what is true. */
const none =
  /^(?:is)?(?:clear|cleared|clean|(?:no|not)(?:a|on)?(?:hits?|match|matches|matched|listed|pep|sanctioned|list))$/

/** Names that ask for hits, or count them, in an object that stands for a list. */
const asking =
  /^(?=.)(?:any|has|is|num|numberof|total)*(?:data|entries|flag(?:ged|s)?|found|hits?|items|list(?:ed)?|match(?:ed|es)?|positives?|records|results|values)*(?:(?:entry|item|record|result)?count|total)?$/
const outcome = /^(?:check|decision|outcome|result|screening|state|status|verdict)$/

/** Names that speak of hits, and ask for the contrary of one, or whether it was screened: but `check_hits` asks for hits. */
const contrary =
  /\b(?:no(?! of)|non|not)\b|^(?:is|has)?no[nt]?(?:adverse|hit|match|pep|sanction)|un(?:checked|listed|sanctioned|screened)|delisted|false ?positive/
const screening =
  /available|check|clean|(?<!nu)clear|complete|exclu|exempt|free(?!z)|pass(?!port)|screen|success|valid|verified|\b(?:done|ok|ready)$/
const counts = /(?:alerts|count|findings|found|hits?|listed|match(?:ed|es)|results|total)$/

/**
 * Unknown is never clean: whatever looks like hits, under whatever name and however deep, is found, so that it can be shown as
 * a hit.
 */
export function findHits(value: unknown, path: readonly (string | number)[] = []): FoundHits[] {
  if (typeof value !== 'object' || value === null || path.length > mostLevels || isPlainList(value)) return []
  const labelled = isRecord(value) ? labelOf(value) : undefined
  return Object.entries(value).flatMap(([key, value]) => {
    const at = [...path, key]
    const inner = decoded(value)
    const isHolding = typeof inner === 'object' && inner !== null
    const field = isHolding || !isAbout(key, inner) ? hitField(key) : undefined
    const found = field ?? (isHolding ? labelled : undefined)
    const deeper = Array.isArray(inner) && found !== undefined ? [] : findHits(inner, at)
    return found === undefined || deeper.length > 0 || isBlank(value) || saysNone(key, value)
      ? deeper
      : { field: found, path: at, value }
  })
}

/** Whether a list certainly holds no hits: nearly every one is empty, or holds texts. */
export function isPlainList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isPlain)
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' ? !mayBeJson.test(value) : typeof value !== 'object' || value === null
}

/** Whether a field is one of the lists themselves (specification: Network, node object, and rule). */
export function isHitList(name: unknown): boolean {
  return typeof name === 'string' && /^(?:pep|sanctions|adverse_media)(?:_json)?$/.test(name)
}

/** Of `{ type: 'sanctions', value: [ … ] }` what its value holds. */
function labelOf(record: Readonly<Record<string, unknown>>): HitField | undefined {
  const { key, type, category, kind } = record
  const label = [key, type, category, kind].find(
    given => typeof given === 'string' && hitField(given) !== undefined,
  )
  return typeof label === 'string' ? hitField(label) : undefined
}

const hitField = remembering((name): HitField | undefined => {
  const letters = lettersOf(name)
  const words = [letters, ...wordsOf(name)]
  const [found] =
    parts.find(([, part]) => part.test(letters)) ??
    wholes.find(([, whole]) => words.some(word => whole.test(word))) ??
    []
  return found
})

/** The words of a name, by their letters. */
function wordsOf(name: string): string[] {
  const apart = name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
  return apart.split(/[^\p{L}\p{N}]+/u).map(lettersOf)
}

/** Whether a field says only when it was screened, or that it was. */
function isAbout(name: string, value: unknown): boolean {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  return about.test(last) || (screened.test(last) && !words.includes('not') && !no.test(wordOf(value)))
}

/** Whether a field says for certain that there are no hits: a "no" does so only where its name asks for them. */
function saysNone(name: string, value: unknown, level = 0): boolean {
  const given = decoded(value)
  if (typeof given !== 'object' || given === null) return isNo(name, given)
  if (level === mostLevels) return false
  if (Array.isArray(given)) return given.every(item => Array.isArray(item) && saysNone(name, item, level + 1))
  const fields = Object.entries(given)
  // What says nothing, such as the address of a next page, takes nothing from what the others say.
  const said = fields.filter(([name, inner]) => !isBlank(inner) || asksFor(name) || isContrary(name))
  const isSaid = said.length > 0 || fields.length === 0
  return isSaid && said.every(([name, inner]) => saysNone(name, inner, level + 1))
}

function isNo(name: string, value: unknown): boolean {
  const letters = lettersOf(name)
  const word = wordOf(value)
  if (isBlank(value) || no.test(word)) return asksFor(name)
  if (none.test(word)) return asksFor(name) || hitField(name) !== undefined || outcome.test(letters)
  return word === 'true' && none.test(letters)
}

/** Whether a name asks for hits, or counts them. */
function asksFor(name: string): boolean {
  return asking.test(lettersOf(name)) || (hitField(name) !== undefined && !isContrary(name))
}

function isContrary(name: string): boolean {
  const words = wordsOf(name).join(' ')
  return contrary.test(words) || (screening.test(words) && !counts.test(words))
}

function wordOf(value: unknown): string {
  return lettersOf(String(value))
}

const noEntries: Reading<[]> = clean([])
const noEntriesInText: Reading<[]> = reading([], 'superseded_name', 'json_encoded')

/**
 * The entries of a list of hits. Lists in lists, and an object that holds lists or entries, are taken apart: each entry counts,
 * and the value as it came stays in `extra`.
 */
export function hitList(plain: unknown, superseded?: unknown): Reading<unknown[]> {
  // Nearly every list is empty.
  if (plain === undefined && superseded === '[]') return noEntriesInText
  if (superseded === undefined && (plain === undefined || (Array.isArray(plain) && plain.length === 0)))
    return noEntries
  const { value: given, quirks } = jsonList(plain, superseded)
  // An object in place of a list may say that there are none: { count: 0, items: [] }.
  const entries =
    given.length === 1 && quirks.includes('converted') && isRecord(given[0]) && saysNone('', given[0])
      ? []
      : given
  if (!entries.some(isFolded)) return reading(entries, ...quirks)
  return reading(
    entries.flatMap(entry => unfold(entry)),
    ...quirks,
    'converted',
    'unreadable',
  )
}

function isFolded(entry: unknown): boolean {
  return partsOf(entry, 0) !== undefined
}

function unfold(entry: unknown, level = 0): unknown[] {
  const parts = partsOf(entry, level)
  if (parts === undefined) return [entry]
  const inner = parts.flatMap(part => unfold(part, level + 1))
  return inner.length === 0 && !saysNone('', entry) ? [entry] : inner
}

/** The fields by which an entry is known as one (specification: Network, node object, pep). */
const entryFields: ReadonlySet<string> = new Set(['name', 'fullname', 'position', 'sources'])
const listNames: ReadonlySet<string> = new Set(
  'data,entries,hits,items,list,matches,records,results,values'.split(','),
)

/** What stands in place of one entry and holds several; undefined of what is an entry itself. */
function partsOf(given: unknown, level: number): readonly unknown[] | undefined {
  // Nearly every entry is an object with a name.
  if (level === mostLevels || (isRecord(given) && 'name' in given)) return undefined
  const entry = decoded(given)
  if (Array.isArray(entry)) return entry
  if (!isRecord(entry)) return undefined
  const fields = Object.entries(entry)
  if (fields.some(([name]) => entryFields.has(lettersOf(name)))) return entry === given ? undefined : [entry]
  const lists = fields.filter(([, value]) => holdsRecord(value))
  const saysItself = fields.some(([, value]) => typeof value === 'string' && decoded(value) === value)
  const isList = ([name, value]: [string, unknown]) =>
    listNames.has(lettersOf(name)) && (!isRecord(decoded(value)) || partsOf(value, level + 1) !== undefined)
  const holding = saysItself ? lists.filter(isList) : lists
  return holding.length === 0 ? undefined : holding.map(([, value]) => value)
}

function holdsRecord(given: unknown): boolean {
  const value = decoded(given)
  return isRecord(value) || (Array.isArray(value) && value.some(item => typeof decoded(item) === 'object'))
}
