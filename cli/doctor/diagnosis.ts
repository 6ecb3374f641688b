import type { QuirkReport } from '../../src/reading/quirk-log.ts'
import type { OutputLine } from '../output/output.ts'

/** The result of a check. */
export interface Diagnosis {
  readonly check: string
  readonly status: 'ok' | 'warn' | 'fail' | 'skipped'
  /** Description of the result. */
  readonly says: string
  /** How to fix the problem; null if there is nothing to fix. */
  readonly advice: string | null
}

export function ok(check: string, says: string): Diagnosis {
  return { check, status: 'ok', says, advice: null }
}

export function warn(check: string, says: string, advice: string): Diagnosis {
  return { check, status: 'warn', says, advice }
}

export function fail(check: string, says: string, advice: string): Diagnosis {
  return { check, status: 'fail', says, advice }
}

/** Creates the result of a check that could not run. `says` is the reason. */
export function skipped(check: string, says: string): Diagnosis {
  return { check, status: 'skipped', says, advice: null }
}

const styles = { ok: 'green', warn: 'yellow', fail: 'red', skipped: null } as const

export function formatDiagnosis({ check, status, says, advice }: Diagnosis): OutputLine[] {
  const details = `${''.padEnd('skipped'.length - status.length)}  ${check.padEnd('connection'.length)}  ${says}`
  const line = [{ text: status, style: styles[status] }, { text: details }]
  return advice === null ? [line] : [line, `${''.padEnd('skipped  connection  '.length)}${advice}`]
}

/** Describes each deviation of a response body from the specification, with its place in the body. */
export function listDrifts(quirks: readonly QuirkReport[]): string[] {
  const drift = quirks.filter(({ code }) => code === 'drift' || code === 'unreadable')
  return drift.map(({ path, expected, found: received }) => {
    const place = path.filter(part => typeof part === 'string').join('.') || 'the body'
    return expected === undefined ? place : `${place} (${received} instead of ${expected})`
  })
}
