import { contentOf } from '../../shared/content.ts'
import { type Likeness, matchUp, whoeverIsLeft } from '../../shared/pairs.ts'
import { oneLine } from '../../shared/text/invisible.ts'
import type { NamedParty } from '../graph/parties.ts'
import type { EvidenceRecord } from './evidence.ts'

/** Something in a record that may be another, or not be there, in the next one: known again by its key. */
interface Item {
  readonly what: string
  readonly key: string
  /** How a sentence names it. */
  readonly said: string
  /** All that is compared of it. */
  readonly whole: unknown
}

/** Not compared: when a record was made, and what follows from the rest of it. */
const passedOver = new Set(
  'kind readAt computedAt previous changes regimes reasoning notice namesakes hits'.split(' '),
)

const wholeOf = ({ whole }: Item) => contentOf(whole)
const likeness: Likeness<Item> = {
  identity: ({ what, key }) => contentOf([what, key]),
  facts: wholeOf,
  rounds: [wholeOf, whoeverIsLeft],
}

/** What is not as it was in the record before, in sentences. */
export function changesSince(before: EvidenceRecord, now: EvidenceRecord): string[] {
  return matchUp(itemsIn(before), itemsIn(now), likeness).flatMap(match => {
    if (match.state !== 'kept') {
      const { what, said } = match.item
      return oneLine(match.state === 'new' ? `New ${what}: ${said}` : `No longer there, ${what}: ${said}`)
    }
    const { before: old, after } = match
    if (wholeOf(old) === wholeOf(after)) return []
    const from = old.said === after.said ? '' : ` (before: ${old.said})`
    return oneLine(`Changed ${after.what}${after.said === '' ? '' : `: ${after.said}${from}`}`)
  })
}

function itemsIn(record: EvidenceRecord): Item[] {
  const { network, sanctions, ownership, owners, doubts, judged, decision, ...rest } = record
  const { nodes, relations, ...others } = network
  const names = new Map(nodes.map(node => [node.id, called(node)]))
  const nameOf = (id: string) => names.get(id) ?? id
  const singles = { ...rest, network: others, ownerRule: owners?.rule ?? null }
  return [
    ...itemsOf(
      'result',
      sanctions,
      one => `${one.regime.toUpperCase()} rule, ${wordsOf(one.verdict)}`,
      one => one.regime,
    ),
    ...nodes.flatMap(({ sanctions, pep, adverseMedia, risks, ...node }) => [
      ...Object.entries({ sanctions, pep, adverseMedia }).flatMap(([list, entries]) =>
        itemsOf(
          'entry',
          entries,
          ({ name }) => `${called(node)}, ${wordsOf(list)}: ${name ?? 'without a name'}`,
        ),
      ),
      ...itemsOf(
        'risk factor',
        risks,
        risk => `${called(node)}: ${typeof risk === 'string' ? risk : JSON.stringify(risk)}`,
      ),
      ...itemsOf('party', [node], called, ({ id }) => id),
    ]),
    ...itemsOf('relation', relations, one => `${nameOf(one.source)} → ${nameOf(one.target)}, ${one.type}`),
    ...itemsOf('owner', ownership?.owners ?? [], called, ({ id }) => id),
    ...itemsOf('beneficial owner', owners?.owners ?? [], called, ({ id }) => id),
    ...itemsOf('doubt', doubts, String),
    ...itemsOf('party listed', judged.listed, nameOf),
    ...itemsOf('party possibly listed', judged.possiblyListed, ({ id }) => nameOf(id)),
    ...itemsOf(
      'decision',
      [decision],
      one => one?.conclusion ?? 'none',
      () => '',
    ),
    ...Object.entries(singles).flatMap(([field, value]) =>
      passedOver.has(field) ? [] : itemsOf(field, [value], () => ''),
    ),
  ]
}

function itemsOf<Value>(
  what: string,
  list: readonly Value[],
  saidOf: (value: Value) => string,
  keyOf = saidOf,
): Item[] {
  return list.map(whole => ({ what, key: keyOf(whole), said: saidOf(whole), whole }))
}

function called({ id, name }: NamedParty): string {
  return name ?? id
}

/** `nothing_found` and `adverseMedia` in words. */
function wordsOf(name: string): string {
  return name.replaceAll('_', ' ').replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
}
