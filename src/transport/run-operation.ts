import { type Operation, type OperationName, operations } from '../contract/operations.ts'
import { maximumBulkRows } from '../contract/values.ts'
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
import type { PendingResponse, WithResponse } from './api-promise.ts'
import { check, readInput, refuseIssues } from './check.ts'
import type { Context } from './context.ts'
import { copyInput } from './copy-input.ts'
import { invalidInput } from './create-error.ts'
import { type Content, decodeResponse } from './decode-response.ts'
import { copyOptions } from './options/copy.ts'
import type { RequestOptions } from './options/options.ts'
import { findOptionIssues, requestRules } from './options/resolve.ts'
import { send } from './send.ts'
import { streamEntities } from './stream.ts'

const siblings = {
  createBulk: { method: 'createBulk', schema: bulk.bulkRowInput },
  searchPersons: { method: 'search.persons', schema: search.personQueryInput },
  searchOrganizations: { method: 'search.organizations', schema: search.organizationQueryInput },
} as const

/** What each operation sends, and how its response is read. Inputs are copied: the caller may change or reuse theirs. */
export const contents = {
  listEntities: () => ({ decode: entity.decodeEntities }),
  createEntity(given: creation.CreateEntity) {
    const input = copyInput(creation.createEntityInput, given)
    return {
      input: [creation.createEntityInput, input, siblings.createBulk] as const,
      encode: (log: QuirkLog) => creation.encodeCreateEntity(input, log),
      decode: entity.decodeCreatedEntity,
    }
  },
  createEntitiesBulk(given: readonly bulk.BulkRow[]) {
    // Too many are refused by their number alone.
    const rows = given?.length > maximumBulkRows ? given : copyInput(bulk.bulkRowInput, given)
    return {
      input: [bulk.bulkInput, { rows }] as const,
      encode: (log: QuirkLog) => bulk.encodeBulk(rows, log),
      decode: bulk.decodeBulkSummary,
    }
  },
  searchEntities(given: search.EntityQuery) {
    const query = copyInput(search.entityQueryInput, given)
    return {
      input: [search.entityQueryInput, query] as const,
      encode: (log: QuirkLog) => search.encodeEntityQuery(query, log),
      decode: entity.decodeEntities,
    }
  },
  getNetwork: (id: string) => ({
    id,
    decode: (body: unknown, log: QuirkLog) => decodeNetwork(body, id, log),
    size: ({ nodes }: Network) => nodes.length,
    conclude(network: Network, isWhole: boolean, vouchedFor: string[]) {
      network.isWhole = isWhole
      network.vouchedFor = vouchedFor
    },
  }),
  attachDocument(id: string, given: document.DocumentInput) {
    const input = copyInput(document.documentInput, given)
    return {
      id,
      input: [document.documentInput, input] as const,
      encode: () => document.encodeDocument(input),
      decode: document.decodeAttachedDocument,
    }
  },
  rescanEntity: (id: string) => ({
    id,
    encode: () => ({ action: 'rescan' }),
    decode: (body: unknown, log: QuirkLog) => entity.decodeRescannedEntity(body, id, log),
  }),
  searchOrganizations(given: search.OrganizationQuery, format: CountryFormat) {
    const query = copyInput(search.organizationQueryInput, given)
    return {
      input: [search.organizationQueryInput, query, siblings.searchPersons] as const,
      encode: (log: QuirkLog) => search.encodeOrganizationQuery(query, log, format),
      decode: search.decodeOrganizations,
    }
  },
  searchPersons(given: search.PersonQuery, format: CountryFormat) {
    const query = copyInput(search.personQueryInput, given)
    return {
      input: [search.personQueryInput, query, siblings.searchOrganizations] as const,
      encode: (log: QuirkLog) => search.encodePersonQuery(query, log, format),
      decode: search.decodePersons,
    }
  },
  getHealth: () => ({ decode: service.decodeHealth }),
  getServiceIndex: () => ({
    decode: service.decodeServiceIndex,
    size: ({ endpoints }: service.ServiceIndex) => Object.keys(endpoints).length,
  }),
} satisfies Record<OperationName, (...given: never[]) => Content<unknown>>

/** Fills what an operation sends with what a caller gives. */
export type Fill<Name extends OperationName, Known> = (contentOf: (typeof contents)[Name]) => Known

/** Checks, encodes and sends, the first two before it returns; the body is read on demand. */
export async function start<Data>(
  context: Context,
  createOptions: () => RequestOptions,
  fill: () => Content<Data>,
): Promise<PendingResponse<WithResponse<Data>>> {
  context.options = createOptions()
  const { content, log, paths, body } = prepare(context, fill)
  const { response, read } = await send(context, paths, body)
  return {
    response,
    async read() {
      return decodeResponse(context, await read(), content, log)
    },
  }
}

/** Checks, sends, and hands out each entity when it has arrived. */
export async function* startStream(context: Context, createOptions: () => RequestOptions) {
  context.options = createOptions()
  const { content, log, paths, body } = prepare(context, contents.listEntities)
  const { response } = await send(context, paths, body)
  yield* streamEntities(context, response, content, log)
}

/** Copies the options of a call at once. The returned function checks and returns them, or throws what reading them threw. */
export function readRequestOptions(
  operation: OperationName,
  options: RequestOptions = {},
): () => RequestOptions {
  try {
    const copy = readInput(operation, () => copyOptions(options, requestRules))
    return () => {
      refuseIssues(operation, findOptionIssues(requestRules, copy))
      return copy
    }
  } catch (error) {
    return () => {
      throw error
    }
  }
}

/** Checks a copy of what a caller gives, and makes a request of it. */
function prepare<Data>({ operation, settings }: Context, fill: () => Content<Data>) {
  const log = createQuirkLog(operation, settings)
  return readInput(operation, () => {
    const content: Content<Data> = fill()
    const { id, input, encode } = content
    if (input !== undefined) check(operation, ...input)
    const { path, otherPaths = [] }: Operation = operations[operation]
    const paths = [path, ...otherPaths].map(template => fillPath(operation, template, id))
    const body = encode && JSON.stringify(encode(log))
    return { content, log, paths, body }
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
