// Adds the key to the requests of the pages. `fallback` handles every method.
import { createProxy } from 'entity-screening-sdk/proxy'
import { env } from '$env/dynamic/private'
import type { RequestHandler } from './$types'

export const fallback: RequestHandler = event => {
  const {
    ENTITY_SCREENING_BASE_URL: baseUrl = '',
    ENTITY_SCREENING_API_KEY: apiKey = '',
  } = env
  const proxy = createProxy({ baseUrl, apiKey, callerOf })
  return proxy(event.request, event)
}

// Everyone whom it names acts for your team. Your hooks.server.ts sets userId from
// the session, and app.d.ts declares it: `interface Locals { userId?: string }`.
function callerOf(_request: Request, { locals }: { locals: App.Locals }) {
  return locals.userId ?? null
}
