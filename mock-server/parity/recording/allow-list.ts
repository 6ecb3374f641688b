import * as z from 'zod/mini'
import { type Operation, operations } from '../../../src/contract/operations.ts'
import { errorBody } from '../../../src/contract/service.ts'
import {
  caseStatuses,
  documentTypes,
  entityTypes,
  relationTypes,
  riskLevels,
} from '../../../src/contract/values.ts'
import { lettersOf } from '../../../src/reading/letters.ts'
import { readTime } from '../../../src/shared/time.ts'
import { unknownEntityId } from '../exchange.ts'

/**
 * Words that are allowed although the schemas do not contain them: field names in pages, hits and errors; common values of
 * free-text fields; words that HTTP Archives contain; and the names of recorded headers.
 */
const extraFieldWords = `
  results items data meta metadata pagination paging total count page pages per next previous prev cursor more has skip
  remaining first last self complete partial truncated watchlist blacklist warning warnings hits matches entries list records
  hit match program programme factors code reason detail request field row ok healthy up down bearer unknown true false null
  none yes company individual trust vessel aircraft fund foundation government entity small medium large micro critical severe
  advisor board member executive director shareholder owner founder officer secretary rescan v1 v2 api bulk search network log
  version creator comment started date time method url http cookies headers query string value post mime text size body
  response content redirect cache timings send wait receive operation key own wrong kept not in the get put patch delete head
  options application json html plain xml csv form urlencoded problem charset utf retry after link location allow rel sdk
  screening invalid recorded https no`

/** Additional words that are allowed in error messages. */
const extraSentenceWords = `
  a all allowed already an and any are as at be been but by can cannot could denied does duplicate duplicates empty error
  errors exist exists expected failed failure for forbidden found from given have here if internal into is isn it its least
  length limit long longer may missing must need needed of on one only or organisation organizations out permission persons
  please provide reached required same server should such than that there this to token too unauthorized unexpected
  unprocessable unsupported valid was welcome were which will with without you your array authorization boolean characters
  conflict created credentials entities exceeded format gateway iso letter many maximum minimum number object parameter path
  rate resource service supported timeout try type unavailable again 8`

/** Splits a string or a field name into lower-case words: `riskScore` becomes `risk` and `score`. */
export function splitWords(text: string): string[] {
  const spaced = text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
  return spaced.toLowerCase().match(/[\p{L}\p{M}\p{N}]+|\p{So}/gu) ?? []
}

const specifiedOperations = Object.values<Operation>(operations)
/** The schemas of all bodies, which together contain the names of all fields. */
const schemas = [
  errorBody,
  ...specifiedOperations.flatMap(({ request, response }) => [request ?? [], response].flat()),
]

const fieldWords = new Set(
  [
    ...schemas.map(schema => JSON.stringify(z.toJSONSchema(schema))),
    ...Object.entries(operations).flatMap(([name, { path }]) => [name, path]),
    ...[...caseStatuses, ...documentTypes, ...relationTypes, ...riskLevels],
    extraFieldWords,
  ]
    .flatMap(splitWords)
    .filter(word => !/^\d+$/.test(word)),
)
const sentenceWords = new Set([...fieldWords, ...splitWords(extraSentenceWords)])

/** Whether all words of a string occur in the specification. If so, the string describes no party. */
export function hasOnlyFieldWords(text: string): boolean {
  return splitWords(text).every(word => fieldWords.has(word))
}

const pathParts = new Set(specifiedOperations.flatMap(({ path }) => path.split('/')))

/** Whether a segment of a path belongs to a route, and so is not an identifier. */
export function isPathPart(part: string): boolean {
  return part === unknownEntityId || pathParts.has(part)
}

/** The prefix of a row error in a bulk response. */
export const rowPrefix = /^row \d{1,4}(?=:)/i

/** Whether all words of a string occur in the specification or in common error messages. */
export function hasOnlySentenceWords(text: string): boolean {
  return splitWords(text.replace(rowPrefix, '')).every(word => sentenceWords.has(word))
}

