import type { EntityType } from '../../../src/contract/values.ts'
import type { ScreeningSettings } from '../screening-settings.ts'
import { findScenario, type ReservedScenario } from './scenario-rules.ts'

export function scenarioOf(
  { scenarios }: Pick<ScreeningSettings, 'scenarios'>,
  { name, type }: { readonly name: string; readonly type: EntityType },
): ReservedScenario | undefined {
  const scenario = scenarios ? findScenario(name) : undefined
  return scenario?.type === undefined || scenario.type === type ? scenario : cleanScenario
}

/**
 * Replaces a scenario that does not apply to the entity's type. Entities with a reserved name are never looked up in the
 * fictional universe.
 */
const cleanScenario = findScenario('[clean]')

export function isQuirky({ scenarios }: Pick<ScreeningSettings, 'scenarios'>, name: string): boolean {
  return scenarios && findScenario(name)?.id === 'quirky'
}

/** Returns the name to search for: removes the prefix `[quirky]`, but no other prefix. */
export function removeScenarioPrefix(settings: Pick<ScreeningSettings, 'scenarios'>, name: string): string {
  return isQuirky(settings, name) ? name.slice(name.indexOf(']') + 1) : name
}
