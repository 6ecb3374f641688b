import type { CaseStatus, EntityType, Open, RiskLevel } from '../../../contract/values.ts'
import type { Entity } from '../../../model/entity.ts'
import type { NetworkNode, Relation } from '../../../model/network.ts'
import type { Hit } from '../../../network/hits.ts'

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
 * const isNewHit = (change: NetworkChange) => change.kind === 'hit_new'
 */
export type NetworkChange =
  | RootChange
  | NodePresenceChange
  | NodeFieldChange
  | NodeRiskScoreChange
  | HitChange
  | RelationPresenceChange
  | RelationContentChange
  | ShareChange

/** An organization or person that a change is about. */
export type ChangedParty = {
  /** Identifier of the entity, or of the node. */
  readonly id: string
  /** Its present name, or the last one if it is gone; null if it has none. */
  readonly name: string | null
}

/**
 * Another value of an organization or person. In the `kind`, `up` and `down` say which way it went, `first` that there was no
 * value before, and `gone` that there is none now.
 */
export type ValueChange<Kind extends string, Value> = ChangedParty & {
  /** Which value it is, and which way it went. */
  readonly kind: Kind
  /** The value before; null if there was none. */
  readonly before: Value
  /** The value now; null if there is none. */
  readonly after: Value
}

/** An entity is in the later list only, or in the earlier one only. */
export type EntityPresenceChange<Shown = Entity> = ChangedParty & {
  /** Whether it came or went. */
  readonly kind: 'entity_new' | 'entity_gone'
  /** The entity, from the list that has it. */
  readonly entity: Shown
}

/**
 * Another risk level of an entity. Up and down follow the order low, medium, high; `changed` has a level that is none of these
 * on either side.
 */
export type RiskLevelChange = ValueChange<
  `risk_level_${'up' | 'down' | 'changed' | 'first' | 'gone'}`,
  RiskLevel | null
>

/** Another risk score of an entity; it may move within a level. */
export type RiskScoreChange = ValueChange<`risk_score_${'up' | 'down' | 'first' | 'gone'}`, number | null>

/** Another case status of an entity, such as `IN_PROGRESS` (specification: States and transitions). */
export type CaseStatusChange = ValueChange<'case_status_changed', CaseStatus>

/** An entity is an organization where it was a person, or the other way round. */
export type EntityTypeChange = ValueChange<'type_changed', Open<EntityType>>

/** Another name, country code, registration or due date (YYYY-MM-DD) of an entity. */
export type EntityFieldChange = ValueChange<
  'renamed' | 'country_changed' | 'registration_changed' | 'due_date_changed',
  string | null
>

/** The networks have different roots, most often because they belong to different entities. */
export type RootChange = {
  /** The kind of the change. */
  readonly kind: 'root_changed'
  /** The root before; null where no node carried the identifier that was asked for. */
  readonly before: ChangedParty | null
  /** The root now; null where no node carries the identifier that was asked for. */
  readonly after: ChangedParty | null
}

/** An organization or person is in the later network only, or in the earlier one only. */
export type NodePresenceChange = ChangedParty & {
  /** Whether it came or went. */
  readonly kind: 'node_new' | 'node_gone'
  /** The node, from the network that has it. */
  readonly node: NetworkNode
}

/** Another name or country code of a node. */
export type NodeFieldChange = ValueChange<'node_renamed' | 'node_country_changed', string | null>

/** Another calculated risk score of a node. */
export type NodeRiskScoreChange = ValueChange<
  `node_risk_score_${'up' | 'down' | 'first' | 'gone'}`,
  number | null
>

/** A hit is in the later network only, or in the earlier one only; which hit it is, its `key` says. */
export type HitPresenceChange<Shown = Hit> = {
  /** Whether it came or went. A party that left the network may still have its hits. */
  readonly kind: 'hit_new' | 'hit_gone'
  /** The hit, from the network that has it. */
  readonly hit: Shown
}

/** A hit of the same key says something else. Scores and times of retrieval alone change nothing: see `volatileFields`. */
export type HitContentChange<Shown = Hit> = {
  /** The kind of the change. */
  readonly kind: 'hit_changed'
  /** The hit as it is now. */
  readonly hit: Shown
  /** The hit as it was. */
  readonly before: Shown
  /** What differs. */
  readonly fields: readonly ChangedField[]
}

/** A field of a hit's content that differs. */
export type ChangedField = {
  /** Its letters in lower case, such as `listedon`; `party.birthdate` for a field of the party. */
  readonly name: string
  /** What it said; null for nothing. */
  readonly before: unknown
  /** What it says now; null for nothing. */
  readonly after: unknown
}

/** A change of a hit, by `kind`. `Shown` is what is known of the hit. */
export type HitChange<Shown = Hit> = HitPresenceChange<Shown> | HitContentChange<Shown>

/** The ends of a relation that a change is about. */
export type ChangedEnds = {
  /** Where the relation starts: the owner, or who has the role. */
  readonly source: ChangedParty
  /** Where it ends: what is owned, or where the role is. */
  readonly target: ChangedParty
}

/**
 * A relation that is in the later network only, or in the earlier one only. `owner`: a shareholding, voting rights or
 * control, of `source` over `target`. `role`: `source` has it in `target`. `relation`: any other type.
 */
export type RelationPresenceChange = ChangedEnds & {
  /** What kind of relation it is, and whether it came or went. */
  readonly kind: `${'owner' | 'role' | 'relation'}_${'new' | 'gone'}`
  /** The relation, from the network that has it. */
  readonly relation: Relation
}

/** Another label, position, role type, standing or description of a relation that was there before. */
export type RelationContentChange = ChangedEnds & {
  /** What kind of relation it is. */
  readonly kind: 'role_changed' | 'relation_changed'
  /** The relation as it was. */
  readonly before: Relation
  /** The relation as it is now. */
  readonly after: Relation
}

/** Another share of a relation that was there before, as a fraction: 0.25 is a quarter. Null if the share is not known. */
export type ShareChange = ChangedEnds & {
  /** Which way it went: `known` if only the later network has a share, `unknown` if only the earlier one has. */
  readonly kind: 'share_up' | 'share_down' | 'share_known' | 'share_unknown'
  /** The share before, as a fraction. */
  readonly before: number | null
  /** The share now, as a fraction. */
  readonly after: number | null
  /** The relation as it is now. */
  readonly relation: Relation
}
