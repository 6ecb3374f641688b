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
import { unknownId } from '../exchange.ts'

/**
 * What lists with pages, hits and errors call their members, what fields of the specification hold that it shows no set of, what an
 * archive itself says, and the headers that are kept.
 */
const otherWords = `
  results items data meta metadata pagination paging total count page pages per next previous prev cursor more has skip
  remaining first last self complete partial truncated watchlist blacklist warning warnings hits matches entries list records
  hit match program programme factors code reason detail request field row ok healthy up down bearer unknown true false null
  none yes company individual trust vessel aircraft fund foundation government entity small medium large micro critical severe
  advisor board member executive director shareholder owner founder officer secretary rescan v1 v2 api bulk search network log
  version creator comment started date time method url http cookies headers query string value post mime text size body
  response content redirect cache timings send wait receive operation key own wrong kept not in the get put patch delete head
  options application json html plain xml csv form urlencoded problem charset utf retry after link location allow rel sdk
  screening invalid recorded https no`

/** What sentences about errors are made of. */
const proseWords = `
  a all allowed already an and any are as at be been but by can cannot could denied does duplicate duplicates empty error
  errors exist exists expected failed failure for forbidden found from given have here if internal into is isn it its least
  length limit long longer may missing must need needed of on one only or organisation organizations out permission persons
  please provide reached required same server should such than that there this to token too unauthorized unexpected
  unprocessable unsupported valid was welcome were which will with without you your array authorization boolean characters
  conflict created credentials entities exceeded format gateway iso letter many maximum minimum number object parameter path
  rate resource service supported timeout try type unavailable again 8`

/** The words of a name, of a text or of several: `riskScore` has two. */
export function wordsOf(text: string): string[] {
  const apart = text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
  return apart.toLowerCase().match(/[\p{L}\p{M}\p{N}]+|\p{So}/gu) ?? []
}

const rows = Object.values<Operation>(operations)
/** The names of all fields, with the words of JSON Schema. */
const schemas = [errorBody, ...rows.flatMap(({ request, response }) => [request ?? [], response].flat())]

const formalWords = new Set(
  [
    ...schemas.map(schema => JSON.stringify(z.toJSONSchema(schema))),
    ...Object.entries(operations).flatMap(([name, { path }]) => [name, path]),
    ...[...caseStatuses, ...documentTypes, ...relationTypes, ...riskLevels],
    otherWords,
  ]
    .flatMap(wordsOf)
    .filter(word => !/^\d+$/.test(word)),
)
const sentenceWords = new Set([...formalWords, ...wordsOf(proseWords)])

/** Whether a text consists of words of the specification, and so says nothing about anybody. */
export function isFormal(text: string): boolean {
  return wordsOf(text).every(word => formalWords.has(word))
}

const pathParts = new Set(rows.flatMap(({ path }) => path.split('/')))

/** Whether a part of a path is none that stands for an identifier. */
export function isPathPart(part: string): boolean {
  return part === unknownId || pathParts.has(part)
}

/** How the error of a row begins. */
export const rowNumber = /^row \d{1,4}(?=:)/i

/** {@link isFormal}, with the words of sentences about errors. */
export function isProse(text: string): boolean {
  return wordsOf(text.replace(rowNumber, '')).every(word => sentenceWords.has(word))
}

/** A number, a percentage or a range of them, of a score, share or count. */
const amount = /^[<>≤≥~]?-?\d{1,6}(?:[.,]\d+)?(?:e-\d+)?\s?%?(?:\s?[-–]\s?\d{1,3}(?:[.,]\d+)?\s?%?)?$/
const nothingElse = /(?!)/

/** What a field may hold beside words of the specification, by the letters of its name. */
const forms = new Map([
  ...'action hitstatus nodetype order roletype size status'
    .split(' ')
    .map(name => [name, nothingElse] as const),
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

/** Whether a value may stay as it is in this field. A share or score is no more than a number, a case status no more than a code. */
export function mayStay(field: string, value: string | number): boolean {
  const form = forms.get(lettersOf(field))
  if (form === undefined) return false
  return form.test(String(value)) || (typeof value === 'string' && form !== amount && isFormal(value))
}

/** Values that the specification itself shows, by the letters of the field's name. */
const specified = new Map<string, ReadonlySet<string>>([
  ['casestatus', new Set(caseStatuses)],
  ['risklevel', new Set(riskLevels.map(level => `${level} risk`))],
  ['type', new Set([...entityTypes, ...documentTypes, ...relationTypes])],
])

/** Whether a value says nothing about anybody, even if somebody has it as a name: one that the specification shows, or a time. */
export function isNeutral(field: string, value: string): boolean {
  const values = specified.get(lettersOf(field))
  return values?.has(value) || values?.has(value.toLowerCase()) || isRecordTime(field, value)
}

/** Whether a field holds names or identifiers: what was in one is an original, whatever its words. */
export function isNaming(field: string): boolean {
  return /names?$|alias(?:es)?$|^(?:id|uid|source|target|registration|registrationnumber)$|^(?:entity|document|run|platform|team|node|national)id(?:number)?$/.test(
    lettersOf(field),
  )
}

/** Whether it is the time of a record of the service, and not of a person: those are moved, all by the same days. */
export function isRecordTime(field: string, value: string): boolean {
  if (!/^(?:createdat|updatedat|lastupdate|duedate|timestamp)$/.test(lettersOf(field))) return false
  return isTime(value) || isDisplayDate(value)
}

/** A day, or a day and a time, as ISO 8601 has them. */
export function isTime(value: string): boolean {
  return /^\d/.test(value) && readTime(value) !== null
}

/** As the service shows dates, such as `Jan 5, 2025`. */
export function isDisplayDate(value: string): boolean {
  return /^[A-Z][a-z]{2,8} \d{1,2}, \d{4}$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** Whether a field holds sentences of the service. Headers do that are kept, beside those that hold addresses. */
export function isSentence(field: string): boolean {
  return /^(?:detail|errors?|header|message|reason|allow|contenttype|wwwauthenticate)$/.test(lettersOf(field))
}

/** The headers of a response that are kept. */
export function isKeptHeader(name: string): boolean {
  return isSentence(name) || /^(?:link|location)$/.test(name) || forms.get(lettersOf(name)) === amount
}

export function isCountryField(field: string): boolean {
  return /^(?:country|countrycode|nationality)$/.test(lettersOf(field))
}
