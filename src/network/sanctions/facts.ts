import type { Holds, PartyNames } from '../graph/data-issues.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { callerFor } from '../graph/namesakes.ts'
import { percent, type Share, tidy } from '../graph/share.ts'

/** A fact that is missing, distinguished by `kind`, before it is put in words. */
export type Fact = {
  /**
   * What is to be found out. `share`: what an owner (`ids[0]`) holds in a company (`ids[1]`); `owners`: who holds the rest of a
   * company; `listing`: whether a party is listed; `relation`: whether a party (`ids[0]`) owns or controls another (`ids[1]`) by
   * a relation that does not say so, or does not name its ends; `control`: whether a company is controlled by the parties that
   * seem to control it; `type`: whether who has owners is a person or a company; `direction`: which end of a relation is the owner; `same_person`: whether two nodes are one person;
   * `screening`: the result of a screening that has not ended; `network`: the rest of the network.
   */
  readonly kind:
    | 'share'
    | 'owners'
    | 'listing'
    | 'relation'
    | 'control'
    | 'type'
    | 'direction'
    | 'same_person'
    | 'screening'
    | 'network'
  /** The parties that it is about. */
  readonly ids: readonly string[]
  /** Of a share, whether of shares or votes; null otherwise. */
  readonly of: Holds | null
  /** What can be held: the share, or the rest of the company; null otherwise. */
  readonly share: Share | null
}

/**
 * A fact that would settle a verdict, distinguished by `kind`.
 *
 * @example
 * const { verdict, missing } = assessSanctions(await client.entities.network(id), { regime: 'ofac' })
 * if (verdict === 'incomplete') for (const { text } of missing) console.log('find out', text)
 */
export type MissingFact = Fact &
  PartyNames & {
    /** The same in words, such as "the share of Kim Doe in Beta Ltd". */
    readonly text: string
  }

export function factOf(
  kind: Fact['kind'],
  ids: readonly string[],
  share: Share | null = null,
  of: Holds | null = null,
): Fact {
  return { kind, ids, of, share }
}

/** Shares and votes of one owner are found out together. */
export function keyOf({ kind, ids }: Pick<Fact, 'kind' | 'ids'>): string {
  return JSON.stringify([kind, ...ids])
}

/** How many conflicts are looked for at the most, and how many sets are tried: beyond, the list is good and may not be the shortest. */
const mostConflicts = 40
const mostTries = 20_000
const mostFacts = 100

/**
 * The fewest facts without which nothing is left to be found out; null where nothing is open. `conflictIn` says by which facts, beside those that are settled,
 * the verdict is still open; null for none. Each of its conflicts holds at least one fact of every such set, and the smallest set
 * that meets all conflicts and leaves none is the answer.
 *
 * @param mostRounds - How often it may be asked.
 */
export function fewestFacts(
  conflictIn: (settled: readonly Fact[]) => readonly Fact[] | null,
  mostRounds: number,
): Fact[] | null {
  const facts = new Map<string, Fact>()
  const conflicts: string[][] = []
  let chosen: string[] = []
  const settled = () => chosen.flatMap(key => facts.get(key) ?? [])
  for (let round = 0; round < mostRounds && chosen.length < mostFacts; round += 1) {
    const conflict = conflictIn(settled())
    if (conflict === null && round === 0) return null
    for (const fact of conflict ?? []) facts.set(keyOf(fact), fact)
    const keys = [...new Set(conflict?.map(keyOf))].filter(key => !chosen.includes(key))
    if (keys.length === 0) break
    conflicts.push(keys)
    const fewest = conflicts.length <= mostConflicts ? smallest(conflicts) : null
    chosen = fewest ?? [...chosen, ...keys.slice(0, 1)]
  }
  return settled()
}

/** The smallest set that has a member of each list; null where it takes too long to find. */
function smallest(lists: readonly (readonly string[])[]): string[] | null {
  let tries = 0
  const ordered = lists.toSorted((one, other) => one.length - other.length)
  const find = (chosen: readonly string[], room: number): string[] | null => {
    const open = ordered.find(list => !list.some(key => chosen.includes(key)))
    if (open === undefined) return [...chosen]
    if (room === 0) return null
    for (const key of open) {
      tries += 1
      if (tries > mostTries) return null
      const found = find([...chosen, key], room - 1)
      if (found !== null) return found
    }
    return null
  }
  for (let size = 1; size <= lists.length && tries <= mostTries; size += 1) {
    const found = find([], size)
    if (found !== null) return found
  }
  return null
}

/**
 * Facts in words: first what holds for all of the network, then what a possible block depends on; of these what is near, and large.
 *
 * @param near - The company and those above it, the nearest first.
 * @param decisive - By which the company is possibly blocked.
 */
export function missingFacts(
  index: NetworkIndex,
  facts: readonly Fact[],
  near: readonly string[],
  decisive: readonly Fact[],
): MissingFact[] {
  const call = callerFor(index.namesakes)
  const nameOf = (one: string) => index.parties.get(one)?.name ?? null
  const places = new Map(near.map((one, at) => [one, at]))
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
    .map(fact => {
      const names = fact.ids.map(nameOf)
      const calls = fact.ids.map((id, at) =>
        id === '' ? 'a party without a name' : call({ id, name: names[at] ?? null }),
      )
      const share = fact.share === null ? null : tidy(fact.share)
      return { ...fact, share, names, text: textOf(fact, calls) }
    })
}

function textOf({ kind, of, share }: Fact, [one = '', other = '']: readonly string[]): string {
  const votesOf = of === 'votes' ? 'the votes of ' : ''
  switch (kind) {
    case 'share':
      return `the share of ${one} in ${votesOf}${other}`
    case 'owners':
      if (share === null || share.max === 1)
        return `who ${of === 'votes' ? 'holds the votes in' : 'owns'} ${one}`
      return `who ${of === 'votes' ? 'holds' : 'owns'} the other ${percent({ ...share, min: share.max })} of ${votesOf}${one}`
    case 'listing':
      return `whether ${one} is on a sanctions list`
    case 'relation':
      return `whether ${one} owns or controls ${other}`
    case 'control':
      return `who controls ${one}`
    case 'type':
      return `whether ${one} is a person or a company`
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
