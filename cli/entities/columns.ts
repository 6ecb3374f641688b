import type { Entity } from '../../src/model/entity.ts'
import { styleOfLevel } from '../output/colour.ts'
import type { Column } from '../output/column-widths.ts'

/** Entities as a table. */
export const entityColumns: readonly Column<Entity>[] = [
  { heading: 'ID', cell: entity => entity.id },
  { heading: 'NAME', cell: entity => entity.name, isName: true },
  { heading: 'TYPE', cell: entity => entity.type, isOptional: true },
  { heading: 'COUNTRY', cell: entity => entity.countryCode },
  { heading: 'STATUS', cell: entity => entity.caseStatus, isOptional: true },
  {
    heading: 'RISK',
    cell: entity => entity.riskLabel ?? entity.riskLevel,
    style: entity => styleOfLevel(entity.riskLevel),
  },
  { heading: 'SCORE', cell: scoreOf, isRight: true },
  { heading: 'UPDATED', cell: entity => entity.lastUpdate, isOptional: true },
]

/** A score without a level would pass for the result of a screening that is not done. */
function scoreOf({ riskLevel, riskLabel, riskScore }: Entity): number | null {
  return riskLevel === null && riskLabel === null ? null : riskScore
}
