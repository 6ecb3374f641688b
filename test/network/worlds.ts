import type { Network } from 'entity-screening-sdk'
import type { Regime } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { holds, networkOf, organizationNode, personNode, sanction, type Tie } from './networks.ts'
import { type RandomTie, randomTies, sizeOf } from './random-networks.ts'

/** A network of which all is known: who holds how many hundredths of whom, and who is listed. */
export interface World {
  readonly ties: readonly (readonly [owner: string, company: string, hundredths: number])[]
  readonly listed: ReadonlySet<string>
}

/** What a network says: shares in hundredths, null where they are not known. */
export interface Case {
  readonly ties: readonly RandomTie[]
  readonly listed: ReadonlySet<string>
  readonly persons: ReadonlySet<string>
}

/** Companies that own parts of each other, persons, some of them listed; who has no owners may be a company all the same. */
export const cases: fc.Arbitrary<Case> = fc
  .record({
    ties: randomTies({ whole: false, unknown: true }).filter(ties => ties.length > 0),
    listed: fc.integer({ min: 0, max: 255 }),
    companies: fc.integer({ min: 0, max: 255 }),
    isFew: fc.boolean(),
  })
  .map(({ ties, listed, companies, isFew }) => {
    const ids = Array.from({ length: sizeOf(ties) }, (_, at) => `N${at}`)
    const owned = new Set(ties.map(({ company }) => `N${company}`))
    const some = isFew ? listed & (listed >> 3) : listed
    return {
      ties,
      listed: new Set(ids.filter((_, at) => (some & (1 << at)) !== 0)),
      persons: new Set(ids.filter((id, at) => !owned.has(id) && (companies & (1 << at)) === 0)),
    }
  })

export function networkOfCase({ ties, listed, persons }: Case, without?: RandomTie): Network {
  const ids = Array.from({ length: sizeOf(ties) }, (_, at) => `N${at}`)
  const nodes = ids.map(id =>
    (persons.has(id) ? personNode : organizationNode)(id, { sanctions: listed.has(id) ? [sanction] : [] }),
  )
  const shown = ties.filter(tie => tie !== without)
  const relations = shown.map(({ owner, company, hundredths }) =>
    holds([`N${owner}`, `N${company}`, hundredths === null ? null : hundredths / 100]),
  )
  return networkOf(relations, { nodes, rootId: 'N0' })
}

export function networkOfWorld({ ties, listed }: World, persons: ReadonlySet<string>): Network {
  const ids = new Set(['N0'])
  for (const [owner, company] of ties) ids.add(owner).add(company)
  const nodes = Array.from(ids, id =>
    (persons.has(id) || id.startsWith('U') ? personNode : organizationNode)(id, {
      sanctions: listed.has(id) ? [sanction] : [],
    }),
  )
  const relations = ties.map(([owner, company, hundredths]): Tie => [owner, company, hundredths / 100])
  return networkOf(relations.map(holds), { nodes, rootId: 'N0' })
}

/**
 * A world that a network may be about: unknown shares and the rest of each company are given to owners, old ones and new ones,
 * listed or not. `dice` are numbers from 0 to 1.
 *
 * @param isClean - Whether those who are not named are not listed.
 */
export function worldOf({ ties, listed, persons }: Case, dice: readonly number[], isClean = false): World {
  let rolled = 0
  const roll = () => dice[rolled++ % dice.length] ?? 0
  const pick = <Item>(items: readonly Item[]) =>
    items[Math.min(items.length - 1, Math.floor(roll() * items.length))]
  const ids = Array.from({ length: sizeOf(ties) }, (_, at) => `N${at}`)
  const all = new Map<string, Map<string, number>>()
  for (const id of ids.filter(one => !persons.has(one))) {
    const ofCompany = ties.filter(({ company }) => `N${company}` === id)
    const held = new Map<string, number>()
    const add = (owner: string, part: number) => part > 0 && held.set(owner, (held.get(owner) ?? 0) + part)
    let left = 100 - ofCompany.reduce((sum, { hundredths }) => sum + (hundredths ?? 0), 0)
    for (const { owner, hundredths } of ofCompany) {
      const part = hundredths ?? Math.floor(left * (pick([0, 0.5, 1, roll()]) ?? 0))
      if (hundredths === null) left -= part
      add(`N${owner}`, part)
    }
    for (let more = 0; more < 2 && left > 0; more += 1) {
      const owner = pick(isClean ? ['C0', 'C1'] : ['U0', 'U0', 'U1', 'C0', ...listed]) ?? 'U0'
      const part = more === 1 ? left : Math.floor(left * (pick([0.5, 1, 1, roll()]) ?? 0))
      if (owner !== id) add(owner, part)
      left -= part
    }
    all.set(id, held)
  }
  return {
    ties: [...all].flatMap(([company, held]) =>
      Array.from(held, ([owner, part]) => [owner, company, part] as const),
    ),
    listed: new Set([...listed, 'U0', 'U1']),
  }
}

/**
 * Whether N0 is blocked in a world, written anew: sums in hundredths, tier by tier. With `isNet`, also if the own shares of each
 * company are taken out, or those alone that no listed party holds.
 */
export function isBlockedIn({ ties, listed }: World, regime: Regime, isNet = false): boolean {
  const companies = [...new Set(ties.map(([, company]) => company))]
  const ownersOf = new Map(companies.map(company => [company, ties.filter(tie => tie[1] === company)]))
  const none: ReadonlySet<string> = new Set()
  const groupsOf = (company: string) =>
    isNet
      ? [none, none, listed].map((apart, at) => (at === 0 ? none : ownGroup(company, ownersOf, apart)))
      : [none]
  const groups = new Map(companies.map(company => [company, groupsOf(company)]))
  const isEnough = (company: string, blocked: ReadonlySet<string>) =>
    (groups.get(company) ?? []).some(own => isEnoughOf(company, blocked, own))
  const isEnoughOf = (company: string, blocked: ReadonlySet<string>, own: ReadonlySet<string>) => {
    let [held, rest] = [0, 100]
    for (const [owner, , part] of ownersOf.get(company) ?? []) {
      if (own.has(owner)) rest -= part
      else if (blocked.has(owner)) held += part
    }
    if (rest <= 0) return false
    return regime === 'uk' ? 2 * held > rest : 2 * held >= rest
  }
  const spread = (seeds: readonly string[]) => {
    const blocked = new Set(seeds)
    for (let before = -1; before < blocked.size; ) {
      before = blocked.size
      for (const company of companies) if (isEnough(company, blocked)) blocked.add(company)
    }
    return blocked.has('N0')
  }
  return regime === 'uk' ? [...listed].some(one => spread([one])) : spread([...listed])
}

/** A company and all of which it holds more than half. */
function ownGroup(
  company: string,
  ownersOf: ReadonlyMap<string, World['ties']>,
  apart: ReadonlySet<string>,
): Set<string> {
  const group = new Set([company])
  for (let before = 0; before < group.size; ) {
    before = group.size
    for (const [one, held] of ownersOf) {
      const sum = held.reduce((total, [owner, , part]) => total + (group.has(owner) ? part : 0), 0)
      if (sum > 50 && !apart.has(one)) group.add(one)
    }
  }
  return group
}
