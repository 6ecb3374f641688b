import { createMockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'
import { withControlApi } from '../../../mock-server/admin/with-control-api.ts'

function start(options: MockServerOptions = {}) {
  const warnings: string[] = []
  const server = createMockServer({
    keys: { 'test-key': 'team' },
    warn: sentence => void warnings.push(sentence),
    ...options,
  })
  const send = (headers: Record<string, string>, path = '/v1/entities', method = 'GET') => {
    const all: Record<string, string> = {
      host: '127.0.0.1:4010',
      authorization: 'Bearer test-key',
      ...headers,
    }
    const header = (name: string) => all[name] ?? null
    const reply = withControlApi(server).dispatch({ method, path, header, body: '', local: true })
    return reply.ready ?? Promise.resolve(reply)
  }
  const logged = () => server.requests.list().map(({ warning }) => warning)
  return { warnings, send, logged, server }
}

const ownKeys =
  'the server responds to other sites only if it has keys of your own (the option keys, --key), and not test-key.'
const others = 'adminOrigins (--admin-origin) allows others than those of this machine.'

it.each([
  ['origin', 'https://app.example', 200, 'of the origin'],
  ['host', 'app.example:4010', 403, 'for the host'],
])('a refused %s is a warning, once, and in the log each time', async (name, value, status, words) => {
  const { warnings, send, logged } = start()
  const sentence = `A request ${words} "${value}" was refused: ${ownKeys}`
  expect((await send({ [name]: value })).status).toBe(status)
  await send({ [name]: value })
  expect(warnings).toEqual([`entity-screening: ${sentence}`])
  expect(logged()).toEqual([sentence, sentence])
  await send({ [name]: `other.${value.replace('https://', '')}` })
  expect(warnings).toHaveLength(2)
})

it('a refused preflight request is a warning', async () => {
  const { warnings, send } = start()
  await send({ origin: 'https://app.example' }, '/v1/entities', 'OPTIONS')
  expect(warnings).toHaveLength(1)
})

it.each([
  ['origin', 'https://app.example', 'of the origin'],
  ['host', 'app.example', 'for the host'],
])('a refused %s of the control API is a warning', async (name, value, words) => {
  const { warnings, send } = start()
  expect((await send({ [name]: value }, '/__admin/clock')).status).toBe(403)
  await send({ [name]: value }, '/__admin/clock')
  expect(warnings).toEqual([`entity-screening: A request ${words} "${value}" was refused: ${others}`])
})

it('what the request names is masked and escaped, the advice is neither', async () => {
  const { warnings, send, logged } = start()
  await send({ origin: 'https://test-key.example\u009b2J' })
  const sentence = `A request of the origin "https://[redacted].example\\u009b2J" was refused: ${ownKeys}`
  expect(warnings).toEqual([`entity-screening: ${sentence}`])
  expect(logged()).toEqual([sentence])
})

it.each<[string, Record<string, string>, MockServerOptions]>([
  ['of this machine', { origin: 'http://localhost:5173' }, {}],
  ['of the same origin', { origin: 'http://192.168.1.20:4010', host: '192.168.1.20:4010' }, {}],
  ['under an address', { host: '192.168.1.20:4010' }, {}],
  [
    'of any origin, with keys of your own',
    { origin: 'https://app.example', host: 'app.example', authorization: 'Bearer the-key' },
    { keys: { 'the-key': 'team' } },
  ],
])('a request %s is no warning', async (_, headers, options) => {
  const { warnings, send, logged } = start(options)
  expect((await send(headers)).status).toBe(200)
  expect(warnings).toEqual([])
  expect(logged()).toEqual([null])
})

it('a page that calls the server in process is no warning', async () => {
  const { warnings, server } = start()
  const headers = { origin: 'https://app.example', authorization: 'Bearer test-key' }
  expect((await server.fetch('https://api.example/v1/entities', { headers })).status).toBe(200)
  expect(warnings).toEqual([])
})
