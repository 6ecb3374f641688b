import type { ShownRequest } from '../../admin/requests.ts'
import { isFailed } from './is-failed.ts'

/** Filters by outcome, with their labels. */
export const outcomeFilters = {
  all: 'All outcomes',
  success: 'Succeeded',
  refused: 'Refused (4xx)',
  failed: 'Failed (5xx, broken off)',
  changed: 'With fault, scenario or warning',
} as const

export type OutcomeFilter = keyof typeof outcomeFilters

type EntryFilter = (entry: ShownRequest) => boolean

/**
 * Creates a filter by outcome and by text, ignoring case. `status:5xx` and `operation:create` in the text match these fields; the
 * rest must occur in any field except the headers. The filter stores its result for each entry, because it runs over the whole
 * list after each new entry.
 */
export function createRequestFilter(text: string, outcome: OutcomeFilter): EntryFilter {
  const filters = [...readTextFilters(text), ...(outcome === 'all' ? [] : [createOutcomeFilter(outcome)])]
  if (filters.length === 0) return () => true
  const decisions = new WeakMap<ShownRequest, boolean>()
  return entry => {
    const passes = decisions.get(entry) ?? filters.every(filter => filter(entry))
    decisions.set(entry, passes)
    return passes
  }
}

function readTextFilters(text: string): EntryFilter[] {
  const words = text.split(' ').filter(word => word !== '')
  const fieldFilters = words.map(readFieldFilter)
  const remaining = words.filter((_, index) => fieldFilters[index] === undefined).join(' ')
  const filters = fieldFilters.flatMap(filter => filter ?? [])
  return remaining === '' ? filters : [...filters, createTextFilter(remaining)]
}

/** Reads `status:5xx` or `operation:name`. An `x` matches any digit. */
function readFieldFilter(word: string): EntryFilter | undefined {
  const [, field, value = ''] = /^(status|operation):(.+)$/i.exec(word) ?? []
  if (field?.toLowerCase() === 'operation') {
    const name = value.toLowerCase()
    return ({ operation }) => operation?.toLowerCase().includes(name) === true
  }
  if (field === undefined || !/^\d[\dx]{0,2}$/i.test(value)) return undefined
  const status = new RegExp(`^${value.replaceAll(/x/gi, '\\d')}`)
  return entry => status.test(String(entry.status))
}

function createOutcomeFilter(outcome: OutcomeFilter): EntryFilter {
  return entry => hasOutcome(entry, outcome)
}

function hasOutcome(entry: ShownRequest, outcome: OutcomeFilter): boolean {
  const { status, fault, scenario, warning } = entry
  switch (outcome) {
    case 'all':
      return true
    case 'success':
      return status >= 200 && status < 400 && !isFailed(entry)
    case 'refused':
      return status >= 400 && !isFailed(entry)
    case 'failed':
      return isFailed(entry)
    case 'changed':
      return Boolean(fault ?? scenario ?? warning)
  }
}

function createTextFilter(text: string): EntryFilter {
  const pattern = new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'i')
  return ({ method, path, operation, subject, status, team, fault, scenario, requestBody, responseBody }) => {
    const facts = [operation, subject, status, team, fault, scenario]
    const fields = [`${method} ${path}`, ...facts, requestBody, responseBody]
    return fields.some(field => field != null && pattern.test(String(field)))
  }
}
