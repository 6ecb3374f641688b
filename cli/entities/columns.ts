import { caseStatuses, riskLevels } from '../../src/contract/values.ts'
import type { Entity } from '../../src/model/entity.ts'
import { didYouMean } from '../../src/shared/text/did-you-mean.ts'
import { normalizeRiskLabel } from '../../src/shared/text/normalize-risk-label.ts'
import type { Column } from '../output/table.ts'

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
    style: ({ riskLevel }) => (riskLevel === null ? null : (colours[riskLevel] ?? null)),
  },
  { heading: 'SCORE', cell: entity => entity.riskScore, isRight: true },
  { heading: 'UPDATED', cell: entity => entity.lastUpdate, isOptional: true },
]

/** Entities as CSV, under the names of the API. */
export const entityFields: readonly Column<Entity>[] = (
  [
    'id',
    'name',
    'type',
    'countryCode',
    'registration',
    'caseStatus',
    'riskLevel',
    'riskScore',
    'platformId',
    'createdAt',
    'updatedAt',
    'dueDate',
  ] as const
).map(name => ({ heading: name, cell: entity => entity[name] }))

const colours: Readonly<Record<string, 'red' | 'yellow' | 'green'>> = {
  high: 'red',
  medium: 'yellow',
  low: 'green',
}

/** Levels and statuses are open sets: where nothing is found, one that is not known may be misspelt. */
export function misspellings(risks: readonly string[], status?: string): string[] {
  const warn = (flag: string, given: string, known: readonly string[]) =>
    known.includes(given)
      ? []
      : [`warning: ${flag} "${given}" is not one of ${known.join(', ')}${didYouMean(given, known)}`]
  return [
    ...risks.flatMap(risk => warn('--risk', normalizeRiskLabel(risk), riskLevels)),
    ...(status === undefined ? [] : warn('--status', status, caseStatuses)),
  ]
}
