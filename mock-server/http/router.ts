import { type Operation, type OperationName, operations } from '../../src/contract/operations.ts'
import { Refusal } from './reply.ts'

export interface Route {
  readonly name: OperationName
  readonly operation: Operation
  /** What stood for `{id}`; empty where the path has none. */
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

/** The operation for a method and a path; a Refusal of 404 or 405 where there is none. */
export function findRoute(method: string, path: string): Route {
  const segments = split(path)
  const atPath = patterns.filter(pattern => matches(pattern.segments, segments))
  const found = atPath.find(pattern => pattern.operation.method === method)
  if (found === undefined) {
    const allowed = [...new Set(atPath.map(pattern => pattern.operation.method))]
    if (allowed.length === 0) throw new Refusal(404, 'There is no operation at this path.')
    const allow = allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed
    throw new Refusal(405, `${method} is not allowed here; allowed: ${allow.join(', ')}.`, {
      allow: allow.join(', '),
    })
  }
  const at = found.segments.indexOf('{id}')
  return { name: found.name, operation: found.operation, id: at < 0 ? '' : decode(segments[at] ?? '') }
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => (part === '{id}' ? segments[at] !== '' : part === segments[at]))
  )
}

function split(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/')
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Refusal(400, 'The id in the path is not correctly percent-encoded.')
  }
}
