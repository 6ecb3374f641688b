// Adds the key to the requests of the pages. `next build` runs without the
// environment, so the proxy is created at a request.
import { createProxy } from 'entity-screening-sdk/proxy'
// Yours: returns the user of your session, or null. Everyone whom it names acts
// for your team.
import { readUserId } from '../../../session'

function handle(request: Request): Promise<Response> {
  const {
    ENTITY_SCREENING_BASE_URL: baseUrl = '',
    ENTITY_SCREENING_API_KEY: apiKey = '',
  } = process.env
  return createProxy({ baseUrl, apiKey, callerOf: readUserId })(request)
}

export { handle as GET, handle as POST, handle as PUT }
