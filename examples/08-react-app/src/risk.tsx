import type { Entity } from 'entity-screening-sdk'
import { isPending } from './use-entities.ts'

export function Risk({ entity }: { entity: Entity }) {
  if (isPending(entity)) return <span className="risk">Screening …</span>
  return (
    <span className="risk" data-level={entity.riskLevel}>
      {entity.riskLabel}
    </span>
  )
}
