import { type Operation, type OperationName, operations } from '../../src/contract/operations.ts'
import { Refusal } from '../message/reply.ts'
import { decodePathId } from '../message/request.ts'

/** Routes such as `GET /v1/entities/{id}`, with what they lead to. */
export function createRouter<Target>(routes: Readonly<Record<string, Target>>) {
  const patterns = Object.entries(routes).map(([route, target]) => {
    const [method = '', path = ''] = route.split(' ')
    const expression = new RegExp(`^${path.replace('{id}', '([^/]+)')}/?$`)
    return { method, expression, target }
  })

  /** @throws Refusal of 404 where the path has none. */
  function methodsAt(path: string): string[] {
    const methods = new Set(
      patterns.filter(({ expression }) => expression.test(path)).map(({ method }) => method),
    )
    if (methods.size === 0) throw new Refusal(404, 'There is no operation at this path.')
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods]
  }

  /** What a method and a path lead to, with the id in the path still encoded; undefined where there is nothing. */
  function at(method: string, path: string): { readonly target: Target; readonly id: string } | undefined {
    for (const { method: own, expression, target } of patterns) {
      const found = own === method && expression.exec(path)
      if (found) return { target, id: found[1] ?? '' }
    }
    return undefined
  }

  return {
    at,
    methodsAt,
    /** What a method, HEAD as GET, and a path lead to, and the id in the path. @throws Refusal of 404 or 405 where there is nothing. */
    find(method: string, path: string): { readonly target: Target; readonly id: string } {
      const found = at(method === 'HEAD' ? 'GET' : method, path)
      if (found !== undefined) return { ...found, id: decodePathId(found.id) }
      const allow = methodsAt(path).join(', ')
      throw new Refusal(405, `${method} is not allowed here; allowed: ${allow}.`, { allow })
    },
  }
}

/** The operations of the service. */
export const serviceRouter = createRouter<OperationName>(
  Object.fromEntries(
    (Object.entries(operations) as [OperationName, Operation][]).flatMap(
      ([name, { method, path, otherPaths = [] }]) =>
        [path, ...otherPaths].map(path => [`${method} ${path}`, name]),
    ),
  ),
)

/** The operation at the end of a path, below whatever base, and that end; null where there is none. */
export function operationAtEnd(method: string, path: string) {
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/')
  for (const at of segments.keys()) {
    const end = `/${segments.slice(at).join('/')}`
    const found = serviceRouter.at(method, end)
    if (found !== undefined) return { operation: found.target, path: end }
  }
  return null
}
