import type { WriteEntry, WriteJournal } from '../../mock-server/parity/probe-writes.ts'

/** Creates a journal in memory. */
export function createMemoryJournal(): WriteJournal & { readonly entries: readonly WriteEntry[] } {
  const entries: WriteEntry[] = []
  return {
    entries,
    read: async () => [...entries],
    append: async entry => {
      entries.push(entry)
    },
  }
}
