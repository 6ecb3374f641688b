/** The two kinds of entity (specification: Resources, Entity). */
export const entityTypes = ['organization', 'person'] as const

/** The case statuses that the specification names; others may come (specification: States and transitions). */
export const caseStatuses = ['NOT_STARTED', 'IN_PROGRESS'] as const

/** The levels that occur in "<level> Risk"; the full set is not shown (specification: Entity, riskLevel). */
export const riskLevels = ['low', 'medium', 'high'] as const

/** The relation types in the specification's list (specification: Network, relation object). */
export const relationTypes = [
  'ShareholdingRelationship',
  'VotingRightsRelationship',
  'SubsidiaryRelationship',
  'RoleRelationship',
  'PartnershipRelationship',
  'InvestmentRelationship',
  'SupplierRelationship',
  'ControlsRelationship',
  'AcquisitionRelationship',
  'BranchRelationship',
] as const

/** What an attached document may be (specification: POST /v1/entities/{id}/documents). */
export const documentTypes = [
  'identity_document',
  'financial_statement',
  'certificate',
  'contract',
  'ubo_declaration',
  'business_license',
  'risk_assessment',
  'other',
] as const

/** The most rows that one bulk request may carry (specification: Limits). */
export const maximumBulkRows = 1000

/** What is said where there are none, or more. */
export const rowLimit = `must have 1 to ${maximumBulkRows} rows`

/** A member of a set that the specification leaves open: known values complete in an editor, others pass. */
export type Open<Known extends string> = Known | (string & {})

export type EntityType = (typeof entityTypes)[number]
export type CaseStatus = Open<(typeof caseStatuses)[number]>
export type RiskLevel = Open<(typeof riskLevels)[number]>
export type RelationType = (typeof relationTypes)[number]
export type DocumentType = (typeof documentTypes)[number]
