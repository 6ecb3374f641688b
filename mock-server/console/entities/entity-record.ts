import type { toEntityBody } from '../../operations/entity-body.ts'

/** An entity as the service lists it: a reserved name may put a quirk into any of its fields. */
export type EntityRecord = ReturnType<typeof toEntityBody>

/** Whether a screening has had results. Before, a score of 0 has no meaning. */
export function isScreened({ riskLevel }: Pick<EntityRecord, 'riskLevel'>): boolean {
  return String(riskLevel ?? '').length > 1
}

const colours: Readonly<Record<string, string>> = { Low: 'good', Medium: 'warn', High: 'bad' }

/** The classes of a risk, for its colour: "High Risk" is bad. */
export function riskClass({ riskLevel }: Pick<EntityRecord, 'riskLevel'>): string {
  return `risk ${colours[String(riskLevel ?? '').split(' ', 1)[0] ?? ''] ?? 'dim'}`
}
