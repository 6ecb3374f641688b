import type { Change } from './changes.ts'

const names = { clock: 'the clock', team: 'the key', entity: 'the entity', document: 'the document' } as const

/**
 * Makes a check of the changes of a whole state, in which each thing occurs once, an entity in one team only: taken for an update,
 * a line that replaces another would lose that one unnoticed.
 *
 * @throws TypeError naming what occurs twice.
 */
export function createOnce(): (change: Change) => void {
  // By itself, for it shares its texts with the state: there may be millions.
  const entities = new Set<string>()
  const others = new Set<string>()
  return change => {
    if (change.kind === 'reset') {
      entities.clear()
      others.clear()
      return
    }
    const [known, mark] = change.kind === 'entity' ? [entities, change.entity.id] : [others, markOf(change)]
    if (known.has(mark)) throw new TypeError(`${names[change.kind]} occurs twice`)
    known.add(mark)
  }
}

function markOf(change: Extract<Change, { kind: 'clock' | 'team' | 'document' }>): string {
  switch (change.kind) {
    case 'clock':
      return 'clock'
    case 'team':
      return `key ${change.apiKey}`
    case 'document':
      return `document ${change.number} ${change.entity}`
  }
}
