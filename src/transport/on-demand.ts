import type { OperationName } from '../contract/operations.ts'
import { loadCountryNames, needsCountryNames } from '../shared/countries/lookup.ts'
import { copyCause } from './cause.ts'
import { disconnected } from './create-error.ts'
import type { Outcome } from './outcome.ts'

/** A part of the client that a bundler keeps apart, loaded when it is first needed. */
export function onDemand<Part>(
  load: () => Promise<Part>,
): (operation: OperationName, outcome?: Outcome) => Promise<Part> {
  let part: Promise<Part> | undefined
  return (operation, outcome = 'not_done') => {
    part ??= load().catch(error => {
      // The next call loads it again.
      part = undefined
      const failed = { operation, outcome, repeatable: false }
      throw disconnected(failed, 'a part of the client could not be loaded', { cause: copyCause(error) })
    })
    return part
  }
}

/** The names of countries. */
export const loadNames = onDemand(loadCountryNames)

/** Does what may need the names of countries; where they are missing, loads them and does it again from the start. */
export async function withCountryNames<Result>(
  operation: OperationName,
  outcome: Outcome,
  work: () => Result,
): Promise<Result> {
  try {
    return work()
  } catch (error) {
    if (!needsCountryNames(error)) throw error
    await loadNames(operation, outcome)
    return work()
  }
}
