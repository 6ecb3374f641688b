/** @jsxImportSource preact */
import type { NetworkGraph } from '../../../src/network/index.ts'
import { describeEdge } from '../../../src/network/picture/svg/lines.ts'
import { isRecord, type JsonRecord } from '../../../src/shared/json.ts'
import { CopyableId } from '../elements/copy-button.tsx'
import { Facts } from '../elements/facts.tsx'

interface PartyProps {
  readonly party: NetworkGraph['nodes'][number]
  readonly node: JsonRecord | undefined
  readonly graph: NetworkGraph
}

/** Shows a party of a network: its fields, its relations, and its entries. */
export function PartyEntries({ party, node, graph }: PartyProps) {
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name ?? id]))
  const lines = graph.edges.filter(({ source, target }) => source === party.id || target === party.id)
  const sentences = new Set(lines.map(line => describeEdge(line, id => names.get(id) ?? id)))
  const { count, withHits } = party.folded
  const { sanctions, pep, adverseMedia, risks } = party.hits
  const factors = listValues(node?.risks)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <section class="party" aria-live="polite" aria-label="Party" tabIndex={0}>
      <h3>{party.name ?? 'No name'}</h3>
      {node === undefined ? (
        <p>Relations name it, and the network does not have it.</p>
      ) : (
        <>
          <p class="dim">{describeParty(node).join(' · ')}</p>
          <p>
            <CopyableId label="party id" id={party.id} />
          </p>
        </>
      )}
      <EntryList title="Sanctions" entries={node?.sanctions} />
      <EntryList title="Politically exposed" entries={node?.pep} />
      <EntryList title="Adverse media" entries={node?.adverse_media} />
      {factors.length > 0 && <p>Risk factors: {factors.map(formatFieldValue).join(', ')}</p>}
      {sanctions + pep + adverseMedia + risks === 0 && <p>No entry against it, which is no clearance.</p>}
      {count > 0 && (
        <p>
          {count} more parties behind it are not drawn, {withHits} of them with hits or possibly blocked.
        </p>
      )}
      <ul>
        {[...sentences].map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}

function describeParty({
  type,
  country_code,
  calculatedRiskScore,
  birth_date,
  registration_number,
}: JsonRecord) {
  return [
    formatFieldValue(type ?? 'type not known'),
    formatFieldValue(country_code ?? 'country not known'),
    `risk ${formatFieldValue(calculatedRiskScore ?? 'not known')}`,
    ...(birth_date === undefined ? [] : [`born ${formatFieldValue(birth_date)}`]),
    ...(registration_number === undefined ? [] : [formatFieldValue(registration_number)]),
  ]
}

/** Returns the values of a list. A loaded network may have a single value in place of a list. */
function listValues(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** Shows entries with all their fields. A value that is not an object may be a hit, so it is shown unchanged. */
function EntryList({ title, entries }: { title: string; entries: unknown }) {
  const records = listValues(entries).map(entry => (isRecord(entry) ? entry : { unreadable: entry }))
  if (records.length === 0) return null
  return (
    <>
      <h4>{title}</h4>
      {records.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identifier, and their order does not change.
        <Facts key={index} facts={labelFields(entry)} />
      ))}
    </>
  )
}

/** Converts field names to labels: `listed_on` becomes "listed on". */
function labelFields(entry: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entry).map(([field, value]) => [field.replaceAll('_', ' '), formatFieldValue(value)]),
  )
}

function formatFieldValue(value: unknown): string {
  if (typeof value === 'string') return value
  const isTextList = Array.isArray(value) && value.every(item => typeof item === 'string')
  return isTextList ? value.join(', ') : JSON.stringify(value)
}
