import type { Exchange } from '../exchange.ts'
import { createGuard } from './guard.ts'
import { createScrubber, recordedBaseUrl } from './scrub.ts'
import { writeHar } from './write-har.ts'

/** The keys and the address to remove from the recording, in any spelling. */
export interface RecorderOptions {
  /** The API keys that requests were sent with. */
  readonly keys?: readonly string[] | undefined
  /** The address of the service. */
  readonly baseUrl?: string | URL | undefined
}

/** Keeps exchanges in memory, and writes them without personal data. */
export interface Recorder {
  /**
   * Adds an exchange; nothing is written.
   *
   * @example
   * const recorder = createRecorder({ keys: [apiKey] })
   * for (const exchange of await observe(fetch, { baseUrl }).exchanges()) recorder.add(exchange)
   */
  add(exchange: Exchange): void
  /**
   * Writes what was added as an HTTP Archive 1.2. Values stay only in fields of an allow-list, such as `riskScore`; every other has
   * a stand-in of the same form, the same in the whole recording. Times are moved by the same days.
   *
   * @throws Error naming the places where a value of the service would still be found: nothing is written then.
   * @example
   * import { writeFile } from 'node:fs/promises'
   * const recorder = createRecorder({ keys: [apiKey], baseUrl })
   * await writeFile('service.har', recorder.toHar())
   */
  toHar(): string
}

/** So often a recording is scrubbed anew before it is refused. */
const mostTries = 5

/**
 * Creates a recorder of exchanges with a service.
 *
 * @throws TypeError where `baseUrl` is no address.
 * @example
 * const recorder = createRecorder({ keys: [apiKey], baseUrl })
 */
export function createRecorder({ keys = [], baseUrl }: RecorderOptions = {}): Recorder {
  const exchanges: Exchange[] = []
  const service = baseUrl === undefined ? null : new URL(baseUrl)
  return {
    add: exchange => void exchanges.push(exchange),
    toHar() {
      const guard = createGuard(exchanges, keys, service)
      for (let tries = 1; ; tries += 1) {
        const text = writeHar(exchanges.map(createScrubber(guard, service)).map(toCall))
        const found = guard.search(text)
        if (found.length === 0) return text
        if (tries === mostTries) throw refusal(found)
      }
    },
  }
}

function refusal(found: readonly string[]): Error {
  const more = found.length > 3 ? ` and ${found.length - 3} more` : ''
  return new Error(
    `toHar: the recording still holds values of the service, in ${found.slice(0, 3).join(', ')}${more}: nothing is written`,
  )
}

function toCall(exchange: Exchange) {
  const { at, operation, key, contentType, idempotencyKey, request, headers, text } = exchange
  return {
    ...exchange,
    baseUrl: recordedBaseUrl,
    startedDateTime: new Date(at).toISOString(),
    duration: 0,
    requestHeaders: {
      ...(contentType === null ? {} : { 'content-type': contentType }),
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
    },
    requestBody: request === undefined ? null : JSON.stringify(request),
    responseHeaders: headers,
    responseBody: text,
    comment: text === null ? 'not kept in the log' : undefined,
    own: { _operation: operation, _key: key },
  }
}
