import * as z from 'zod/mini'
import { findOperationPath } from '../../src/shared/base-url.ts'
import type { MockServer } from '../mock-server.ts'
import { assertServer, parseArgument } from '../parse-argument.ts'
import { teamFields } from '../state/teams.ts'

/**
 * The options of request handlers: the address of the service, and a key to add.
 *
 * @example
 * const options: HandlerOptions = { baseUrl: 'https://screening.example' }
 */
export interface HandlerOptions {
  /**
   * The address at which the application expects the service: an absolute URL, or in a browser a path on the page's origin.
   */
  baseUrl: string | URL
  /**
   * The key to add to a request without `Authorization`, as a proxy would, so that a client in a browser can keep `apiKey:
   * null`. The key must belong to a team of the server.
   *
   * @default none: a request without a key gets a 401
   */
  apiKey?: string | undefined
}

const optionsSchema = z.strictObject({
  baseUrl: z.union([z.string(), z.instanceof(URL)], { error: 'must be a URL' }),
  apiKey: z.optional(teamFields.apiKey),
})

/** Checks the options of request handlers. @throws TypeError naming each wrong option, or a key that belongs to no team. */
export function readHandlerOptions(server: MockServer, options: HandlerOptions, caller: string) {
  assertServer(server, caller)
  const { baseUrl, apiKey } = parseArgument(optionsSchema, options, { caller, root: 'the options' })
  if (apiKey !== undefined && !server.internal.state.teamByKey.has(apiKey))
    throw new TypeError(
      `${caller}: apiKey must be the key of a team of this server, which server.teams.create() or the option keys of createMockServer makes`,
    )
  const base = 'http://any.invalid'
  const start = URL.canParse(String(baseUrl), base)
    ? findOperationPath(new URL(baseUrl, base).pathname)
    : null
  if (start !== null)
    throw new TypeError(`${caller}: baseUrl must end before the ${start} of the service's paths`)
  return { baseUrl: String(baseUrl), apiKey, keyAdvice: adviseOnKey(caller) }
}

/** Explains for the request log that a request may lack a key because the application relies on a proxy to add it. */
function adviseOnKey(caller: string): string {
  return `The request has no header Authorization, and ${caller} has no apiKey, which plays the proxy that adds it: a page needs no key.`
}
