import type { Relation } from '../../src/model/network.ts'

/** What a holding is called, seen from the company and from its owner. */
const holdings: Readonly<Record<string, readonly [ofCompany: string, ofOwner: string]>> = {
  ShareholdingRelationship: ['owned {} by', 'owns {} of'],
  VotingRightsRelationship: ['{} of the votes held by', 'holds {} of the votes of'],
  InvestmentRelationship: ['{} invested by', 'invested {} in'],
  SubsidiaryRelationship: ['subsidiary of', 'parent of'],
  ControlsRelationship: ['controlled by', 'controls'],
}

/** Whether a relation makes its source an owner of its target. */
export function isHolding({ type }: Relation): boolean {
  return Object.hasOwn(holdings, type)
}

/** A relation in words that lead from the party at one of its ends to the name of the other. */
export function relationWords(relation: Relation, from: 'source' | 'target'): string {
  const { type, label, details } = relation
  const [ofCompany = '', ofOwner = ''] = Object.hasOwn(holdings, type) ? (holdings[type] ?? []) : []
  const words = from === 'source' ? ofOwner : ofCompany
  if (words !== '') return words.replace('{}', formatShare(details.exactShare)).replace(/ {2,}/g, ' ').trim()
  if (type === 'RoleRelationship') {
    const role = label ?? details.keyPosition ?? details.roleType ?? 'role'
    const title = details.isExecutive ? `${role} (executive)` : role
    return from === 'source' ? `${title} of` : `${title}:`
  }
  const kind = type.replace(/Relationship$/, '').toLowerCase() || 'related'
  const share = details.exactShare === null ? '' : ` ${formatShare(details.exactShare)}`
  const about = details.description === null ? '' : ` (${details.description})`
  return `${from === 'source' ? '→' : '←'} ${kind}${share}${about}:`
}

/** A fraction as a percentage; what is no fraction, as it came. */
function formatShare(share: number | null): string {
  if (share === null) return '?'
  if (share < 0 || share > 1) return `${share} (as given, not a fraction)`
  return `${Number((share * 100).toFixed(2))} %`
}
