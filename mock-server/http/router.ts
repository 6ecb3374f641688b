import { Refusal } from '../message/reply.ts'
import { decodeId } from '../message/request.ts'

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

  return {
    methodsAt,
    /** What a method, HEAD as GET, and a path lead to, and the id in the path. @throws Refusal of 404 or 405 where there is nothing. */
    find(method: string, path: string): { readonly target: Target; readonly id: string } {
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
