import type { EntityChange, NetworkChange } from '../../src/portfolio/index.ts'

/** What each kind of change means. Kinds with the same meaning share a row. */
type Meanings<Change extends { readonly kind: string }> = Readonly<Record<Change['kind'], string>>

const inOrder = 'the levels are low, medium and high'
const score = 'the score can change within a level. `…score_changed` means that one of the scores is missing'
const hit = 'has the hit. `hit_changed` also has the `fields` that differ. All hits of a new node are new'
const share = 'fractions: 0.25 is a quarter. `share_changed` means that one of the shares is unknown'
const owner = 'a shareholding, voting rights or control'
const role = 'a role'
const relation = 'all other types'

export const entityChanges: Meanings<EntityChange> = {
  entity_new: 'has the whole entity',
  entity_gone: 'has the whole entity',
  risk_level_up: inOrder,
  risk_level_down: inOrder,
  risk_level_changed: 'a level is missing (`null`), or is not low, medium or high',
  risk_score_up: score,
  risk_score_down: score,
  risk_score_changed: score,
  case_status_changed: '',
  name_changed: '',
  type_changed: '',
  country_changed: '',
  registration_changed: '',
  due_date_changed: '',
}

export const networkChanges: Meanings<NetworkChange> = {
  hit_new: hit,
  hit_gone: hit,
  hit_changed: hit,
  node_risk_score_up: 'the calculated risk score',
  node_risk_score_down: 'the calculated risk score',
  node_risk_score_changed: 'the calculated risk score',
  share_up: share,
  share_down: share,
  share_changed: share,
  owner_new: owner,
  owner_gone: owner,
  owner_changed: owner,
  role_new: role,
  role_gone: role,
  role_changed: role,
  relation_new: relation,
  relation_gone: relation,
  relation_changed: relation,
  node_new: '',
  node_gone: '',
  node_name_changed: '',
  node_country_changed: '',
  root_changed: '',
}
