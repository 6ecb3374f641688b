import type { RiskLevel } from '../../../contract/values.ts'
import type { Entity } from '../../../model/entity.ts'
import type { NetworkNode, Relation } from '../../../model/network.ts'
import type { Hit } from '../../../network/hits.ts'

/** A difference between two lists of the team's entities, by `kind`. `Shown` is what is known of an entity that came or went. */
export type EntityChange<Shown = Entity> = ChangedParty &
  (
    | { readonly kind: 'entity_new' | 'entity_gone'; readonly entity: Shown }
    | ValueChange<`risk_level_${Way}`, RiskLevel | null>
    | ValueChange<`risk_score_${Way}`, number | null>
    | ValueChange<`${'name' | 'type' | 'country' | 'registration' | 'case_status' | 'due_date'}_changed`>
  )

/** A difference between two networks, by `kind`; of the root, null where no node has the identifier that was asked for. */
export type NetworkChange =
  | NodeChange
  | HitChange
  | RelationChange
  | ValueChange<'root_changed', ChangedParty | null>

/** A difference between the organizations and persons of two networks. */
export type NodeChange = ChangedParty &
  (
    | { readonly kind: 'node_new' | 'node_gone'; readonly node: NetworkNode }
    | ValueChange<`node_risk_score_${Way}`, number | null>
    | ValueChange<'node_name_changed' | 'node_country_changed'>
  )

/**
 * A difference between the relations of two networks. `relation` is as it is now, or was last. A share is a fraction: 0.25 is a
 * quarter.
 */
export type RelationChange = {
  readonly source: ChangedParty
  readonly target: ChangedParty
  readonly relation: Relation
} & (
  | { readonly kind: `${RelationSort}_${'new' | 'gone'}` }
  | { readonly kind: `${RelationSort}_changed`; readonly before: Relation }
  | ValueChange<`share_${Way}`, number | null>
)

/** `owner`: by shares, voting rights or control, `source` of `target`. `role`: of `source` in `target`. `relation`: any other type. */
export type RelationSort = 'owner' | 'role' | 'relation'

/**
 * A difference between the hits of two networks, known again by their `key`. `Shown` is what is known of a hit. Scores and times
 * of retrieval alone change nothing: see `volatileFields`. A party that left the network may still have its hits.
 */
export type HitChange<Shown = Hit> = { readonly hit: Shown } & (
  | { readonly kind: 'hit_new' | 'hit_gone' }
  | { readonly kind: 'hit_changed'; readonly before: Shown; readonly fields: readonly ChangedField[] }
)

/** A field of a hit's content that differs: its letters in lower case, such as `listedon`; `party.birthdate` for one of the party. */
export type ChangedField = { readonly name: string; readonly before: unknown; readonly after: unknown }

/** An organization or person by its present name, or the last one if it is gone; null if it has none. */
export type ChangedParty = { readonly id: string; readonly name: string | null }

/** Another value than before; null for none. */
export type ValueChange<Kind extends string, Value = string | null> = {
  readonly kind: Kind
  readonly before: Value
  readonly after: Value
}

/** Which way a value went; `changed` where nothing says which of the two is more, as where one of them is missing. */
export type Way = 'up' | 'down' | 'changed'
