/** An entity as the service lists it: a reserved name may put a quirk into any of its fields. */
export interface EntityRecord {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly caseStatus: string
  readonly registration: string
  readonly countryCode: string
  readonly riskLevel: string
  readonly riskScore: number | string
  readonly platformId: string
  readonly lastUpdate: string
  readonly dueDate: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** What stands for a value that is not there (specification: Entity, registration). */
const none = '-'

/** Whether there has been a screening with results. Before, a score of 0 says nothing. */
export function isScreened({ riskLevel }: Pick<EntityRecord, 'riskLevel'>): boolean {
  return riskLevel !== none
}

/** `high` of "High Risk", for its colour. */
export function riskClass({ riskLevel }: Pick<EntityRecord, 'riskLevel'>): string {
  return `risk risk-${riskLevel.split(' ', 1)[0]?.toLowerCase() ?? ''}`
}
