import { useState } from 'preact/hooks'
import { useConsole } from '../shell/console-context.ts'
import { messageOf } from './send-call.ts'

/** Something that a button does. */
export interface Action {
  readonly isBusy: boolean
  /** Why it failed the last time; shown beside the button, in an element with the role `alert`. */
  readonly error: string | undefined
  /** Starts it, unless it is under way; resolves to whether it succeeded. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
}

/** Runs one thing at a time, and keeps why it failed. News of what was done before is gone. */
export function useAction(): Action {
  const { announce } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setError(undefined)
    announce('')
    try {
      await work()
      return true
    } catch (failure) {
      setError(messageOf(failure))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, run }
}
