import type { Teams } from './teams.ts'

const maxKeys = 1000

export type RemovedKeys = ReturnType<typeof createRemovedKeys>

/** Creates a record of the latest keys that were removed by a reset, or because a snapshot was restored. */
export function createRemovedKeys() {
  const all = new Map<string, string>()
  return {
    all,
    /** Records the keys that a method removed. */
    note(before: Teams, after: Teams, method: string): void {
      for (const [apiKey] of before.keys()) {
        all.delete(apiKey)
        if (after.byKey(apiKey) === undefined) all.set(apiKey, method)
      }
      for (const oldest of all.keys()) {
        if (all.size <= maxKeys) break
        all.delete(oldest)
      }
    },
  }
}
