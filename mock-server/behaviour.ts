import * as z from 'zod/mini'
import { text } from '../src/contract/text.ts'
import { dialects } from './dialects/index.ts'

/** One of these values; the first is the default. */
function oneOf<const Values extends readonly [Value, ...Value[]]>(...values: Values) {
  return z._default(z.literal([...values] as Values[number][]), values[0])
}

type Value = string | number | boolean | null

/** A text for each risk level. */
function byLevel(low: string, medium: string, high: string) {
  const fields = {
    low: z._default(text, low),
    medium: z._default(text, medium),
    high: z._default(text, high),
  }
  return z._default(z.strictObject(fields), { low, medium, high })
}

/**
 * What services do differently where the specification is silent, or against it, and the mock server does on demand. Responses
 * show each of these: mock-server/parity has the judges.
 */
export const behaviourFields = {
  /** The body of the health operation: an object, the text `OK`, or none with the status 204. */
  healthBody: oneOf('json', 'text', 'empty'),
  /** Whether the health operation needs a key. */
  healthRequiresKey: oneOf(false, true),
  /** Where the service index is. */
  indexPath: oneOf('both', '/v1', '/', 'none'),
  /** Whether the service index needs a key. */
  indexRequiresKey: oneOf(false, true),
  /** Whether the prefix `/api/v1` is served as `/v1` is. */
  apiV1Prefix: oneOf(false, true),
  /** Whether the two web searches need a key (specification: Authentication, rule 4). */
  searchRequiresKey: oneOf(true, false),
  /** The status of a request without a key. */
  missingKeyStatus: oneOf(401, 403),
  /** The status of a request with a wrong key. */
  wrongKeyStatus: oneOf(401, 403),
  /** The status of invalid input. */
  invalidInputStatus: oneOf(400, 422),
  /** The status of an entity that does not exist. */
  unknownEntityStatus: oneOf(404, 403),
  /** The member of an error body that has the sentence. */
  errorMember: oneOf('error', 'message'),
  /** Whether a body whose `Content-Type` is missing or not JSON is accepted with a warning in the request log, or refused with 415. */
  wrongContentType: oneOf('allow', 'reject'),
  /** Where the list stands: alone, or as a member of an object. */
  listBody: oneOf('bare', 'data', 'results'),
  /** The order of the list. */
  listOrder: oneOf('created', 'newest', 'name'),
  /** How an unknown country code is written. */
  noCountryCode: oneOf('-', '', null, 'absent'),
  /** How the risk level is written before the first results. */
  noRiskLevel: oneOf('-', '', null, 'absent'),
  /** The labels of the risk levels. */
  riskLabels: byLevel('Low Risk', 'Medium Risk', 'High Risk'),
  /** The greatest risk score. */
  riskScale: oneOf(100, 1),
  /** The case status when results are in, by risk level: the specification names none that follows IN_PROGRESS. */
  caseStatuses: byLevel('IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS'),
  /** Whether a rescan keeps the risk until the new results are in. */
  riskAfterRescan: oneOf('kept', 'cleared'),
  /** Whether the registration of a person has the country code, or nothing. */
  personRegistration: oneOf('countryCode', 'none'),
  /** How networks are spelled: by the tables of fields, or as the sample payload (specification: Network). */
  dialect: oneOf(...dialects),
  /** Under which identifier the entity stands in its network. */
  rootKey: oneOf('id', 'platformId'),
  /** How the shares of holdings are written: 0.25, 25, or "25%". */
  shareUnit: oneOf('fraction', 'percent', 'text'),
  /** The status of a single creation. */
  createdStatus: oneOf(201, 200),
  /** The status of a bulk request. */
  bulkStatus: oneOf(201, 200, 207),
  /** What a single creation does with an organization that the team has: accepts it, or refuses it as invalid input or with 409. */
  duplicateOrganizations: oneOf('allow', 'reject', 'conflict'),
  /** What a single creation does with a person of the same name and country. */
  duplicatePersons: oneOf('allow', 'reject', 'conflict'),
  /** What a bulk request does with an organization that the team has. */
  bulkDuplicateOrganizations: oneOf('reject', 'allow'),
  /** What a bulk request does with a person of the same name and country. */
  bulkDuplicatePersons: oneOf('allow', 'reject'),
  /** The number of the first row in the errors of a bulk request. */
  firstRow: oneOf(1, 0, 2),
  /** What happens to a bulk request without rows. */
  emptyBulk: oneOf('allow', 'reject'),
  /** Whether a creation with an `Idempotency-Key` that was sent before is answered with the response of the first. */
  idempotencyKeys: oneOf('ignored', 'honoured'),
  /** How the web searches take a country. */
  searchCountry: oneOf('both', 'code', 'name'),
  /** Where the entities stand that the search of entities finds; `none`, and it is not served. */
  entitySearchBody: oneOf('data', 'results', 'bare', 'none'),
}

/** The behaviour as a file has it: everything may be left out. */
export const behaviourSchema = z.strictObject({ version: z.optional(z.literal(1)), ...behaviourFields })

/**
 * How a service behaves where the specification leaves it open: the option `behaviour`. It is plain JSON, and everything may be
 * left out.
 *
 * @example
 * const behaviour: Behaviour = { version: 1, listBody: 'data', caseStatuses: { low: 'CLEARED', high: 'ESCALATED' } }
 * const server = createMockServer({ behaviour })
 */
export interface Behaviour extends z.input<typeof behaviourSchema> {}

export const defaults: Readonly<Record<string, unknown>> = z.parse(behaviourSchema, {})

/** What is not the default: enough to say how a service behaves. */
export function unusualIn(behaviour: Readonly<Record<string, unknown>>): Behaviour {
  return Object.fromEntries(
    Object.entries(behaviour).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]),
    ),
  )
}

/** All of it, with what is the default where nothing was given. */
export type WholeBehaviour = Readonly<Omit<z.output<typeof behaviourSchema>, 'version'>>
