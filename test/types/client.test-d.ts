import { QueryClient, useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import {
  ApiError,
  type BulkEntityInput,
  type BulkSummary,
  type CreatedEntity,
  type CreateEntityInput,
  type Entity,
  EntityScreening,
  EntityScreeningError,
  type Health,
  type InputValidationError,
  type Network,
  NotFoundError,
  type OrganizationProfile,
  PermissionDeniedError,
  type PersonProfile,
  type QuirkReport,
  type RateLimitError,
  type Reconciliation,
  type ScreeningError,
  type WaitOptions,
  type WaitTimeoutError,
  type WithResponse,
} from 'entity-screening-sdk'
import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { screeningQueries } from 'entity-screening-sdk/react-query'
import type { bulkInput, createEntityInput, documentInput } from 'entity-screening-sdk/schemas'
import { describe, expectTypeOf, it } from 'vitest'
import type * as z from 'zod/mini'
import type { CaseStatus, relationTypes } from '../../src/contract/values.ts'

const client = new EntityScreening({ apiKey: 'key', baseUrl: 'https://screening.example' })

describe('the options of TanStack Query', () => {
  const screening = screeningQueries(client)
  const cache = new QueryClient()

  it('have typed data, also in the cache', () => {
    const { entities, search, service } = screening
    expectTypeOf(useQuery(entities.list()).data).toEqualTypeOf<Entity[] | undefined>()
    expectTypeOf(useSuspenseQuery(entities.network('e1')).data).toEqualTypeOf<Network>()
    expectTypeOf(useQuery(entities.search({})).error).toEqualTypeOf<Error | null>()
    const organizations = cache.fetchQuery(search.organizations({ companyName: 'Acme' }))
    expectTypeOf(organizations).resolves.toEqualTypeOf<OrganizationProfile[]>()
    const persons = cache.getQueryData(search.persons({ name: 'Ilse Brandt' }).queryKey)
    expectTypeOf(persons).toEqualTypeOf<PersonProfile[] | undefined>()
    expectTypeOf(cache.getQueryData(service.health().queryKey)).toEqualTypeOf<Health | undefined>()
  })

  it('have typed variables', () => {
    const { data, mutate } = useMutation(screening.entities.create())
    expectTypeOf(data).toEqualTypeOf<CreatedEntity | undefined>()
    expectTypeOf(mutate).parameter(0).toEqualTypeOf<CreateEntityInput>()
    const rows = useMutation(screening.entities.createBulk())
    expectTypeOf(rows.mutateAsync).returns.resolves.toEqualTypeOf<BulkSummary>()
  })
})

describe('results', () => {
  it('are the model, as promises that also give the response', () => {
    expectTypeOf(client.entities.list).returns.resolves.toEqualTypeOf<Entity[]>()
    expectTypeOf(client.entities.create).returns.resolves.toEqualTypeOf<CreatedEntity>()
    expectTypeOf(client.entities.createBulk).returns.resolves.toEqualTypeOf<BulkSummary>()
    expectTypeOf(client.entities.network).returns.resolves.toEqualTypeOf<Network>()
    expectTypeOf(client.entities.rescan).returns.resolves.toEqualTypeOf<Entity>()
    expectTypeOf(client.entities.search).returns.resolves.toEqualTypeOf<Entity[]>()
    expectTypeOf(client.search.organizations).returns.resolves.toEqualTypeOf<OrganizationProfile[]>()
    expectTypeOf(client.search.persons).returns.resolves.toEqualTypeOf<PersonProfile[]>()
    expectTypeOf(client.service.health).returns.resolves.toEqualTypeOf<Health>()
    expectTypeOf(client.entities.stream).returns.toEqualTypeOf<AsyncIterable<Entity>>()
    const call = client.entities.list()
    expectTypeOf(call).toExtend<Promise<Entity[]>>()
    expectTypeOf(call.withResponse).returns.resolves.toEqualTypeOf<WithResponse<Entity[]>>()
    expectTypeOf(call.asResponse).returns.resolves.toEqualTypeOf<Response>()
    expectTypeOf<WithResponse<Entity[]>['quirks']>().toEqualTypeOf<readonly QuirkReport[]>()
  })

  it('say which values may be missing', () => {
    expectTypeOf<Entity['registration']>().toEqualTypeOf<string | null>()
    expectTypeOf<Entity['riskScore']>().toEqualTypeOf<number | null>()
    expectTypeOf<Entity['name']>().toEqualTypeOf<string>()
    expectTypeOf<CreatedEntity>().not.toHaveProperty('riskScore')
    expectTypeOf<CreatedEntity>().not.toHaveProperty('type')
  })

  it('have open unions: known values complete, others pass', () => {
    expectTypeOf<'NOT_STARTED'>().toExtend<CaseStatus>()
    expectTypeOf<'ESCALATED'>().toExtend<CaseStatus>()
    expectTypeOf<number>().not.toExtend<CaseStatus>()
    expectTypeOf<Extract<CaseStatus, 'IN_PROGRESS'>>().toEqualTypeOf<'IN_PROGRESS'>()
    expectTypeOf<'HasRole'>().not.toExtend<(typeof relationTypes)[number]>()
  })
})

describe('waiting', () => {
  it('answers one entity for one, and several for several', () => {
    const references = ['e1', {} as Entity, {} as CreatedEntity] as const
    const isHigh = ({ riskLevel }: Entity, previous: Entity | null) =>
      riskLevel === 'high' && previous !== null
    expectTypeOf(client.entities.waitFor('e1', isHigh)).resolves.toEqualTypeOf<Entity>()
    expectTypeOf(client.entities.waitFor({} as CreatedEntity, isHigh, {})).resolves.toEqualTypeOf<Entity>()
    expectTypeOf(client.entities.waitFor(references, async () => true)).resolves.toEqualTypeOf<Entity[]>()
    expectTypeOf(client.entities.waitForScreening({} as Entity)).resolves.toEqualTypeOf<Entity>()
    expectTypeOf(client.entities.waitForScreening(['e1'], { every: 1 })).resolves.toEqualTypeOf<Entity[]>()
    const oneOrSeveral = 'e1' as string | string[]
    expectTypeOf(client.entities.waitForScreening(oneOrSeveral)).resolves.toEqualTypeOf<Entity | Entity[]>()
    // What JSON holds is of any type, and stands for one.
    const { id } = JSON.parse('{"id":"e1"}')
    expectTypeOf(client.entities.waitForScreening(id)).resolves.toEqualTypeOf<Entity>()
    // @ts-expect-error a time limit is a number of milliseconds
    client.entities.waitForScreening('e1', { timeout: '10s' })
    // @ts-expect-error there is nothing to wait for
    client.entities.waitFor('e1')
    // @ts-expect-error a predicate says yes or no
    client.entities.waitFor('e1', ({ riskLevel }) => riskLevel)
  })

  it('finds out about one creation, or several', () => {
    const rows: BulkEntityInput[] = []
    const input = { type: 'person', name: 'A' } as const
    expectTypeOf(client.entities.reconcile(rows, { otherCreations: null })).resolves.toEqualTypeOf<
      Reconciliation<BulkEntityInput>[]
    >()
    expectTypeOf(client.entities.reconcile(input, { otherCreations: [] })).resolves.toEqualTypeOf<
      Reconciliation<typeof input>
    >()
    // @ts-expect-error entities have texts as identifiers
    client.entities.reconcile(input, { otherCreations: null, before: [7] })
    const text: string = JSON.stringify(['e1'])
    // @ts-expect-error a text of JSON is no list, although it can be iterated
    client.entities.createOnce(input, { before: text, otherCreations: [] })
  })

  it('tells how far it has got', () => {
    expectTypeOf({ every: 1, timeout: false, signal: undefined } as const).toExtend<WaitOptions>()
    expectTypeOf<WaitTimeoutError['pending']>().toEqualTypeOf<readonly string[]>()
  })
})

describe('input', () => {
  it('fits the type of entity', () => {
    expectTypeOf({
      type: 'organization',
      name: 'A',
      registration: 'HRB 7',
    } as const).toExtend<CreateEntityInput>()
    expectTypeOf({
      type: 'person',
      name: 'A',
      birthDate: '1961-04-09',
    } as const).toExtend<CreateEntityInput>()
    // @ts-expect-error an organization has no birth date
    client.entities.create({ type: 'organization', name: 'A', birthDate: '1961-04-09' })
    // @ts-expect-error a vessel is neither
    client.entities.create({ type: 'vessel', name: 'A' })
    // @ts-expect-error a bulk row needs a country
    client.entities.createBulk([{ type: 'organization', name: 'A' }])
    // @ts-expect-error a person among bulk rows needs first and last name
    client.entities.createBulk([{ type: 'person', name: 'A B', countryCode: 'DE' }])
    // @ts-expect-error half a name does not name a person
    client.search.persons({ firstName: 'A' })
    // @ts-expect-error a document is of one of eight types
    client.entities.attachDocument('e', { url: 'https://a.example/', type: 'passport' })
  })

  it('may hold undefined where it may be left out', () => {
    const registration: string | undefined = undefined
    expectTypeOf(client.entities.create).toBeCallableWith({ type: 'organization', name: 'A', registration })
    expectTypeOf(client.entities.list).toBeCallableWith({ signal: undefined })
  })

  it('is what the schemas take', () => {
    expectTypeOf<CreateEntityInput>().toExtend<z.input<typeof createEntityInput>>()
    expectTypeOf<BulkEntityInput>().toExtend<z.input<typeof bulkInput>['rows'][number]>()
    expectTypeOf<z.input<typeof bulkInput>['rows'][number]>().toExtend<BulkEntityInput>()
    expectTypeOf<z.input<typeof documentInput>>().toExtend<
      Parameters<typeof client.entities.attachDocument>[1]
    >()
  })

  it('takes an entity wherever it takes an identifier', () => {
    expectTypeOf(client.entities.network).toBeCallableWith('e1')
    expectTypeOf(client.entities.network).toBeCallableWith({} as Entity)
    expectTypeOf(client.entities.rescan).toBeCallableWith({} as CreatedEntity)
  })
})

/** Every code has its case: another one would not compile. */
function toSentences({ code }: ScreeningError): string {
  switch (code) {
    case 'invalid_input':
    case 'row_limit':
      return 'input'
    case 'bad_request':
    case 'invalid_key':
    case 'permission_denied':
    case 'entity_limit':
    case 'not_found':
    case 'rate_limited':
    case 'server_error':
    case 'http_error':
      return 'status'
    case 'unreadable_response':
      return 'response'
    case 'no_connection':
    case 'timeout':
    case 'wait_timeout':
    case 'possible_duplicate':
    case 'aborted':
      return 'connection'
  }
}

describe('errors', () => {
  it('are narrowed by is()', () => {
    const error: unknown = new Error()
    if (NotFoundError.is(error)) expectTypeOf(error).toEqualTypeOf<NotFoundError>()
    expectTypeOf<NotFoundError['code']>().toEqualTypeOf<'not_found'>()
    expectTypeOf<NotFoundError>().toExtend<ApiError>()
    expectTypeOf<InputValidationError['issues'][number]['path']>().toEqualTypeOf<
      readonly (string | number)[]
    >()
  })

  it('are one union, discriminated by code and by name', () => {
    const error: unknown = new Error()
    if (!EntityScreeningError.is(error)) return
    expectTypeOf(error).toEqualTypeOf<ScreeningError>()
    if (error.code === 'rate_limited') {
      expectTypeOf(error).toEqualTypeOf<RateLimitError>()
      expectTypeOf(error.retryAfter).toEqualTypeOf<number | null>()
    }
    if (error.code === 'entity_limit') expectTypeOf(error.isEntityLimit).toEqualTypeOf<boolean>()
    if (error.code === 'http_error') expectTypeOf(error.name).toEqualTypeOf<'ApiError'>()
    if (error.code === 'wait_timeout') expectTypeOf(error.pending).toEqualTypeOf<readonly string[]>()
    if (error.code === 'possible_duplicate') expectTypeOf(error.candidates).toEqualTypeOf<readonly string[]>()
    if (error.name === 'ConnectionError') expectTypeOf(error.systemCode).toEqualTypeOf<string | null>()
    expectTypeOf(error.toJSON).returns.toEqualTypeOf<Readonly<Record<string, unknown>>>()
    expectTypeOf(toSentences(error)).toEqualTypeOf<string>()
  })

  it('of a status are those of ApiError and its subclasses', () => {
    const error: unknown = new Error()
    if (!ApiError.is(error)) return
    expectTypeOf(error).toExtend<ApiError>()
    expectTypeOf(error.status).toEqualTypeOf<number | null>()
    if (error.code !== 'not_found') expectTypeOf(error.status).toEqualTypeOf<number>()
    expectTypeOf<
      Exclude<ScreeningError, { status: number | null; reason: string | null }>['code']
    >().toEqualTypeOf<
      | 'invalid_input'
      | 'row_limit'
      | 'unreadable_response'
      | 'no_connection'
      | 'timeout'
      | 'wait_timeout'
      | 'possible_duplicate'
      | 'aborted'
    >()
    if (error.code === 'permission_denied') expectTypeOf(error).toEqualTypeOf<PermissionDeniedError>()
    // @ts-expect-error a time limit is not the error of a status
    if (error.code === 'timeout') throw error
  })

  it('that an application derives are narrowed to its class', () => {
    class TeamFullError extends PermissionDeniedError {
      readonly team = 'team-1'
    }
    const error: unknown = new Error()
    if (TeamFullError.is(error)) expectTypeOf(error.team).toEqualTypeOf<string>()
  })
})

describe('the mock server', () => {
  it('is a fetch for a client', () => {
    const server = createMockServer()
    expectTypeOf(server).toEqualTypeOf<MockServer>()
    expectTypeOf(EntityScreening).toBeConstructibleWith({ fetch: server.fetch })
    expectTypeOf(server.clock.advance).toBeCallableWith('10s')
    // @ts-expect-error a duration has a unit that exists
    server.clock.advance('10 parsecs')
  })
})
