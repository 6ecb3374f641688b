import type { Relation } from '../../model/network.ts'
import { isInvisible } from '../../shared/text/invisible.ts'
import type { NetworkIndex } from './index-network.ts'
import type { Direction } from './reading.ts'
import { isDirected, kindOf } from './relation-types.ts'
import { hasShare } from './share-text.ts'

/** Stands for an end that a relation does not name. Two relations without an end need not mean the same party. */
export const unknownEnd = ''

/** A hyphen or a dash stands for no value, as elsewhere in the service; so does what nobody sees. */
export function namesNobody(end: string): boolean {
  return isInvisible(end) || /^\s*[-–—]\s*$/.test(end)
}

/** Owner and company, if the relation is ownership, votes or control. */
export function endsOf({ source, target }: Relation, direction: Direction): [owner: string, company: string] {
  return direction === 'source_owns_target' ? [source, target] : [target, source]
}

/**
 * Who may own, by a relation that does not say whom, so that it may be any company: {@link unknownEnd} is anybody.
 *
 * @param isControlCounted - Whether votes and control count, too.
 */
export function ownersOfUnknown(
  { issues, directionOf }: Pick<NetworkIndex, 'issues' | 'directionOf'>,
  isControlCounted: boolean,
): Set<string> {
  const owners = new Set<string>()
  for (const issue of issues) {
    if (issue.kind !== 'unreadable_relation') continue
    const { relation } = issue
    const kind = kindOf(relation.type)
    const isShare = kind === 'shares' || (kind !== 'votes' && hasShare(relation))
    if (!isShare && kind !== 'unclear' && !(isControlCounted && kind !== null)) continue
    const [owner, company] = endsOf(relation, directionOf(relation.type))
    if (company === unknownEnd) owners.add(owner)
    else if (!isShare && !isDirected(relation.type)) owners.add(company)
  }
  return owners
}
