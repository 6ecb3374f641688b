import { contentOf } from '../../shared/content.ts'
import { oneLine } from '../../shared/text/invisible.ts'
import type { NamedParty } from '../graph/parties.ts'
import type { EvidenceRecord } from './evidence.ts'

/** Not compared: when a record was made, and what follows from the rest of it. */
const passedOver = new Set(
  'kind readAt computedAt previous changes regimes reasoning notice namesakes hits'.split(' '),
)

/** What is not as it was in the record before, in sentences. */
export function changesSince(before: EvidenceRecord, now: EvidenceRecord): string[] {
  const [old, current] = [itemsIn(before), itemsIn(now)]
  return [...new Set([...current.keys(), ...old.keys()])].flatMap(name => {
    const [was, is] = [old.get(name), current.get(name)]
    if (is === undefined) return oneLine(`No longer there, ${name}`)
    if (was === undefined) return oneLine(`New ${name}`)
    if (contentOf(was.contents) === contentOf(is.contents)) return []
    return oneLine(`Changed ${name}${was.value === is.value ? '' : ` (${was.value} → ${is.value})`}`)
  })
}

/** What a sentence may be about, by its name: all that stands in the record under it, and its value where that is one word. */
function itemsIn(record: EvidenceRecord) {
  const { network, sanctions, ownership, owners, doubts, judged, decision, ...rest } = record
  const { nodes, relations, ...others } = network
  const names = new Map(nodes.map(node => [node.id, called(node)]))
  const nameOf = (id: string) => names.get(id) ?? id
  const items = new Map<string, { readonly contents: string[]; readonly value: string }>()
  const add = (name: string, whole: unknown, value = '') => {
    const item = items.get(name)
    if (item === undefined) items.set(name, { contents: [contentOf(whole)], value })
    else item.contents.push(contentOf(whole))
  }
  for (const one of sanctions) add(`result: ${one.regime.toUpperCase()} rule`, one, wordsOf(one.verdict))
  add('decision', decision, decision?.conclusion ?? 'none')
  for (const { sanctions, pep, adverseMedia, risks, ...node } of nodes) {
    for (const [list, entries] of Object.entries({ sanctions, pep, adverseMedia }))
      for (const entry of entries)
        add(`entry: ${called(node)}, ${wordsOf(list)}: ${entry.name ?? 'without a name'}`, entry)
    for (const risk of risks) add(`risk factor: ${called(node)}: ${textOf(risk)}`, risk)
    add(`party: ${called(node)}`, node)
  }
  for (const one of relations)
    add(`relation: ${nameOf(one.source)} → ${nameOf(one.target)}, ${one.type}`, one)
  for (const owner of ownership?.owners ?? []) add(`owner: ${called(owner)}`, owner)
  for (const owner of owners?.owners ?? []) add(`beneficial owner: ${called(owner)}`, owner)
  for (const doubt of doubts) add(`doubt: ${doubt}`, doubt)
  for (const id of judged.listed) add(`party listed: ${nameOf(id)}`, id)
  for (const one of judged.possiblyListed) add(`party possibly listed: ${nameOf(one.id)}`, one)
  for (const [field, value] of Object.entries({ ...rest, network: others, ownerRule: owners?.rule ?? null }))
    if (!passedOver.has(field)) add(field, value)
  return items
}

function called({ id, name }: NamedParty): string {
  return name ?? id
}

/** What may be of any form, such as a risk factor. */
export function textOf(risk: unknown): string {
  return typeof risk === 'string' ? risk : JSON.stringify(risk)
}

/** `nothing_found` and `adverseMedia` in words. */
function wordsOf(name: string): string {
  return name.replaceAll('_', ' ').replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
}
