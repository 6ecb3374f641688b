import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { setupServer } from 'msw/node'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

const authorization = 'Bearer same-bytes'
const newServer = () => createMockServer({ seed: 7, dialect: 'mixed', keys: { 'same-bytes': 'team' } })

/** Every answer to the same calls, as text. */
async function conversation(
  server: MockServer,
  ask: (path: string, init: RequestInit) => Promise<Response>,
): Promise<string[]> {
  const answers: string[] = []
  const say = async (method: string, path: string, body?: unknown) => {
    const init = {
      method,
      headers: { authorization },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const answer = await ask(path, init)
    answers.push(`${answer.status} ${answer.headers.get('content-type')} ${await answer.text()}`)
  }
  await say('POST', '/v1/entities', { name: 'Halfmoon Minerals Oy', type: 'organization', countryCode: 'FI' })
  await say('POST', '/v1/entities', { name: 'Ilse Brandt', type: 'person', birthDate: '1961-04-09' })
  await say('POST', '/v1/entities/bulk', {
    entities: [{ name: '[quirky] Acme', type: 'organization', countryCode: 'DE' }, 7],
  })
  server.clock.settle()
  await say('GET', '/v1/entities')
  for (const { id } of JSON.parse(answers.at(-1)?.replace(/^.*?\[/, '[') ?? '[]')) {
    await say('GET', `/v1/entities/${id}/network`)
    await say('POST', `/v1/entities/${id}/documents`, { document_url: 'https://example.com/ä.pdf' })
    await say('PUT', `/v1/entities/${id}`, { action: 'rescan' })
  }
  await say('POST', '/api/search/persons', { full_name: 'Barnaby Quillon' })
  await say('POST', '/v1/entities/search', {})
  await say('GET', '/v1/health')
  await say('GET', '/')
  await say('DELETE', '/v1/entities')
  return answers
}

async function inProcess(): Promise<string[]> {
  const server = newServer()
  return conversation(server, (path, init) => server.fetch(new Request(`http://in-process${path}`, init)))
}

it('the same seed and calls give the same bytes in process, over HTTP and through msw', async () => {
  const expected = await inProcess()
  expect(expected.length).toBeGreaterThan(15)
  expect(await inProcess()).toEqual(expected)

  const served = newServer()
  const { url, close } = await startServer(served)
  expect(await conversation(served, (path, init) => fetch(url + path, init))).toEqual(expected)
  await close()

  const mocked = newServer()
  const interceptor = setupServer(...createHandlers(mocked, { baseUrl: 'https://same.example' }))
  interceptor.listen()
  expect(await conversation(mocked, (path, init) => fetch(`https://same.example${path}`, init))).toEqual(
    expected,
  )
  interceptor.close()
})

it('fake timers of a test runner hang no request', async () => {
  vi.useFakeTimers()
  expect((await inProcess()).length).toBeGreaterThan(15)
})
