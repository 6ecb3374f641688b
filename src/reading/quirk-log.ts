import { type Drift, jsonTypeOf } from '../contract/issues.ts'
import type { OperationName } from '../contract/operations.ts'
import { getOrInsert } from '../shared/get-or-insert.ts'
import { type QuirkCode, quirksToCheck } from './quirk-codes.ts'
import { createFieldOverrides, type FieldOverrides, type KnownFields } from './screening/field-overrides.ts'

/** The path of a value in a body: the field names and list indexes from the root to the value. */
export type Path = readonly (string | number)[]

/**
 * A report of one kind of deviation in a body or an input, with the path of its first occurrence. Never
 * contains personal data.
 *
 * @example
 * const report: QuirkReport = { code: 'risk_label', operation: 'listEntities', path: [0, 'riskLevel'], count: 250 }
 */
export interface QuirkReport {
  /** The kind of deviation. */
  readonly code: QuirkCode
  /** The operation of the request or response. */
  readonly operation: OperationName
  /**
   * Where the deviation occurs first: the field names and list indexes from the root of the body. Names are written as in the
   * body. At most 100 fields of a body are reported for one code; one further report, with an empty path, counts the deviations
   * in all other fields.
   */
  readonly path: Path
  /** The number of deviations in the same field of the body. For the code `drift`, counting stops at 10,000. */
  readonly count: number
  /** For `drift`: the expected value, such as `a string`. */
  readonly expected?: string
  /**
   * For `drift`: the kind of the actual value: `string`, `number`, `boolean`, `null`, `array`, `object`, or `nothing`. For
   * `incomplete`: the value itself if it is a number, true, false, yes or no; otherwise its kind.
   */
  readonly found?: string
  /** For `incomplete`: true if a header shows that a cache had stored the response, so that it may be outdated. */
  readonly isFromCache?: true
  /** The option to set if you know that an unclear field, or a list that may be incomplete, is harmless. */
  readonly advice?: string
}

/** The client's options about unknown fields and members of a response. */
export interface ReadOverrides {
  readonly knownFields?: KnownFields | undefined
  readonly ignoreResponseFields?: readonly string[] | undefined
}

const noFieldOverrides: FieldOverrides = new Map()

/** A report with a count that can be increased. */
type CountedReport = QuirkReport & { count: number }

/** The maximum number of drifts in an error. Every item of a long list may have drifts. */
const maxDrifts = 100

/** The maximum number of reports with one code. Every field of a body may have an unknown name. */
const maxReports = 100

/**
 * The maximum number of drifts to count. When it is reached, no further items are validated against the
 * schema.
 */
const maxCountedDrifts = 10_000

/**
 * Collects the quirks (values that the client converted) and the drifts (other deviations from the specification) of a body.
 * Each combination of code and field has one report.
 */
export class QuirkLog {
  readonly operation: OperationName
  readonly overrides: ReadOverrides
  readonly fieldOverrides: FieldOverrides
  /** The names of the fields and members that the caller's options made the client ignore. */
  readonly overriddenFields = new Set<string>()
  /** The first `maxDrifts` drifts. */
  readonly drifts: Drift[] = []
  /** Whether the body must be validated against the schema of the operation, to describe each drift. */
  needsSchemaCheck = false
  #driftCount = 0
  /** Undefined until the first report, because most short bodies have none. */
  #reports: Reports | undefined

  constructor(operation: OperationName, overrides: ReadOverrides = {}) {
    this.operation = operation
    this.overrides = overrides
    this.fieldOverrides = overrides.knownFields
      ? createFieldOverrides(overrides.knownFields)
      : noFieldOverrides
  }

  /** Whether the number of drifts has reached `maxCountedDrifts`. If so, no further items are validated. */
  hasMaxDrifts(): boolean {
    return this.#driftCount >= maxCountedDrifts
  }

  /**
   * Counts a quirk of a field. Returns the report, whose count the reader may increase for further records.
   */
  report(
    code: QuirkCode,
    parent: Path,
    field?: string | number,
    detail?: Partial<QuirkReport>,
  ): { count: number } {
    if (quirksToCheck.has(code)) this.needsSchemaCheck = true
    this.#reports ??= createReports(this.operation)
    const report = findReport(this.#reports, code, parent, field)
    report.count += 1
    return report === this.#reports.others.get(code) ? report : Object.assign(report, detail)
  }

  /** Reports a value that cannot be read with certainty, as a drift. With strict validation, the call then throws. */
  noteDrift(path: Path, expected: string, value: unknown, advice?: string): void {
    const message = `must be ${expected}${advice ? ` (${advice})` : ''}`
    const detail = { expected, found: jsonTypeOf(value), ...(advice && { advice }) }
    this.addDrift({ path: [...path], message, ...detail })
  }

  /** Adds a drift that the schema found. */
  addDrift(drift: Drift): void {
    const { path, message: _, ...detail } = drift
    this.#driftCount += 1
    if (this.drifts.length < maxDrifts) this.drifts.push(drift)
    this.report('drift', path.slice(0, -1), path.at(-1), detail)
  }

  /** Adds a report for a value that suggests that a list or network is incomplete. */
  noteIncomplete(path: Path, value: unknown, isFromCache: boolean): void {
    const { expected, advice } = describeIncomplete(path.join('.'), value, isFromCache)
    this.noteDrift(path, expected, value, advice)
    const detail = {
      found: describeFoundValue(value),
      ...(isFromCache && { isFromCache }),
      ...(advice && { advice }),
    }
    this.report('incomplete', path.slice(0, -1), path.at(-1), detail)
  }

  reports(): QuirkReport[] {
    return this.#reports ? [...this.#reports.byField.values(), ...this.#reports.others.values()] : []
  }
}

/** The reports of a body. */
interface Reports {
  readonly operation: OperationName
  readonly byField: Map<string, CountedReport>
  /** For each code, the shared report that counts the deviations in all fields after the first {@link maxReports}. */
  readonly others: Map<QuirkCode, CountedReport>
  /** The number of fields with a quirk, by code. */
  readonly fieldCounts: Map<QuirkCode, number>
}

function createReports(operation: OperationName): Reports {
  return { operation, byField: new Map(), others: new Map(), fieldCounts: new Map() }
}

/**
 * Returns the report of a field. If there are already {@link maxReports} reports, returns the one that all
 * other fields share.
 */
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

function describeIncomplete(
  name: string,
  value: unknown,
  isFromCache: boolean,
): { expected: string; advice?: string } {
  if (value === undefined) return { expected: 'a list that can be read' }
  // An empty name means the HTTP status. No option can make the client ignore a wrong status.
  if (name === '') return { expected: 'with the status 200' }
  const option = `ignoreResponseFields: [${JSON.stringify(name)}]`
  const condition = isFromCache
    ? 'an outdated response does no harm'
    : 'the service never divides this response'
  return { expected: 'absent', advice: `only if ${condition}, ${option}` }
}

/**
 * Describes a value in a report. A number, true, false, yes or no is shown as it is. Of any other value, only
 * the JSON type is shown, because the value may be a name or a key.
 */
function describeFoundValue(value: unknown): string {
  const text = String(value)
  return /^(?:true|false|yes|no|-?\d{1,10}(?:\.\d{1,4})?)$/i.test(text) ? text : jsonTypeOf(value)
}

/**
 * Returns the group of a path. Fields with the same name in one group share a report. All items of a list
 * form one group; nodes and relations form two.
 */
function groupOf(parent: Path): string | number {
  const [first = '', second] = parent
  if (typeof first === 'number') return parent.length
  return first === 'data' && typeof second === 'string' ? second : first
}
