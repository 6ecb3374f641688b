import { type Operation, type OperationName, operations } from '../../src/contract/operations.ts'
import { Refusal } from '../../src/contract/refusal.ts'
import { getOrInsert } from '../../src/shared/get-or-insert.ts'
import { decodePathId } from '../message/request.ts'

/** Creates a router from targets by route, such as `GET /v1/entities/{id}`. */
export function createRouter<Target>(routes: Readonly<Record<string, Target>>) {
  /** The routes without an id, by path, with and without a final slash, and by method. */
  const fixedRoutes = new Map<string, Map<string, { readonly target: Target; readonly id: '' }>>()
  /** The routes with an id. */
  const patterns: { readonly method: string; readonly expression: RegExp; readonly target: Target }[] = []
  for (const [route, target] of Object.entries(routes)) {
    const [method = '', path = ''] = route.split(' ')
    if (path.includes('{id}')) {
      const expression = new RegExp(`^${path.replace('{id}', '([^/]+)')}/?$`)
      patterns.push({ method, expression, target })
    } else
      for (const spelling of [path, `${path}/`])
        getOrInsert(fixedRoutes, spelling, () => new Map()).set(method, { target, id: '' })
  }

  /** Lists the HTTP methods that a path accepts. @throws Refusal with the status 404 if the path has no route. */
  function methodsAt(path: string): string[] {
    const fixed = fixedRoutes.get(path)?.keys() ?? []
    const matching = patterns.filter(({ expression }) => expression.test(path))
    const methods = new Set([...fixed, ...matching.map(({ method }) => method)])
    if (methods.size === 0) throw new Refusal(404, 'There is no operation at this path.')
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods]
  }

  /** Finds the target of a method and a path, and the percent-encoded id in the path; undefined if there is no route. */
  function findRoute(
    method: string,
    path: string,
  ): { readonly target: Target; readonly id: string } | undefined {
    const fixed = fixedRoutes.get(path)?.get(method)
    if (fixed !== undefined) return fixed
    for (const { method: own, expression, target } of patterns) {
      const match = own === method && expression.exec(path)
      if (match) return { target, id: match[1] ?? '' }
    }
    return undefined
  }

  return {
    at: findRoute,
    methodsAt,
    /**
     * Finds the target of a method and a path, and the id in the path. HEAD has the target of GET.
     *
     * @throws Refusal with the status 404 or 405.
     */
    find(method: string, path: string): { readonly target: Target; readonly id: string } {
      const route = findRoute(method === 'HEAD' ? 'GET' : method, path)
      if (route !== undefined) return route.id === '' ? route : { ...route, id: decodePathId(route.id) }
      const allow = methodsAt(path).join(', ')
      throw new Refusal(405, `${method} is not allowed here; allowed: ${allow}.`, { allow })
    },
  }
}

/** The router of the service's operations. */
export const serviceRouter = createRouter<OperationName>(
  Object.fromEntries(
    (Object.entries(operations) as [OperationName, Operation][]).flatMap(
      ([name, { method, path, otherPaths = [] }]) =>
        [path, ...otherPaths].map(path => [`${method} ${path}`, name]),
    ),
  ),
)

/** Finds the operation of a path with any base path. Returns the operation and the path without the base; null if there is none. */
export function operationAtEnd(method: string, path: string) {
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/')
  for (const index of segments.keys()) {
    const end = `/${segments.slice(index).join('/')}`
    const route = serviceRouter.at(method, end)
    if (route !== undefined) return { operation: route.target, path: end }
  }
  return null
}
