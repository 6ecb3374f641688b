import { open } from 'node:fs/promises'
import { locateJournal } from '../journal/locate-journal.ts'
import { assertWritable } from '../output/replace-file.ts'
import type { ImportCall } from './settings.ts'

/** A file that an import writes. */
export interface OutputFile {
  readonly file: string
  /** Whether a file that exists may be replaced. */
  readonly replaces: boolean
}

/** Matches the beginning of the file of each flag, and an empty file. */
const beginnings = {
  problems: /^\uFEFF?(?:line([,;|\t])column\1kind\1reason\1sameAs\n|\{"line":\d+,"column":|$)/,
  results: /^\uFEFF?(?:line([,;|\t])outcome\1reason\1entity_ids\1|$)/,
}

/**
 * Makes sure that the file of a flag can be written, before the import begins; null without the flag.
 *
 * A file that exists is replaced with `--replace`. After an earlier run, a file that looks like that of the flag is
 * replaced too.
 *
 * @param isContinued whether there was an earlier run.
 * @throws FileError if the file exists and is not replaced, or cannot be written.
 */
export async function prepareOutputFile(
  { flags }: ImportCall,
  flag: keyof typeof beginnings,
  isContinued: boolean,
): Promise<OutputFile | null> {
  const file = flags.text(flag)
  if (file === undefined) return null
  // A file that is not a regular one is refused before its beginning is read, because a pipe may have none.
  await assertWritable(file, { replaces: true })
  const replaces = flags.has('replace') || (isContinued && beginnings[flag].test(await readBeginning(file)))
  await assertWritable(file, { replaces })
  return { file, replaces }
}

/** Whether an earlier run of the command may have written its files, because its journal exists. */
export async function hasEarlierRun({ flags }: ImportCall): Promise<boolean> {
  const journal = flags.text('journal')
  const writesFiles = flags.has('problems') || flags.has('results')
  if (journal === undefined || !writesFiles || flags.has('replace')) return false
  const location = locateJournal('--journal', journal, flags.text('partition'))
  try {
    return (await location.inspect()) !== null
  } finally {
    await location.end()
  }
}

/** Reads as much of a file as a header needs; nothing if the file cannot be read. */
async function readBeginning(file: string): Promise<string> {
  const handle = await open(file).catch(() => null)
  if (handle === null) return ''
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
