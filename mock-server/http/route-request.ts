import { type Operation, operations } from '../../src/contract/operations.ts'
import { Refusal } from '../../src/contract/refusal.ts'
import { hasBody, type IncomingRequest, isJson } from '../message/request.ts'
import type { Server } from '../server.ts'
import type { OperationContext, RequestContext } from './request-context.ts'
import { serviceRouter } from './router.ts'

/** Finds the operation of a request. @throws Refusal with the status 404 or 405 if there is none. */
export function routeRequest(context: RequestContext): OperationContext {
  const { server, request, path } = context
  const { target: operation, id } = serviceRouter.find(request.method, servedPath(server, path))
  const warning = describeContentType(server, request, operations[operation])
  return Object.assign(context, { operation, id, warning })
}

/**
 * Returns the path as the specification writes it.
 *
 * @throws Refusal with the status 404 if a service with this `behaviour` does not have the path.
 */
function servedPath({ behaviour }: Server, path: string): string {
  if (behaviour.apiV1Prefix && /^\/api\/v1(?=\/|$)/.test(path)) return path.slice('/api'.length)
  const isIndex = path === '/' || path === '/v1' || path === '/v1/'
  const isServed = behaviour.indexPath === 'both' || behaviour.indexPath === (path === '/' ? '/' : '/v1')
  const { path: searchPath } = operations.searchEntities
  const isMissing = isIndex ? !isServed : path === searchPath && behaviour.entitySearchBody === 'none'
  if (isMissing) throw new Refusal(404, 'There is no operation at this path.')
  return path
}

/** Describes the content type of a body if it is not JSON; null if it is JSON, or if there is no body. */
function describeContentType(
  { mask }: Server,
  request: IncomingRequest,
  operation: Operation,
): string | null {
  if (operation.request === undefined || !hasBody(request) || isJson(request)) return null
  const contentType = request.header('content-type')
  return `The content type is ${contentType === null ? 'missing' : `"${mask(contentType)}"`}: send the header Content-Type: application/json.`
}
