import type { Relation } from '../../model/network.ts'
import { lettersOf } from '../../reading/letters.ts'
import type { RelationReading } from './relation-reading.ts'

const capacity = '(-as-(?:trust|firm|control-over-trust|control-over-firm))?'
const entity = '(?:-limited-liability-partnership|-registered-overseas-entity)?'
const holdingNature = new RegExp(
  `^(ownership-of-shares|voting-rights|(?:part-)?right-to-share-surplus-assets)-(25-to-50|50-to-75|75-to-100|more-than-25)-percent${capacity}${entity}$`,
)
const controlNature = new RegExp(
  `^(?:right-to-appoint-and-remove-(?:directors|members|person)|significant-influence-or-control)${capacity}${entity}$`,
)

/** How the codes of the register begin. */
const nature = /^(ownership-of-shares|voting-rights|(part-)?right-to|significant-influence|registered-owner)-/

const bands = new Map([
  ['25-to-50', { min: 0.25, max: 0.5, isMinExclusive: true }],
  ['50-to-75', { min: 0.5, max: 0.75, isMinExclusive: true }],
  ['75-to-100', { min: 0.75, max: 1 }],
  ['more-than-25', { min: 0.25, max: 1, isMinExclusive: true }],
])

/**
 * Reads the natures of control of the UK register of persons with significant control, such as
 * `ownership-of-shares-75-to-100-percent-as-trust`, from the label, role type and key position of a relation, and from its field
 * `natures_of_control`. Returns undefined if there are none, or if one of them is not known: the list of 2026 without the land
 * that an overseas entity holds as a nominee.
 *
 * @example
 * const index = indexNetwork(await client.entities.network(id), { readRelation: readPscRelation })
 */
export function readPscRelation(relation: Relation): readonly RelationReading[] | undefined {
  const { label, details, unknownFields } = relation
  const fields = Object.entries({ ...details.unknownFields, ...unknownFields })
  const listed = fields.flatMap(([name, value]) => (lettersOf(name) === 'naturesofcontrol' ? value : []))
  const texts = [label, details.roleType, details.keyPosition].map(toCode).filter(text => nature.test(text))
  const natures = [...new Set([...texts, ...listed.map(toCode)])]
  const readings = natures.map(readNature)
  return readings.length > 0 && readings.every(reading => reading !== null) ? readings : undefined
}

function toCode(text: unknown): string {
  return typeof text === 'string' ? text.trim().toLowerCase().replaceAll('_', '-') : ''
}

function readNature(code: string): RelationReading | null {
  const [, right, band = '', holdingCapacity] = holdingNature.exec(code) ?? []
  const range = bands.get(band)
  if (right !== undefined && range !== undefined)
    return {
      kind: right === 'voting-rights' ? 'votes' : 'shares',
      ...range,
      // The register counts direct and indirect holdings alike.
      isIndirect: null,
      ...(holdingCapacity !== undefined && { isForOthers: true }),
    }
  const control = controlNature.exec(code)
  return control && { kind: 'control', ...(control[1] !== undefined && { isForOthers: true }) }
}
