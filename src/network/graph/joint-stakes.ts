import { getOrInsert, getOrInsertList } from '../../shared/get-or-insert.ts'
import type { Share } from '../share.ts'
import { groupIntoLots, type Stake } from './holdings.ts'

/** A part of a company that several parties hold jointly, as one or more of them state it. */
interface JointHolding {
  readonly holders: readonly string[]
  readonly share: Share
  /** The stakes of each holder that states the holding. */
  readonly statements: Map<string, Stake[]>
}

/**
 * Adds each joint holding to the holders that do not state it, once, although several partners may state it. An equal or
 * overlapping stake that such a holder states alone may be the joint holding or another one, so its range covers both.
 */
export function addJointStakes(owners: Map<string, Stake[]>): void {
  for (const { holders, share, statements } of findJointHoldings(owners)) {
    const joint = findMostStakes(statements)
    for (const holder of holders) {
      if (statements.has(holder)) continue
      const partners = holders.filter(id => id !== holder)
      const ownStakes = (owners.get(holder) ?? []).map(stake =>
        mayRepeat(stake, share) ? { ...stake, jointWith: partners } : stake,
      )
      owners.set(holder, [...ownStakes, ...joint])
    }
  }
}

/** Finds the joint holdings of a company. Two statements are about the same one if they name the same holders and share. */
function findJointHoldings(owners: ReadonlyMap<string, readonly Stake[]>): JointHolding[] {
  const jointHoldings = new Map<string, JointHolding>()
  for (const [owner, stakes] of owners)
    for (const stake of stakes) {
      if (stake.jointWith.length === 0 || !('share' in stake.stated)) continue
      const { share } = stake.stated
      const holders = [owner, ...stake.jointWith].toSorted()
      const key = JSON.stringify([holders, share.min, share.max])
      const { statements } = getOrInsert(jointHoldings, key, () => ({
        holders,
        share,
        statements: new Map(),
      }))
      getOrInsertList(statements, owner).push(stake)
    }
  return [...jointHoldings.values()]
}

/** Returns the stakes of the holder that states the most holdings, because one holder may state several equal ones. */
function findMostStakes(statements: JointHolding['statements']): readonly Stake[] {
  const countLots = ([owner, stakes]: readonly [string, readonly Stake[]]) =>
    groupIntoLots(owner, stakes).length
  const [most] = [...statements].toSorted((a, b) => countLots(b) - countLots(a))
  return most?.[1] ?? []
}

/** Whether a stake that its owner states alone may be the joint holding of a share. */
function mayRepeat({ stated, jointWith }: Stake, share: Share): boolean {
  if (jointWith.length > 0 || !('share' in stated)) return false
  return stated.share.min <= share.max && stated.share.max >= share.min
}
