import { messageOf } from '../shared/errors.ts'
import { isRecord } from '../shared/json.ts'
import type { WriteLog } from './log.ts'

/** Calls an observer with an event. Does nothing if there is no observer. */
export type Notify = <Event>(
  name: string,
  observer: ((event: Event) => unknown) | undefined,
  event: Event,
) => void

/**
 * Creates the function that calls observers: functions of the application that only look on, such as `afterResponse` or
 * `onCheck`. An observer is not awaited, so it can neither delay nor end a call. An error that it throws, or that its promise
 * rejects with, is logged once.
 *
 * @param write - Writes a line to the client's logger.
 */
export function createNotify(write: WriteLog): Notify {
  return (name, observer, event) => {
    const logFailure = (error: unknown) => write('error', () => `${name} failed: ${messageOf(error)}`)
    try {
      const result = observer?.(event)
      if (isRecord(result)) Promise.resolve(result).catch(logFailure)
    } catch (error) {
      logFailure(error)
    }
  }
}

const notifiers = /* @__PURE__ */ new WeakMap<object, Notify>()

/** Stores the function that calls observers for the entities of a client, so that a watch finds it. */
export function setNotify(entities: object, notify: Notify): void {
  notifiers.set(entities, notify)
}

/**
 * Returns the function that calls observers for the entities of a client. If they are not of this copy of the package, errors of
 * observers are written to the console.
 */
export function notifyOf(entities: object): Notify {
  return notifiers.get(entities) ?? createNotify((_, line) => console.error(`entity-screening ${line()}`))
}
