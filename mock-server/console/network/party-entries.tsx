/** @jsxImportSource preact */
import { Fragment } from 'preact'
import type { GraphNode, NetworkGraph } from '../../../src/network/index.ts'
import { sentenceOf } from '../../../src/network/picture/svg/lines.ts'
import type { NetworkNode } from './read-network.ts'

interface Entry {
  readonly name: string | null
  readonly sources: readonly string[]
  readonly position?: string | null
  readonly extra: Readonly<Record<string, unknown>>
}

/** A party of a network: what it is, what it has to do with whom, and every entry against it. */
export function PartyEntries({
  party,
  nodes,
  graph,
}: {
  party: GraphNode
  nodes: readonly NetworkNode[]
  graph: NetworkGraph
}) {
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name ?? id]))
  const lines = graph.edges.filter(({ source, target }) => source === party.id || target === party.id)
  const sentences = [...new Set(lines.map(line => sentenceOf(line, id => names.get(id) ?? id)))]
  const { count, withHits } = party.folded
  return (
    <section class="party" aria-live="polite" aria-label="Party">
      <h4>{party.name ?? 'No name'}</h4>
      {nodes.length === 0 && <p>Relations name it, and the network does not have it.</p>}
      {nodes.map((node, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nodes of one id have no other.
        <Fragment key={index}>
          <p class="facts">{factsOf(node).join(' · ')}</p>
          <Entries title="Sanctions" entries={node.sanctions} />
          <Entries title="Politically exposed" entries={node.pep} />
          <Entries title="Adverse media" entries={node.adverseMedia} />
          {node.sanctions.length + node.pep.length + node.adverseMedia.length === 0 && (
            <p>No entry against it, which is no clearance.</p>
          )}
        </Fragment>
      ))}
      {count > 0 && (
        <p>
          {count} more parties behind it are not drawn, {withHits} of them with hits or possibly blocked.
        </p>
      )}
      {sentences.length > 0 && (
        <ul class="sentences">
          {sentences.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function factsOf({ type, countryCode, calculatedRiskScore, birthDate, registrationNumber, id }: NetworkNode) {
  return [
    type ?? 'type not known',
    countryCode ?? 'country not known',
    `risk ${calculatedRiskScore ?? 'not known'}`,
    ...(birthDate === null ? [] : [`born ${birthDate}`]),
    ...(registrationNumber === null ? [] : [registrationNumber]),
    id,
  ]
}

function Entries({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return entries.map(({ name, position, sources, extra }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identifier, and their order does not change.
    <div class="entry" key={index}>
      <h5>{title}</h5>
      <dl>
        <Fact of="Name" is={name} />
        <Fact of="Position" is={position} />
        {Object.entries(extra).map(([field, value]) => (
          <Fact
            key={field}
            of={wordsOf(field)}
            is={typeof value === 'string' ? value : JSON.stringify(value)}
          />
        ))}
        {sources.map(source => (
          <Fact key={source} of="Source" is={source} />
        ))}
      </dl>
    </div>
  ))
}

function Fact({ of, is }: { of: string; is: string | null | undefined }) {
  if (is === null || is === undefined) return null
  return (
    <>
      <dt>{of}</dt>
      <dd>{is}</dd>
    </>
  )
}

/** `listed_on` is "Listed on". */
function wordsOf(field: string): string {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
