// Adds the key to the requests of the pages. `fallback` handles every method.
import { createProxy } from 'entity-screening-sdk/proxy'
import { env } from '$env/dynamic/private'
import type { RequestHandler } from './$types'

let proxy: ReturnType<typeof createProxy> | undefined

export const fallback: RequestHandler = ({ request }) => {
  const {
    ENTITY_SCREENING_BASE_URL: baseUrl = '',
    ENTITY_SCREENING_API_KEY: apiKey = '',
  } = env
  // Everyone who reaches this server acts for your team. Return the user of your
  // session, or null.
  proxy ??= createProxy({ baseUrl, apiKey, callerOf: () => 'everyone' })
  return proxy(request)
}
