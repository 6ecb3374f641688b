import { lettersOf } from './letters.ts'
import type { Path, QuirkLog } from './log.ts'
import { findUnclear, findUnclearText, pathTo } from './screening.ts'
import { noUnknownFields, type UnknownFields } from './table.ts'

const advice = 'if you know what it says, name it in the option screeningFields'

/** A record that has been read. */
interface Place {
  readonly log: QuirkLog
  readonly path: Path
}

/**
 * Whether fields of a record, or those inside them, mention screening and do not say no; one that does is reported.
 *
 * @param within - The field that holds them, where it is not the record itself.
 */
export function isUnclear(fields: UnknownFields, { log, path }: Place, ...within: string[]): boolean {
  if (fields === noUnknownFields) return false
  const found = findUnclear(fields, log.vouched, log.noteVouched)
  if (found === undefined) return false
  log.drift([...path, ...within, ...pathTo(found)], 'a field of the specification', found.value, advice)
  return true
}

/** Whether a text of a known list mentions screening. */
export function hasUnclearText(name: string, items: readonly unknown[], { log, path }: Place): boolean {
  const how = log.vouched.get(lettersOf(name))
  if (how === 'ignore') return false
  const text = findUnclearText(items, how, () => log.noteVouched(name))
  if (text === undefined) return false
  log.drift([...path, name], 'free of hits', text, advice)
  return true
}
