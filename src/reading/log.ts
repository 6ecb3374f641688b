import { type Drift, kindOf } from '../contract/issues.ts'
import type { OperationName } from '../contract/operations.ts'
import type { QuirkCode } from './reading.ts'

/** Where something stands in a body: keys of objects and places in lists, counted from 0, from the root on. */
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
  readonly path: readonly (string | number)[]
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
  /** Notes a place that cannot be read for certain: strict validation throws there. */
  drift(path: Path, expected: string, found: unknown): void
  /** Notes a place that says that a list is not whole. */
  incomplete(path: Path, found: unknown): void
  /** The first of the places that were noted with {@link drift}. */
  drifts(): readonly Drift[]
  reports(): QuirkReport[]
  /** A log that begins with what this one has. */
  copy(): QuirkLog
}

interface Entry extends Omit<QuirkReport, 'count'> {
  readonly place: string | number
  readonly field: string | number | undefined
  count: number
}

/** As many as a message can use: a list of a million may drift everywhere. */
const mostDrifts = 100

export function createQuirkLog(operation: OperationName): QuirkLog {
  return logOf(operation, [])
}

function logOf(operation: OperationName, given: readonly Entry[]): QuirkLog {
  const entries: Entry[] = given.map(entry => ({ ...entry }))
  // A list of 10,000 reports the same few fields 40,000 times: each costs one look-up and no new text.
  const byField = new Map<string | number | undefined, readonly Entry[]>()
  const drifts: Drift[] = []
  for (const entry of entries) index(entry)
  return {
    operation,
    report,
    drift,
    incomplete(path, found) {
      drift(path, 'absent: a list has no pages', found)
      report('incomplete_list', path.slice(0, -1), path.at(-1))
    },
    drifts: () => drifts,
    reports() {
      const codes = new Set(entries.map(({ code }) => code))
      const grouped = [...codes].flatMap(code => entries.filter(entry => entry.code === code))
      return grouped.map(({ place: _, field: __, ...report }) => report)
    },
    copy: () => logOf(operation, entries),
  }

  function drift(path: Path, expected: string, value: unknown): void {
    const found = kindOf(value)
    if (drifts.length < mostDrifts)
      drifts.push({ path: [...path], message: `must be ${expected}`, expected, found })
    report('drift', path.slice(0, -1), path.at(-1), { expected, found })
  }

  function report(code: QuirkCode, parent: Path, field?: string | number, detail?: DriftDetail): void {
    const place = placeOf(parent)
    const known = byField.get(field) ?? []
    for (const entry of known) {
      if (entry.code !== code || entry.place !== place) continue
      entry.count += 1
      return
    }
    const path = field === undefined ? [...parent] : [...parent, field]
    const entry = { code, operation, path, place, field, count: 1, ...detail }
    entries.push(entry)
    index(entry)
  }

  function index(entry: Entry): void {
    byField.set(entry.field, [...(byField.get(entry.field) ?? []), entry])
  }
}

/** Nodes and relations may have a field of the same name; items of one list are one place. */
function placeOf(parent: Path): string | number {
  const first = parent[0] ?? ''
  const second = parent[1]
  if (typeof first === 'number') return parent.length
  return first === 'data' && typeof second === 'string' ? second : first
}
