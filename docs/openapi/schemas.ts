import * as z from 'zod/mini'
import * as documents from '../../src/contract/entity.ts'
import * as entities from '../../src/contract/entity.ts'
import * as networks from '../../src/contract/network.ts'
import { type Operation, operations } from '../../src/contract/operations.ts'
import * as searches from '../../src/contract/search.ts'
import * as services from '../../src/contract/service.ts'
import { errorBody } from '../../src/contract/service.ts'
import { calendarDate, countryCode, text, webAddress } from '../../src/contract/text.ts'
import { maxBulkRows } from '../../src/contract/values.ts'
import { countryCodes } from '../../src/shared/countries/codes.ts'
import { readComments } from './comments.ts'

const { bulkRequest, bulkRow } = entities
const { networkNode } = networks
const { serviceIndex } = services

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** What stands inside the bodies, by the name that it gets. */
const parts = {
  Entity: entities.entityRecord,
  EntityList: entities.entityList,
  CreatedEntity: entities.createdEntityRecord,
  BulkEntityInput: bulkRow,
  BulkOrganization: bulkRow.def.options[0],
  BulkPerson: bulkRow.def.options[1],
  BulkSummary: entities.bulkSummary,
  AttachedDocument: documents.attachedDocument,
  Network: networks.network,
  NetworkNode: networkNode,
  HitEntry: networks.pepEntry,
  Relation: networks.relation,
  RelationDetails: networks.relationDetails,
  OrganizationProfile: searches.organizationProfile,
  PersonProfile: searches.personProfile,
  AuthenticationGuide: serviceIndex.shape.authentication,
  Error: errorBody,
  CountryCode: countryCode,
} satisfies Record<string, z.ZodMiniType>

/** What refinements check, and zod therefore cannot translate. */
const refinements = new Map<unknown, JsonSchema>([
  [text, { minLength: 1, pattern: '[^\\s\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2800]' }],
  [calendarDate, { format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }],
  [countryCode, { enum: [...countryCodes] }],
  // A full host name or an address, and no user name: what else makes a host private, a pattern had better not say.
  [
    webAddress,
    {
      format: 'uri',
      pattern: '^https?://(\\[[0-9A-Fa-f:.]+\\]|[^/?#@:\\s\\[]+\\.[^/?#@:\\s]+)(:\\d*)?([/?#]|$)',
    },
  ],
  [bulkRequest.shape.entities, { maxItems: maxBulkRows, items: reference('BulkEntityInput') }],
  [
    bulkRow,
    {
      discriminator: {
        propertyName: 'type',
        mapping: { organization: pointer('BulkOrganization'), person: pointer('BulkPerson') },
      },
    },
  ],
])

const timestamp = { format: 'date-time' }
const displayDate = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) ([1-9]|[12]\\d|3[01]), \\d{4}'
const platformId = exactly('[0-9a-f]{32}')
const path = { type: 'string', description: 'Path of the operation.', pattern: '^/' } as const

/** Where the specification says more than the contract checks, which is lenient with what comes. */
const promises: Readonly<Record<string, JsonSchema>> = {
  'Entity.platformId': platformId,
  'Entity.lastUpdate': exactly(displayDate),
  'Entity.dueDate': exactly(`-|${displayDate}`),
  'Entity.createdAt': timestamp,
  'Entity.updatedAt': timestamp,
  'CreatedEntity.platformId': platformId,
  'CreatedEntity.createdAt': timestamp,
  'CreatedEntity.updatedAt': timestamp,
  'BulkSummary.successCount': { type: 'integer', minimum: 0 },
  'BulkSummary.errorCount': { type: 'integer', minimum: 0 },
  'BulkSummary.errors': { items: { type: 'string', pattern: '^Row [1-9][0-9]*: ' } },
  'GetServiceIndexResponse.documentation': { format: 'uri' },
  'GetServiceIndexResponse.timestamp': timestamp,
}

/** "The lists are returned as real arrays" (specification: Network, rule): the older names hold the same as a text. */
const instead: Readonly<Record<string, JsonSchema>> = {
  'GetServiceIndexResponse.endpoints': reference('ServiceEndpoints'),
  ...Object.fromEntries(
    ['pep', 'sanctions', 'adverse_media'].flatMap(list => [
      [`NetworkNode.${list}`, { type: 'array', items: reference('HitEntry') }],
      [`NetworkNode.${list}_json`, { type: 'string', contentMediaType: 'application/json' }],
    ]),
  ),
}

