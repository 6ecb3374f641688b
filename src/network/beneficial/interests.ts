import type { NetworkIndex } from '../graph/index-network.ts'
import type { OwnerRule } from './rules.ts'
import type { Structure } from './structure.ts'

/** By what somebody is an owner of a company. */
export interface Interests {
  /** By shares or votes, multiplied and added, or by such that are held directly. */
  readonly owns: boolean
  readonly controls: boolean
  /** By ownership of some and control of others in one chain. */
  readonly mixes: boolean
}

/** By id, the interests in a company of each party above it that may be a person. */
export function interestsIn(
  { parties }: NetworkIndex,
  company: string,
  structure: Structure,
  { isMixed }: Pick<OwnerRule, 'isMixed'>,
): Map<string, Interests> {
  const { isAtMost, above, controllers, reaches, visitControlled, ownedOf, heldOf, companiesOf, ownersIn } =
    structure
  const typeOf = (id: string) => parties.get(id)?.type
  const persons = [...above].filter(party => typeOf(party) !== 'organization')
  const others = new Set(isMixed ? [...controllers].filter(one => typeOf(one) !== 'person') : [])
  /** Who owns enough of a company, multiplied and added, or holds it themselves. */
  const ownersOf = (one: string) => {
    const owned = ownedOf(one)
    const holders = ownersIn(one).filter(party => reaches(heldOf(one, id => id === party)))
    return [...persons.filter(party => reaches(owned(party))), ...holders]
  }
  const owning = new Set(ownersOf(company))
  const owningOthers = new Set([...others].flatMap(one => ownersOf(one).filter(party => party !== one)))
  /** Whether a party and those whom it controls hold enough of one of some companies together. */
  const holdsThrough = (party: string, isAsked: (one: string) => boolean) => {
    const group = new Set<string>()
    const isEnough = (one: string) => isAsked(one) && reaches(heldOf(one, id => group.has(id)))
    let isFound = false
    const isVisited = visitControlled(party, id => {
      group.add(id)
      isFound = companiesOf(id).some(isEnough)
      return isFound
    })
    return isVisited ? isFound : isAtMost
  }
  return new Map(
    persons.map(party => {
      const owns = owning.has(party)
      const mixes =
        owningOthers.has(party) ||
        holdsThrough(party, one => (one === company ? !owns : one !== party && others.has(one)))
      return [party, { owns, controls: controllers.has(party), mixes }]
    }),
  )
}
