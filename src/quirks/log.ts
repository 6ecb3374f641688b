import type { OperationName } from '../contract/operations.ts'
import type { QuirkCode } from './reading.ts'

/**
 * Where something stands in a body: keys of objects and places in lists, counted from 0, from the root on.
 *
 * @example
 * const path: Path = ['data', 'nodes', 'n1', 'country']
 */
export type Path = readonly (string | number)[]

/**
 * One coercion that the client made, with the first place where it met it. Never holds a value.
 *
 * @example
 * const report: QuirkReport = { code: 'risk_label', operation: 'listEntities', path: [0, 'riskLevel'], count: 250 }
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
  /** Of `drift`: what belongs there, such as `a string`. */
  readonly expected?: string
  /** Of `drift`: the kind of what is there: `string`, `number`, `boolean`, `null`, `array`, `object`, or `nothing`. */
  readonly found?: string
}

/** What a report of drift says beyond its place. */
export type DriftDetail = Required<Pick<QuirkReport, 'expected' | 'found'>>

/** Collects what a body needed: one report for each code and field. */
export interface QuirkLog {
  readonly operation: OperationName
  report(code: QuirkCode, parent: Path, field?: string | number, detail?: DriftDetail): void
  reports(): QuirkReport[]
}

interface Entry extends Omit<QuirkReport, 'count'> {
  readonly place: string | number
  count: number
}

export function createQuirkLog(operation: OperationName): QuirkLog {
  const entries: Entry[] = []
  // A list of 10,000 is told 40,000 times of the same few fields: one look at this index, and no text made for it.
  const byField = new Map<string | number | undefined, readonly Entry[]>()
  return {
    operation,
    report(code, parent, field, detail) {
      const place = placeOf(parent)
      const known = byField.get(field) ?? []
      for (const entry of known) {
        if (entry.code !== code || entry.place !== place) continue
        entry.count += 1
        return
      }
      const path = field === undefined ? [...parent] : [...parent, field]
      const entry = { code, operation, path, place, count: 1, ...detail }
      entries.push(entry)
      byField.set(field, [...known, entry])
    },
    reports() {
      const codes = new Set(entries.map(({ code }) => code))
      const grouped = [...codes].flatMap(code => entries.filter(entry => entry.code === code))
      return grouped.map(({ place: _, ...report }) => report)
    },
  }
}

/** Nodes and relations may have a field of the same name; items of one list are one place. */
function placeOf(parent: Path): string | number {
  const first = parent[0] ?? ''
  const second = parent[1]
  if (typeof first === 'number') return parent.length
  return first === 'data' && typeof second === 'string' ? second : first
}
