import { useState } from 'preact/hooks'
import { messageOf } from '../../../src/shared/errors.ts'
import { useConsole } from '../shell/console-context.ts'

export interface Action {
  readonly isBusy: boolean
  /** The error of the last task, which `Problem` shows beside the button. */
  readonly error: string | undefined
  readonly run: (work: () => Promise<unknown>) => Promise<void>
}

/** Runs one task at a time, and stores the error of a failed task. A new task clears the error of the previous task. */
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
