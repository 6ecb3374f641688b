import { heldBy, type Leads, type Measure, shareOf } from '../control/spread.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import type { ExposedParty } from './exposure.ts'
import type { Reached } from './reached.ts'
import type { Doubt } from './standing.ts'

type Reason = Omit<ExposedParty, 'doubt' | 'isAbove'>

/** Why a party was found. Only owners that were found before it count: nobody is the reason of their own reason. */
export function reasonOf(
  { parties }: NetworkIndex,
  by: readonly Measure[],
  reached: Reached,
  id: string,
  seeds: Pick<ReadonlySet<string>, 'has'>,
): Reason & { readonly isEnough: boolean } {
  const { name = null, type = null } = parties.get(id) ?? {}
  if (seeds.has(id)) return { id, name, type, by: 'name', share: null, owners: [], isEnough: true }
  const places = reached.get(id) ?? new Map<string, number>()
  const place = places.get(id) ?? 0
  const isBefore = (owner: string) => (places.get(owner) ?? place) < place
  const weighed = by.map(measure => ({ ...measure, held: heldBy(measure.holdings, id, isBefore) }))
  const [first = null, ...others] = weighed
  if (first === null) return { id, name, type, by: 'owners', share: null, owners: [], isEnough: false }
  // Of shares and votes, the reason is what is enough.
  const { holdings, held, reaches } = others.reduce((one, other) => {
    const more = Number(other.reaches(other.held)) - Number(one.reaches(one.held))
    return more > 0 || (more === 0 && other.held.max > one.held.max) ? other : one
  }, first)
  const owners = (holdings.ofCompany.get(id) ?? []).filter(({ owner }) => isBefore(owner))
  return {
    id,
    name,
    type,
    by: 'owners',
    share: owners.length === 0 ? null : shareOf(held),
    owners: owners.map(one => ({ id: one.owner, share: one.share })),
    isEnough: reaches(held),
  }
}

/** Why somebody is possibly blocked who is not so in their own name. */
export function doubtOf(
  { parties, controls }: NetworkIndex,
  unclear: Leads,
  control: readonly Measure[],
  reached: Reached,
  id: string,
  isEnough: boolean,
): Doubt {
  if (parties.get(id)?.type === 'person') return 'owned_person'
  if (isEnough) return 'owners'
  const places = reached.get(id) ?? new Map<string, number>()
  const place = places.get(id) ?? 0
  const isBefore = (owner: string) => (places.get(owner) ?? place) < place
  const isSaid = (relations: Leads) =>
    [...places.keys()].some(owner => isBefore(owner) && relations.get(owner)?.includes(id))
  if (isSaid(unclear)) return 'relation'
  const isHeld = control.some(({ holdings, reaches }) => reaches(heldBy(holdings, id, isBefore)))
  return isHeld || isSaid(controls) ? 'control' : 'unlisted_owners'
}
