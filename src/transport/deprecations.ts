import type { Log, Logger } from './logging.ts'

/** What goes on working although there is something better: each with what to use in its place. */
export const deprecations = {
  person_name: "search.persons: `name` is the service's legacy field, use `fullName`",
} as const

export type Deprecation = keyof typeof deprecations

/** What each logger has been told: clients come and go, and whoever reads the log needs it once. */
const told = new WeakMap<Logger, Set<Deprecation>>()

/** Says of something deprecated that it is, once a logger, where warnings are wanted. */
export function createDeprecate(logger: Logger, write: Log): (deprecation: Deprecation) => void {
  const known = told.get(logger) ?? new Set()
  told.set(logger, known)
  return deprecation => {
    if (known.has(deprecation)) return
    write('warn', () => {
      known.add(deprecation)
      return `deprecated (${deprecation}): ${deprecations[deprecation]}`
    })
  }
}
