import * as z from 'zod/mini'
import { text } from '../src/contract/text.ts'
import { dialects } from './dialects/index.ts'

/** Creates the schema of a choice between values. The first value is the default. */
function oneOf<const Values extends readonly [Scalar, ...Scalar[]]>(...values: Values) {
  return z._default(z.literal([...values] as Values[number][]), values[0])
}

type Scalar = string | number | boolean | null

/** Creates the schema of an object with a string for each risk level. The arguments are the default strings. */
function textByLevel(low: string, medium: string, high: string) {
  const fields = {
    low: z._default(text, low),
    medium: z._default(text, medium),
    high: z._default(text, high),
  }
  return z._default(z.strictObject(fields), { low, medium, high })
}

/**
 * The possible behaviours of a service on points that the specification leaves open, and some deviations from the specification.
 * The option `behaviour` makes the mock server behave in any of these ways. For each of them, a function in mock-server/parity
 * detects the behaviour in the responses of a service.
 */
export const behaviourFields = {
  /** The body of the health operation: an object, the text `OK`, or no body with the status 204. */
  healthBody: oneOf('json', 'text', 'empty'),
  /** Whether the health operation needs a key. */
  healthRequiresKey: oneOf(false, true),
  /** The paths that serve the service index. */
  indexPath: oneOf('both', '/v1', '/', 'none'),
  /** Whether the service index needs a key. */
  indexRequiresKey: oneOf(false, true),
  /** Whether the prefix `/api/v1` is served like `/v1`. */
  apiV1Prefix: oneOf(false, true),
  /** Whether the operations `searchOrganizations` and `searchPersons` need a key. */
  searchRequiresKey: oneOf(true, false),
  /** The HTTP status of the response to a request without a key. */
  missingKeyStatus: oneOf(401, 403),
  /** The HTTP status of the response to a request with a wrong key. */
  wrongKeyStatus: oneOf(401, 403),
  /** The HTTP status of the response to a request with invalid input. */
  invalidInputStatus: oneOf(400, 422),
  /** The HTTP status of the response to a request for an entity that does not exist. */
  unknownEntityStatus: oneOf(404, 403),
  /** The member of an error body that contains the error text. */
  errorMember: oneOf('error', 'message'),
  /**
   * Whether a body whose `Content-Type` is missing or not JSON is accepted with a warning in the request log, or refused with 415.
   */
  wrongContentType: oneOf('allow', 'reject'),
  /** Where the response contains the list of entities: as the whole body, or in the named member of the body. */
  listBody: oneOf('bare', 'data', 'results'),
  /** The order of the list of entities: oldest first, newest first, or by name. */
  listOrder: oneOf('created', 'newest', 'name'),
  /** How the list shows an unknown country code. */
  noCountryCode: oneOf('-', '', null, 'absent'),
  /** How the list shows the risk level before the first results. */
  noRiskLevel: oneOf('-', '', null, 'absent'),
  /** The labels of the risk levels. */
  riskLabels: textByLevel('Low Risk', 'Medium Risk', 'High Risk'),
  /** The maximum risk score. */
  riskScale: oneOf(100, 1),
  /**
   * The case status once the screening results are in, by risk level. The specification does not say which status follows
   * IN_PROGRESS.
   */
  caseStatuses: textByLevel('IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS'),
  /** Whether the list shows the previous risk after a rescan until the new results are in. */
  riskAfterRescan: oneOf('kept', 'cleared'),
  /** The content of a person's field `registration`: the country code, or a hyphen. */
  personRegistration: oneOf('countryCode', 'none'),
  /** The format of networks: field names and values as in the specification's tables of fields, or as in its sample payload. */
  dialect: oneOf(...dialects),
  /** Which field of an entity holds the id of the entity's own node in its network. */
  rootKey: oneOf('id', 'platformId'),
  /** How a share of a quarter is written in a network: 0.25, 25, or "25%". */
  shareUnit: oneOf('fraction', 'percent', 'text'),
  /** The HTTP status of the response to a request that creates a single entity. */
  createdStatus: oneOf(201, 200),
  /** The HTTP status of the response to a bulk request. */
  bulkStatus: oneOf(201, 200, 207),
  /**
   * Whether a request that creates a single organization is accepted if the team already has the organization, refused as
   * invalid input, or refused with 409.
   */
  duplicateOrganizations: oneOf('allow', 'reject', 'conflict'),
  /**
   * Whether a request that creates a single person is accepted if the team already has a person with the same name and country,
   * refused as invalid input, or refused with 409.
   */
  duplicatePersons: oneOf('allow', 'reject', 'conflict'),
  /** Whether a bulk request accepts an organization that the team already has. */
  bulkDuplicateOrganizations: oneOf('reject', 'allow'),
  /** Whether a bulk request accepts a person with the name and country of an existing person. */
  bulkDuplicatePersons: oneOf('allow', 'reject'),
  /** The number by which the error messages of a bulk request refer to the first row. */
  firstRow: oneOf(1, 0, 2),
  /** Whether a bulk request without rows is accepted. */
  emptyBulk: oneOf('allow', 'reject'),
  /** Whether a request that repeats an `Idempotency-Key` gets the response to the first request with this key. */
  idempotencyKeys: oneOf('ignored', 'honoured'),
  /** Whether the web searches accept a country by its code, by its name, or both. */
  searchCountry: oneOf('both', 'code', 'name'),
  /** Where the response of the entity search contains the entities. `none`: the service has no entity search. */
  entitySearchBody: oneOf('data', 'results', 'bare', 'none'),
}

/** The schema of the option `behaviour` and of a behaviour file. Every field is optional. */
export const behaviourSchema = z.strictObject({ version: z.optional(z.literal(1)), ...behaviourFields })

/**
 * How a service behaves on points that the specification leaves open, a field for each. The value of the option `behaviour` is plain
 * JSON, and every field is optional. `entity-screening verify` finds out how your service behaves, and prints it beside the default of
 * each field.
 *
 * @example
 * const behaviour: Behaviour = { version: 1, listBody: 'data', caseStatuses: { low: 'CLEARED', high: 'ESCALATED' } }
 * const server = createMockServer({ behaviour })
 */
export interface Behaviour extends z.input<typeof behaviourSchema> {}

export const defaultBehaviour: Readonly<Record<string, unknown>> = z.parse(behaviourSchema, {})

/** Returns the fields that differ from the default. */
export function withoutDefaults(behaviour: Readonly<Record<string, unknown>>): Behaviour {
  return Object.fromEntries(
    Object.entries(behaviour).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaultBehaviour[name]),
    ),
  )
}

/** A behaviour with every field. Fields that were left out have their defaults. */
export type CompleteBehaviour = Readonly<Omit<z.output<typeof behaviourSchema>, 'version'>>
