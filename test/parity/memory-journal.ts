import type { WriteEntry, WriteJournal } from '../../mock-server/parity/write.ts'

/** A journal in memory. */
export function emptyJournal(): WriteJournal & { readonly entries: readonly WriteEntry[] } {
  const entries: WriteEntry[] = []
  return {
    entries,
    read: async () => [...entries],
    append: async entry => {
      entries.push(entry)
    },
  }
}
