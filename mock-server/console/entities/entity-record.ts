import type { toEntityBody } from '../../operations/entity-body.ts'

/** An entity in a list of the service. Any field may have another type, because a scenario can add quirks. */
export type EntityRecord = ReturnType<typeof toEntityBody>

/** Whether the screening of an entity has results. Before the results, the score 0 has no meaning. */
export function isScreened({ riskLevel }: Pick<EntityRecord, 'riskLevel'>): boolean {
  return String(riskLevel ?? '').length > 1
}

const colours: Readonly<Record<string, string>> = { Low: 'good', Medium: 'warn', High: 'bad' }

/** Returns the CSS classes for the colour of a risk level. */
export function riskClass({ riskLevel }: Pick<EntityRecord, 'riskLevel'>): string {
  return `risk ${colours[String(riskLevel ?? '').split(' ', 1)[0] ?? ''] ?? 'dim'}`
}
