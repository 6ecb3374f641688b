import type { toEntityBody } from '../../operations/entity-body.ts'

type EntityBody = ReturnType<typeof toEntityBody>

/**
 * An entity in a list of the service. Any field may have another type, because a scenario can add quirks. An entity that was loaded as
 * an item of a list may lack fields.
 */
export type EntityRecord = Partial<EntityBody> & Pick<EntityBody, 'id' | 'name'>

/** Whether the screening of an entity has results. Before the results, the score 0 has no meaning. */
export function isScreened({ riskLevel }: Pick<EntityRecord, 'riskLevel'>): boolean {
  return String(riskLevel ?? '').length > 1
}

const colours: Readonly<Record<string, string>> = { Low: 'good', Medium: 'warn', High: 'bad' }

/** Returns the CSS classes for the colour and mark of a risk level. A level that is not in the list has its own. */
export function riskClass(entity: Pick<EntityRecord, 'riskLevel'>): string {
  if (!isScreened(entity)) return 'risk dim'
  return `risk ${colours[String(entity.riskLevel).split(' ', 1)[0] ?? ''] ?? 'unlisted'}`
}
