import type { QuirkReport } from '../../src/reading/log.ts'
import type { Line } from '../output/output.ts'

/** What a check found. */
export interface Diagnosis {
  readonly check: string
  readonly status: 'ok' | 'warn' | 'fail' | 'skipped'
  /** What was found. */
  readonly says: string
  /** What to do; null where nothing is to be done. */
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

/** It could not be checked, and why. */
export function skipped(check: string, says: string): Diagnosis {
  return { check, status: 'skipped', says, advice: null }
}

const styles = { ok: 'green', warn: 'yellow', fail: 'red', skipped: null } as const

export function formatDiagnosis({ check, status, says, advice }: Diagnosis): Line[] {
  const rest = `${''.padEnd('skipped'.length - status.length)}  ${check.padEnd('connection'.length)}  ${says}`
  const line = [{ text: status, style: styles[status] }, { text: rest }]
  return advice === null ? [line] : [line, `${''.padEnd('skipped  connection  '.length)}${advice}`]
}

/** Where bodies differ from the specification, and how. */
export function describeDrift(quirks: readonly QuirkReport[]): string[] {
  const drift = quirks.filter(({ code }) => code === 'drift' || code === 'unreadable')
  return drift.map(({ path, expected, found }) => {
    const place = path.filter(part => typeof part === 'string').join('.') || 'the body'
    return expected === undefined ? place : `${place} (${found} instead of ${expected})`
  })
}
