import { type ClientOptions, EntityScreening, EntityScreeningError } from 'entity-screening-sdk'

/** Runs in a runtime against a service, and returns what the program prints as JSON. */
export type Program = (baseUrl: string) => Promise<unknown>

export function createClient(baseUrl: string, options: ClientOptions = {}): EntityScreening {
  return new EntityScreening({
    // A page has no key.
    apiKey: 'document' in globalThis ? null : 'key-of-the-runtimes',
    baseUrl,
    logLevel: 'off',
    ...options,
  })
}

/** How a call ended: `done`, or the outcome of its error. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'done'
  } catch (error) {
    if (EntityScreeningError.is(error)) return error.outcome
    throw error
  }
}
