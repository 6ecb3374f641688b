import { riskLevels } from '../../src/contract/values.ts'
import { didYouMean } from '../../src/shared/text/nearest.ts'
import { levelIn } from '../../src/shared/text/risk-level.ts'

/** Levels are an open set: nothing but the entities themselves says whether one that is asked for is misspelt. */
export interface LevelCheck {
  readonly wanted: ReadonlySet<string>
  /** A level of the list, whether it is wanted or not. */
  met(level: string | null): void
  /** A sentence for each wanted level that is not a known one, and that no entity has. */
  warnings(): string[]
}

/** How many levels are remembered and named: a hostile service has no end of them. */
const mostNamed = 20

export function createLevelCheck(given: readonly string[]): LevelCheck {
  const wanted = new Set(given.map(levelIn))
  const known = new Set<string>(riskLevels)
  const unmet = new Set([...wanted].filter(level => !known.has(level)))
  return {
    wanted,
    met(level) {
      if (level === null) return
      unmet.delete(level)
      if (known.size < mostNamed) known.add(level)
    },
    warnings: () =>
      Array.from(
        unmet,
        level =>
          `warning: no entity has the risk level "${level}"${didYouMean(level, known)}; there are ${[...known].join(', ')}`,
      ),
  }
}
