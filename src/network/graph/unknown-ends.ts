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
 * The relations that do not name the company and may be ownership: it may be any. Of each, the owner; {@link unknownEnd} is anybody.
 *
 * @param isControlCounted - Whether votes and control count, too.
 */
export function ownersOfUnknown(
  { issues, directionOf }: Pick<NetworkIndex, 'issues' | 'directionOf'>,
  isControlCounted: boolean,
): Set<string> {
  const owners = issues.flatMap(issue => {
    if (issue.kind !== 'unreadable_relation') return []
    const { relation } = issue
    const kind = kindOf(relation.type)
    const isShare = kind === 'shares' || (kind !== 'votes' && hasShare(relation))
    if (!isShare && kind !== 'unclear' && !(isControlCounted && kind !== null)) return []
    const [owner, company] = endsOf(relation, directionOf(relation.type))
    if (company === unknownEnd) return [owner]
    return isShare || isDirected(relation.type) ? [] : [company]
  })
  return new Set(owners)
}
