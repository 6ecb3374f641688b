import type { EntityType } from '../../../src/contract/values.ts'
import type { Server } from '../../server.ts'
import { findScenario, type Reserved } from './reserved.ts'

export function scenarioOf(
  { scenarios }: Pick<Server, 'scenarios'>,
  { name, type }: { readonly name: string; readonly type: EntityType },
): Reserved | undefined {
  const found = scenarios ? findScenario(name) : undefined
  return found?.type === undefined || found.type === type ? found : clean
}

/** A reserved name is never looked for in the universe, not even where its scenario is for the other type. */
const clean = findScenario('[clean]')

export function isQuirky({ scenarios }: Pick<Server, 'scenarios'>, name: string): boolean {
  return scenarios && findScenario(name)?.id === 'quirky'
}

/** What a search is for: the name after the prefix, where one is given to get odd responses. */
export function withoutPrefix(server: Pick<Server, 'scenarios'>, name: string): string {
  return isQuirky(server, name) ? name.slice(name.indexOf(']') + 1) : name
}
