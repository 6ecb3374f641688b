import type { DocumentType, EntityType } from '../../src/contract/values.ts'
import type { JsonRecord } from '../../src/shared/json.ts'

/**
 * A stored entity. A change creates a new object, so that code with a reference to the old object still sees the old state.
 * Screening results are computed on demand, so that a million entities fit in memory.
 */
export interface StoredEntity {
  readonly id: string
  readonly name: string
  readonly type: EntityType
  readonly countryCode: string | null
  readonly registration: string | null
  readonly birthDate: string | null
  readonly nationalId: string | null
  readonly nationality: string | null
  readonly tags: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
  /** The number of the current screening: 1 for the screening that starts when the entity is created. */
  readonly scan: number
  readonly scanStartedAt: number
  /** The number of the screening whose results are shown until the current screening ends; 0 if no results are shown until then. */
  readonly lastResults: number
  /** The case status that a caller has set; null if screening determines the case status. */
  readonly caseStatus: string | null
  /** The risk score, which is computed once; null until then. */
  riskScore: number | null
  readonly documents: readonly StoredDocument[]
  /** The unchanged network that the entity was loaded with; undefined if its network is computed. */
  readonly network?: JsonRecord | undefined
  /** The list item that the entity was loaded with. The list shows it unchanged, and no other field; undefined for an input. */
  readonly statedFields?: JsonRecord | undefined
  /** The list fields whose computed values replace the item's, since a rescan or a caller has changed them. */
  readonly renewedFields?: readonly string[] | undefined
}

export interface StoredDocument {
  readonly id: string
  readonly runId: string
  readonly url: string
  readonly title: string
  readonly type: DocumentType
  readonly attachedAt: number
}

/** The empty list of tags, which all entities without tags share. */
export const noTags: readonly string[] = []
/** The empty list of documents, which all entities without documents share. */
export const noDocuments: readonly StoredDocument[] = []
