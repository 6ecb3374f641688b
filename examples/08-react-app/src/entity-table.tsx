import type { Entity } from 'entity-screening-sdk'
import type { ScreeningQueries } from 'entity-screening-sdk/react-query'
import { Failure, Loading } from './notices.tsx'
import { Risk } from './risk.tsx'
import { entityHref } from './route.ts'
import { useEntities } from './use-entities.ts'

export function EntityTable({ screening }: { screening: ScreeningQueries }) {
  const { data: entities, error, refetch } = useEntities(screening)
  return (
    <section aria-labelledby="entities">
      <title>Entity screening</title>
      <h2 id="entities">Entities</h2>
      {error && <Failure error={error} onRetry={refetch} />}
      {!entities && !error && <Loading what="entities" />}
      {entities?.length === 0 && (
        <p className="notice">No entities yet. Create the first one.</p>
      )}
      {entities && entities.length > 0 && <Table entities={entities} />}
    </section>
  )
}

function Table({ entities }: { entities: readonly Entity[] }) {
  return (
    <div className="scrolling">
      <table aria-labelledby="entities">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Risk</th>
            <th scope="col">Score</th>
            <th scope="col">Type</th>
            <th scope="col">Country</th>
            <th scope="col">Updated</th>
          </tr>
        </thead>
        <tbody>
          {entities.map(entity => (
            <tr key={entity.id}>
              <th scope="row">
                <a href={entityHref(entity.id)}>{entity.name}</a>
              </th>
              <td>
                <Risk entity={entity} />
              </td>
              <td>{entity.riskScore ?? '–'}</td>
              <td>{entity.type}</td>
              <td>{entity.countryCode ?? '–'}</td>
              <td>{entity.lastUpdate ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
