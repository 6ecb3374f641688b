import type { MockServerOptions } from '../../options.ts'
import type { Change, Snapshot } from '../../state/changes.ts'
import { escapeControls } from '../elements/escape-controls.ts'

/** What decides a server's responses: without its clock, keys and token. */
export type ServerOptions = Omit<MockServerOptions, 'clock' | 'keys' | 'adminToken' | 'warn' | 'transform'>

/** Where a manual clock starts. */
const manualStart = Date.UTC(2025, 0, 1)

/**
 * A vitest file that builds the state of a snapshot exactly, proves it, and lists the first team as a client. Its clock stands
 * still at the time of the snapshot, whatever the clock of its server did.
 */
export function asTest({ version, seed, changes }: Snapshot, options: ServerOptions): string {
  const [team] = changes.filter(change => change.kind === 'team')
  const entities = changes.filter(change => change.kind === 'entity')
  const ofTeam = entities.filter(change => change.team === team?.id)
  const teams = new Set(changes.flatMap(change => (change.kind === 'team' ? [change.id] : [])))
  const time = changes.find(change => change.kind === 'clock')?.now ?? manualStart
  return `import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'

/** ${counted(teams.size, 'team')} and ${counted(entities.length, 'entity', 'entities')} at ${new Date(time).toISOString()}. */
const state = {
  version: ${version},
  seed: ${seed},
  changes: [
${changes.map(change => `    ${quoted(standingStill(change))},`).join('\n')}
  ],
}

function createServer() {
  const server = createMockServer(${quoted(options)})
  server.restore(state)
  return server
}

it('starts from the copied state', async () => {
  const server = createServer()
  expect(server.snapshot()).toEqual(state)
${team === undefined ? '' : listing(team.apiKey, ofTeam.length)}})
`
}

function listing(apiKey: string, count: number): string {
  return `  const client = new EntityScreening({
    apiKey: ${quoted(apiKey)},
    baseUrl: 'http://in-process',
    fetch: server.fetch,
  })
  expect(await client.entities.list()).toHaveLength(${count})
`
}

function quoted(value: unknown): string {
  return escapeControls(JSON.stringify(value))
}

/** A manual clock is ahead of its start by all that has passed. */
function standingStill(change: Change): Change {
  if (change.kind !== 'clock' || change.now === undefined) return change
  return { ...change, ahead: Math.max(0, change.now - manualStart) }
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
