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

/**
 * Creates a filter by outcome and by a string that occurs in any field except the headers, ignoring case. The filter stores its
 * result for each entry, because it runs over the whole list after each new entry.
 */
export function createRequestFilter(text: string, outcome: OutcomeFilter): (entry: ShownRequest) => boolean {
  if (text === '' && outcome === 'all') return () => true
  const pattern = new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'i')
  const decisions = new WeakMap<ShownRequest, boolean>()
  return entry => {
    const passes = decisions.get(entry) ?? (hasOutcome(entry, outcome) && hasText(entry, pattern))
    decisions.set(entry, passes)
    return passes
  }
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

function hasText(entry: ShownRequest, pattern: RegExp): boolean {
  const { method, path, operation, subject, status, team, fault, scenario, requestBody, responseBody } = entry
  const facts = [operation, subject, status, team, fault, scenario]
  const fields = [`${method} ${path}`, ...facts, requestBody, responseBody]
  return fields.some(field => field != null && pattern.test(String(field)))
}
