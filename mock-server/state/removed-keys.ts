import type { Teams } from './teams.ts'

const maxKeys = 1000

export type RemovedKeys = ReturnType<typeof createRemovedKeys>

/** The keys that a reset or a restored snapshot removed, the latest ones. */
export function createRemovedKeys() {
  const all = new Map<string, string>()
  return {
    all,
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
