import { Refusal } from '../../../src/contract/refusal.ts'
import { findScenario } from '../../screening/scenarios/scenario-rules.ts'
import type { Server } from '../../server.ts'

const errorTexts: Readonly<Record<number, string>> = {
  400: 'Invalid input',
  401: 'The API key is not valid',
  403: 'The team has no permission',
  404: 'The resource does not exist',
  429: 'Too many requests',
  500: 'Unexpected error',
  503: 'The service is not available',
}

/**
 * Refuses to create entities if one of their names is reserved for an error. @throws Refusal with the status of the scenario.
 */
export function assertNoErrorScenario(server: Pick<Server, 'scenarios'>, names: Iterable<string>): void {
  if (!server.scenarios) return
  for (const name of names) {
    const { status, id } = findScenario(name) ?? {}
    if (status === undefined) continue
    const headers: Record<string, string> = status === 429 ? { 'retry-after': '1' } : {}
    throw new Refusal(
      status,
      `${errorTexts[status]}: the reserved test name [${id}] produces this error.`,
      headers,
    )
  }
}