/** The client takes any endpoints; the specification says which there are (specification: Service index). */
const endpoints: Readonly<Record<string, JsonSchema>> = {
  ServiceEndpoints: {
    type: 'object',
    description: 'Paths of the operations. Specification: Service index.',
    properties: {
      health: path,
      entities: { ...reference('EntityEndpoints'), description: 'Paths of the operations on entities.' },
    },
    required: ['health', 'entities'],
  },
  EntityEndpoints: {
    type: 'object',
    description: 'Paths of the operations on entities. Specification: Service index.',
    properties: { list: path, create: path, search: path, bulk: path },
    required: ['list', 'create', 'search', 'bulk'],
  },
}

/** The constants of the contract. */
const constants = new Map<unknown, string>(
  [documents, entities, networks, searches, services, { countryCode, errorBody }].flatMap(module =>
    Object.entries(module).map(([name, value]) => [value, name] as const),
  ),
)

/** Which doc comment describes a schema; what else an operation answers with is in an envelope. */
const places = new Map(
  Object.entries({
    BulkOrganization: 'bulkRow',
    BulkPerson: 'bulkRow',
    AuthenticationGuide: 'serviceIndex.authentication',
    SearchPersonsInput: 'searchPersonsRequest',
  }),
)

const comments = readComments()
const registry = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(parts)) register(id, schema)
for (const [name, operation] of Object.entries<Operation>(operations)) {
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  if (operation.request) register(`${title}Request`, operation.request)
  if (!registry.has(operation.response)) register(`${title}Response`, operation.response)
}

function register(id: string, schema: z.ZodMiniType): void {
  registry.add(schema, { id })
  if (!places.has(id)) places.set(id, constants.get(schema) ?? 'envelope')
}

/** Every schema of the document by name, described. */
export function describeSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: pointer,
    override: ({ zodSchema, jsonSchema }) => refine(zodSchema, jsonSchema),
  })
  return Object.fromEntries(
    Object.entries({ ...withNameForms(schemas), ...endpoints }).map(([name, { $schema, $id, ...schema }]) => [
      name,
      describe(name, schema),
    ]),
  )
}

/** The three ways to name a person, each whole: generators make nothing of alternatives that only say what is required. */
function withNameForms(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const { SearchPersonsRequest: personQuery = {}, ...others } = schemas
  const form = (...required: string[]) => ({
    type: 'object' as const,
    allOf: [reference('SearchPersonsInput')],
    required,
  })
  const anyOf = [form('first_name', 'last_name'), form('full_name'), form('name')]
  return { ...others, SearchPersonsInput: personQuery, SearchPersonsRequest: { anyOf } }
}

function exactly(expression: string): JsonSchema {
  return { pattern: `^(${expression})$` }
}

/** A reference to a schema that has a name. */
export function referenceTo(schema: z.ZodMiniType): JsonSchema {
  const id = registry.get(schema)?.id
  if (id === undefined) throw new RangeError('every schema of an operation has a name')
  return reference(id)
}

function reference(name: string): JsonSchema {
  return { $ref: pointer(name) }
}

function pointer(name: string): string {
  return `#/components/schemas/${name}`
}

function refine(zodSchema: unknown, jsonSchema: JsonSchema): void {
  Object.assign(jsonSchema, refinements.get(zodSchema))
  // Schemas are open unless they say otherwise, so this would only blur the types that generators make of them.
  const { additionalProperties, properties, minimum, maximum, const: only } = jsonSchema
  // What came before 3.1 does not know const.
  if (only !== undefined) jsonSchema.enum = [only]
  if (isEmpty(additionalProperties)) delete jsonSchema.additionalProperties
  if (isEmpty(properties)) delete jsonSchema.properties
  // Every number of JSON that a program can trust is within these.
  if (minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function describe(name: string, schema: JsonSchema): JsonSchema {
  const { about = '', fields } = comments.get(places.get(name) ?? '') ?? {}
  const properties = Object.entries(schema.properties ?? {}).map(([field, property]) => [
    field,
    typeof property === 'object'
      ? {
          ...(instead[`${name}.${field}`] ?? property),
          ...promises[`${name}.${field}`],
          ...described(fields?.get(field) ?? inWords(field)),
        }
      : property,
  ])
  return {
    ...schema,
    ...described(about),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  }
}

/** The name of a field that says all there is to say: "Company registration number." */
function inWords(field: string): string {
  const words = field
    .replace(/_|(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/\bid$/, 'identifier')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

function described(description = ''): JsonSchema {
  return description === '' ? {} : { description }
}
