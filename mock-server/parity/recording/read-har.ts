import * as z from 'zod/mini'
import { isRecord, tryParseJson } from '../../../src/shared/json.ts'
import { decodeText } from '../../../src/shared/text/strict-decoder.ts'
import { operationAtEnd } from '../../http/router.ts'
import { parseArgument } from '../../parse-argument.ts'
import type { Exchange } from '../exchange.ts'

/**
 * A recording as parsed JSON: an HTTP Archive (HAR) 1.2, as the network tools of a browser save it.
 *
 * @example
 * const text = '{"log":{"entries":[]}}' // of a file that a browser saved
 * const recording: Recording = JSON.parse(text)
 */
export interface Recording {
  /** The recorded calls, and the program that wrote the archive. */
  readonly log: object
}

const namedValues = z.array(z.looseObject({ name: z.string(), value: z.string() }))

const harEntry = z.looseObject({
  startedDateTime: z
    .string()
    .check(z.refine(text => !Number.isNaN(Date.parse(text)), { error: 'must be an ISO 8601 time' })),
  request: z.looseObject({
    method: z.string(),
    url: z.string().check(z.refine(text => URL.canParse(text), { error: 'must be an address' })),
    headers: z.nullish(namedValues),
    postData: z.nullish(z.looseObject({ mimeType: z.nullish(z.string()), text: z.nullish(z.string()) })),
  }),
  response: z.looseObject({
    status: z.int(),
    headers: namedValues,
    content: z.nullish(
      z.looseObject({
        text: z.nullish(z.string()),
        encoding: z.nullish(z.string()),
        size: z.nullish(z.number()),
        comment: z.nullish(z.string()),
      }),
    ),
  }),
})

/** The entries are read one by one, because those of other sites may have any form. */
const harSchema = z.looseObject({ log: z.looseObject({ entries: z.array(z.unknown()) }) })

type HarEntry = z.output<typeof harEntry>

/** A recorded exchange, with the base URL of the service. */
export interface RecordedExchange extends Exchange {
  /** The URL of the request without the path of the exchange, such as `https://screening.example`. */
  readonly base: string
}

/**
 * Reads a recording. An operation is recognized by the method and by the end of the path. Requests without an operation are left
 * out, and every key is treated as the caller's own.
 *
 * @throws TypeError naming each place that is invalid.
 * @example
 * const exchanges = readHar('{"log":{"entries":[]}}')
 * console.log(exchanges) // []
 */
export function readHar(text: string): RecordedExchange[] {
  try {
    return readRecording(JSON.parse(text), 'readHar')
  } catch (error) {
    if (error instanceof SyntaxError) throw new TypeError('readHar: the text is not JSON', { cause: error })
    throw error
  }
}

/** Does the same as {@link readHar}, but for parsed JSON. @throws TypeError naming the caller. */
export function readRecording(recording: unknown, caller: string): RecordedExchange[] {
  const context = { caller, root: 'the recording', maxIssues: 20 }
  const { log } = parseArgument(harSchema, recording, context)
  return log.entries.flatMap((entry, index) =>
    isSkipped(entry)
      ? []
      : (toExchange(parseArgument(harEntry, entry, { ...context, path: ['log', 'entries', index] })) ?? []),
  )
}

/** Whether an entry is a request to another address, or one that got no response, as if its connection broke. */
function isSkipped(entry: unknown): boolean {
  const { request, response } = isRecord(entry) ? entry : {}
  const { method, url } = isRecord(request) ? request : {}
  const isReadable = typeof method === 'string' && typeof url === 'string' && URL.canParse(url)
  if (!isReadable) return false
  return operationAtEnd(method, new URL(url).pathname) === null || !isRecord(response) || !response.status
}

/** Finds the operation of a recorded request, and the path below the base URL; null if the request has no operation. */
function locateOperation({
  request: { method, url },
}: HarEntry): Pick<RecordedExchange, 'operation' | 'path' | 'base'> | null {
  const { origin, pathname, search } = new URL(url)
  const match = operationAtEnd(method, pathname)
  if (match === null) return null
  const base = origin + pathname.replace(/\/$/, '').slice(0, -match.path.length)
  return { ...match, path: match.path + search, base }
}

function toExchange(entry: HarEntry): RecordedExchange | null {
  const { startedDateTime, request, response } = entry
  const location = locateOperation(entry)
  if (location === null) return null
  const text = decodeContent(response.content)
  return {
    ...location,
    at: Date.parse(startedDateTime),
    method: request.method,
    key: 'own',
    contentType: request.postData?.mimeType || null,
    idempotencyKey: request.headers?.find(({ name }) => /^idempotency-key$/i.test(name))?.value ?? null,
    request: tryParseJson(request.postData?.text),
    status: response.status,
    headers: joinHeaders(response.headers),
    text,
    body: tryParseJson(text),
  }
}

/**
 * Joins headers with the same name. Leaves out those of HTTP/2, such as `:status`. A browser separates several values by line
 * breaks.
 */
function joinHeaders(headers: HarEntry['response']['headers']): Record<string, string> {
  const joined: Record<string, string> = {}
  for (const { name, value } of headers) {
    if (name.startsWith(':')) continue
    const text = value.replace(/\s*[\r\n]+\s*/g, ', ')
    const existing = joined[name.toLowerCase()]
    joined[name.toLowerCase()] = existing === undefined ? text : `${existing}, ${text}`
  }
  return joined
}

/** Decodes a recorded body; null if the archive does not contain it. */
function decodeContent(content: HarEntry['response']['content']): string | null {
  if (content == null) return null
  const { text, encoding, comment, size } = content
  // Some programs write the size -1 if the body is in another file.
  if (text == null) return size || comment != null ? null : ''
  if (encoding !== 'base64') return text.replace(/^\uFEFF/, '')
  return decodeText(Uint8Array.from(atob(text), character => character.charCodeAt(0)))
}
