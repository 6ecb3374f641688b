import type { Relation } from '../../src/model/network.ts'

/** Words for each type of holding, as seen from the company and as seen from its owner. */
const holdingWords: Readonly<Record<string, readonly [ofCompany: string, ofOwner: string]>> = {
  ShareholdingRelationship: ['owned {} by', 'owns {} of'],
  VotingRightsRelationship: ['{} of the votes held by', 'holds {} of the votes of'],
  InvestmentRelationship: ['{} invested by', 'invested {} in'],
  SubsidiaryRelationship: ['subsidiary of', 'parent of'],
  ControlsRelationship: ['controlled by', 'controls'],
}

/** Whether the source of a relation owns its target. */
export function isHoldingRelation({ type }: Relation): boolean {
  return Object.hasOwn(holdingWords, type)
}

/** Describes a relation as seen from one party, in words to print before the name of the other party. */
export function describeRelation(relation: Relation, from: 'source' | 'target'): string {
  const { type, label, details } = relation
  const [ofCompany = '', ofOwner = ''] = Object.hasOwn(holdingWords, type) ? (holdingWords[type] ?? []) : []
  const words = from === 'source' ? ofOwner : ofCompany
  if (words !== '')
    return words.replace('{}', formatExactShare(details.exactShare)).replace(/ {2,}/g, ' ').trim()
  if (type === 'RoleRelationship') {
    const role = label ?? details.keyPosition ?? details.roleType ?? 'role'
    const title = details.isExecutive ? `${role} (executive)` : role
    return from === 'source' ? `${title} of` : `${title}:`
  }
  const kind = type.replace(/Relationship$/, '').toLowerCase() || 'related'
  const share = details.exactShare === null ? '' : ` ${formatExactShare(details.exactShare)}`
  const description = details.description === null ? '' : ` (${details.description})`
  return `${from === 'source' ? '→' : '←'} ${kind}${share}${description}:`
}

/** Formats a fraction as a percentage. Leaves any other number unchanged. */
function formatExactShare(share: number | null): string {
  if (share === null) return '?'
  if (share < 0 || share > 1) return `${share} (as given, not a fraction)`
  return `${Number((share * 100).toFixed(2))} %`
}
