import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { expect, it, onTestFinished } from 'vitest'
import { document } from './json-schema.ts'

it('the OpenAPI document is served as it is written, at the origin that serves it', async () => {
  const { url, close } = await startServer(createMockServer())
  onTestFinished(close)
  const origin = 'http://localhost:3000'
  const response = await fetch(`${url}/__admin/openapi.json`, { headers: { origin } })
  expect(await response.json()).toEqual({ ...document, servers: [{ ...document.servers[0], url: '/' }] })
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
})
