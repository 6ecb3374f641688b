import type { ShownRequest } from '../../admin/requests.ts'
import { isFailed } from './broken.ts'

/** Which requests are shown, by their outcome. */
export const outcomes = {
  all: 'All',
  success: 'Succeeded',
  refused: 'Refused (4xx)',
  failed: 'Failed (5xx, broken off)',
  changed: 'With fault, scenario or warning',
} as const

export type Outcome = keyof typeof outcomes

/**
 * Whether an entry has the outcome, and the text in any field but headers; case does not count. What was found is remembered:
 * the same entries are asked about with each new one.
 */
export function createFilter(text: string, outcome: Outcome): (entry: ShownRequest) => boolean {
  if (text === '' && outcome === 'all') return () => true
  const pattern = new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'i')
  const known = new WeakMap<ShownRequest, boolean>()
  return entry => {
    const found = known.get(entry) ?? (hasOutcome(entry, outcome) && hasText(entry, pattern))
    known.set(entry, found)
    return found
  }
}

function hasOutcome(entry: ShownRequest, outcome: Outcome): boolean {
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
  const { method, path, operation, status, team, fault, scenario, requestBody, responseBody } = entry
  const fields = [`${method} ${path}`, operation, status, team, fault, scenario, requestBody, responseBody]
  return fields.some(field => field != null && pattern.test(String(field)))
}
