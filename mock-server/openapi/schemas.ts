import * as z from 'zod/mini'
import { countryCodes } from '../../src/contract/countries.ts'
import { attachedDocument } from '../../src/contract/document.ts'
import {
  bulkRequest,
  bulkRow,
  bulkSummary,
  createdEntityRecord,
  entityList,
  entityRecord,
} from '../../src/contract/entity.ts'
import { errorBody } from '../../src/contract/envelope.ts'
import { network, networkNode, relation, relationDetails } from '../../src/contract/network.ts'
import { type Operation, operations } from '../../src/contract/operations.ts'
import { organizationProfile, personProfile } from '../../src/contract/search.ts'
import { serviceIndex } from '../../src/contract/service.ts'
import { calendarDate, countryCode, text, webAddress } from '../../src/contract/text.ts'
import { maximumBulkRows } from '../../src/contract/values.ts'
import type { Description, Descriptions } from './descriptions/descriptions.ts'
import { descriptions } from './descriptions/index.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** What stands inside the bodies, by the name that it gets. */
const parts = {
  Entity: entityRecord,
  EntityList: entityList,
  CreatedEntity: createdEntityRecord,
  BulkRow: bulkRow,
  BulkOrganization: bulkRow.def.options[0],
  BulkPerson: bulkRow.def.options[1],
  BulkSummary: bulkSummary,
  AttachedDocument: attachedDocument,
  Network: network,
  NetworkNode: networkNode,
  RiskEntry: networkNode.shape.pep.def.innerType.def.options[0].def.element,
  Relation: relation,
  RelationDetails: relationDetails,
  OrganizationProfile: organizationProfile,
  PersonProfile: personProfile,
  AuthenticationGuide: serviceIndex.shape.authentication,
  Error: errorBody,
  CountryCode: countryCode,
} satisfies Record<string, z.ZodMiniType>

/** What refinements check, and zod therefore cannot translate. */
const refinements = new Map<unknown, JsonSchema>([
  [text, { minLength: 1, pattern: '\\S' }],
  [calendarDate, { format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }],
  [countryCode, { enum: countryCodes() }],
  [webAddress, { format: 'uri', pattern: '^https?://[^/?#]' }],
  [bulkRequest.shape.entities, { maxItems: maximumBulkRows, items: reference('BulkRow') }],
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

/** Where the specification says more than the contract checks, which is lenient with what comes. */
const promises: Readonly<Record<string, JsonSchema>> = {
  'Entity.createdAt': timestamp,
  'Entity.updatedAt': timestamp,
  'CreatedEntity.createdAt': timestamp,
  'CreatedEntity.updatedAt': timestamp,
  'BulkSummary.successCount': { type: 'integer', minimum: 0 },
  'BulkSummary.errorCount': { type: 'integer', minimum: 0 },
  'GetServiceIndexResponse.documentation': { format: 'uri' },
  'GetServiceIndexResponse.timestamp': timestamp,
}

const registry = nameSchemas()

function nameSchemas() {
  const named = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(parts)) named.add(schema, { id })
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const title = name.charAt(0).toUpperCase() + name.slice(1)
    if (operation.request) named.add(operation.request, { id: `${title}Request` })
    if (!named.has(operation.response)) named.add(operation.response, { id: `${title}Response` })
  }
  return named
}

/** Every schema of the document by name, described. */
export function describeSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: pointer,
    override: ({ zodSchema, jsonSchema }) => refine(zodSchema, jsonSchema),
  })
  return Object.fromEntries(
    Object.entries(withNameForms(schemas)).map(([name, { $schema, $id, ...schema }]) => [
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
    allOf: [reference('PersonQuery')],
    required,
  })
  const anyOf = [form('first_name', 'last_name'), form('full_name'), form('name')]
  return { ...others, PersonQuery: personQuery, SearchPersonsRequest: { anyOf } }
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
  const { additionalProperties, properties, minimum, maximum } = jsonSchema
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
  const { about, fields, section }: Description = descriptionOf(name)
  const properties = Object.entries(schema.properties ?? {}).map(([field, property]) => [
    field,
    typeof property === 'object'
      ? { ...property, ...promises[`${name}.${field}`], ...described(fields[field], section) }
      : property,
  ])
  return {
    ...schema,
    ...described(about, section),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  }
}

function descriptionOf(name: string): Description {
  const table: Descriptions = descriptions
  const description = table[name]
  if (description === undefined) throw new RangeError(`the schema ${name} has no description`)
  return description
}

function described(sentence: string | undefined, section: string) {
  return sentence === undefined ? {} : { description: `${sentence} Specification: ${section}.` }
}
