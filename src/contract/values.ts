/**
 * The two kinds of entity (specification: Resources, Entity).
 *
 * @example
 * const choices = entityTypes.map(type => ({ value: type, label: type === 'person' ? 'Person' : 'Organization' }))
 */
export const entityTypes = ['organization', 'person'] as const

/**
 * The documented case statuses. The service may return others (specification: States and transitions).
 *
 * @example
 * const entities = await client.entities.list()
 * const others = entities.filter(entity => !caseStatuses.some(status => status === entity.caseStatus))
 */
export const caseStatuses = ['NOT_STARTED', 'IN_PROGRESS'] as const

/**
 * The risk levels of the mock server, from low to high. The specification shows only `Low Risk` and `Medium Risk`; the service may
 * return others (specification: Entity, riskLevel).
 *
 * @example
 * const rank = ({ riskLevel }: Entity) => riskLevels.findIndex(level => level === riskLevel)
 * const gravestFirst = (await client.entities.list()).toSorted((one, other) => rank(other) - rank(one))
 */
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

/**
 * The types of an attached document (specification: POST /v1/entities/{id}/documents).
 *
 * @example
 * const input = 'certificate'
 * const type = documentTypes.find(type => type === input) ?? 'other'
 */
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

/** The maximum number of rows in a bulk request (specification: Limits). */
export const maxBulkRows = 1000

/** The error message for a bulk request that has no rows or too many. */
export const rowLimit = `must have 1 to ${maxBulkRows} rows`

/**
 * A string type that also accepts unknown values: an editor suggests the known values, and any other string
 * is allowed. In declaration files of applications, TypeScript writes out the values of a conditional type;
 * it would replace a plain alias with an import of this package.
 */
export type Open<Known extends string> = [Known] extends [string]
  ? Known | (string & Record<never, never>)
  : never

/** The kind of an entity (specification: Resources, Entity). @inline */
export type EntityType = (typeof entityTypes)[number]
/** The status of an entity's case: `NOT_STARTED` after creation and after a rescan (specification: States and transitions). */
export type CaseStatus = Open<(typeof caseStatuses)[number]>
/** A risk level, such as `low` for the label `Low Risk` (specification: Entity, riskLevel). */
export type RiskLevel = Open<(typeof riskLevels)[number]>
/** A documented type of a relation (specification: Network, relation object). @useDeclaredType */
export type RelationType = (typeof relationTypes)[number]
/** @inline */
export type DocumentType = (typeof documentTypes)[number]
