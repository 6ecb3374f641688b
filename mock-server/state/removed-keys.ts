import type { State } from './state.ts'

const maxKeys = 1000

/**
 * The latest keys that were removed by a reset, or because a snapshot was restored, each with the method that removed it.
 */
export type RemovedKeys = Map<string, string>

/** Records the keys that a method removed. */
export function noteRemovedKeys(removedKeys: RemovedKeys, before: State, after: State, method: string): void {
  for (const apiKey of before.teamByKey.keys()) {
    removedKeys.delete(apiKey)
    if (!after.teamByKey.has(apiKey)) removedKeys.set(apiKey, method)
  }
  for (const oldest of removedKeys.keys()) {
    if (removedKeys.size <= maxKeys) break
    removedKeys.delete(oldest)
  }
}
