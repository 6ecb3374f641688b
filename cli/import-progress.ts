import type { ImportProgress } from '../src/portfolio/report.ts'
import type { CommandCall } from './define-command.ts'
import { createProgress } from './progress.ts'

/** Shows how far an import is, and how fast. */
export function showImport(call: Pick<CommandCall, 'output' | 'hint' | 'flags'>) {
  const progress = createProgress(call)
  const begun = performance.now()
  return {
    end: progress.end,
    show(now: ImportProgress): void {
      const fraction = now.read === null || now.read.of === 0 ? null : now.read.bytes / now.read.of
      progress.show(fraction, describe(now, (performance.now() - begun) / 1000))
    },
  }
}

function describe({ settled, created, pausedFor }: ImportProgress, seconds: number): string {
  const perSecond = Math.round(settled / Math.max(seconds, 1))
  const pause = pausedFor === null ? '' : `, waiting ${Math.ceil(pausedFor / 1000)} s for the service`
  return `${settled.toLocaleString('en')} rows done, ${created.toLocaleString('en')} created, ${perSecond.toLocaleString('en')} a second${pause}`
}
