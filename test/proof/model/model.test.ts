import type { ClientOptions } from 'entity-screening-sdk'
import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hold } from '../runs.ts'
import { calls } from './calls.ts'
import { type Model, start } from './specification.ts'
import type { World } from './world.ts'

const apiKey = 'the-key-of-the-start'
const limit = 15

function newServer(): MockServer {
  return createMockServer({ keys: { [apiKey]: 'team-0' }, entityLimit: limit, warn: () => {} })
}

function begin(server: MockServer, client: Omit<ClientOptions, 'apiKey'>): { model: Model; real: World } {
  const teams = [{ id: 'team-0', apiKey, limit, entities: [] }]
  return {
    model: { now: start, teams, faults: [] },
    real: { server, client, kept: [], keys: new Set([apiKey]) },
  }
}

const sequence = fc.commands(calls, { maxCommands: 40, size: 'max' })

it('any sequence of calls does in process what the specification says', { tags: 'long' }, async () => {
  const property = fc.asyncProperty(sequence, async commands => {
    const server = newServer()
    await fc.asyncModelRun(
      () => begin(server, { baseUrl: 'http://in-process', fetch: server.fetch }),
      commands,
    )
  })
  await hold('the model, in process', 25, property)
})

let server: MockServer
let running: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  server = newServer()
  running = await startServer(server)
})
afterAll(() => running.close())

it('any sequence of calls does over TCP what the specification says, on a server that is reset', {
  tags: 'long',
}, async () => {
  const property = fc.asyncProperty(sequence, async commands => {
    server.reset()
    await fc.asyncModelRun(() => begin(server, { baseUrl: running.url }), commands)
  })
  await hold('the model, over TCP', 8, property)
})

it('a failure is told as the calls that lead to it', async () => {
  const forgetful = newServer()
  // A clock that stands still.
  const broken = { ...forgetful, clock: { ...forgetful.clock, advance() {} } }
  const property = fc.asyncProperty(sequence, async commands => {
    forgetful.reset()
    await fc.asyncModelRun(
      () => begin(broken, { baseUrl: 'http://in-process', fetch: forgetful.fetch }),
      commands,
    )
  })
  const { failed, counterexample } = await fc.check(property, { numRuns: 100, seed: 1 })
  expect(failed).toBe(true)
  expect(String(counterexample?.[0])).toMatch(/^the clock advances \d+ ms( \/\*.*\*\/)?$/)
})
