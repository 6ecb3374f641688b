import { Refusal } from '../message/reply.ts'
import { decodeId } from '../message/request.ts'

/** A method, a path in which `{id}` stands for a parameter, and what they lead to. */
export type Route<Target> = readonly [method: string, path: string, target: Target]

export interface Router<Target> {
  /** What a method, HEAD as GET, and a path lead to, and the id in the path. @throws Refusal of 404 or 405 where there is nothing. */
  find(method: string, path: string): { readonly target: Target; readonly id: string }
  /** @throws Refusal of 404 where the path has none. */
  methodsAt(path: string): string[]
}

export function createRouter<Target>(routes: readonly Route<Target>[]): Router<Target> {
  const patterns = routes.map(([method, path, target]) => {
    const expression = new RegExp(`^${path.replace('{id}', '([^/]+)')}/?$`)
    return { method, expression, target }
  })

  function methodsAt(path: string): string[] {
    const methods = new Set(
      patterns.filter(({ expression }) => expression.test(path)).map(({ method }) => method),
    )
    if (methods.size === 0) throw new Refusal(404, 'There is no operation at this path.')
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods]
  }

  return {
    methodsAt,
    find(method, path) {
      const wanted = method === 'HEAD' ? 'GET' : method
      for (const { method, expression, target } of patterns) {
        const found = method === wanted && expression.exec(path)
        if (found) return { target, id: decodeId(found[1] ?? '') }
      }
      const allow = methodsAt(path).join(', ')
      throw new Refusal(405, `${method} is not allowed here; allowed: ${allow}.`, { allow })
    },
  }
}
