import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'

interface Watched {
  /** The function whose results are watched. */
  readonly name: string
  /** The module with the function `watch`, which takes its result and what it was given. */
  readonly by: string
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The two places that everything passes. */
const watched = new Map<string, Watched>([
  [
    at('../../../mock-server/create-mock-server.ts'),
    { name: 'createMockServer', by: at('watch-responses.ts') },
  ],
  [
    at('../../../src/transport/attempts/make-attempt.ts'),
    { name: 'makeAttempt', by: at('watch-requests.ts') },
  ],
])

/** Watches what the client sends and the mock server answers, so that no test has to ask for it. */
export function watchConformance(): Plugin {
  return {
    name: 'watch-conformance',
    enforce: 'pre',
    transform(code, id) {
      const place = watched.get(id)
      if (place === undefined) return null
      const { name, by } = place
      const begins = new RegExp(`export (async )?function ${name}\\(`)
      if (!begins.test(code)) throw new Error(`${id} has no ${name} to watch`)
      const watching = `
import { watch } from ${JSON.stringify(by)}
export function ${name}(...given) {
  return watch(${name}Itself(...given), ...given)
}`
      return { code: code.replace(begins, `$1function ${name}Itself(`) + watching, map: null }
    },
  }
}
