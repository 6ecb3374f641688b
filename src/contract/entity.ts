import * as z from 'zod/mini'
import { calendarDate, countryCode, text, webAddress } from './text.ts'
import { documentTypes, entityTypes, maxBulkRows } from './values.ts'

const entityType = z.enum(entityTypes)

const entityFields = {
  id: z.string(),
  name: z.string(),
  /** 2-letter ISO country code. */
  countryCode: z.string(),
  /**
   * Status of the case: NOT_STARTED until the requested screening begins (specification: States and
   * transitions).
   */
  caseStatus: z.string(),
  /** Identifier of the entity on the platform; 32 lower-case hexadecimal digits in the samples. */
  platformId: z.string(),
  /** ISO 8601 UTC timestamp with milliseconds. */
  createdAt: z.string(),
  /** ISO 8601 UTC timestamp with milliseconds. */
  updatedAt: z.string(),
}

/** An entity as the list and rescan operations return it (specification: Entity (list item, and result of rescan)). */
export const entityRecord = z.looseObject({
  ...entityFields,
  type: entityType,
  /**
   * Registration number; a single hyphen if there is none. For a person, the value may be a country code
   * instead.
   */
  registration: z.string(),
  /** A label of the form "<level> Risk". */
  riskLevel: z.string(),
  /** The score. The specification states neither its scale nor how it is computed. */
  riskScore: z.number(),
  /** Display date of the form "<Mon> <D>, <YYYY>". */
  lastUpdate: z.string(),
  /** Display date, or a single hyphen if there is none. */
  dueDate: z.string(),
})

/** Every entity of the caller's team, without a wrapper (specification: GET /v1/entities). */
export const entityList = z.array(entityRecord)

/**
 * A new entity, as the create operation returns it within an envelope (specification: Entity (result of
 * create)).
 */
export const createdEntityRecord = z.looseObject({
  ...entityFields,
  /** Tags of the entity; empty for a new entity. */
  tags: z.array(z.string()),
  /** Identifier of the team that the API key belongs to. */
  teamId: z.string(),
})

/** Body of a request that creates one entity (specification: POST /v1/entities). */
export const createEntityRequest = z.object({
  /** Full name; for an organization, including the legal form. */
  name: text,
  type: entityType,
  countryCode: z.optional(countryCode),
  /** Registration number or ID of an organization. */
  registration: z.optional(text),
  /** Birth date of a person, YYYY-MM-DD. */
  birthDate: z.optional(calendarDate),
  /** National ID of a person. */
  nationalId: z.optional(text),
})

/** Body of a bulk request. Each row is validated separately (specification: POST /v1/entities/bulk). */
export const bulkRequest = z.object({
  /** The rows. An invalid row causes a row error; entities are created from all other rows. */
  entities: z
    .array(z.unknown())
    .check(z.refine(rows => rows.length <= maxBulkRows, `must have at most ${maxBulkRows} rows`)),
})

const bulkRowFields = {
  /** Full name. */
  name: text,
  /** 2-letter ISO code; required here, unlike in a request that creates one entity. */
  countryCode,
  /** Tags, as one comma-separated string. */
  tags: z.optional(z.string()),
}

/** One row of a bulk request (specification: POST /v1/entities/bulk, row fields). */
export const bulkRow = z.discriminatedUnion('type', [
  z.object({
    ...bulkRowFields,
    type: z.literal('organization'),
    /** Registration number or ID. */
    registration: z.optional(text),
  }),
  z.object({
    ...bulkRowFields,
    type: z.literal('person'),
    first_name: text,
    last_name: text,
    birth_date: z.optional(calendarDate),
    nationality: z.optional(countryCode),
    national_id: z.optional(text),
  }),
])

/** Outcome of a bulk request, within its envelope (specification: Resources, Bulk summary). */
export const bulkSummary = z.looseObject({
  /** The number of rows from which entities were created. */
  successCount: z.number(),
  /** The number of rows that failed. */
  errorCount: z.number(),
  /** Messages that begin with "Row <n>: ". */
  errors: z.array(z.string()),
})

/** Body of a rescan (specification: PUT /v1/entities/{id}). */
export const rescanRequest = z.object({
  /** The action. The service has only this one. */
  action: z.literal('rescan'),
})

/**
 * Filters of the entity search. The specification documents no filters, so these are an assumption of this
 * package (specification: POST /v1/entities/search).
 */
export const searchEntitiesRequest = z.object({
  /** A part of the name. Case and accents are ignored. */
  name: z.optional(text),
  type: z.optional(entityType),
  countryCode: z.optional(countryCode),
  caseStatus: z.optional(text),
  /** The risk level to search for, as "low" or "Low Risk". */
  riskLevel: z.optional(text),
  /** The maximum number of entities to return; all by default. */
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  /** The number of matching entities to skip; 0 by default. */
  offset: z.optional(z.int().check(z.minimum(0))),
})

/** Body of attaching a document (specification: POST /v1/entities/{id}/documents). */
export const attachDocumentRequest = z.object({
  /** The URL of the document, which must be publicly reachable. */
  document_url: webAddress,
  /** Title of the document. Default: the file name in the URL. */
  title: z.optional(text),
  /** Kind of document. Default: "other". */
  type: z._default(z.enum(documentTypes), 'other'),
})

/** A document whose analysis has started, within its envelope (specification: POST /v1/entities/{id}/documents). */
export const attachedDocument = z.looseObject({
  documentId: z.string(),
  /** A sentence that describes the result. */
  message: z.string(),
  /** Identifier of the analysis run. No documented operation reads a run. */
  run_id: z.string(),
})
