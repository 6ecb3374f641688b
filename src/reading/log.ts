import { type Drift, kindOf } from '../contract/issues.ts'
import type { OperationName } from '../contract/operations.ts'
import { areDoubtful, type QuirkCode } from './reading.ts'
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
  /** Where it was met first: keys from the root of the body, in the wire's spelling. */
  readonly path: readonly (string | number)[]
  /** How often the same field of the same body needed it. */
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

/** What a report says beyond its code and place. */
export type QuirkDetail = Pick<QuirkReport, 'expected' | 'found' | 'advice'>

/** What a caller vouches for: the options `screeningFields` and `ignoreMembers`. */
export interface Trust {
  readonly screeningFields?: ScreeningFields | undefined
  readonly ignoreMembers?: readonly string[] | undefined
}

/** Quirks of one field, counted without a search where each record has the same. */
export interface Tally {
  quirks: readonly QuirkCode[]
  entries: readonly { count: number }[]
  isDoubtful: boolean
}

/** Collects what a body needed: one report for each code and field. */
export interface QuirkLog {
  readonly operation: OperationName
  readonly trust: Trust
  readonly vouched: Vouched
  report(code: QuirkCode, parent: Path, field?: string | number, detail?: QuirkDetail): void
  /** {@link report} of the quirks that one field of many records has. */
  tally(tally: Tally, quirks: readonly QuirkCode[], parent: Path, field: string): void
  /** Notes a place that cannot be read for certain: strict validation throws there. */
  drift(path: Path, expected: string, found: unknown, advice?: string): void
  /** Notes a place that may say that a list or network is not whole. */
  incomplete(path: Path, value: unknown): void
  /** Lets the contract's schema judge the body: what was read is not as the specification has it. */
  doubt(): void
  /** Whether that was done since last asked. */
  takeDoubt(): boolean
  /** Notes that the caller's word decided about a field or member. */
  noteVouched(name: string): void
  vouchedFor(): string[]
  /** The first of the places that were noted with {@link drift}. */
  drifts(): readonly Drift[]
  reports(): QuirkReport[]
}

interface Entry extends Omit<QuirkReport, 'count'> {
  readonly place: string | number
  readonly field: string | number | undefined
  count: number
}

/** As many as a message can use: a list of a million may drift everywhere. */
const mostDrifts = 100

export function createQuirkLog(operation: OperationName, trust: Trust = {}): QuirkLog {
  const vouched = vouchFor(trust.screeningFields)
  const entries: Entry[] = []
  /** A body may have as many fields as there are names. */
  const byField = new Map<string | number | undefined, Entry[]>()
  const drifts: Drift[] = []
  const used = new Set<string>()
  let isInDoubt = false
  return {
    operation,
    trust,
    vouched,
    report: (code, parent, field, detail) => {
      entryOf(code, parent, field, detail).count += 1
    },
    tally(tally, quirks, parent, field) {
      if (tally.quirks !== quirks) {
        tally.quirks = quirks
        tally.entries = quirks.map(code => entryOf(code, parent, field))
        tally.isDoubtful = areDoubtful(quirks)
      }
      isInDoubt ||= tally.isDoubtful
      for (const entry of tally.entries) entry.count += 1
    },
    drift,
    incomplete(path, value) {
      // Nobody can vouch for the status: it has no path.
      const name = path.join('.')
      const advice = `only if the service never divides this response, ignoreMembers: [${JSON.stringify(name)}]`
      const detail = { found: shown(value), ...(name && value !== undefined && { advice }) }
      const expected =
        value === undefined ? 'a list that can be read' : name ? 'absent' : 'with the status 200'
      drift(path, expected, value, detail.advice)
      entryOf('incomplete', path.slice(0, -1), path.at(-1), detail).count += 1
    },
    doubt: () => {
      isInDoubt = true
    },
    takeDoubt() {
      const was = isInDoubt
      isInDoubt = false
      return was
    },
    noteVouched: name => used.add(name),
    vouchedFor: () => [...used].sort(),
    drifts: () => drifts,
    reports() {
      const codes = new Set(entries.map(({ code }) => code))
      const grouped = [...codes].flatMap(code => entries.filter(entry => entry.code === code))
      return grouped.map(({ place: _, field: __, ...report }) => report)
    },
  }

  function drift(path: Path, expected: string, value: unknown, advice?: string): void {
    const found = kindOf(value)
    const message = `must be ${expected}${advice ? ` (${advice})` : ''}`
    if (drifts.length < mostDrifts) drifts.push({ path: [...path], message, expected, found })
    const detail = { expected, found, ...(advice && { advice }) }
    entryOf('drift', path.slice(0, -1), path.at(-1), detail).count += 1
  }

  function entryOf(code: QuirkCode, parent: Path, field?: string | number, detail?: QuirkDetail): Entry {
    const place = placeOf(parent)
    const known = byField.get(field)?.find(one => one.code === code && one.place === place)
    if (known !== undefined) return Object.assign(known, detail)
    const path = field === undefined ? [...parent] : [...parent, field]
    const entry = { code, operation, path, place, field, count: 0, ...detail }
    entries.push(entry)
    return index(entry)
  }

  function index(entry: Entry): Entry {
    byField.set(entry.field, [...(byField.get(entry.field) ?? []), entry])
    return entry
  }
}

/** A number, a yes or a no says nothing about anybody; a text may be a name, or have the key in it. */
function shown(value: unknown): string {
  const text = String(value)
  return /^(?:true|false|yes|no|-?\d{1,10}(?:\.\d{1,4})?)$/i.test(text) ? text : kindOf(value)
}

/** Nodes and relations may have a field of the same name; items of one list are one place. */
function placeOf(parent: Path): string | number {
  const first = parent[0] ?? ''
  const second = parent[1]
  if (typeof first === 'number') return parent.length
  return first === 'data' && typeof second === 'string' ? second : first
}
