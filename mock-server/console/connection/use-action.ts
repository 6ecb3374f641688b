import { useState } from 'preact/hooks'
import { messageOf } from '../../../src/shared/errors.ts'
import { useConsole } from '../shell/console-context.ts'

export interface Action {
  readonly isBusy: boolean
  /** Why it failed the last time; shown beside the button, in an element with the role `alert`. */
  readonly error: string | undefined
  readonly run: (work: () => Promise<unknown>) => Promise<void>
}

/** Runs one thing at a time, and keeps why it failed. News of what was done before is gone. */
export function useAction(): Action {
  const { announce } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  async function run(work: () => Promise<unknown>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    announce('')
    try {
      await work()
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, run }
}
