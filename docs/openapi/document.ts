import { type Operation, type OperationName, operations } from '../../src/contract/operations.ts'
import { errorBody } from '../../src/contract/service.ts'
import { readComments } from './comments.ts'
import { type ErrorStatus, errorStatuses, errors } from './errors.ts'
import type { RecordedCall, Recording } from './record.ts'
import { describeSchemas, type JsonSchema, referenceTo } from './schemas.ts'
import type {
  MediaType,
  OpenApiDocument,
  OpenApiOperation,
  PathItem,
  Reference,
  ResponseObject,
} from './types.ts'

const tags = {
  Entities: "The team's organizations and persons, and what screening finds about them.",
  'Web search': 'Organizations and persons looked up on the web.',
  Service: 'The service itself.',
} as const

/** Of each operation: its first sentence is the summary. */
const sentences = readComments().get('operations')?.fields

const idParameter = { $ref: '#/components/parameters/id' }

/** The contract as an OpenAPI document, with a recording for its examples. */
export function buildDocument(recording: Recording, baseUrl: string): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Entity Screening Service',
      version: 'v1',
      summary: 'Keeps the organizations and persons of a team, and screens them for risk.',
      description:
        'The contract of the service. Where the specification leaves something open, the errors and examples are those of the mock server. All examples are fictional. An unknown path is answered with 404, and an unknown method with 405 and the header Allow.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl.replace(/\/+$/, '') || '/', description: 'Where the service is.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths: pathsOf(recording),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A secret key that belongs to a team. Specification: Authentication.',
        },
      },
      parameters: {
        id: {
          name: 'id',
          in: 'path',
          required: true,
          description: 'Identifies an entity of the team.',
          schema: { type: 'string', minLength: 1 },
          example: recording.id,
        },
      },
      responses: errorResponses(recording),
      schemas: describeSchemas(),
    },
  }
}

function pathsOf(recording: Recording): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {}
  for (const [name, operation] of Object.entries(operations) as [OperationName, Operation][]) {
    for (const path of [operation.path, ...(operation.otherPaths ?? [])]) {
      const hasId = path.includes('{id}')
      // An operationId may stand only once.
      const operationId = path === operation.path ? name : `${name}AtRoot`
      paths[path] = {
        ...(hasId && { parameters: [idParameter] }),
        ...paths[path],
        [operation.method.toLowerCase()]: describeOperation(name, operationId, operation, recording),
      }
    }
  }
  return paths
}

function describeOperation(
  name: OperationName,
  operationId: string,
  operation: Operation,
  recording: Recording,
): OpenApiOperation {
  const [summary = '', ...rest] = (sentences?.get(name) ?? '').split(/(?<=\.) /)
  const calls = recording.calls[name] ?? []
  return {
    operationId,
    tags: [tagOf(operation)],
    summary: summary.replace(/\.$/, ''),
    description: [...rest, `Specification: ${operation.section}.`].join(' '),
    ...(!operation.needsKey && { security: [] }),
    ...(operation.request && {
      requestBody: {
        required: !operation.request.safeParse({}).success,
        content: json(referenceTo(operation.request), calls, call => call.request),
      },
    }),
    responses: {
      [operation.status]: {
        description: operation.status === 201 ? 'Created.' : 'Done.',
        content: json(referenceTo(operation.response), calls, call => call.response),
      },
      ...Object.fromEntries(
        errorStatuses(name, operation).map(status => [status, responseReference(errors[status].name)]),
      ),
    },
  }
}

function tagOf({ path, needsKey }: Operation): keyof typeof tags {
  if (path.startsWith('/api/search/')) return 'Web search'
  return needsKey ? 'Entities' : 'Service'
}

function json(
  schema: JsonSchema,
  calls: readonly RecordedCall[],
  bodyOf: (call: RecordedCall) => unknown,
): Record<string, MediaType> {
  const examples = calls.map(call => [call.name, { summary: call.summary, value: bodyOf(call) }])
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } }
}

function errorResponses(recording: Recording): Record<string, ResponseObject> {
  const schema = referenceTo(errorBody)
  const known = (Object.keys(errors).map(Number) as ErrorStatus[]).map(status => {
    const { name, meaning } = errors[status]
    const content = { 'application/json': { schema, example: recording.errors[status] } }
    return [name, { description: meaning, content }]
  })
  return Object.fromEntries(known)
}

function responseReference(name: string): Reference {
  return { $ref: `#/components/responses/${name}` }
}
