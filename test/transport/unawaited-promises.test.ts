import { QueryClient } from '@tanstack/react-query'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import {
  assessSanctions,
  computeOwnership,
  listHits,
  toEvidence,
  toMermaid,
  toSentences,
} from 'entity-screening-sdk/network'
import {
  diffEntities,
  diffNetworks,
  importPortfolio,
  openDecisions,
  rescanAll,
  watchEntities,
} from 'entity-screening-sdk/portfolio'
import { screeningQueries } from 'entity-screening-sdk/react-query'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../failure-of.ts'

/** What a caller without types may pass: the promise of a result in place of the result. */
const unawaited = (value: unknown): never => Promise.resolve(value) as never
const listed = (...values: readonly unknown[]): never => values as never

const acme = { type: 'organization', name: '[sanctioned] Acme GmbH' } as const
const row = { ...acme, countryCode: 'DE' }

async function screen() {
  const server = createMockServer()
  const client = new EntityScreening(server.connect())
  const entity = await client.entities.create(acme)
  server.clock.settle()
  const network = await client.entities.network(entity)
  return { server, client, entity, network, list: await client.entities.list() }
}
type Screened = Awaited<ReturnType<typeof screen>>

const store = { open: () => expect.unreachable(), inspect: async () => null }
const at = new Date()

describe('a promise in place of its result is refused with the advice to await it', () => {
  it.each<[string, (screened: Screened) => unknown]>([
    ['entities.create: the input', ({ client }) => client.entities.create(unawaited(acme))],
    ['entities.createBulk: rows', ({ client }) => client.entities.createBulk(unawaited([row]))],
    ['entities.createBulk: rows[0]', ({ client }) => client.entities.createBulk([unawaited(row)])],
    ['entities.network: id', ({ client, entity }) => client.entities.network(unawaited(entity))],
    ['entities.rescan: id', ({ client, entity }) => client.entities.rescan(unawaited(entity.id))],
    [
      'entities.network: id',
      ({ client, entity }) =>
        screeningQueries(client)
          .entities.network(unawaited(entity))
          .queryFn({ client: new QueryClient(), signal: AbortSignal.timeout(5000) }),
    ],
    [
      'entities.waitFor: id',
      ({ client, entity }) => client.entities.waitFor(unawaited(entity.id), () => true),
    ],
    [
      'entities.waitForScreening: ids[1]',
      ({ client, entity }) => client.entities.waitForScreening(listed(entity.id, unawaited(entity))),
    ],
    [
      'entities.reconcile: the input',
      ({ client }) => client.entities.reconcile(unawaited(row), { otherCreations: [] }),
    ],
    [
      'entities.reconcile: [0]',
      ({ client }) => client.entities.reconcile([unawaited(row)], { otherCreations: [] }),
    ],
    [
      'entities.reconcile: before',
      ({ client, list }) => client.entities.reconcile(acme, { before: unawaited(list), otherCreations: [] }),
    ],
    [
      'entities.reconcile: before[0]',
      ({ client, entity }) =>
        client.entities.reconcile(acme, { before: [unawaited(entity)], otherCreations: [] }),
    ],
    [
      'entities.reconcile: otherCreations[1]',
      ({ client, entity }) =>
        client.entities.reconcile(acme, { otherCreations: [entity, unawaited(entity)] }),
    ],
    ['entities.list: the input', ({ client }) => client.entities.list(unawaited({}))],
    ['listHits: network', ({ network, entity }) => listHits(unawaited(network), { entity })],
    ['listHits: entity', ({ network, entity }) => listHits(network, { entity: unawaited(entity) })],
    ['listHits: options', ({ network, entity }) => listHits(network, unawaited({ entity }))],
    ['indexNetwork: network', ({ network }) => computeOwnership(unawaited(network))],
    ['indexNetwork: network', ({ network }) => toMermaid(unawaited(network))],
    [
      'assessSanctions: entity',
      ({ network, entity }) => assessSanctions(network, { regime: 'eu', entity: unawaited(entity) }),
    ],
    ['toSentences: result', ({ network }) => toSentences(unawaited(computeOwnership(network)))],
    [
      'toEvidence: reviews',
      ({ client, network }) =>
        toEvidence({ client, network, readAt: at, computedAt: at, reviews: unawaited([]) }),
    ],
    ['rescanAll: references', ({ client, list }) => rescanAll(client, unawaited(list))],
    ['rescanAll: references[0]', ({ client, entity }) => rescanAll(client, [unawaited(entity)])],
    ['rescanAll: client', ({ client, list }) => rescanAll(unawaited(client), list)],
    [
      'watchEntities: options.ids',
      ({ client, list }) => watchEntities(client, { onChange() {}, ids: unawaited(list) }),
    ],
    ['importPortfolio: source', ({ client }) => importPortfolio(client, unawaited([row]))],
    ['diffEntities: before', ({ list }) => diffEntities(unawaited(list), list)],
    ['diffEntities: after[0]', ({ list, entity }) => diffEntities(list, [unawaited(entity)])],
    ['diffNetworks: after', ({ network }) => diffNetworks(network, unawaited(network))],
    [
      'decisions.propose: hit',
      () =>
        openDecisions(store).propose({ hit: unawaited({}), verdict: 'unsure', reason: 'Unclear', by: 'ada' }),
    ],
    ['decisions.review: hits', () => openDecisions(store).review(unawaited([]))],
    ['decisions.review: hits[0]', () => openDecisions(store).review([unawaited({})])],
  ])('%s', async (field, call) => {
    const screened = await screen()
    screened.server.requests.clear()
    const failure = await failureOf((async () => call(screened))())
    const message = `${field} is a Promise: await it`
    expect(failure).toMatchObject({ name: 'InputValidationError', message })
    expect(screened.server.requests.list()).toEqual([])
  })

  it('but the result itself is taken, and an object with a method then is no promise', async () => {
    const { client, entity, network, list } = await screen()
    expect(listHits(network, { entity })).toHaveLength(1)
    expect(diffEntities(list, list)).toEqual([])
    expect(await client.entities.waitFor(entity.id, () => true)).toMatchObject({ id: entity.id })
    expect(await failureOf(client.entities.network(Object({ then: 1 })))).toMatchObject({
      message: expect.stringContaining('id must be an entity or its identifier'),
    })
  })
})
