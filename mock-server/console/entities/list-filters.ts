import type { EntityOrder } from '../../admin/entities.ts'

export const typeFilters = { '': 'Any', organization: 'Organizations', person: 'Persons' }
export const levelFilters = { '': 'Any', low: 'Low', medium: 'Medium', high: 'High', '-': 'Not screened yet' }

/** The filters of the list, and the order of the list. A blank filter matches every entity. */
export interface ListFilters {
  readonly name: string
  readonly type: keyof typeof typeFilters
  readonly riskLevel: keyof typeof levelFilters
  readonly caseStatus: string
  readonly order: EntityOrder
}

export const blankFilters: ListFilters = {
  name: '',
  type: '',
  riskLevel: '',
  caseStatus: '',
  order: 'newest',
}
