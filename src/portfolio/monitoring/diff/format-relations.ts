import type { Relation } from '../../../model/network.ts'
import type { RelationContentChange, RelationPresenceChange, ShareChange } from './changes.ts'
import { called, cut, inBrackets, percent } from './words.ts'

export function formatRelationChange(
  change: RelationPresenceChange | RelationContentChange | ShareChange,
): string {
  const source = called(change.source)
  const target = called(change.target)
  switch (change.kind) {
    case 'owner_new':
      return `new ${ownerOf(change.relation, target)}: ${source}${shareOf(change.relation)}`
    case 'owner_gone':
      return `${source} is not shown as ${ownerOf(change.relation, target)} any more${shareOf(change.relation)}`
    case 'role_new':
      return `new role in ${target}: ${source}${titled(change.relation)}`
    case 'role_gone':
      return `role not shown any more in ${target}: ${source}${titled(change.relation)}`
    case 'relation_new':
      return `new ${sortOf(change.relation)} from ${source} to ${target}${saidOf(change.relation)}`
    case 'relation_gone':
      return `${sortOf(change.relation)} from ${source} to ${target} is not shown any more${saidOf(change.relation)}`
    case 'role_changed':
      return `role of ${source} in ${target}: ${contrast(change)}`
    case 'relation_changed':
      return `${sortOf(change.after)} from ${source} to ${target}: ${contrast(change)}`
    default:
      return shareSentence(change)
  }
}

function ownerOf({ type }: Relation, target: string): string {
  if (type === 'ShareholdingRelationship') return `owner of ${target}`
  return type === 'VotingRightsRelationship'
    ? `holder of voting rights in ${target}`
    : `party in control of ${target}`
}

function shareOf({ details: { exactShare } }: Relation): string {
  return exactShare === null ? '' : ` (${percent(exactShare)})`
}

/** `SubsidiaryRelationship` is a subsidiary relationship. */
function sortOf({ type }: Relation): string {
  return type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase() || 'relation'
}

function shareSentence({ source, target, before, after, relation }: ShareChange): string {
  const share = (value: number | null, other: number | null) =>
    value === null ? 'an unknown share' : percent(value, other)
  const now = `${share(after, before)} of`
  const rest = `${called(target)} now, ${share(before, after)} before`
  switch (relation.type) {
    case 'ShareholdingRelationship':
      return `${called(source)} owns ${now} ${rest}`
    case 'VotingRightsRelationship':
      return `${called(source)} holds ${now} the voting rights in ${rest}`
    default:
      return `${called(source)} has ${now} ${rest} (${sortOf(relation)})`
  }
}

function titled(relation: Relation): string {
  const title = titleOf(relation)
  const { description } = relation.details
  return `${title === null ? '' : `, ${cut(title)}`}${inBrackets(description)}`
}

function titleOf({ label, details: { keyPosition, roleType } }: Relation): string | null {
  return keyPosition || label || roleType
}

function saidOf({ label, details: { description } }: Relation): string {
  return inBrackets(label, description)
}

/** What is said now and what was said before: the title, and whatever else differs. */
function contrast({ before, after }: RelationContentChange): string {
  const wording: readonly ((relation: Relation) => string | null)[] = [
    ({ label }) => label,
    ({ details }) => details.keyPosition,
    ({ details }) => details.roleType,
    ({ details: { isExecutive } }) =>
      isExecutive === null ? null : isExecutive ? 'executive' : 'not executive',
    ({ details }) => details.description,
  ]
  const differing = wording.filter(words => words(before) !== words(after))
  const say = (relation: Relation) => {
    const said = [titleOf(relation), ...differing.map(words => words(relation))].filter(Boolean)
    return said.length === 0 ? 'nothing said' : cut([...new Set(said)].join(', '))
  }
  return `${say(after)} now, ${say(before)} before`
}
