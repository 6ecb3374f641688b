import { type ClientOptions, type Entity, EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type MockServer, type MockServerOptions } from 'entity-screening-sdk/mock-server'
import {
  type ImportOptions,
  type ImportReport,
  importPortfolio,
  type Journal,
  type PortfolioSource,
} from 'entity-screening-sdk/portfolio'
import { expect } from 'vitest'
import type { LineRange } from '../../src/portfolio/import-report.ts'
import { byRequest } from '../by-request.ts'

export type Fetch = (request: Request) => Promise<Response>

/** A team of a mock server in process. */
export interface Team {
  readonly server: MockServer
  readonly apiKey: string
  /** The client that imports; its requests may go through a fetch that is given. */
  readonly client: EntityScreening
  list(): Promise<Entity[]>
  names(): Promise<string[]>
}

export function createTeam(
  { entityLimit, ...serverOptions }: MockServerOptions = {},
  createFetch: (server: MockServer) => Fetch = server => server.fetch,
  clientOptions: ClientOptions = {},
): Team {
  const server = createMockServer(serverOptions)
  const { apiKey } = server.teams.create(entityLimit === undefined ? {} : { entityLimit })
  const connect = (fetch: Fetch, options: ClientOptions = {}) =>
    new EntityScreening({
      apiKey,
      baseUrl: 'https://screening.example',
      logLevel: 'off',
      ...options,
      fetch: byRequest(fetch),
    })
  const direct = connect(server.fetch)
  const list = async () => direct.entities.list()
  return {
    server,
    apiKey,
    client: connect(createFetch(server), clientOptions),
    list,
    names: async () => (await list()).map(({ name }) => name),
  }
}

/**
 * Imports, and holds every report to what it promises: each row is counted in exactly one place, and the team has grown by what
 * was created, no more and no less.
 *
 * @param earlier how many rows an earlier import with the same journal has created.
 */
export async function importInto(
  team: Team,
  source: PortfolioSource,
  options: ImportOptions = {},
  earlier = 0,
): Promise<ImportReport> {
  const before = (await team.list()).length - earlier
  const report = await importPortfolio(team.client, source, {
    recheckDelay: 1,
    giveUpAfter: 2000,
    nameOrder: 'first_last',
    ...options,
  })
  requireWholeness(report)
  const grown = (await team.list()).length - before
  const inDoubt = sizeOf(report.stopped?.inDoubt ?? [])
  expect(grown).toBeGreaterThanOrEqual(report.created)
  expect(grown).toBeLessThanOrEqual(report.created + inDoubt)
  return report
}

/** Each row is counted in exactly one place. */
export function requireWholeness(report: ImportReport): void {
  const { rows, created, planned, invalid, refused, duplicates, possibleDuplicates } = report
  const { remaining: left, stopped, problems } = report
  expect(created + planned + invalid + refused + duplicates + possibleDuplicates + left).toBe(rows)
  const told = new Set(problems.map(({ line }) => line))
  expect(told.size).toBe(invalid + refused + duplicates + possibleDuplicates)
  const lines = linesOf(stopped?.remaining ?? [])
  expect(lines.length).toBeGreaterThanOrEqual(left)
  expect(lines.filter(line => told.has(line))).toEqual([])
  for (const line of linesOf(stopped?.inDoubt ?? [])) expect(lines).toContain(line)
  if (stopped === null) expect(left).toBe(0)
}

function sizeOf(ranges: readonly LineRange[]): number {
  return linesOf(ranges).length
}

export function linesOf(ranges: readonly LineRange[]): number[] {
  return ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
}

/** The lines of the problems of a kind, each once. */
export function problemLines({ problems }: ImportReport, kind: string): number[] {
  return [...new Set(problems.filter(problem => problem.kind === kind).map(({ line }) => line))]
}

/** Gives the team of a server room for more. */
export function raiseLimit({ server }: Pick<Team, 'server'>, entityLimit: number): void {
  const snapshot = server.snapshot()
  server.restore({
    ...snapshot,
    teams: snapshot.teams.map(team => ({ ...team, entityLimit })),
  })
}

/** A journal in memory. */
export function createMemoryJournal(lines: string[] = []): Journal & { readonly lines: string[] } {
  return {
    lines,
    read: async () => [...lines],
    append: async line => void lines.push(line),
  }
}

/** An organization in Germany. */
export function organization(name: string, more: object = {}): object {
  return { type: 'organization', name, countryCode: 'DE', ...more }
}

/** A person in Germany, by first and last name: the first word is the first name. One word or "Last, First" is a full name. */
export function person(name: string, birthDate?: string): object {
  const [firstName, ...others] = name.split(' ')
  const isFull = others.length === 0 || name.includes(',')
  const names = isFull ? { name } : { firstName, lastName: others.join(' ') }
  return { type: 'person', ...names, countryCode: 'DE', ...(birthDate === undefined ? {} : { birthDate }) }
}
