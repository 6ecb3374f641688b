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
