import type { CaseStatus, EntityType, Open, RiskLevel } from '../contract/values.ts'
import type { Entity } from '../model/entity.ts'
import type { NetworkNode, PepEntry, Relation, RiskEntry } from '../model/network.ts'

/** What differs between two lists of the team's entities: told apart by `kind`. */
export type EntityChange =
  | EntityPresenceChange
  | RiskLevelChange
  | RiskScoreChange
  | CaseStatusChange
  | EntityTypeChange
  | EntityFieldChange

/** What differs between two networks: told apart by `kind`. */
export type NetworkChange =
  | RootChange
  | NodePresenceChange
  | NodeFieldChange
  | NodeRiskScoreChange
  | FindingChange
  | PepChange
  | RelationPresenceChange
  | RelationContentChange
  | ShareChange

/** An organization or person that a change is about. */
export interface ChangedParty {
  readonly id: string
  /** As it is called now, or was when it is gone; null where no name was given. */
  readonly name: string | null
}

/** An entity is in the later list only, or in the earlier one only. */
export interface EntityPresenceChange extends ChangedParty {
  readonly kind: 'entity_new' | 'entity_gone'
  readonly entity: Entity
}

/**
 * Another risk level. Up and down follow the order low, medium, high; `changed` has a level that is none of these on either
 * side. `first`: there was no level before. `gone`: there is none now.
 */
export interface RiskLevelChange extends ChangedParty {
  readonly kind:
    | 'risk_level_up'
    | 'risk_level_down'
    | 'risk_level_changed'
    | 'risk_level_first'
    | 'risk_level_gone'
  readonly before: RiskLevel | null
  readonly after: RiskLevel | null
}

/** Another risk score of an entity; it may move within a level. */
export interface RiskScoreChange extends ChangedParty {
  readonly kind: 'risk_score_up' | 'risk_score_down' | 'risk_score_first' | 'risk_score_gone'
  readonly before: number | null
  readonly after: number | null
}

export interface CaseStatusChange extends ChangedParty {
  readonly kind: 'case_status_changed'
  readonly before: CaseStatus
  readonly after: CaseStatus
}

export interface EntityTypeChange extends ChangedParty {
  readonly kind: 'type_changed'
  readonly before: Open<EntityType>
  readonly after: Open<EntityType>
}

/** Another name, country code, registration or due date (YYYY-MM-DD) of an entity; null where there is none. */
export interface EntityFieldChange extends ChangedParty {
  readonly kind: 'renamed' | 'country_changed' | 'registration_changed' | 'due_date_changed'
  readonly before: string | null
  readonly after: string | null
}

/** The networks have different roots: most often they are those of different entities. */
export interface RootChange {
  readonly kind: 'root_changed'
  readonly before: ChangedParty | null
  readonly after: ChangedParty | null
}

/** An organization or person is in the later network only, or in the earlier one only. What it held is in `node`. */
export interface NodePresenceChange extends ChangedParty {
  readonly kind: 'node_new' | 'node_gone'
  readonly node: NetworkNode
}

/** Another name or country code of a node; null where there is none. */
export interface NodeFieldChange extends ChangedParty {
  readonly kind: 'node_renamed' | 'node_country_changed'
  readonly before: string | null
  readonly after: string | null
}

/** Another calculated risk score of a node. */
export interface NodeRiskScoreChange extends ChangedParty {
  readonly kind:
    | 'node_risk_score_up'
    | 'node_risk_score_down'
    | 'node_risk_score_first'
    | 'node_risk_score_gone'
  readonly before: number | null
  readonly after: number | null
}

/**
 * A sanctions or adverse media entry that a node has in the later network only, or in the earlier one only. `new` comes for
 * the entries of a new node too. `gone` comes only for a node that is still there: that a node is not in the network any more
 * says nothing of what is held against it.
 */
export interface FindingChange extends ChangedParty {
  readonly kind: 'sanctions_new' | 'sanctions_gone' | 'adverse_media_new' | 'adverse_media_gone'
  readonly entry: RiskEntry
  /** True where the node came into the network together with the entry. */
  readonly isNodeNew: boolean
}

/** A PEP entry that a node has in the later network only, or in the earlier one only: as with {@link FindingChange}. */
export interface PepChange extends ChangedParty {
  readonly kind: 'pep_new' | 'pep_gone'
  readonly entry: PepEntry
  /** True where the node came into the network together with the entry. */
  readonly isNodeNew: boolean
}

/**
 * A relation that is in the later network only, or in the earlier one only. `owner`: a shareholding, voting rights or
 * control, of `source` over `target`. `role`: `source` has it in `target`. `relation`: any other type.
 */
export interface RelationPresenceChange {
  readonly kind: 'owner_new' | 'owner_gone' | 'role_new' | 'role_gone' | 'relation_new' | 'relation_gone'
  readonly source: ChangedParty
  readonly target: ChangedParty
  readonly relation: Relation
}

/** Another label, position, role type, standing or description of a relation that was there before. */
export interface RelationContentChange {
  readonly kind: 'role_changed' | 'relation_changed'
  readonly source: ChangedParty
  readonly target: ChangedParty
  readonly before: Relation
  readonly after: Relation
}

/** Another share of a relation that was there before: fractions, 0.25 for a quarter; null where the share is not known. */
export interface ShareChange {
  readonly kind: 'share_up' | 'share_down' | 'share_known' | 'share_unknown'
  readonly source: ChangedParty
  readonly target: ChangedParty
  readonly before: number | null
  readonly after: number | null
  /** As it is now. */
  readonly relation: Relation
}
