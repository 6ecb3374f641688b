import type { Network, NetworkNode, Relation, RiskEntry } from 'entity-screening-sdk'
import { useState } from 'react'

const atFirst = 50
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** Everybody around an entity, those first against whom something is held. */
export function NetworkList({ network }: { network: Network }) {
  const [showsAll, setShowsAll] = useState(false)
  const names = new Map(network.nodes.map(node => [node.id, nameOf(node)]))
  const relations = bySource(network.relations)
  const nodes = network.nodes.toSorted((left, right) => hitsOf(right).length - hitsOf(left).length)
  return (
    <>
      <ul className="network" aria-labelledby="network">
        {nodes.slice(0, showsAll ? undefined : atFirst).map(node => (
          <li key={node.id}>
            <Party node={node} relations={relations.get(node.id) ?? []} nameOf={id => names.get(id) ?? id} />
          </li>
        ))}
      </ul>
      {!showsAll && nodes.length > atFirst && (
        <button type="button" onClick={() => setShowsAll(true)}>
          Show all {nodes.length}
        </button>
      )}
    </>
  )
}

function bySource(relations: readonly Relation[]): ReadonlyMap<string, readonly Relation[]> {
  const found = new Map<string, Relation[]>()
  for (const relation of relations) {
    const others = found.get(relation.source)
    if (others === undefined) found.set(relation.source, [relation])
    else others.push(relation)
  }
  return found
}

interface PartyProperties {
  node: NetworkNode
  relations: readonly Relation[]
  nameOf: (id: string) => string
}

function Party({ node, relations, nameOf: name }: PartyProperties) {
  const hits = hitsOf(node)
  return (
    <>
      <h4>{nameOf(node)}</h4>
      <p>
        {[node.type, node.countryCode, node.birthDate && `born ${node.birthDate}`].filter(Boolean).join(', ')}
      </p>
      {relations.length > 0 && <p>{relations.map(relation => describe(relation, name)).join('; ')}</p>}
      {hits.length === 0 ? (
        <p className="quiet">Nothing found</p>
      ) : (
        <ul className="hits">
          {hits.map(({ kind, entry, about }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identifier, and their order does not change.
            <li key={index}>
              <strong>{kind}</strong> {[entry.name, about].filter(Boolean).join(', ')} <Sources of={entry} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Addresses come from elsewhere: only those of the web become links. */
function Sources({ of: { sources } }: { of: RiskEntry }) {
  return sources.map((source, index) =>
    /^https?:/i.test(source) ? (
      <a key={source} href={source} rel="noreferrer" target="_blank">
        Source {index + 1}
      </a>
    ) : (
      <span key={source}>{source}</span>
    ),
  )
}

interface Hit {
  kind: string
  entry: RiskEntry
  about: string | null
}

function hitsOf({ sanctions, pep, adverseMedia }: NetworkNode): Hit[] {
  return [
    ...sanctions.map(entry => ({ kind: 'Sanctions', entry, about: programOf(entry) })),
    ...pep.map(entry => ({ kind: 'Politically exposed', entry, about: entry.position })),
    ...adverseMedia.map(entry => ({ kind: 'Adverse media', entry, about: null })),
  ]
}

/** The specification leaves open what a sanctions entry holds beyond its name. */
function programOf({ extra }: RiskEntry): string | null {
  return typeof extra.program === 'string' ? extra.program : null
}

function nameOf({ name, fullName, id }: NetworkNode): string {
  return name ?? fullName ?? id
}

function describe({ type, target, label, details }: Relation, name: (id: string) => string): string {
  const share = details.exactShare === null ? 'part' : percent.format(details.exactShare)
  if (type === 'ShareholdingRelationship') return `owns ${share} of ${name(target)}`
  if (type === 'RoleRelationship') return `${details.keyPosition ?? label ?? 'has a role'} at ${name(target)}`
  return `${type.replace(/Relationship$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ')}: ${name(target)}`
}
