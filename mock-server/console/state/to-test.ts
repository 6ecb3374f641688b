import type { Change, Snapshot } from '../../changes/change-schema.ts'
import type { MockServerOptions } from '../../options.ts'
import { escapeControls } from '../elements/escape-controls.ts'

/** The options that affect the responses of a server, except the clock, the keys and the admin token. */
export type ServerOptions = Omit<MockServerOptions, 'clock' | 'keys' | 'adminToken' | 'warn' | 'transform'>

/** The time at which a manual clock starts. */
const manualStart = Date.UTC(2025, 0, 1)

/**
 * Returns a vitest file that restores the state of a snapshot, compares the restored state, and lists the entities of the first
 * team with a client. The test uses a manual clock that is set to the time of the snapshot.
 */
export function toTest({ version, seed, changes }: Snapshot, options: ServerOptions): string {
  const [team] = changes.filter(change => change.kind === 'team')
  const entities = changes.filter(change => change.kind === 'entity')
  const teamEntities = entities.filter(change => change.team === team?.id)
  const teams = new Set(changes.flatMap(change => (change.kind === 'team' ? [change.id] : [])))
  const time = changes.find(change => change.kind === 'clock')?.now ?? manualStart
  return `import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'

/** ${countNoun(teams.size, 'team')} and ${countNoun(entities.length, 'entity', 'entities')} at ${new Date(time).toISOString()}. */
const state = {
  version: ${version},
  seed: ${seed},
  changes: [
${changes.map(change => `    ${quote(toManualClock(change))},`).join('\n')}
  ],
}

function createServer() {
  const server = createMockServer(${quote(options)})
  server.restore(state)
  return server
}

it('starts from the copied state', async () => {
  const server = createServer()
  expect(server.snapshot()).toEqual(state)
${team === undefined ? '' : writeListing(team.apiKey, teamEntities.length)}})
`
}

function writeListing(apiKey: string, count: number): string {
  return `  const client = new EntityScreening({
    apiKey: ${quote(apiKey)},
    baseUrl: 'http://in-process',
    fetch: server.fetch,
  })
  expect(await client.entities.list()).toHaveLength(${count})
`
}

function quote(value: unknown): string {
  return escapeControls(JSON.stringify(value))
}

/** Converts a time change of any kind of clock to the change that moves a manual clock forward to the same time. */
function toManualClock(change: Change): Change {
  if (change.kind !== 'clock' || change.now === undefined) return change
  return { ...change, ahead: Math.max(0, change.now - manualStart) }
}

function countNoun(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`
}
