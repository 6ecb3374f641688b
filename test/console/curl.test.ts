import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { expect, it, onTestFinished } from 'vitest'
import { toCurl } from '../../mock-server/console/requests/curl.ts'

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
    const command = toCurl({ ...record, scenario: null }, url)
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
