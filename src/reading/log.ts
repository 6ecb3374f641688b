import { type Drift, kindOf } from '../contract/issues.ts'
import type { OperationName } from '../contract/operations.ts'
import { getOrInsert } from '../shared/get-or-insert.ts'
import { doubtful, type QuirkCode } from './reading.ts'
import { type ScreeningFields, type Vouched, vouchFor } from './screening.ts'

/** Where something stands in a body: keys of objects and places in lists, counted from 0, from the root on. */
export type Path = readonly (string | number)[]

/**
 * One coercion that the client made, with the first place where it met it. Never holds a value of a record.
 *
 * @example
 * const report: QuirkReport = { code: 'risk_label', operation: 'listEntities', path: [0, 'riskLevel'], count: 250 }
 */
export interface QuirkReport {
  /** Which coercion. */
  readonly code: QuirkCode
  /** The operation whose body it was. */
  readonly operation: OperationName
  /**
   * Where it was met first: keys from the root of the body, in the wire's spelling. A body has at most 100 reports of a code; one more,
   * with an empty path, counts the other fields.
   */
  readonly path: Path
  /** How often the same field of the same body needed it. The schema's drifts are counted up to 10,000. */
  readonly count: number
  /** Of `drift`: what belongs there, such as `a string`. */
  readonly expected?: string
  /**
   * Of `drift`: the kind of what is there: `string`, `number`, `boolean`, `null`, `array`, `object`, or `nothing`. Of
   * `incomplete`: what is beside the list, if that is a number, a yes or a no; else its kind.
   */
  readonly found?: string
  /** What to do about it: the option that settles a field which is unclear, or a list which is not whole. */
  readonly advice?: string
}

/** What a caller vouches for: the options `screeningFields` and `ignoreMembers`. */
export interface Trust {
  readonly screeningFields?: ScreeningFields | undefined
  readonly ignoreMembers?: readonly string[] | undefined
}

/** Collects what a body needed: one report for each code and field. */
export interface QuirkLog {
  readonly operation: OperationName
  readonly trust: Trust
  readonly vouched: Vouched
  /** The fields and members about which the caller's word decided. */
  readonly vouchedFor: Set<string>
  /** The first of the places that were noted with {@link drift}. */
  readonly drifts: readonly Drift[]
  /** Whether the contract's schema has to judge the body: what was read is not as the specification has it. */
  isInDoubt: boolean
  /** Whether more drifts have been noted than anybody reads. */
  isFull(): boolean
  /** Counts a quirk of a field; many records have the same, and may count it themselves. */
  report(
    code: QuirkCode,
    parent: Path,
    field?: string | number,
    detail?: Partial<QuirkReport>,
  ): { count: number }
  /** Notes a place that cannot be read for certain: strict validation throws there. */
  drift(path: Path, expected: string, found: unknown, advice?: string): void
  /** Notes what the contract's schema has found. */
  note(drift: Drift): void
  /** Notes a place that may say that a list or network is not whole. */
  incomplete(path: Path, value: unknown): void
  reports(): QuirkReport[]
}

/** As many as a message can use: a list of a million may drift everywhere. */
const maxDrifts = 100

/** As many as a reader can use: each field of a body may have a name that is not known. */
const maxReports = 100

/** Beyond this number the schema judges no further items. */
const maxCountedDrifts = 10_000

export function createQuirkLog(operation: OperationName, trust: Trust = {}): QuirkLog {
  const reports = new Map<string, QuirkReport & { count: number }>()
  /** Of the fields that have no report of their own. */
  const others = new Map<QuirkCode, QuirkReport & { count: number }>()
  /** How many reports each code has. */
  const sizes = new Map<QuirkCode, number>()
  let driftCount = 0
  const drifts: Drift[] = []
  const log: QuirkLog = {
    operation,
    trust,
    vouched: vouchFor(trust.screeningFields),
    vouchedFor: new Set(),
    drifts,
    isInDoubt: false,
    isFull: () => driftCount >= maxCountedDrifts,
    report(code, parent, field, detail) {
      if (doubtful.has(code)) log.isInDoubt = true
      const key = `${code} ${placeOf(parent)} ${field}`
      if (!reports.has(key) && !hasRoom(code)) {
        const rest = getOrInsert(others, code, () => ({ code, operation, path: [], count: 0 }))
        rest.count += 1
        return rest
      }
      const report = getOrInsert(reports, key, () => {
        const path = field === undefined ? parent.slice() : [...parent, field]
        return { code, operation, path, count: 0 }
      })
      report.count += 1
      return Object.assign(report, detail)
    },
    drift(path, expected, value, advice) {
      const detail = { expected, found: kindOf(value), ...(advice && { advice }) }
      log.note({ path: [...path], message: `must be ${expected}${advice ? ` (${advice})` : ''}`, ...detail })
    },
    note(drift) {
      const { path, message: _, ...detail } = drift
      driftCount += 1
      if (drifts.length < maxDrifts) drifts.push(drift)
      log.report('drift', path.slice(0, -1), path.at(-1), detail)
    },
    incomplete(path, value) {
      const name = path.join('.')
      const isMissing = value === undefined
      const option = `only if the service never divides this response, ignoreMembers: [${JSON.stringify(name)}]`
      // Nobody can vouch for the status, which has no path, nor for what is missing.
      const advice = name === '' || isMissing ? undefined : option
      const expected = name === '' ? 'with the status 200' : 'absent'
      log.drift(path, isMissing ? 'a list that can be read' : expected, value, advice)
      const detail = { found: shown(value), ...(advice && { advice }) }
      log.report('incomplete', path.slice(0, -1), path.at(-1), detail)
    },
    reports: () => [...reports.values(), ...others.values()],
  }
  return log

  /** Whether another field may have a report of its own. */
  function hasRoom(code: QuirkCode): boolean {
    const size = sizes.get(code) ?? 0
    sizes.set(code, size + 1)
    return size < maxReports
  }
}

/** A number, a yes or a no says nothing about anybody; a text may be a name, or have the key in it. */
function shown(value: unknown): string {
  const text = String(value)
  return /^(?:true|false|yes|no|-?\d{1,10}(?:\.\d{1,4})?)$/i.test(text) ? text : kindOf(value)
}

/** Nodes and relations may have a field of the same name; items of one list are one place. */
function placeOf(parent: Path): string | number {
  const [first = '', second] = parent
  if (typeof first === 'number') return parent.length
  return first === 'data' && typeof second === 'string' ? second : first
}
