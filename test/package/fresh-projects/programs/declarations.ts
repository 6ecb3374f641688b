import type {
  Entity,
  EntityScreening,
  EntityScreeningError,
  InputValidationError,
  Network,
} from 'entity-screening-sdk'
import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { observe } from 'entity-screening-sdk/mock-server/parity'
import {
  assessSanctions,
  computeOwnership,
  findBeneficialOwners,
  indexNetwork,
  listHits,
  toEvidence,
  toGraph,
  verifyEvidence,
} from 'entity-screening-sdk/network'
import {
  type Decisions,
  diffNetworks,
  importPortfolio,
  type JournalStore,
  openDecisions,
  rescanAll,
  type WatchEvent,
} from 'entity-screening-sdk/portfolio'
import { postgresJournals } from 'entity-screening-sdk/portfolio/postgres'
import { type ScreeningQueries, screeningQueries } from 'entity-screening-sdk/react-query'

/** Functions of an application without a written result: the compiler finds a name for each, or writes its members in place. */
export const entities = (client: EntityScreening) => client.entities.list()
export const riskOf = ({ type, caseStatus, riskLevel }: Entity) => ({ type, caseStatus, riskLevel })
export const screened = (client: EntityScreening) => client.entities.waitForScreening(['1'])
export const reconciled = (client: EntityScreening) =>
  client.entities.reconcile({ type: 'person', name: 'Ilse Brandt' }, { otherCreations: null })
export const refusedRows = async (client: EntityScreening) => (await client.entities.createBulk([])).errors
export const failure = ({ code, outcome }: EntityScreeningError) => ({ code, outcome })
export const issues = (error: InputValidationError) => error.issues
export const hooks = (client: EntityScreening) =>
  client.withOptions({ hooks: { beforeRequest: console.log } })
export const politicallyExposed = ({ nodes }: Network) => nodes.flatMap(({ pep }) => pep)
export const relations = (network: Network) =>
  network.relations.map(({ type, details }) => ({ type, details }))

export const assessed = (network: Network) => assessSanctions(network, { regime: 'eu' })
export const reasons = (network: Network) => {
  const { verdict, blocked, missing, flags, sources } = assessed(network)
  return { verdict, owners: blocked.flatMap(({ owners }) => owners), missing, flags, sources }
}
export const managers = (network: Network) => findBeneficialOwners(network, { rule: 'amlr' }).seniorManagers
export const paths = (network: Network) => computeOwnership(network).owners.flatMap(owner => owner.paths)
export const indexed = (network: Network) => indexNetwork(network)
export const holdings = (network: Network) => indexNetwork(network).shares
export const drawn = (network: Network) => toGraph(network).nodes.map(({ type, hits }) => ({ type, hits }))
export const hits = (network: Network) =>
  listHits(network, { entity: '1' }).map(({ kind, party }) => ({ kind, party }))
export const evidence = toEvidence
export const verified = (json: string) => verifyEvidence(json)

export const imported = (client: EntityScreening) => importPortfolio(client, 'name\nA')
export const stopped = async (client: EntityScreening) => (await imported(client)).stopped
export const problems = async (client: EntityScreening) => (await imported(client)).problems
export const rescanned = async (client: EntityScreening) => (await rescanAll(client, 'all')).failed
export const changed = (before: Network, after: Network) => diffNetworks(before, after)
export const renamed = (event: WatchEvent) => event.changes.filter(change => change.kind === 'name_changed')
export const decisions = (journals: JournalStore) => openDecisions(journals)
export const ledger = (open: Decisions) => open.verify()
export const reviews = (open: Decisions, network: Network) => open.review(listHits(network, { entity: '1' }))
export const journals = postgresJournals({ query: async () => ({ rows: [] }) })

export const queries = (client: EntityScreening) => screeningQueries(client)
export const listQuery = (options: ScreeningQueries) => options.entities.list()
export const attach = (options: ScreeningQueries) => options.entities.attachDocument()

export const server = createMockServer()
export const faults = (mock: MockServer) => mock.faults.list()
export const requests = (mock: MockServer) => mock.requests.list()
export const snapshot = (mock: MockServer) => mock.snapshot()
export const report = observe(fetch, { baseUrl: 'https://example.com' }).report()
