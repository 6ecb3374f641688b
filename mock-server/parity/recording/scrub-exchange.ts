import { countryName, findCountryCode } from '../../../src/shared/countries/names.ts'
import { isRecord, tryParseJson } from '../../../src/shared/json.ts'
import { tryDecodeUriComponent } from '../../../src/shared/text/decode-uri-component.ts'
import type { Exchange } from '../exchange.ts'
import {
  isCountryField,
  isDisplayDate,
  isFormal,
  isKeptHeader,
  isNeutral,
  isPathPart,
  isProse,
  isRecordTime,
  isSentence,
  mayStay,
  rowNumber,
} from './allow-list.ts'
import type { Guard } from './guard.ts'
import { displayDate, draw, drawNumber, drawStandIn, isChanged, isoDay } from './stand-in.ts'

/** Where a recording says that the service is. */
export const recordedBaseUrl = 'https://recorded.invalid'

/** So often a stand-in is drawn again that is an original, or another's stand-in. */
const mostDraws = 100
const day = 86_400_000

/**
 * Makes the function that puts stand-ins in the place of all that the allow-list does not name. The same original has the same
 * stand-in in every exchange, and times are moved by the same days.
 */
export function createScrubber(guard: Guard, service: URL | null): (exchange: Exchange) => Exchange {
  const standIns = new Map<string, string>()
  const used = new Set<string>()
  const moved = day * (30 + draw(1500))

  function standIn(
    original: string,
    candidate = () => drawStandIn(original),
    isFound = (text: string) => guard.finds(text),
  ): string {
    const known = standIns.get(original)
    if (known !== undefined || !isChanged(original)) return known ?? original
    const isTaken = (text: string) => text === original || used.has(text) || isFound(text)
    let drawn = candidate()
    for (let draws = 1; draws < mostDraws && isTaken(drawn); draws += 1) drawn = candidate()
    standIns.set(original, drawn)
    used.add(drawn)
    return drawn
  }

  function scrub(value: unknown, field: string): unknown {
    if (typeof value === 'string') return scrubText(value, field)
    if (typeof value === 'number') return scrubNumber(value, field)
    if (Array.isArray(value)) return value.map(item => scrub(item, field))
    if (!isRecord(value)) return value
    // The names in `nodes` are identifiers.
    const nameOf = (name: string) => (field !== 'nodes' && isFormal(name) ? name : standIn(name))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [nameOf(name), scrub(inner, name)]),
    )
  }

  /** Whether a value stays as it is. */
  function isKept(field: string, value: string | number): boolean {
    const text = String(value)
    if (!mayStay(field, value)) return false
    return isNeutral(field, text) || !(guard.finds(text) || guard.isName(text))
  }

  function scrubNumber(value: number, field: string): number {
    const text = String(value)
    if (isKept(field, value)) return value
    return Number(standIn(text, () => drawNumber(text)))
  }

  function scrubText(text: string, field: string): string {
    const inner = tryParseJson(text)
    if (inner !== undefined) return JSON.stringify(scrub(inner, field))
    if (isKept(field, text)) return text
    if (isRecordTime(field, text)) return move(text)
    const country = isCountryField(field) ? findCountryCode(text) : undefined
    if (country !== undefined) return spellCountry(standInOfCountry(country), text)
    if (isSentence(field)) return scrubSentence(text)
    return /^(?:https?:\/)?\//.test(text) ? scrubAddress(text) : standIn(text)
  }

  /** Its name, too, is part of no other name. */
  function standInOfCountry(country: string): string {
    return standIn(country, undefined, code => guard.finds(countryName(code)))
  }

  /** All by the same days, but for what is written for none. */
  function move(text: string): string {
    if (/^(?:0|9999)/.test(text)) return text
    if (isDisplayDate(text)) return displayDate(new Date(Date.parse(`${text} UTC`) - moved), text)
    return isoDay(new Date(Date.parse(text.slice(0, 10)) - moved)) + text.slice(10)
  }

  /** Keeps the number of a row, and the words of the specification; what is quoted has its own stand-in. */
  function scrubSentence(sentence: string): string {
    const [row = ''] = rowNumber.exec(sentence) ?? []
    const rest = sentence.slice(row.length)
    const scrubbed = rest.replace(/"([^"]+)"|[\p{L}\p{M}\p{N}]+/gu, (part: string, quoted?: string) =>
      // A name may consist of words of the specification alone.
      isProse(part) && !/\s/.test(part) && !guard.isName(quoted ?? part)
        ? part
        : quoted === undefined
          ? standIn(part)
          : `"${standIn(quoted)}"`,
    )
    return row + (guard.finds(scrubbed) ? standIn(rest) : scrubbed)
  }

  /** Addresses of the service stay that, with stand-ins for the identifiers in them. */
  function scrubAddress(address: string): string {
    if (!URL.canParse(address)) {
      const [way = '', ...query] = address.split('?')
      const path = way.split('/').map(scrubPart)
      const pairs = query.join('?').split('&').map(scrubPair)
      return path.join('/') + (query.length > 0 ? `?${pairs.join('&')}` : '')
    }
    const { protocol, origin, pathname, search } = new URL(address)
    if (origin === service?.origin) {
      const base = service.pathname.replace(/\/$/, '')
      const path = pathname.startsWith(base) ? pathname.slice(base.length) : pathname
      return recordedBaseUrl + scrubAddress(path + search)
    }
    return `${protocol}//${standIn(address.slice(protocol.length + 2))}`
  }

  function scrubPair(pair: string): string {
    const [name = '', ...value] = pair.split('=')
    const scrubbed = value.map(part =>
      encode(scrubText(tryDecodeUriComponent(part), tryDecodeUriComponent(name))),
    )
    return [isFormal(name) ? name : scrubPart(name), ...scrubbed].join('=')
  }

  function scrubPart(part: string): string {
    return isPathPart(part) ? part : encode(standIn(tryDecodeUriComponent(part)))
  }

  function scrubHeader(name: string, value: string): string {
    if (name === 'location') return scrubAddress(value)
    if (name !== 'link') return isSentence(name) ? scrubSentence(value) : scrubText(value, name)
    return value.replace(/<([^>]*)>|[\p{L}\p{N}]+/gu, (part: string, address?: string) =>
      address !== undefined ? `<${scrubAddress(address)}>` : isFormal(part) ? part : standIn(part),
    )
  }

  return exchange => {
    const { contentType, idempotencyKey, headers, text } = exchange
    const body = scrub(exchange.body, '')
    return {
      ...exchange,
      at: exchange.at - moved,
      path: scrubAddress(exchange.path),
      contentType: contentType && scrubSentence(contentType),
      idempotencyKey: idempotencyKey && standIn(idempotencyKey),
      request: scrub(exchange.request, ''),
      headers: Object.fromEntries(
        Object.entries(headers)
          .filter(([name]) => isKeptHeader(name))
          .map(([name, value]) => [name, scrubHeader(name, value)]),
      ),
      text: text === null ? null : body === undefined ? standIn(text) : JSON.stringify(body),
      body,
    }
  }
}

/** However a country is spelled, it has the same stand-in. */
function spellCountry(code: string, original: string): string {
  if (original.length > 2) return countryName(code)
  return original === original.toLowerCase() ? code.toLowerCase() : code
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
