import { type Fact, indexByKey } from './missing-facts.ts'

type Facts = ReadonlyMap<string, Fact>

/**
 * Limits of the exact search: the maximum numbers of conflicts, of tries, and of facts in a set. If a limit
 * is exceeded, the result may contain more facts than necessary.
 */
const maxConflicts = 40
const maxTries = 20_000
const maxFacts = 100

/**
 * Finds the smallest set of facts that settles a verdict. It contains at least one fact of each conflict (a minimum hitting
 * set). Returns null if there is no conflict.
 *
 * @param findConflict returns facts of which at least one must be settled in addition to `settled`; null if
 * `settled` is sufficient.
 * @param maxCalls the maximum number of calls of `findConflict`.
 */
export function findMinimumHittingSet(
  findConflict: (settled: readonly Fact[]) => readonly Fact[] | null,
  maxCalls: number,
): readonly Fact[] | null {
  const firstConflict = findConflict([])
  if (firstConflict === null) return null
  const conflicts = [indexByKey(firstConflict)]
  let tries = 0
  const isTooLong = () => tries > maxTries || conflicts.length > maxConflicts
  for (let size = 1; size <= maxFacts && !isTooLong(); size += 1) {
    const hittingSet = extendTo(new Map(), size)
    if (hittingSet !== null) return [...hittingSet.values()]
  }
  const approximation = new Map<string, Fact>()
  while (approximation.size < maxFacts) {
    const [entry] = findOpenConflict(approximation) ?? []
    if (entry === undefined) break
    approximation.set(...entry)
  }
  return [...approximation.values()]

  /**
   * Extends the chosen facts by up to `remaining` facts, until they contain a fact of each conflict. Null if
   * that is impossible.
   */
  function extendTo(chosen: Facts, remaining: number): Facts | null {
    const open = findOpenConflict(chosen)
    if (open === null) return chosen
    for (const entry of remaining === 0 ? [] : open) {
      tries += 1
      const hittingSet = isTooLong() ? null : extendTo(new Map([...chosen, entry]), remaining - 1)
      if (hittingSet !== null) return hittingSet
    }
    return null
  }

  /**
   * Returns a conflict that contains none of the chosen facts: the shortest known one, or a new one if no
   * known conflict remains. Null if there is no such conflict.
   */
  function findOpenConflict(chosen: Facts): Facts | null {
    const keys = [...chosen.keys()]
    const knownConflict = conflicts.find(facts => !keys.some(key => facts.has(key)))
    if (knownConflict !== undefined || conflicts.length >= maxCalls) return knownConflict ?? null
    const next = indexByKey(findConflict([...chosen.values()]) ?? [])
    for (const key of keys) next.delete(key)
    if (next.size === 0) return null
    conflicts.push(next)
    conflicts.sort((a, b) => a.size - b.size)
    return next
  }
}
