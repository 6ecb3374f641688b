import { type Drift, jsonTypeOf } from '../contract/issues.ts'
import type { OperationName } from '../contract/operations.ts'
import { getOrInsert } from '../shared/get-or-insert.ts'
import { type QuirkCode, quirksToCheck } from './quirk-codes.ts'
import { createFieldOverrides, type FieldOverrides, type KnownFields } from './screening/field-overrides.ts'

/** A place in a body: keys of objects and indexes of lists, from the root on. */
export type Path = readonly (string | number)[]

/**
 * A coercion that the client made, and its first place. Never holds a value of a record.
 *
 * @example
 * const report: QuirkReport = { code: 'risk_label', operation: 'listEntities', path: [0, 'riskLevel'], count: 250 }
 */
export interface QuirkReport {
  /** The kind of coercion. */
  readonly code: QuirkCode
  /** The operation whose body it was. */
  readonly operation: OperationName
  /**
   * The first place: keys from the root of the body, in the wire's spelling. A body has at most 100 reports of a code; one more, with
   * an empty path, counts the other fields.
   */
  readonly path: Path
  /** How often the same field of the same body needed it. The schema's drifts are counted up to 10,000. */
  readonly count: number
  /** Of `drift`: the value that belongs there, such as `a string`. */
  readonly expected?: string
  /**
   * Of `drift`: the kind of the value there: `string`, `number`, `boolean`, `null`, `array`, `object`, or `nothing`. Of `incomplete`:
   * the value beside the list, if it is a number, a yes or a no; else its kind.
   */
  readonly found?: string
  /** How to settle it: the option for a field that is unclear, or for a list that is not whole. */
  readonly advice?: string
}

/** The options by which a caller decides how fields and members are read. */
export interface ReadOverrides {
  readonly knownFields?: KnownFields | undefined
  readonly ignoreResponseFields?: readonly string[] | undefined
}

/** A report whose count grows. */
type CountedReport = QuirkReport & { count: number }

/** Collects the quirks and drifts of a body: one report for each code and field. */
export interface QuirkLog {
  readonly operation: OperationName
  readonly overrides: ReadOverrides
  readonly fieldOverrides: FieldOverrides
  /** The fields and members for which an override decided something. */
  readonly overriddenFields: Set<string>
  /** The first drifts. */
  readonly drifts: readonly Drift[]
  /** Whether the body is to be checked against the contract's schema, which finds what is wrong with it. */
  needsSchemaCheck: boolean
  /** Whether there are more drifts than anybody reads. */
  hasMaxDrifts(): boolean
  /** Counts a quirk of a field. Many records have the same: a reader may count in the report itself. */
  report(
    code: QuirkCode,
    parent: Path,
    field?: string | number,
    detail?: Partial<QuirkReport>,
  ): { count: number }
  /** Notes a value that cannot be read for certain: strict validation throws. */
  noteDrift(path: Path, expected: string, value: unknown, advice?: string): void
  /** Notes a drift that the schema has found. */
  addDrift(drift: Drift): void
  /** Notes a value that may announce that a list or network is not complete. */
  noteIncomplete(path: Path, value: unknown): void
  reports(): QuirkReport[]
}

/** A message has no room for more: a list of a million may drift everywhere. */
const maxDrifts = 100

/** More are of no use: each field of a body may have an unknown name. */
const maxReports = 100

/** After this number no further items are checked against the schema. */
const maxCountedDrifts = 10_000

export function createQuirkLog(operation: OperationName, overrides: ReadOverrides = {}): QuirkLog {
  const reports = createReports(operation)
  const drifts: Drift[] = []
  let driftCount = 0
  const log: QuirkLog = {
    operation,
    overrides,
    fieldOverrides: createFieldOverrides(overrides.knownFields),
    overriddenFields: new Set(),
    drifts,
    needsSchemaCheck: false,
    hasMaxDrifts: () => driftCount >= maxCountedDrifts,
    report(code, parent, field, detail) {
      if (quirksToCheck.has(code)) log.needsSchemaCheck = true
      const report = findReport(reports, code, parent, field)
      report.count += 1
      return report === reports.others.get(code) ? report : Object.assign(report, detail)
    },
    noteDrift(path, expected, value, advice) {
      const message = `must be ${expected}${advice ? ` (${advice})` : ''}`
      const detail = { expected, found: jsonTypeOf(value), ...(advice && { advice }) }
      log.addDrift({ path: [...path], message, ...detail })
    },
    addDrift(drift) {
      const { path, message: _, ...detail } = drift
      driftCount += 1
      if (drifts.length < maxDrifts) drifts.push(drift)
      log.report('drift', path.slice(0, -1), path.at(-1), detail)
    },
    noteIncomplete(path, value) {
      const { expected, advice } = describeIncomplete(path.join('.'), value)
      log.noteDrift(path, expected, value, advice)
      const detail = { found: describeValue(value), ...(advice && { advice }) }
      log.report('incomplete', path.slice(0, -1), path.at(-1), detail)
    },
    reports: () => [...reports.byField.values(), ...reports.others.values()],
  }
  return log
}

/** The reports of a body. */
interface Reports {
  readonly operation: OperationName
  readonly byField: Map<string, CountedReport>
  /** Of all fields that have no separate report, by code. */
  readonly others: Map<QuirkCode, CountedReport>
  /** How many fields have had a quirk, by code. */
  readonly fieldCounts: Map<QuirkCode, number>
}

function createReports(operation: OperationName): Reports {
  return { operation, byField: new Map(), others: new Map(), fieldCounts: new Map() }
}

/** The report of a field; beyond {@link maxReports}, the one of all other fields. */
function findReport(
  { operation, byField, others, fieldCounts }: Reports,
  code: QuirkCode,
  parent: Path,
  field: string | number | undefined,
): CountedReport {
  const key = `${code} ${groupOf(parent)} ${field}`
  const existing = byField.get(key)
  if (existing !== undefined) return existing
  const fieldCount = fieldCounts.get(code) ?? 0
  fieldCounts.set(code, fieldCount + 1)
  if (fieldCount >= maxReports)
    return getOrInsert(others, code, () => ({ code, operation, path: [], count: 0 }))
  const report = { code, operation, path: field === undefined ? [...parent] : [...parent, field], count: 0 }
  byField.set(key, report)
  return report
}

function describeIncomplete(name: string, value: unknown): { expected: string; advice?: string } {
  if (value === undefined) return { expected: 'a list that can be read' }
  // The status has no path, and no option.
  if (name === '') return { expected: 'with the status 200' }
  const option = `ignoreResponseFields: [${JSON.stringify(name)}]`
  return { expected: 'absent', advice: `only if the service never divides this response, ${option}` }
}

/** A number, a yes or a no is not personal; a text may be a name, or contain the key. */
function describeValue(value: unknown): string {
  const text = String(value)
  return /^(?:true|false|yes|no|-?\d{1,10}(?:\.\d{1,4})?)$/i.test(text) ? text : jsonTypeOf(value)
}

/** Nodes and relations may have a field of the same name; items of one list are one place. */
function groupOf(parent: Path): string | number {
  const [first = '', second] = parent
  if (typeof first === 'number') return parent.length
  return first === 'data' && typeof second === 'string' ? second : first
}
