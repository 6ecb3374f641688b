import { caseStatuses, riskLevels } from '../../src/contract/values.ts'
import type { Entity } from '../../src/model/entity.ts'
import { didYouMean } from '../../src/shared/text/did-you-mean.ts'
import { normalizeRiskLabel } from '../../src/shared/text/normalize-risk-label.ts'
import type { TableColumn } from '../output/table.ts'

/** Columns of a table of entities. */
export const entityColumns: readonly TableColumn<Entity>[] = [
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

/** Columns of a CSV of entities. The headings are the client's field names. */
export const entityFields: readonly TableColumn<Entity>[] = (
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

/**
 * Returns warnings about unknown risk levels and statuses, for a search without results. Unknown values are allowed, but may be
 * misspelled.
 */
export function describeMisspellings(risks: readonly string[], status?: string): string[] {
  const warn = (flag: string, value: string, knownValues: readonly string[]) =>
    knownValues.includes(value)
      ? []
      : [
          `warning: ${flag} "${value}" is not one of ${knownValues.join(', ')}${didYouMean(value, knownValues)}`,
        ]
  return [
    ...risks.flatMap(risk => warn('--risk', normalizeRiskLabel(risk), riskLevels)),
    ...(status === undefined ? [] : warn('--status', status, caseStatuses)),
  ]
}
