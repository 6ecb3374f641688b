import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { expect, it, onTestFinished } from 'vitest'
import { toCurl } from '../../mock-server/console/requests/to-curl.ts'

const run = promisify(execFile)
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
)

/** What a shell, curl or printf could take for something else. */
const bodies = [
  '{"name":"O\'Brien \\"& Sons\\" $HOME `id` !! %s \\\\ \\n"}',
  '@/etc/hostname',
  "'; exit 1; '\n\nsecond\tline\r\n",
  "%b\\0101 \0 after a NUL, \\ and 'quotes'",
  'ünï ✓ \u2028',
]

it.skipIf(!hasCurl)('a command that is copied sends the same request, whatever is in it', async () => {
  const server = createMockServer({ keys: { 'the-key': 'team-1' } })
  const { url, close } = await startServer(server)
  onTestFinished(close)
  const paths = ['/v1/entities?a=[1-3]&b={x,y}', "/v1/a/../entities/it's?q=$HOME"]
  for (const path of paths)
    for (const body of bodies)
      server.dispatch({
        method: 'POST',
        path,
        header: name => (name === 'authorization' ? 'Bearer the-key' : null),
        body,
        local: true,
      })
  const sent = server.requests.list()
  expect(sent).toHaveLength(paths.length * bodies.length)
  for (const record of sent) {
    const command = toCurl({ ...record, scenario: null, subject: null }, url)
    await run('sh', ['-c', command], { env: { ...process.env, ENTITY_SCREENING_API_KEY: 'the-key' } })
    const { method, path, team, requestBody, status } = server.requests.list().at(-1) ?? {}
    expect({ method, path, team, requestBody, status }).toEqual({
      method: record.method,
      path: record.path,
      team: record.team,
      requestBody: record.requestBody,
      status: record.status,
    })
  }
})

it('a copied command holds no character that turns the direction of its text', () => {
  const server = createMockServer()
  const copied = (body: string, path = '/v1/entities') => {
    server.dispatch({ method: 'POST', path, header: () => null, body, local: true })
    const [record] = server.requests.list().slice(-1)
    if (record === undefined) throw new TypeError('nothing was logged')
    return toCurl({ ...record, scenario: null, subject: null }, null)
  }
  expect(copied('{"name":"a\u202egpj.exe\u2069"}')).toContain('{"name":"a\\u202egpj.exe\\u2069"}')
  expect(copied('a\u202e')).toContain("printf %b 'a\\0342\\0200\\0256'")
  expect(copied('', '/v1/\u202e')).toContain('/v1/%E2%80%AE')
})
