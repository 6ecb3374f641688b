import { type Operation, type OperationName, operations } from '../../src/contract/operations.ts'
import { Refusal } from '../message/reply.ts'
import { decodeId } from '../message/request.ts'

export interface Route {
  readonly name: OperationName
  readonly operation: Operation
  readonly id: string
}

interface Pattern {
  readonly name: OperationName
  readonly operation: Operation
  readonly segments: readonly string[]
}

const patterns: Pattern[] = (Object.entries(operations) as [OperationName, Operation][]).flatMap(
  ([name, operation]) =>
    [operation.path, ...(operation.otherPaths ?? [])].map(path => ({
      name,
      operation,
      segments: split(path),
    })),
)

/** Most paths have no parameter: one look-up finds them. */
const fixedRoutes = new Map<string, Route>(
  patterns
    .filter(({ segments }) => !segments.includes('{id}'))
    .map(({ name, operation, segments }) => [
      `${operation.method} /${segments.join('/')}`,
      { name, operation, id: '' },
    ]),
)

/** Finds the operation for a method and a path. HEAD counts as GET. @throws Refusal of 404 or 405 if there is none. */
export function findRoute(method: string, path: string): Route {
  const wanted = method === 'HEAD' ? 'GET' : method
  const fixed = fixedRoutes.get(`${wanted} ${path}`)
  if (fixed !== undefined) return fixed
  const segments = split(path)
  const found = patternsAt(segments).find(pattern => pattern.operation.method === wanted)
  if (found === undefined) {
    const allow = allowedMethods(path).join(', ')
    throw new Refusal(405, `${method} is not allowed here; allowed: ${allow}.`, { allow })
  }
  const at = found.segments.indexOf('{id}')
  return { name: found.name, operation: found.operation, id: at < 0 ? '' : decodeId(segments[at] ?? '') }
}

export function allowedMethods(path: string): string[] {
  const methods = new Set<string>(patternsAt(split(path)).map(pattern => pattern.operation.method))
  if (methods.size === 0) throw new Refusal(404, 'There is no operation at this path.')
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods]
}

/** The operation at a path; null where there is none. */
export function operationAt(method: string, path: string): OperationName | null {
  return patternsAt(split(path)).find(({ operation }) => operation.method === method)?.name ?? null
}

/** The operation at the end of a path, below whatever base, and that end; null where there is none. */
export function operationAtEnd(method: string, path: string) {
  const segments = split(path)
  for (const at of segments.keys()) {
    const end = `/${segments.slice(at).join('/')}`
    const operation = operationAt(method, end)
    if (operation !== null) return { operation, path: end }
  }
  return null
}

function patternsAt(segments: readonly string[]): Pattern[] {
  return patterns.filter(
    pattern =>
      pattern.segments.length === segments.length &&
      pattern.segments.every((part, at) => (part === '{id}' ? segments[at] !== '' : part === segments[at])),
  )
}

function split(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/')
}
