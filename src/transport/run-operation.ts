import { type Operation, type OperationName, operations } from '../contract/operations.ts'
import * as bulk from '../model/bulk.ts'
import * as creation from '../model/creation.ts'
import * as document from '../model/document.ts'
import * as entity from '../model/entity.ts'
import type { CountryFormat } from '../model/inputs.ts'
import { decodeNetwork, type Network } from '../model/network.ts'
import * as search from '../model/search.ts'
import * as service from '../model/service.ts'
import { createQuirkLog, type QuirkLog } from '../reading/log.ts'
import { isText } from '../shared/json.ts'
import type { Sent, WithResponse } from './api-promise.ts'
import { check, readInput, refuseIssues } from './check.ts'
import type { Context } from './context.ts'
import { invalidInput } from './create-error.ts'
import { type Content, decodeResponse } from './decode-response.ts'
import { findOptionIssues, requestRules } from './options/resolve.ts'
import { send } from './send.ts'
import { streamEntities } from './stream.ts'

/** What each operation sends, and how its response is read. */
export const contents = {
  listEntities: () => ({ decode: entity.decodeEntities }),
  createEntity: (input: creation.CreateEntity) => ({
    input: [creation.createEntityInput, input] as const,
    encode: (log: QuirkLog) => creation.encodeCreateEntity(input, log),
    decode: entity.decodeCreatedEntity,
  }),
  createEntitiesBulk: (rows: readonly bulk.BulkRow[]) => ({
    input: [bulk.bulkInput, { rows }] as const,
    encode: (log: QuirkLog) => bulk.encodeBulk(rows, log),
    decode: bulk.decodeBulkSummary,
  }),
  searchEntities: (query: search.EntityQuery) => ({
    input: [search.entityQueryInput, query] as const,
    encode: (log: QuirkLog) => search.encodeEntityQuery(query, log),
    decode: entity.decodeEntities,
  }),
  getNetwork: (id: string) => ({
    id,
    decode: (body: unknown, log: QuirkLog) => decodeNetwork(body, id, log),
    size: ({ nodes }: Network) => nodes.length,
    conclude(network: Network, isWhole: boolean, vouchedFor: string[]) {
      network.isWhole = isWhole
      network.vouchedFor = vouchedFor
    },
  }),
  attachDocument: (id: string, given: document.DocumentInput) => ({
    id,
    input: [document.documentInput, given] as const,
    encode: () => document.encodeDocument(given),
    decode: document.decodeAttachedDocument,
  }),
  rescanEntity: (id: string) => ({
    id,
    encode: () => ({ action: 'rescan' }),
    decode: (body: unknown, log: QuirkLog) => entity.decodeRescannedEntity(body, id, log),
  }),
  searchOrganizations: (query: search.OrganizationQuery, format: CountryFormat) => ({
    input: [search.organizationQueryInput, query] as const,
    encode: (log: QuirkLog) => search.encodeOrganizationQuery(query, log, format),
    decode: search.decodeOrganizations,
  }),
  searchPersons: (query: search.PersonQuery, format: CountryFormat) => ({
    input: [search.personQueryInput, query] as const,
    encode: (log: QuirkLog) => search.encodePersonQuery(query, log, format),
    decode: search.decodePersons,
  }),
  getHealth: () => ({ decode: service.decodeHealth }),
  getServiceIndex: () => ({
    decode: service.decodeServiceIndex,
    size: ({ endpoints }: service.ServiceIndex) => Object.keys(endpoints).length,
  }),
} satisfies Record<OperationName, (...given: never[]) => Content<unknown>>

/** Fills what an operation sends with what a caller gives. */
export type Fill<Name extends OperationName, Known> = (contentOf: (typeof contents)[Name]) => Known

/** Checks and sends; the body is read on demand. */
export async function start<Data>(
  given: Context,
  fill: () => Content<Data>,
): Promise<Sent<WithResponse<Data>>> {
  const content = fill()
  const { context, log, paths, body } = prepare(given, content)
  const { response, read } = await send(context, paths, body)
  return {
    response,
    async read() {
      const whole = await read()
      return decodeResponse(context, whole.response, whole.text, content, log)
    },
  }
}

/** Checks, sends, and hands out each entity when it has arrived. */
export async function* startStream(given: Context) {
  const content = contents.listEntities()
  const { context, log, paths, body } = prepare(given, content)
  const { response } = await send(context, paths, body)
  yield* streamEntities(context, response, content, log)
}

/** Checks what a caller gives, and makes a request of it. */
function prepare(given: Context, { id, input, encode }: Content<unknown>) {
  const { operation } = given
  const log = createQuirkLog(operation, given.settings)
  return readInput(operation, () => {
    refuseIssues(operation, findOptionIssues(requestRules, given.options))
    if (input !== undefined) check(operation, ...input)
    const { path, otherPaths = [] }: Operation = operations[operation]
    const paths = [path, ...otherPaths].map(template => fillPath(operation, template, id))
    const body = encode && JSON.stringify(encode(log))
    return { context: { ...given, options: { ...given.options } }, log, paths, body }
  })
}

/** Fills `{id}` in, encoded so that no identifier can lead to another path. */
function fillPath(operation: OperationName, template: string, id: unknown): string {
  return template.replace('{id}', () => {
    if (isText(id) && !/^\.{0,2}$/.test(id) && id.isWellFormed()) return encodeURIComponent(id)
    const message =
      'must be an entity or its identifier: a text of well-formed Unicode, not empty, "." or ".."'
    throw invalidInput(operation, [{ path: ['id'], message }])
  })
}