/** A score, share or count: a number, a percentage, or a range. */
const amount = /^[<>≤≥~]?-?\d{1,6}(?:[.,]\d+)?(?:e-\d+)?\s?%?(?:\s?[-–]\s?\d{1,3}(?:[.,]\d+)?\s?%?)?$/
const neverMatches = /(?!)/

/**
 * The form of the values that a recording may keep, by field name. The names are in lower case, and contain only letters. Except
 * for amounts, a recording also keeps values that consist of words of the specification.
 */
const allowedForms = new Map([
  ...'action hitstatus nodetype order roletype size status'
    .split(' ')
    .map(name => [name, neverMatches] as const),
  ...`calculatedriskscore count errorcount exactshare limit offset page pages pagesize perpage ratelimitlimit ratelimitremaining
    ratelimitreset retryafter risk riskscore statuscode successcount total totalcount totalpages xratelimitlimit
    xratelimitremaining xratelimitreset xtotalcount`
    .split(/\s+/)
    .map(name => [name, amount] as const),
  ['casestatus', /^[A-Z]+(?:_[A-Z]+)*$/],
  ['risklevel', /^[A-Z][a-z]+ Risk$/],
  ['type', /^[A-Z][A-Za-z]*Relationship$|^Has[A-Z][a-z]+$/],
  ['version', /^v?\d{1,3}(?:\.\d{1,4}){0,3}$/],
])

/**
 * Whether a recording may keep a value in this field. For example, it keeps a share or score only if it is a number, and a case
 * status only if it is a code.
 */
export function mayStay(field: string, value: string | number): boolean {
  const form = allowedForms.get(lettersOf(field))
  if (form === undefined) return false
  return (
    form.test(String(value)) || (typeof value === 'string' && form !== amount && hasOnlyFieldWords(value))
  )
}

/**
 * The values that the specification defines for a field, by field name. The names are in lower case, and contain only letters.
 */
const specifiedValues = new Map<string, ReadonlySet<string>>([
  ['casestatus', new Set(caseStatuses)],
  ['risklevel', new Set(riskLevels.map(level => `${level} risk`))],
  ['type', new Set([...entityTypes, ...documentTypes, ...relationTypes])],
])

/**
 * Whether a value describes no party, because the specification defines it, or because it is a time that the service set. A
 * party may still have a name that is equal to this value.
 */
export function isNeutral(field: string, value: string): boolean {
  const values = specifiedValues.get(lettersOf(field))
  return values?.has(value) || values?.has(value.toLowerCase()) || isRecordTime(field, value)
}

/**
 * Whether a field contains names or identifiers. Its values have to be replaced, even if all their words occur in the
 * specification.
 */
export function isNameField(field: string): boolean {
  return /names?$|alias(?:es)?$|^(?:id|uid|source|target|registration|registrationnumber)$|^(?:entity|document|run|platform|team|node|national)id(?:number)?$/.test(
    lettersOf(field),
  )
}

/**
 * Whether a value is a time that the service set, such as `createdAt`. A recording moves all these times by the same number of
 * days.
 */
export function isRecordTime(field: string, value: string): boolean {
  if (!/^(?:createdat|updatedat|lastupdate|duedate|timestamp)$/.test(lettersOf(field))) return false
  return isTime(value) || isDisplayDate(value)
}

/** Whether a string is a date, or a date with a time, in ISO 8601. */
export function isTime(value: string): boolean {
  return /^\d/.test(value) && readTime(value) !== null
}

/** Whether a string is a date in the format of the service, such as `Jan 5, 2025`. */
export function isDisplayDate(value: string): boolean {
  return /^[A-Z][a-z]{2,8} \d{1,2}, \d{4}$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** Whether a field, or a recorded header, contains sentences of the service. */
export function isSentenceField(field: string): boolean {
  return /^(?:detail|errors?|header|message|reason|allow|contenttype|wwwauthenticate)$/.test(lettersOf(field))
}

/** Whether a header of a response is recorded. */
export function isRecordedHeader(name: string): boolean {
  return (
    isSentenceField(name) || /^(?:link|location)$/.test(name) || allowedForms.get(lettersOf(name)) === amount
  )
}

export function isCountryField(field: string): boolean {
  return /^(?:country|countrycode|nationality)$/.test(lettersOf(field))
}
