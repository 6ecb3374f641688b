import { countryName, findCountryCode } from '../../../src/shared/countries/names.ts'
import { isRecord, tryParseJson } from '../../../src/shared/json.ts'
import { tryDecodeUriComponent } from '../../../src/shared/text/decode-uri-component.ts'
import type { Exchange } from '../exchange.ts'
import {
  hasOnlyFieldWords,
  hasOnlySentenceWords,
  isCountryField,
  isDisplayDate,
  isNeutral,
  isPathPart,
  isRecordedHeader,
  isRecordTime,
  isSentenceField,
  mayStay,
  rowPrefix,
} from './allow-list.ts'
import { drawBelow, formatDisplayDate, formatIsoDay } from './draw-stand-in.ts'
import type { Guard } from './guard.ts'
import { createStandIns, replaceCountry, replaceNumber, replaceText, type StandIns } from './stand-ins.ts'

/** The base URL of the service in a recording. */
export const recordedBaseUrl = 'https://recorded.invalid'

/**
 * The values to replace in a recording, and their replacements. All exchanges of a recording share one scrubber, so that the
 * same value always gets the same replacement.
 */
export interface Scrubber {
  readonly guard: Guard
  /** The base URL of the service. */
  readonly service: URL | null
  readonly standIns: StandIns
  /** Milliseconds by which all times are moved back: a whole number of days. */
  readonly timeShift: number
}

const dayMs = 86_400_000

export function createScrubber(guard: Guard, service: URL | null): Scrubber {
  return { guard, service, standIns: createStandIns(guard), timeShift: dayMs * (30 + drawBelow(1500)) }
}

/** Replaces everything in an exchange that the allow-list does not allow. */
export function scrubExchange(scrubber: Scrubber, exchange: Exchange): Exchange {
  const { standIns, timeShift } = scrubber
  const { contentType, idempotencyKey, text } = exchange
  const body = scrubJson(scrubber, exchange.body, '')
  return {
    ...exchange,
    at: exchange.at - timeShift,
    path: scrubAddress(scrubber, exchange.path),
    contentType: contentType && scrubSentence(scrubber, contentType),
    idempotencyKey: idempotencyKey && replaceText(standIns, idempotencyKey),
    request: scrubJson(scrubber, exchange.request, ''),
    headers: scrubHeaders(scrubber, exchange.headers),
    text: text === null ? null : body === undefined ? replaceText(standIns, text) : JSON.stringify(body),
    body,
  }
}

function scrubJson(scrubber: Scrubber, value: unknown, field: string): unknown {
  if (typeof value === 'string') return scrubText(scrubber, value, field)
  if (typeof value === 'number') return scrubNumber(scrubber, value, field)
  if (Array.isArray(value)) return value.map(item => scrubJson(scrubber, item, field))
  if (!isRecord(value)) return value
  // The keys of `nodes` are identifiers, so they are always replaced.
  const scrubName = (name: string) =>
    field !== 'nodes' && hasOnlyFieldWords(name) ? name : replaceText(scrubber.standIns, name)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [scrubName(name), scrubJson(scrubber, inner, name)]),
  )
}

/** Whether the scrubbed recording may keep this value of this field. */
function isUnchanged({ guard }: Scrubber, value: string | number, field: string): boolean {
  const text = String(value)
  if (!mayStay(field, value)) return false
  return isNeutral(field, text) || !(guard.hasOriginal(text) || guard.isName(text))
}

function scrubNumber(scrubber: Scrubber, value: number, field: string): number {
  return isUnchanged(scrubber, value, field) ? value : replaceNumber(scrubber.standIns, value)
}

function scrubText(scrubber: Scrubber, text: string, field: string): string {
  const { standIns, timeShift } = scrubber
  const inner = tryParseJson(text)
  if (inner !== undefined) return JSON.stringify(scrubJson(scrubber, inner, field))
  if (isUnchanged(scrubber, text, field)) return text
  if (isRecordTime(field, text)) return shiftTime(text, timeShift)
  const country = isCountryField(field) ? findCountryCode(text) : undefined
  if (country !== undefined) return spellCountry(replaceCountry(standIns, country), text)
  if (isSentenceField(field)) return scrubSentence(scrubber, text)
  return /^(?:https?:\/)?\//.test(text) ? scrubAddress(scrubber, text) : replaceText(standIns, text)
}

