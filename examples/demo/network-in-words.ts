import type { Network, NetworkNode, Relation } from 'entity-screening-sdk'
import { type Hit, listHits } from './hits.ts'

const verbs: Readonly<Record<Hit, string>> = {
  sanctions: 'is sanctioned',
  PEP: 'is politically exposed',
  'adverse media': 'is in adverse media',
}
const percent = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 1,
})

/** What a network says. */
interface Sentences {
  readonly owners: readonly string[]
  readonly officers: readonly string[]
  readonly hits: readonly string[]
}

/** A network as sentences: who owns whom, who has which role, and who has which hits. */
export function networkInWords({ nodes, relations }: Network): Sentences {
  const parties = new Map(nodes.map(node => [node.id, node]))
  const ofType = (type: Relation['type']) =>
    relations.filter(relation => relation.type === type)
  const name = (id: string) => nameOf(parties.get(id), id)
  return {
    owners: ofType('ShareholdingRelationship').map(
      ({ source, target, details }) => {
        const country = parties.get(source)?.countryCode ?? 'country not known'
        return `${name(source)} (${country}) owns ${describeShare(details.exactShare)} of ${name(target)}`
      },
    ),
    officers: ofType('RoleRelationship').map(
      ({ source, target, details, label }) => {
        return `${name(source)} is ${details.keyPosition ?? label ?? 'an officer'} of ${name(target)}`
      },
    ),
    hits: nodes.flatMap(describeHits),
  }
}

function describeShare(fraction: number | null): string {
  return fraction === null ? 'a part' : percent.format(fraction)
}

/** The specification leaves the fields of a sanctions entry open: its programme is shown where it has one. */
function describeHits(node: NetworkNode): string[] {
  const programs = node.sanctions
    .map(({ unknownFields }) => unknownFields.program)
    .filter(program => typeof program === 'string')
  return listHits(node).map(hit => {
    const more =
      hit === 'sanctions' && programs.length > 0 ? `: ${programs.join(', ')}` : ''
    return `${nameOf(node, node.id)} ${verbs[hit]}${more}`
  })
}

function nameOf(node: NetworkNode | undefined, id: string): string {
  return node?.name ?? node?.fullName ?? id
}
