import type { PartyNames } from '../graph/data-issues.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { callerFor } from '../graph/namesakes.ts'
import { percent, tidy } from '../graph/share.ts'
import { type Fact, keyOf } from './facts.ts'

/** A fact that would settle a verdict, in words too. */
export interface MissingFact extends Fact, PartyNames {
  /** The fact in words, such as `the share of Kim Doe in Beta Ltd`. */
  readonly text: string
}

interface Order {
  /** The company. */
  readonly id: string
  /** Who stands above it, those nearest to it first. */
  readonly above: ReadonlySet<string>
  /** On what it depends that the company is possibly blocked. */
  readonly decisive: readonly Fact[]
}

/** First what holds for all of the network, then what a possible block depends on; of these what is near, and large. */
export function missingFacts(
  index: NetworkIndex,
  facts: readonly Fact[],
  { id, above, decisive }: Order,
): MissingFact[] {
  const call = callerFor(index.namesakes)
  const nameOf = (one: string) => index.parties.get(one)?.name ?? null
  const places = new Map([id, ...above].map((one, at) => [one, at]))
  const isDecisive = new Set(decisive.map(keyOf))
  const rank = (fact: Fact) =>
    fact.ids.length === 0 || fact.kind === 'screening' ? 0 : isDecisive.has(keyOf(fact)) ? 1 : 2
  const placeOf = ({ ids }: Fact) => places.get(ids.at(-1) ?? '') ?? places.size
  const unique = new Map(facts.map(fact => [keyOf(fact), fact]))
  return [...unique.values()]
    .sort(
      (one, other) =>
        rank(one) - rank(other) ||
        placeOf(one) - placeOf(other) ||
        (other.share?.max ?? 1) - (one.share?.max ?? 1),
    )
    .map(fact => ({
      ...fact,
      share: fact.share === null ? null : tidy(fact.share),
      names: fact.ids.map(nameOf),
      text: textOf(
        fact,
        fact.ids.map(one => (one === '' ? 'an owner without a name' : call({ id: one, name: nameOf(one) }))),
      ),
    }))
}

function textOf({ kind, of, share }: Fact, [one = '', other = '']: readonly string[]): string {
  switch (kind) {
    case 'share':
      return `the share of ${one} in ${of === 'votes' ? 'the votes of ' : ''}${other}`
    case 'owners':
      return share === null || share.max === 1
        ? `who ${of === 'votes' ? 'holds the votes in' : 'owns'} ${one}`
        : `who ${of === 'votes' ? 'holds' : 'owns'} the other ${percent({ ...share, min: share.max })} of ${of === 'votes' ? 'the votes of ' : ''}${one}`
    case 'listing':
      return `whether ${one} is on a sanctions list`
    case 'relation':
      return `whether ${one} owns or controls ${other}`
    case 'control':
      return `who controls ${one}`
    case 'same_person':
      return `whether ${one} and ${other} are one person (option same)`
    case 'direction':
      return 'which end of a relation is the owner (option direction)'
    case 'screening':
      return `the result of the screening of ${one}`
    case 'network':
      return 'the whole network: this response may hold only a part of it'
  }
}
