import { type Operation, type OperationName, operations } from '../../src/contract/operations.ts'

/** Longer paths first: those of the index are the ends of others. */
const ends = Object.entries<Operation>(operations)
  .flatMap(([name, { method, path, otherPaths = [] }]) =>
    [path, ...otherPaths].map(path => ({
      name: name as OperationName,
      method,
      length: path.length,
      pattern: new RegExp(`${path.replace('{id}', '[^/]+').replace(/^\/$/, '^/')}/?$`),
    })),
  )
  .sort((one, other) => other.length - one.length)

/** The operation of the specification at the end of a path, and that end. */
export function operationAtEnd(method: string, path: string) {
  for (const { name, method: own, pattern } of ends) {
    const [end] = (method === own && pattern.exec(path)) || []
    if (end !== undefined) return { operation: name, path: end }
  }
  return null
}

/** The operation of the specification at a path. */
export function operationAt(method: string, path: string): OperationName | null {
  const found = operationAtEnd(method, path)
  return found?.path === path ? found.operation : null
}
