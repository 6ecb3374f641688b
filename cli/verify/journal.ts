import type { WriteEntry, WriteJournal } from '../../mock-server/parity/write.ts'
import { type Journal, readLines } from '../../src/portfolio/journal/journal.ts'
import { FileError } from '../failure.ts'
import type { Output } from '../output/output.ts'

/**
 * The entries of a journal that belongs to one service: what another one answered says nothing of it.
 *
 * @throws FileError if it belongs to another, or is none of `verify`.
 */
export async function writeJournal(
  journal: Journal,
  service: string,
  output: Pick<Output, 'redacted'>,
): Promise<WriteJournal> {
  const lines: string[] = []
  for await (const line of readLines(journal)) lines.push(line)
  const [first, ...rest] = lines
  const head = JSON.stringify({ service })
  if (first === undefined) await journal.append(head)
  else if (first !== head)
    throw new FileError(`--journal: it belongs to another service than ${service}, or to another command`)
  const entries = rest.map((line): WriteEntry => JSON.parse(line))
  return {
    read: async () => entries,
    // A service may echo the key.
    append: entry => journal.append(JSON.stringify(output.redacted(entry))),
  }
}
