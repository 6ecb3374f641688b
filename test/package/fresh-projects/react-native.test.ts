import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createProject, type Project } from '../project.ts'

/** The polyfills that React Native consists of, over an XMLHttpRequest for Node, and without what Hermes lacks. */
const globals = `
import { AbortController, AbortSignal } from 'abort-controller'
import xhr from 'xhr2'

for (const name of ['fetch', 'Headers', 'Request', 'Response']) delete globalThis[name]
Object.assign(globalThis, { self: globalThis, AbortController, AbortSignal, XMLHttpRequest: xhr.XMLHttpRequest })
Object.assign(globalThis, await import('whatwg-fetch'))
delete Intl.DisplayNames
`

const program = `
import './globals.mjs'
import { createServer } from 'node:http'
const { EntityScreening } = await import('entity-screening-sdk')

let closed = 0
const hanging = createServer((_, response) => response.on('close', () => (closed += 1)))
await new Promise(resolve => hanging.listen(0, resolve))
const client = new EntityScreening({ logLevel: 'off', retry: { maxDelay: 1 } })
const { entities } = client
const stuck = client.withOptions({ baseUrl: 'http://127.0.0.1:' + hanging.address().port, maxRetries: 0 }).entities
const codeOf = call => call.then(() => 'success', error => error.code)
/** Waits until the hanging server has lost as many connections. */
const untilClosed = async count => {
  while (closed < count) await new Promise(resolve => setTimeout(resolve, 5))
  return closed
}

const { signal } = new AbortController()
const input = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }
const { id } = await entities.create(input, { signal })
const streamed = []
for await (const entity of entities.stream({ signal })) streamed.push(entity.id)
const leaving = new AbortController()
setTimeout(() => leaving.abort(), 500)
console.log(
  JSON.stringify({
    streamed: streamed.length,
    got: (await entities.get(id, { signal })).name,
    waited: (await entities.waitFor(id, () => true, { signal })).name,
    named: await codeOf(entities.create({ ...input, countryCode: 'Germany' })),
    aborted: [await codeOf(stuck.list({ signal: leaving.signal })), await untilClosed(1)],
    late: [await codeOf(stuck.list({ timeout: 500 })), await untilClosed(2)],
    lateWithSignal: [await codeOf(stuck.list({ timeout: 500, signal })), await untilClosed(3)],
  }),
)
hanging.closeAllConnections()
hanging.close()
`

describe('with the polyfills of React Native', () => {
  let project: Project

  beforeAll(async () => {
    const polyfills = ['abort-controller@3', 'whatwg-fetch@3', 'xhr2']
    project = await createProject([inject('tarball'), 'zod@4', ...polyfills], { type: 'module' })
    await project.write('globals.mjs', globals)
    await project.write('program.mjs', program)
  })

  afterAll(() => project?.remove())

  it('the client works, and its limits are those of its page', async () => {
    const server = createMockServer({ clock: 'stepping', keys: { 'key-of-the-phone': 'team-1' } })
    server.faults.add({ operation: 'listEntities', status: 503, times: 1 })
    const { url, close } = await startServer(server)
    await project.write(
      'run.mjs',
      `Object.assign(process.env, ${JSON.stringify({
        ENTITY_SCREENING_BASE_URL: url,
        ENTITY_SCREENING_API_KEY: 'key-of-the-phone',
      })})
await import('./program.mjs')`,
    )
    const { stdout, stderr } = await project.run(process.execPath, ['run.mjs'])
    await close()
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      streamed: 1,
      got: 'Nordwind GmbH',
      waited: 'Nordwind GmbH',
      named: 'invalid_input',
      aborted: ['aborted', 1],
      late: ['timeout', 2],
      lateWithSignal: ['timeout', 3],
    })
  })
})
