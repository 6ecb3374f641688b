import { controlling, heldBy, type Spreading, spread } from '../control/spread.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { isMajority, parts } from '../graph/share.ts'
import { effectiveShares } from '../ownership/ownership-of.ts'
import { lookUp } from '../ownership/upward.ts'
import type { OwnerRule } from './rules.ts'

/** By what somebody is an owner of a company. */
export interface Interests {
  /** By shares, multiplied and added, or by votes that are held directly. */
  readonly owns: boolean
  readonly controls: boolean
  /** By ownership of some and control of others in one chain. */
  readonly mixes: boolean
}

/** By id, the interests in a company of everybody above it who may be a person; unknown shares count at their least or at their most. */
export function interestsIn(
  index: NetworkIndex,
  company: string,
  { reaches, isMixed }: Pick<OwnerRule, 'reaches' | 'isMixed'>,
  bound: 'min' | 'max',
): Map<string, Interests> {
  const control = controlling(index, held => isMajority(held[bound]))
  const above = partiesAbove(index, company)
  const typeOf = (id: string) => index.parties.get(id)?.type
  const controllers = controllersAmong(above, company, control)
  const companies = [...controllers].filter(one => typeOf(one) !== 'person')
  const persons = [...above].filter(party => typeOf(party) !== 'organization')
  const controlledBy = new Map(persons.map(person => [person, spread([person], control)]))
  const effectiveIn = new Map(
    [company, ...(isMixed ? companies : [])].map(one => [one, effectiveIds(index, one, bound)]),
  )
  const ownsIn = (party: string, one: string) =>
    reaches(effectiveIn.get(one)?.get(party) ?? 0) || holdsIn(index, one, id => id === party, reaches, bound)
  const holdsThrough = (party: string, one: string) => {
    const controlled = controlledBy.get(party)
    return holdsIn(index, one, id => id === party || controlled?.has(id) === true, reaches, bound)
  }
  return new Map(
    persons.map(party => [
      party,
      {
        owns: ownsIn(party, company),
        controls: controllers.has(party),
        mixes:
          (!ownsIn(party, company) && holdsThrough(party, company)) ||
          (isMixed &&
            companies.some(one => one !== party && (ownsIn(party, one) || holdsThrough(party, one)))),
      },
    ]),
  )
}

/** Who controls a company, those nearest to it first: whoever controls one of them controls it, too. */
function controllersAmong(above: ReadonlySet<string>, company: string, control: Spreading): Set<string> {
  const controllers = new Set<string>()
  const isThere = (id: string) => id === company || controllers.has(id)
  for (const party of above) {
    if ([...spread([party], { ...control, until: isThere })].some(isThere)) controllers.add(party)
  }
  return controllers
}

/** What each party owns of a company, in parts of a trillion. */
function effectiveIds(index: NetworkIndex, company: string, bound: 'min' | 'max'): Map<string, number> {
  const upward = lookUp(index, company)
  const { of } = effectiveShares(upward)
  return new Map(upward.ids.map((id, point) => [id, parts(of[point]?.[bound] ?? 0)]))
}

/** Whether some hold enough of the shares or of the votes of a company themselves. */
function holdsIn(
  { shares, votes }: NetworkIndex,
  company: string,
  isHolder: (id: string) => boolean,
  reaches: OwnerRule['reaches'],
  bound: 'min' | 'max',
): boolean {
  return [shares, votes].some(holdings => reaches(heldBy(holdings, company, isHolder)[bound]))
}

/** Everybody from whom shares, votes or control lead to a company. */
function partiesAbove({ shares, votes, controls }: NetworkIndex, company: string): Set<string> {
  const controllers = new Map<string, string[]>()
  for (const [owner, companies] of controls) {
    for (const one of companies) controllers.set(one, [...(controllers.get(one) ?? []), owner])
  }
  const reached = new Set([company])
  for (const one of reached) {
    for (const { ofCompany } of [shares, votes])
      for (const { owner } of ofCompany.get(one) ?? []) reached.add(owner)
    for (const owner of controllers.get(one) ?? []) reached.add(owner)
  }
  reached.delete(company)
  return reached
}
