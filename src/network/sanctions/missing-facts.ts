import type { PartyNames } from '../graph/data-issues.ts'
import { createDisplayNames } from '../graph/namesakes.ts'
import type { NetworkIndex } from '../graph/network-index.ts'
import type { HoldingKind } from '../relations/relation-types.ts'
import { formatShare, roundShare, type Share } from '../share.ts'

/**
 * A fact that would settle a verdict, distinguished by `kind`.
 *
 * `share`: the share of an owner (`ids[0]`) in a company (`ids[1]`); `owners`: the unnamed owners of a company; `listing`:
 * whether a party is listed; `relation`: whether a party (`ids[0]`) owns or controls another party (`ids[1]`) by a relation of
 * unclear meaning or with an unnamed end; `control`: who controls a company; `type`: whether a party with owners is a person or
 * a company; `direction`: which end of a relation is the owner; `same_person`: whether a party (`ids[0]`) is the same as
 * another party with its name; `own_shares`: whether the shares that a company holds in itself count; `screening`: the result of an unfinished screening; `network`: the missing part of the network.
 *
 * @example
 * const { missing } = assessSanctions(await client.entities.network(id), { regime: 'ofac' })
 * for (const { text } of missing) console.log('find out', text)
 */
export type MissingFact = PartyNames & {
  /** Kind of the fact. */
  readonly kind:
    | 'share'
    | 'owners'
    | 'listing'
    | 'relation'
    | 'control'
    | 'type'
    | 'direction'
    | 'same_person'
    | 'own_shares'
    | 'screening'
    | 'network'
  /** The ids of the parties concerned. */
  readonly ids: readonly string[]
  /** For the kind `share`, whether the missing fact is about shares or votes; null for other kinds. */
  readonly of: HoldingKind | null
  /** The possible range of the share or of the unnamed part; null for other kinds. */
  readonly share: Share | null
  /** The fact in words, such as "the share of Kim Doe in Beta Ltd". */
  readonly text: string
}

/** A missing fact without its description in words. */
export type Fact = Pick<MissingFact, 'kind' | 'ids' | 'of' | 'share'>

export function createFact(
  kind: Fact['kind'],
  ids: readonly string[],
  share: Share | null = null,
  of: HoldingKind | null = null,
): Fact {
  return { kind, ids, of, share }
}

/**
 * Returns the key of a missing fact. Facts that a single inquiry settles have the same key, for example the
 * shares and votes of one owner, or all namesakes of a party.
 */
export function factKey({ kind, ids }: Pick<Fact, 'kind' | 'ids'>): string {
  return JSON.stringify(kind === 'same_person' ? [kind, ids[0]] : [kind, ...ids])
}

export function indexByKey(facts: readonly Fact[]): Map<string, Fact> {
  return new Map(facts.map(fact => [factKey(fact), fact]))
}

/**
 * Describes facts in words. Facts about the whole network come first, then facts on which a possible block depends, then all
 * others. Within each of these three groups, facts about parties near the company and facts about large shares come first.
 */
export function describeMissingFacts(
  index: NetworkIndex,
  facts: readonly Fact[],
  upstreamIds: readonly string[],
  decisive: readonly Fact[],
): MissingFact[] {
  const positions = new Map(upstreamIds.map((id, position) => [id, position]))
  const decisiveKeys = indexByKey(decisive)
  const rank = (fact: Fact) =>
    fact.ids.length === 0 || fact.kind === 'screening' ? 0 : decisiveKeys.has(factKey(fact)) ? 1 : 2
  const positionOf = ({ ids }: Fact) => positions.get(ids.at(-1) ?? '') ?? positions.size
  const sizeOf = ({ share }: Fact) => share?.max ?? 1
  const displayName = createDisplayNames(index.namesakes, index.parties.values())
  return [...indexByKey(facts).values()]
    .sort((a, b) => rank(a) - rank(b) || positionOf(a) - positionOf(b) || sizeOf(b) - sizeOf(a))
    .map(fact => {
      const displayNames = fact.ids.map(id => (id === '' ? 'a party without a name' : displayName(id)))
      const names = fact.ids.map(id => index.parties.get(id)?.name ?? null)
      return {
        ...fact,
        share: fact.share && roundShare(fact.share),
        names,
        text: describeFact(fact, displayNames),
      }
    })
}

function describeFact(
  { kind, of, share }: Fact,
  [firstName = '', secondName = '']: readonly string[],
): string {
  const [holds, votesOf] = of === 'votes' ? ['holds', 'the votes of '] : ['owns', '']
  const unnamedPart =
    share === null || share.max === 1 ? '' : `the other ${formatShare({ ...share, min: share.max })} of `
  const texts: Readonly<Record<Fact['kind'], string>> = {
    share: `the share of ${firstName} in ${votesOf}${secondName}`,
    owners: `who ${holds} ${unnamedPart}${votesOf}${firstName}`,
    listing: `whether ${firstName} is on a sanctions list`,
    relation: `whether ${firstName} owns or controls ${secondName}`,
    control: `who controls ${firstName}`,
    type: `whether ${firstName} is a person or a company`,
    same_person: `whether ${firstName} is the same as ${secondName}, or another of that name (option sameParties)`,
    own_shares: `whether the shares that ${firstName} holds in itself count`,
    direction: 'which end of a relation is the owner (option direction)',
    screening: `the result of the screening of ${firstName}`,
    network: 'the whole network: this response may hold only a part of it',
  }
  return texts[kind]
}
