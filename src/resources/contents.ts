import type { OperationName } from '../contract/operations.ts'
import { areChecked, type BulkRow, bulkInput, decodeBulkSummary, encodeBulk } from '../model/bulk.ts'
import type { CountryFormat } from '../model/country.ts'
import { type CreateEntity, createEntityInput, encodeCreateEntity } from '../model/creation.ts'
import {
  type DocumentInput,
  decodeAttachedDocument,
  documentInput,
  encodeDocument,
} from '../model/document.ts'
import { decodeCreatedEntity, decodeEntities, decodeEntity, decodeRescannedEntity } from '../model/entity.ts'
import { decodeNetwork } from '../model/network.ts'
import { decodeOrganizations, decodePersons } from '../model/profile.ts'
import {
  type EntityQuery,
  encodeEntityQuery,
  encodeOrganizationQuery,
  encodePersonQuery,
  entityQueryInput,
  type OrganizationQuery,
  organizationQueryInput,
  type PersonQuery,
  personQueryInput,
} from '../model/search.ts'
import { decodeHealth, decodeServiceIndex } from '../model/service.ts'
import type { QuirkLog } from '../reading/log.ts'
import type { Content } from '../transport/exchange.ts'

/** What each operation sends, and how its response is read: loaded with the first call. */
export const contents = {
  listEntities: () => ({ decodeItem: decodeEntity, decode: decodeEntities }),
  createEntity: (input: CreateEntity) => ({
    input: [createEntityInput, input] as const,
    encode: (log: QuirkLog) => encodeCreateEntity(input, log),
    decode: decodeCreatedEntity,
  }),
  createEntitiesBulk: (rows: readonly BulkRow[]) => ({
    input: areChecked(rows) ? undefined : ([bulkInput, { rows }] as const),
    encode: (log: QuirkLog) => encodeBulk(rows, log),
    decode: decodeBulkSummary,
  }),
  searchEntities: (query: EntityQuery) => ({
    input: [entityQueryInput, query] as const,
    encode: (log: QuirkLog) => encodeEntityQuery(query, log),
    decode: decodeEntities,
  }),
  getNetwork: (id: string) => ({
    id,
    decode: (body: unknown, log: QuirkLog) => decodeNetwork(body, id, log),
  }),
  attachDocument: (id: string, document: DocumentInput) => ({
    id,
    input: [documentInput, document] as const,
    encode: () => encodeDocument(document),
    decode: decodeAttachedDocument,
  }),
  rescanEntity: (id: string) => ({
    id,
    encode: () => ({ action: 'rescan' }),
    decode: (body: unknown, log: QuirkLog) => decodeRescannedEntity(body, id, log),
  }),
  searchOrganizations: (query: OrganizationQuery, format: CountryFormat) => ({
    input: [organizationQueryInput, query] as const,
    encode: (log: QuirkLog) => encodeOrganizationQuery(query, log, format),
    decode: decodeOrganizations,
  }),
  searchPersons: (query: PersonQuery, format: CountryFormat) => ({
    input: [personQueryInput, query] as const,
    encode: (log: QuirkLog) => encodePersonQuery(query, log, format),
    decode: decodePersons,
  }),
  getHealth: () => ({ decode: decodeHealth }),
  getServiceIndex: () => ({ decode: decodeServiceIndex }),
} satisfies Record<OperationName, (...given: never[]) => Content<unknown>>
