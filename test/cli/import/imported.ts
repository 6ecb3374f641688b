import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MockServer } from 'entity-screening-sdk/mock-server'
import { vi } from 'vitest'
import { spellNumber } from '../../portfolio/portfolio-rows.ts'
import { clientOf } from '../services.ts'

/** The names of the team's entities, in order. */
export async function namesIn(server: MockServer): Promise<string[]> {
  return (await clientOf(server).entities.list()).map(({ name }) => name).toSorted()
}

/** How many requests an import has sent that create entities. */
export const countBulks = (server: MockServer) =>
  server.requests.list().filter(({ method }) => method === 'POST').length

/** Waits until an import has sent so many requests that create entities. */
export async function waitForBulks(server: MockServer, count: number): Promise<void> {
  await vi.waitUntil(() => countBulks(server) >= count, { timeout: 60_000, interval: 5 })
}

/** Waits until an import has sent three requests, and keeps it from an end until `server.faults.remove()`. */
export async function waitUntilBusy(server: MockServer): Promise<void> {
  await waitForBulks(server, 3)
  server.faults.add({ operation: 'createEntitiesBulk', delay: 1500 })
}

/** Small requests, one at a time, and no longer a wait than a test needs. */
export const slowImport = [
  ...['--batch-size', '50', '--concurrency', '1'],
  ...['--timeout', '3s', '--recheck-delay', '100ms'],
]

async function writeRows(file: string, rows: readonly string[]): Promise<string> {
  await writeFile(file, ['name,type,country', ...rows, ''].join('\n'))
  return file
}

/** A file of so many organizations that are all different. */
export function writeOrganizations(folder: string, count: number): Promise<string> {
  const rows = Array.from({ length: count }, (_, row) => `Company ${row} Ltd,organization,GB`)
  return writeRows(join(folder, `${count}.csv`), rows)
}

/** A file of so many persons that are all different. */
export function writePersons(folder: string, count: number, name = `${count}.csv`): Promise<string> {
  const rows = Array.from({ length: count }, (_, row) => `"Brandt, Person-${spellNumber(row)}",person,GB`)
  return writeRows(join(folder, name), rows)
}