/** Moves a time back. A time in the year 0 or 9999 stays unchanged, because it means that the time is missing. */
function shiftTime(text: string, timeShift: number): string {
  if (/^(?:0|9999)/.test(text)) return text
  if (isDisplayDate(text)) return formatDisplayDate(new Date(Date.parse(`${text} UTC`) - timeShift), text)
  return formatIsoDay(new Date(Date.parse(text.slice(0, 10)) - timeShift)) + text.slice(10)
}

/** Returns the string that replaces a country, in the form of the original value: a code in the same case, or a name. */
function spellCountry(code: string, original: string): string {
  if (original.length > 2) return countryName(code)
  return original === original.toLowerCase() ? code.toLowerCase() : code
}

/**
 * Replaces the words of a sentence. The row number stays, and so do words that occur in the specification or in common error
 * messages. A quoted string is replaced as a whole.
 */
function scrubSentence({ guard, standIns }: Scrubber, sentence: string): string {
  const [row = ''] = rowPrefix.exec(sentence) ?? []
  const prose = sentence.slice(row.length)
  const scrubbed = prose.replace(/"([^"]+)"|[\p{L}\p{M}\p{N}]+/gu, (part: string, quoted?: string) =>
    // A party's name is replaced even if it consists of words of the specification.
    hasOnlySentenceWords(part) && !/\s/.test(part) && !guard.isName(quoted ?? part)
      ? part
      : quoted === undefined
        ? replaceText(standIns, part)
        : `"${replaceText(standIns, quoted)}"`,
  )
  return row + (guard.hasOriginal(scrubbed) ? replaceText(standIns, prose) : scrubbed)
}

/** Replaces the host and the identifiers in an address. The service's base URL becomes `recordedBaseUrl`. */
function scrubAddress(scrubber: Scrubber, address: string): string {
  const { standIns, service } = scrubber
  if (!URL.canParse(address)) return scrubPath(scrubber, address)
  const { protocol, origin, pathname, search } = new URL(address)
  if (origin === service?.origin) {
    const base = service.pathname.replace(/\/$/, '')
    const path = pathname.startsWith(base) ? pathname.slice(base.length) : pathname
    return recordedBaseUrl + scrubAddress(scrubber, path + search)
  }
  return `${protocol}//${replaceText(standIns, address.slice(protocol.length + 2))}`
}

/** Replaces the identifiers in a path and in its query. */
function scrubPath(scrubber: Scrubber, path: string): string {
  const [pathname = '', ...query] = path.split('?')
  const parts = pathname.split('/').map(part => scrubPathPart(scrubber, part))
  const pairs = query
    .join('?')
    .split('&')
    .map(pair => scrubQueryPair(scrubber, pair))
  return parts.join('/') + (query.length > 0 ? `?${pairs.join('&')}` : '')
}

function scrubPathPart({ standIns }: Scrubber, part: string): string {
  return isPathPart(part) ? part : encodePart(replaceText(standIns, tryDecodeUriComponent(part)))
}

function scrubQueryPair(scrubber: Scrubber, pair: string): string {
  const [name = '', ...values] = pair.split('=')
  const scrubbed = values.map(part =>
    encodePart(scrubText(scrubber, tryDecodeUriComponent(part), tryDecodeUriComponent(name))),
  )
  return [hasOnlyFieldWords(name) ? name : scrubPathPart(scrubber, name), ...scrubbed].join('=')
}

function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function scrubHeaders(scrubber: Scrubber, headers: Exchange['headers']): Exchange['headers'] {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => isRecordedHeader(name))
      .map(([name, value]) => [name, scrubHeader(scrubber, name, value)]),
  )
}

function scrubHeader(scrubber: Scrubber, name: string, value: string): string {
  if (name === 'location') return scrubAddress(scrubber, value)
  if (name === 'link') return scrubLink(scrubber, value)
  return isSentenceField(name) ? scrubSentence(scrubber, value) : scrubText(scrubber, value, name)
}

function scrubLink(scrubber: Scrubber, link: string): string {
  return link.replace(/<([^>]*)>|[\p{L}\p{N}]+/gu, (part: string, address?: string) => {
    if (address !== undefined) return `<${scrubAddress(scrubber, address)}>`
    return hasOnlyFieldWords(part) ? part : replaceText(scrubber.standIns, part)
  })
}
