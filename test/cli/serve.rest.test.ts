import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { refusal } from '../mock-server/wire.ts'
import { killCommands, runCommand } from './built-command.ts'
import { send, timestamp } from './serve-requests.ts'

const folder = await mkdtemp(join(tmpdir(), 'serve-'))
const strict = join(folder, 'behaviour.json')
await writeFile(strict, JSON.stringify({ version: 1, wrongContentType: 'reject' }))

afterAll(killCommands)
afterAll(() => rm(folder, { recursive: true }))

describe('a signal', () => {
  const instructions = expect.stringMatching(/\nCtrl-C stops the server\.\n$/)

  it.each(['SIGTERM', 'SIGINT'] as const)('of %s stops the command cleanly', async signal => {
    const command = runCommand(['serve', '--port', '0'])
    await command.url
    command.kill(signal)
    expect(await command.ended).toMatchObject({ status: 0, stderr: instructions })
  })

  it('of both kinds, one upon the other, stops it as cleanly as one', async () => {
    const command = runCommand(['serve', '--port', '0'])
    await command.url
    // A process that is stopped gets both at once when it goes on.
    for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) command.kill(signal)
    expect(await command.ended).toMatchObject({ status: 0, stderr: instructions })
  })
})

it.each([
  ['flags', ['--clock', 'x1000', '--latency', '1', '--admin-token', 'the-token', '--behaviour', strict], {}],
  ['variables', [], { CLOCK: 'x1000', LATENCY: '1', ADMIN_TOKEN: 'the-token', BEHAVIOUR: strict }],
])('serve takes a faster clock, a latency, a token and a behaviour from %s', async (_, flags, variables) => {
  const named = Object.entries(variables).map(([name, value]) => [`ENTITY_SCREENING_${name}`, value])
  const url = await runCommand(['serve', '--port', '0', ...flags], Object.fromEntries(named)).url
  const before = Date.parse(await timestamp(url))
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(Date.parse(await timestamp(url)) - before).toBeGreaterThan(90_000)
  const posted = await fetch(`${url}/v1/entities`, {
    method: 'POST',
    headers: { authorization: 'Bearer test-key' },
    body: '{}',
  })
  expect(posted.status).toBe(415)
  refusal(401, await send(url, 'test-key', 'POST', '/__admin/reset'))
  expect((await send(url, 'the-token', 'POST', '/__admin/reset')).status).toBe(200)
})
