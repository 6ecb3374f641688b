import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const interceptor = setupServer()
beforeAll(() => interceptor.listen())
afterAll(() => interceptor.close())

function mock(baseUrl: string) {
  const server = createMockServer()
  interceptor.resetHandlers(...createHandlers(server, { baseUrl }))
  return { server, client: new EntityScreening({ apiKey: server.teams.create().apiKey, baseUrl, retry: 0 }) }
}

describe('an address is mocked as the client spells it, so that no request passes by to the real service', () => {
  it.each([
    'https://screening.example',
    'https://screening.example/',
    'https://screening.example:443',
    'http://screening.example:80/',
    'https://müller.example',
    'https://screening.example/präfix/',
    'https://screening.example/a/../b',
    'https://screening.example/./a',
    ' https://screening.example/a b',
  ])('%s', async baseUrl => {
    expect(await mock(baseUrl).client.entities.list()).toEqual([])
  })
})

it.each([
  ['screening.example', 'must be an absolute http or https URL'],
  ['/api', 'must be an absolute http or https URL'],
  ['https://screening.example/a(b)', 'must not hold any of'],
  ['https://screening.example/:version', 'must not hold any of'],
])('the address %s is refused, with what is allowed', (baseUrl, sentence) => {
  expect(() => createHandlers(createMockServer(), { baseUrl })).toThrow(sentence)
})

it('one operation can be overridden, and the others stay', async () => {
  const baseUrl = 'https://screening.example'
  const { client } = mock(baseUrl)
  interceptor.use(http.get(`${baseUrl}/v1/health`, () => HttpResponse.json({ status: 'mine' })))
  expect(await client.service.health()).toMatchObject({ status: 'mine' })
  expect(await client.entities.list()).toEqual([])
})

it('there is one handler for each operation, and one for all else', () => {
  const names = createHandlers(createMockServer(), { baseUrl: 'https://screening.example' }).map(
    ({ info }) => info.header,
  )
  expect(names).toHaveLength(12)
  expect(names).toContain('GET https://screening.example/v1/entities/:id/network')
  expect(names.at(-1)).toContain('https://screening.example/*')
})
