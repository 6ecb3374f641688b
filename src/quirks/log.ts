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
  const found = new Map<string, { code: QuirkCode; path: Path; count: number }>()
  return {
    operation,
    report(code, parent, field) {
      // The field alone is no key: a node and a relation may both have it. Their parents differ in the first names.
      const key = `${code} ${parent.filter(part => typeof part === 'string').slice(0, 2)} ${parent.length} ${field}`
      const entry = found.get(key)
      if (entry === undefined)
        found.set(key, { code, path: field === undefined ? parent : [...parent, field], count: 1 })
      else entry.count += 1
    },
    reports: () => [...found.values()].map(entry => ({ ...entry, operation })),
  }
}
