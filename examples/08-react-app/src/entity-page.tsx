import { useQuery } from '@tanstack/react-query'
import type { Entity } from 'entity-screening-sdk'
import type { ScreeningQueries } from 'entity-screening-sdk/react-query'
import { NetworkPicture } from './network-picture.tsx'
import { Failure, Loading } from './notices.tsx'
import { Risk } from './risk.tsx'
import { isPending, useEntities } from './use-entities.ts'

interface Properties {
  entityId: string
  screening: ScreeningQueries
}

/** The service has no operation for a single entity: the list has it. */
export function EntityPage({ entityId, screening }: Properties) {
  const { data: entities, error, refetch } = useEntities(screening)
  const entity = entities?.find(({ id }) => id === entityId)
  return (
    <article>
      <p>
        <a href="#/">
          <span aria-hidden="true">← </span>All entities
        </a>
      </p>
      {error && <Failure error={error} onRetry={refetch} />}
      {!entities && !error && <Loading what="the entity" />}
      {entities && !entity && <p className="notice">There is no such entity.</p>}
      {entity && <Details entity={entity} screening={screening} />}
    </article>
  )
}

/** The keyboard focus continues here after a link. */
function focus(heading: HTMLElement | null) {
  heading?.focus()
}

function Details({
  entity,
  screening,
}: {
  entity: Entity
  screening: ScreeningQueries
}) {
  return (
    <>
      <title>{`${entity.name} – Entity screening`}</title>
      <h2 tabIndex={-1} ref={focus}>
        {entity.name}
      </h2>
      <p>
        <Risk entity={entity} />{' '}
        {entity.riskScore !== null && `Score ${entity.riskScore}`}
      </p>
      <dl>
        <dt>Type</dt>
        <dd>{entity.type}</dd>
        <dt>Country</dt>
        <dd>{entity.countryCode ?? 'not known'}</dd>
        <dt>Registration</dt>
        <dd>{entity.registration ?? 'not known'}</dd>
        <dt>Case status</dt>
        <dd>{entity.caseStatus}</dd>
      </dl>
      <section aria-labelledby="network">
        <h3 id="network">Network</h3>
        {isPending(entity) ? (
          <p role="status" className="notice">
            Screening is under way …
          </p>
        ) : (
          <EntityNetwork entityId={entity.id} screening={screening} />
        )}
      </section>
    </>
  )
}

function EntityNetwork({ entityId, screening }: Properties) {
  const {
    data: network,
    error,
    refetch,
  } = useQuery(screening.entities.network(entityId))
  if (network) return <NetworkPicture network={network} />
  return error ? (
    <Failure error={error} onRetry={refetch} />
  ) : (
    <Loading what="the network" />
  )
}
