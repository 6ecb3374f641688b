import { createMockServer, type MockServer } from '../../mock-server/index.ts'

export function createEmptyServer(): MockServer {
  return createMockServer({ keys: { key: 'team' }, entityLimit: 10_000_000 })
}

/**
 * Sends a POST to the mock server without HTTP, and returns the text of the response.
 *
 * @throws Error if the request fails.
 */
export async function sendInProcess(server: MockServer, path: string, body: string): Promise<string> {
  const header = (name: string) => (name === 'authorization' ? 'Bearer key' : null)
  const dispatched = server.dispatch({ method: 'POST', path, header, body, local: true })
  const reply = (await dispatched.ready) ?? dispatched
  const text = typeof reply.body === 'string' ? reply.body : [...reply.body].join('')
  if (reply.status !== 201) throw new Error(text)
  return text
}

export function sendCreate(server: MockServer, name: string): Promise<string> {
  return sendInProcess(
    server,
    '/v1/entities',
    JSON.stringify({ name, type: 'organization', countryCode: 'DE' }),
  )
}
