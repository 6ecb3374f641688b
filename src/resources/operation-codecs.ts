import type { OperationName } from '../contract/operations.ts'
import * as bulk from '../model/bulk.ts'
import * as creation from '../model/creation.ts'
import * as document from '../model/document.ts'
import * as entity from '../model/entity.ts'
import type { CountryFormat } from '../model/inputs.ts'
import { decodeNetwork, type Network } from '../model/network.ts'
import * as profile from '../model/search.ts'
import * as search from '../model/search.ts'
import * as service from '../model/service.ts'
import type { QuirkLog } from '../reading/log.ts'
import type { Content } from '../transport/prepare-request.ts'

function lengthOf<Item>(items: Item[]): number {
  return items.length
}

/** What each operation sends, and how its response is read: loaded with the first call. */
export const contents = {
  listEntities: () => ({
    itemReader: entity.entityReader,
    decode: entity.decodeEntities,
    size: lengthOf<entity.Entity>,
  }),
  createEntity: (input: creation.CreateEntity) => ({
    input: [creation.createEntityInput, input] as const,
    encode: (log: QuirkLog) => creation.encodeCreateEntity(input, log),
    decode: entity.decodeCreatedEntity,
  }),
  createEntitiesBulk: (rows: readonly bulk.BulkRow[]) => ({
    input: bulk.areChecked(rows) ? undefined : ([bulk.bulkInput, { rows }] as const),
    encode: (log: QuirkLog) => bulk.encodeBulk(rows, log),
    decode: bulk.decodeBulkSummary,
  }),
  searchEntities: (query: search.EntityQuery) => ({
    input: [search.entityQueryInput, query] as const,
    encode: (log: QuirkLog) => search.encodeEntityQuery(query, log),
    decode: entity.decodeEntities,
    size: lengthOf<entity.Entity>,
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
    decode: profile.decodeOrganizations,
    size: lengthOf<profile.OrganizationProfile>,
  }),
  searchPersons: (query: search.PersonQuery, format: CountryFormat) => ({
    input: [search.personQueryInput, query] as const,
    encode: (log: QuirkLog) => search.encodePersonQuery(query, log, format),
    decode: profile.decodePersons,
    size: lengthOf<profile.PersonProfile>,
  }),
  getHealth: () => ({ decode: service.decodeHealth }),
  getServiceIndex: () => ({
    decode: service.decodeServiceIndex,
    size: ({ endpoints }: service.ServiceIndex) => Object.keys(endpoints).length,
  }),
} satisfies Record<OperationName, (...given: never[]) => Content<unknown>>
