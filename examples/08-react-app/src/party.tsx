import type { HitEntry, Network, NetworkNode, Relation } from 'entity-screening-sdk'

const percent = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 1,
})

/** A party of a network: whom it owns or leads, and every entry against it. */
export function Party({ node, network }: { node: NetworkNode; network: Network }) {
  const hits = listHits(node)
  const relations = network.relations.filter(({ source }) => source === node.id)
  const names = new Map(network.nodes.map(other => [other.id, nameOf(other)]))
  return (
    <>
      <h4>{nameOf(node)}</h4>
      <p>
        {[node.type, node.countryCode, node.birthDate && `born ${node.birthDate}`]
          .filter(Boolean)
          .join(', ')}
      </p>
      {relations.length > 0 && (
        <p>
          {relations
            .map(relation => describe(relation, id => names.get(id) ?? id))
            .join('; ')}
        </p>
      )}
      {hits.length === 0 ? (
        <p className="quiet">Nothing found</p>
      ) : (
        <ul className="hits">
          {hits.map(({ kind, entry, about }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: their order does not change.
            <li key={index}>
              <strong>{kind}</strong>{' '}
              {[entry.name, about].filter(Boolean).join(', ')}{' '}
              <Sources of={entry} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Addresses come from elsewhere: only those of the web become links. */
function Sources({ of: { sources } }: { of: HitEntry }) {
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
  entry: HitEntry
  about: string | null
}

function listHits({ sanctions, pep, adverseMedia }: NetworkNode): Hit[] {
  return [
    ...sanctions.map(entry => ({
      kind: 'Sanctions',
      entry,
      about: programOf(entry),
    })),
    ...pep.map(entry => ({
      kind: 'Politically exposed',
      entry,
      about: entry.position,
    })),
    ...adverseMedia.map(entry => ({ kind: 'Adverse media', entry, about: null })),
  ]
}

/** The specification leaves open what a sanctions entry holds beyond its name. */
function programOf({ unknownFields }: HitEntry): string | null {
  return typeof unknownFields.program === 'string' ? unknownFields.program : null
}

function nameOf({ name, fullName, id }: NetworkNode): string {
  return name ?? fullName ?? id
}

function describe(
  { type, target, label, details }: Relation,
  name: (id: string) => string,
): string {
  const share =
    details.exactShare === null ? 'part' : percent.format(details.exactShare)
  if (type === 'ShareholdingRelationship') return `owns ${share} of ${name(target)}`
  if (type === 'RoleRelationship')
    return `${details.keyPosition ?? label ?? 'has a role'} at ${name(target)}`
  return `${type.replace(/Relationship$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ')}: ${name(target)}`
}
