import type { OperationName } from '../contract/operations.ts'
import type { QuirkCode } from './reading.ts'

export type Path = readonly (string | number)[]

/**
 * One coercion that the client made, with the first place where it met it. Never holds a value.
 *
 * @example
 * { code: 'risk_label', operation: 'listEntities', path: [0, 'riskLevel'], count: 250 }
 */
export interface QuirkReport {
  /** Which coercion. */
  readonly code: QuirkCode
  /** The operation whose body it was. */
  readonly operation: OperationName
  /** Where it was met first: keys from the root of the body, in the wire's spelling. */
  readonly path: Path
  /** How often the same field of the same body needed it. */
  readonly count: number
}

/** Collects what a body needed: one report for each code and field. */
export interface QuirkLog {
  readonly operation: OperationName
  report(code: QuirkCode, parent: Path, field?: string | number): void
  reports(): QuirkReport[]
}

export function createQuirkLog(operation: OperationName): QuirkLog {
  const found = new Map<string, Map<string, { code: QuirkCode; path: Path; count: number }>>()
  return {
    operation,
    report(code, parent, field) {
      const place = `${placeOf(parent)} ${field}`
      const entries = found.get(code) ?? new Map()
      const entry = entries.get(place)
      if (entry !== undefined) entry.count += 1
      else entries.set(place, { code, path: field === undefined ? parent : [...parent, field], count: 1 })
      found.set(code, entries)
    },
    reports: () =>
      Array.from(found.values(), entries =>
        Array.from(entries.values(), entry => ({ ...entry, operation })),
      ).flat(),
  }
}

/** Nodes and relations may have a field of the same name; items of one list are one place. */
function placeOf(parent: Path): string | number {
  const [first = '', second] = parent
  if (typeof first === 'number') return parent.length
  return first === 'data' && typeof second === 'string' ? second : first
}
