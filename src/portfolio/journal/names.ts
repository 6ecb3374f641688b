import { checksum } from '../checksum.ts'

/** The journal of a file that is named without a journal in it. */
export const mainJournal = 'main'

/** @throws TypeError for what is no name of a journal. */
export function checkName(name: string): void {
  const isName = typeof name === 'string' && name !== '' && [...name].length <= 200
  if (!isName || name.includes('\0') || !name.isWellFormed())
    throw new TypeError('name must be a text of 1 to 200 characters, without U+0000 and lone surrogates')
}

/**
 * The lock of a journal, beside its file: `customers.journal-lock-2-8` for the journal `2/8`. Two journals with one lock could not
 * be held at once, and nothing worse: a sum of 32 bits is enough.
 */
export function lockOf(file: string, name: string): string {
  if (name === mainJournal) return `${file}-lock`
  const readable = name
    .toLowerCase()
    .replaceAll(/[^a-z\d._]+/g, '-')
    .slice(0, 60)
  const isReadable = readable === name || /^\d+\/\d+$/.test(name)
  return `${file}-lock-${readable}${isReadable ? '' : `~${checksum(name).toString(16)}`}`
}
