import { toComparableJson } from '../../shared/content.ts'
import { toOneLine } from '../../shared/text/invisible.ts'
import type { NamedParty } from '../graph/parties.ts'
import type { EvidenceRecord } from './record.ts'

/** The fields of a record that are not compared: times, and fields that are derived from other fields. */
const ignoredFields = new Set(
  'kind readAt computedAt previous changes regimes reasoning notice namesakes hits'.split(' '),
)

/** Describes the differences between two records in sentences. */
export function describeChanges(previous: EvidenceRecord, latest: EvidenceRecord): string[] {
  const [previousItems, currentItems] = [collectItems(previous), collectItems(latest)]
  return [...new Set([...currentItems.keys(), ...previousItems.keys()])].flatMap(name => {
    const [previousItem, currentItem] = [previousItems.get(name), currentItems.get(name)]
    if (currentItem === undefined) return toOneLine(`No longer there, ${name}`)
    if (previousItem === undefined) return toOneLine(`New ${name}`)
    if (toComparableJson(previousItem.contents) === toComparableJson(currentItem.contents)) return []
    return toOneLine(
      `Changed ${name}${previousItem.value === currentItem.value ? '' : ` (${previousItem.value} → ${currentItem.value})`}`,
    )
  })
}

/** Collects the comparable items of a record by name. An item's `value` is its state in one or two words, or an empty string. */
function collectItems(record: EvidenceRecord) {
  const { network, sanctions, ownership, owners, doubts, judged, decision, readings, ...otherFields } = record
  const { nodes, relations, ...networkFields } = network
  const names = new Map(nodes.map(node => [node.id, nameOrId(node)]))
  const nameOf = (id: string) => names.get(id) ?? id
  const items = new Map<string, { readonly contents: string[]; readonly value: string }>()
  const add = (name: string, content: unknown, value = '') => {
    const item = items.get(name)
    if (item === undefined) items.set(name, { contents: [toComparableJson(content)], value })
    else item.contents.push(toComparableJson(content))
  }
  for (const assessment of sanctions)
    add(`result: ${assessment.regime.toUpperCase()} rule`, assessment, toSpacedWords(assessment.verdict))
  add('decision', decision, decision?.conclusion ?? 'none')
  for (const { sanctions, pep, adverseMedia, risks, ...node } of nodes) {
    for (const [list, entries] of Object.entries({ sanctions, pep, adverseMedia }))
      for (const entry of entries)
        add(`entry: ${nameOrId(node)}, ${toSpacedWords(list)}: ${entry.name ?? 'without a name'}`, entry)
    for (const risk of risks) add(`risk factor: ${nameOrId(node)}: ${riskText(risk)}`, risk)
    add(`party: ${nameOrId(node)}`, node)
  }
  for (const [position, relation] of relations.entries()) {
    const name = `relation: ${nameOf(relation.source)} → ${nameOf(relation.target)}, ${relation.type}`
    add(name, { relation, reading: readings?.[position] ?? null })
  }
  for (const owner of ownership?.owners ?? []) add(`owner: ${nameOrId(owner)}`, owner)
  for (const owner of owners?.owners ?? []) add(`beneficial owner: ${nameOrId(owner)}`, owner)
  for (const doubt of doubts) add(`doubt: ${doubt}`, doubt)
  for (const id of judged.listed) add(`party listed: ${nameOf(id)}`, id)
  for (const suspect of judged.possiblyListed) add(`party possibly listed: ${nameOf(suspect.id)}`, suspect)
  for (const [field, value] of Object.entries({
    ...otherFields,
    network: networkFields,
    ownerRule: owners?.rule ?? null,
  }))
    if (!ignoredFields.has(field)) add(field, value)
  return items
}

function nameOrId({ id, name }: NamedParty): string {
  return name ?? id
}

/** Converts a risk factor, which may be any JSON value, to a string. */
export function riskText(risk: unknown): string {
  return typeof risk === 'string' ? risk : JSON.stringify(risk)
}

/**
 * Splits a name into words: `nothing_found` becomes "nothing found", and `adverseMedia` becomes "adverse
 * media".
 */
function toSpacedWords(name: string): string {
  return name.replaceAll('_', ' ').replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
}
