import { createQuirkLog } from '../../src/reading/log.ts'
import type { QuirkCode } from '../../src/reading/reading.ts'
import type { Reader } from '../../src/reading/table.ts'

/** What a reader makes of a value, and the quirks that it notes. */
export function readAlone<Value>(read: Reader<Value>, given: unknown) {
  const quirks: QuirkCode[] = []
  const value = read(given, {
    log: createQuirkLog('listEntities'),
    path: [],
    field: 'given',
    note: (code, made) => {
      quirks.push(code)
      return made
    },
  })
  return { value, quirks }
}
