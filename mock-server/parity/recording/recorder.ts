import type { Exchange } from '../exchange.ts'
import { createGuard } from './guard.ts'
import { createScrubber, recordedBaseUrl, scrubExchange } from './scrub-exchange.ts'
import { writeHar } from './write-har.ts'

/** The keys and the address to remove from the recording, even where they are encoded or written differently. */
export interface RecorderOptions {
  /** The API keys that requests were sent with. */
  readonly keys?: readonly string[] | undefined
  /** The address of the service. */
  readonly baseUrl?: string | URL | undefined
}

/** Keeps exchanges in memory, and writes them without personal data. */
export interface Recorder {
  /**
   * Adds an exchange to the recording in memory.
   *
   * @example
   * const recorder = createRecorder({ keys: [apiKey] })
   * for (const exchange of await observe(fetch, { baseUrl }).exchanges()) recorder.add(exchange)
   */
  add(exchange: Exchange): void
  /**
   * Returns the exchanges as an HTTP Archive 1.2. Only the fields of an allow-list, such as `riskScore`, keep their values.
   * Every other value is replaced by a random value of the same form. Equal values get the same replacement in the whole
   * recording. All times are moved by the same number of days.
   *
   * @throws Error naming the places that still contain a value of the service. In this case, there is no archive.
   * @example
   * import { writeFile } from 'node:fs/promises'
   * const recorder = createRecorder({ keys: [apiKey], baseUrl })
   * await writeFile('service.har', recorder.toHar())
   */
  toHar(): string
}

/** Maximum number of attempts to scrub a recording. Each attempt uses new random replacement values. */
const maxAttempts = 5

/**
 * Creates a recorder of exchanges with a service.
 *
 * @throws TypeError if `baseUrl` is invalid.
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
      for (let attempts = 1; ; attempts += 1) {
        const scrubber = createScrubber(guard, service)
        const text = writeHar(exchanges.map(exchange => toHarCall(scrubExchange(scrubber, exchange))))
        const paths = guard.findOriginals(text)
        if (paths.length === 0) return text
        if (attempts === maxAttempts) throw createUnscrubbedError(paths)
      }
    },
  }
}

function createUnscrubbedError(paths: readonly string[]): Error {
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : ''
  return new Error(
    `toHar: the recording still holds values of the service, in ${paths.slice(0, 3).join(', ')}${more}: nothing is written`,
  )
}

function toHarCall(exchange: Exchange) {
  const { operation, key, contentType, idempotencyKey, request, headers, text } = exchange
  return {
    ...exchange,
    baseUrl: recordedBaseUrl,
    startedDateTime: new Date(exchange.at).toISOString(),
    duration: 0,
    requestHeaders: {
      ...(contentType === null ? {} : { 'content-type': contentType }),
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
    },
    requestBody: request === undefined ? null : JSON.stringify(request),
    responseHeaders: headers,
    responseBody: text,
    comment: text === null ? 'not kept in the log' : undefined,
    customFields: { _operation: operation, _key: key },
  }
}
