import { spread } from '../control/spread.ts'
import { type NetworkIndex, readNetwork } from '../graph/index-network.ts'
import { partiesBelow } from '../graph/reach.ts'
import { optionsOf } from '../graph/reading.ts'
import type { Question } from './reached.ts'
import { measuresOf } from './regimes.ts'

/**
 * Whether listed parties would block a company, or may, if owners and companies were the other way round: the specification does
 * not say which end of a relation owns. Those who would then stand above it stand below it now.
 */
export function isBlockedReversed({ index, id, rule, listing: { listed } }: Question): boolean {
  const { direction } = index
  if (typeof direction === 'string') return false
  const below = partiesBelow(index, id)
  const seeds = direction === null ? [...listed].filter(one => below.has(one)) : [...listed]
  if (seeds.length === 0) return false
  const reversed = reverse(index, direction === null ? new Set([id, ...below]) : null)
  const by = measuresOf(reversed, rule, 'max')
  return (rule.isAggregated ? [seeds] : seeds.map(seed => [seed])).some(group =>
    spread(group, { by, until: one => one === id }).reached.has(id),
  )
}

/** @param near - Who counts; null for everybody. */
function reverse(index: NetworkIndex, near: ReadonlySet<string> | null): NetworkIndex {
  const { network, idOf } = index
  const isNear = (end: string) => near === null || near.has(idOf(end))
  return readNetwork(
    'assessSanctions',
    {
      ...network,
      relations: network.relations.filter(({ source, target }) => isNear(source) && isNear(target)),
    },
    optionsOf(index),
    true,
  )
}
