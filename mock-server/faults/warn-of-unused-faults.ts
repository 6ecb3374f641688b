import type { Server } from '../server.ts'

/** Warns, before a reset, of faults that no request got: a test of an error may have seen another error. */
export function warnOfUnusedFaults({ faults, warn }: Server): void {
  for (const { happened, probability, operation, kind, status, id } of faults.list())
    if (happened === 0 && probability === undefined)
      warn(
        `entity-screening: reset() removes ${id} (${[operation, kind, status].filter(Boolean).join(', ')}), which no request got.`,
      )
}
