import type { CaseStatus, EntityType, Open, RiskLevel } from '../../../contract/values.ts'
import type { Entity } from '../../../model/entity.ts'
import type { NetworkNode, PepEntry, Relation, RiskEntry } from '../../../model/network.ts'

/**
 * A difference between two lists of the team's entities, by `kind`. `Shown` is what is known of an entity that came or went.
 *
 * @example
 * const isWorse = (change: EntityChange) => change.kind.endsWith('_up')
 */
export type EntityChange<Shown = Entity> =
  | EntityPresenceChange<Shown>
  | RiskLevelChange
  | RiskScoreChange
  | CaseStatusChange
  | EntityTypeChange
  | EntityFieldChange

/**
 * A difference between two networks, by `kind`.
 *
 * @example
 * const isNewHit = (change: NetworkChange) => 'entry' in change && change.kind.endsWith('_new')
 */
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
  /** Identifier of the entity, or of the node. */
  readonly id: string
  /** Its present name, or the last one if it is gone; null if it has none. */
  readonly name: string | null
}

/** An entity is in the later list only, or in the earlier one only. */
export interface EntityPresenceChange<Shown = Entity> extends ChangedParty {
  /** Whether it came or went. */
  readonly kind: 'entity_new' | 'entity_gone'
  /** The entity, from the list that has it. */
  readonly entity: Shown
}

/**
 * Another risk level of an entity. Up and down follow the order low, medium, high; `changed` has a level that is none of these
 * on either side. `first`: there was no level before. `gone`: there is none now.
 */
export interface RiskLevelChange extends ChangedParty {
  /** Which way it went. */
  readonly kind:
    | 'risk_level_up'
    | 'risk_level_down'
    | 'risk_level_changed'
    | 'risk_level_first'
    | 'risk_level_gone'
  /** The level before; null if there was none. */
  readonly before: RiskLevel | null
  /** The level now; null if there is none. */
  readonly after: RiskLevel | null
}

/** Another risk score of an entity; it may move within a level. `first`: there was none before. `gone`: there is none now. */
export interface RiskScoreChange extends ChangedParty {
  /** Which way it went. */
  readonly kind: 'risk_score_up' | 'risk_score_down' | 'risk_score_first' | 'risk_score_gone'
  /** The score before; null if there was none. */
  readonly before: number | null
  /** The score now; null if there is none. */
  readonly after: number | null
}

/** Another case status of an entity (specification: States and transitions). */
export interface CaseStatusChange extends ChangedParty {
  /** The kind of the change. */
  readonly kind: 'case_status_changed'
  /** The status before, such as `NOT_STARTED`. */
  readonly before: CaseStatus
  /** The status now, such as `IN_PROGRESS`. */
  readonly after: CaseStatus
}

/** An entity is an organization where it was a person, or the other way round. */
export interface EntityTypeChange extends ChangedParty {
  /** The kind of the change. */
  readonly kind: 'type_changed'
  /** The type before. */
  readonly before: Open<EntityType>
  /** The type now. */
  readonly after: Open<EntityType>
}

/** Another name, country code, registration or due date (YYYY-MM-DD) of an entity; null if there is none. */
export interface EntityFieldChange extends ChangedParty {
  /** Which field it is. */
  readonly kind: 'renamed' | 'country_changed' | 'registration_changed' | 'due_date_changed'
  /** The value before. */
  readonly before: string | null
  /** The value now. */
  readonly after: string | null
}

/** The networks have different roots, most often because they belong to different entities. */
export interface RootChange {
  /** The kind of the change. */
  readonly kind: 'root_changed'
  /** The root before; null where no node carried the identifier that was asked for. */
  readonly before: ChangedParty | null
  /** The root now; null where no node carries the identifier that was asked for. */
  readonly after: ChangedParty | null
}

/** An organization or person is in the later network only, or in the earlier one only. */
export interface NodePresenceChange extends ChangedParty {
  /** Whether it came or went. */
  readonly kind: 'node_new' | 'node_gone'
  /** The node, from the network that has it. */
  readonly node: NetworkNode
}

/** Another name or country code of a node; null if there is none. */
export interface NodeFieldChange extends ChangedParty {
  /** Which field it is. */
  readonly kind: 'node_renamed' | 'node_country_changed'
  /** The value before. */
  readonly before: string | null
  /** The value now. */
  readonly after: string | null
}

/** Another calculated risk score of a node. `first`: there was none before. `gone`: there is none now. */
export interface NodeRiskScoreChange extends ChangedParty {
  /** Which way it went. */
  readonly kind:
    | 'node_risk_score_up'
    | 'node_risk_score_down'
    | 'node_risk_score_first'
    | 'node_risk_score_gone'
  /** The score before; null if there was none. */
  readonly before: number | null
  /** The score now; null if there is none. */
  readonly after: number | null
}

/**
 * A sanctions or adverse media entry of a node in the later network only, or in the earlier one only. Entries of a new node are
 * `new` too. Only a node that is still there has `gone` entries: a node that left the network may still have its entries.
 */
export interface FindingChange extends ChangedParty {
  /** Which list the entry is of, and whether it came or went. */
  readonly kind: 'sanctions_new' | 'sanctions_gone' | 'adverse_media_new' | 'adverse_media_gone'
  /** The entry, from the network that has it. */
  readonly entry: RiskEntry
  /** Whether the node is new in the network too. */
  readonly isNodeNew: boolean
}

/** A PEP entry of a node in the later network only, or in the earlier one only: see {@link FindingChange}. */
export interface PepChange extends ChangedParty {
  /** Whether it came or went. */
  readonly kind: 'pep_new' | 'pep_gone'
  /** The entry, from the network that has it. */
  readonly entry: PepEntry
  /** Whether the node is new in the network too. */
  readonly isNodeNew: boolean
}

/**
 * A relation that is in the later network only, or in the earlier one only. `owner`: a shareholding, voting rights or
 * control, of `source` over `target`. `role`: `source` has it in `target`. `relation`: any other type.
 */
export interface RelationPresenceChange {
  /** What kind of relation it is, and whether it came or went. */
  readonly kind: 'owner_new' | 'owner_gone' | 'role_new' | 'role_gone' | 'relation_new' | 'relation_gone'
  /** Where the relation starts: the owner, or who has the role. */
  readonly source: ChangedParty
  /** Where it ends: what is owned, or where the role is. */
  readonly target: ChangedParty
  /** The relation, from the network that has it. */
  readonly relation: Relation
}

/** Another label, position, role type, standing or description of a relation that was there before. */
export interface RelationContentChange {
  /** What kind of relation it is. */
  readonly kind: 'role_changed' | 'relation_changed'
  /** Where the relation starts. */
  readonly source: ChangedParty
  /** Where it ends. */
  readonly target: ChangedParty
  /** The relation as it was. */
  readonly before: Relation
  /** The relation as it is now. */
  readonly after: Relation
}

/** Another share of a relation that was there before, as a fraction: 0.25 is a quarter. Null if the share is not known. */
export interface ShareChange {
  /** Which way it went: `known` if only the later network has a share, `unknown` if only the earlier one has. */
  readonly kind: 'share_up' | 'share_down' | 'share_known' | 'share_unknown'
  /** Who holds the share. */
  readonly source: ChangedParty
  /** In what it is held. */
  readonly target: ChangedParty
  /** The share before, as a fraction. */
  readonly before: number | null
  /** The share now, as a fraction. */
  readonly after: number | null
  /** The relation as it is now. */
  readonly relation: Relation
}
