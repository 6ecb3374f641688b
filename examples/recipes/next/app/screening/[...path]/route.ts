// Adds the key to the requests of the pages. `next build` runs without the
// environment, so the proxy is created at the first request.
import { createProxy } from 'entity-screening-sdk/proxy'

let proxy: ReturnType<typeof createProxy> | undefined

function handle(request: Request): Promise<Response> {
  const {
    ENTITY_SCREENING_BASE_URL: baseUrl = '',
    ENTITY_SCREENING_API_KEY: apiKey = '',
  } = process.env
  // Everyone who reaches this server acts for your team. Return the user of your
  // session, or null.
  proxy ??= createProxy({ baseUrl, apiKey, callerOf: () => 'everyone' })
  return proxy(request)
}

export { handle as GET, handle as POST, handle as PUT }
