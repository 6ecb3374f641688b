import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { MediaType, OpenApiOperation, Reference, ResponseObject } from '../../../docs/openapi/types.ts'
import { document, validatorOf } from '../../openapi/json-schema.ts'

/** What a request and its response are, apart from how they travel. */
export interface Observed {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly body: string
}

export interface ObservedResponse extends Observed {
  readonly status: number
  readonly type: string | undefined
}

interface Documented {
  readonly pattern: RegExp
  readonly methods: Readonly<Record<string, OpenApiOperation | undefined>>
}

const paths: readonly Documented[] = Object.entries(document.paths).map(([path, { get, post, put }]) => ({
  pattern: new RegExp(`^${path.replace('{id}', '[^/]+')}/?$`),
  methods: { GET: get, HEAD: get, POST: post, PUT: put },
}))

const validators = new Map<string, ValidateFunction>()

/** What the published document has against a request of the client; nothing where it fits. */
export function judgeRequest({ method, path, body }: Observed): string[] {
  const operation = find(method, path)?.methods[method]
  if (operation === undefined) return ['is no documented operation']
  const { requestBody } = operation
  if (requestBody === undefined) return body === '' ? [] : ['has a body, and none is documented']
  if (body === '') return requestBody.required ? ['has no body'] : []
  // Whether an address can be reached, the service judges.
  return compare(requestBody.content['application/json'], body).filter(
    issue => !issue.startsWith('/document_url must match pattern'),
  )
}

/** What the published document has against a response of the mock server; nothing where it fits. */
export function judgeResponse({ method, path, status, type, body }: ObservedResponse): string[] {
  if (method === 'OPTIONS' && status === 204) return body === '' ? [] : ['has a body under a 204']
  if (type !== 'application/json; charset=utf-8') return [`is ${type}`]
  const documented = find(method, path)
  const operation = documented?.methods[method]
  const schema = operation?.responses[status]
  if (schema !== undefined) return compare(resolve(schema).content['application/json'], body)
  // Of a path or a method that is not documented, and of an id that is no text, the error body says it.
  if (
    documented === undefined
      ? [400, 404].includes(status)
      : status === 405 || (status === 400 && path.includes('%'))
  )
    return compare({ schema: { $ref: '#/components/schemas/Error' } }, body)
  return [`status ${status} is not documented`]
}

function find(method: string, path: string): Documented | undefined {
  const [bare = ''] = path.split('?', 1)
  const found = paths.filter(({ pattern }) => pattern.test(bare))
  return found.find(({ methods }) => methods[method] !== undefined) ?? found[0]
}

function resolve(response: ResponseObject | Reference): ResponseObject {
  if (!('$ref' in response)) return response
  const found = document.components.responses[response.$ref.split('/').at(-1) ?? '']
  if (found === undefined) throw new Error(`${response.$ref} is not in the document`)
  return found
}

function compare(media: MediaType | undefined, body: string): string[] {
  if (media?.schema.$ref === undefined) throw new Error('a schema of the document has a name')
  const { $ref } = media.schema
  const validate = validators.get($ref) ?? validatorOf({ $ref })
  validators.set($ref, validate)
  try {
    return validate(JSON.parse(body))
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  } catch {
    return ['is no JSON']
  }
}
