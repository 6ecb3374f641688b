import type { WriteEntry, WriteJournal } from '../../mock-server/parity/probe-writes.ts'
import { type Journal, readLines } from '../../src/portfolio/journal/journal.ts'
import { FileError } from '../failure.ts'
import type { Output } from '../output/output.ts'

/**
 * Opens the journal of the writes that `verify` sent to a service. Refuses a journal of another service, because its entries do
 * not apply to this one.
 *
 * @throws FileError if the journal belongs to another service, or was written by another command.
 */
export async function openWriteJournal(
  journal: Journal,
  service: string,
  output: Pick<Output, 'redacted'>,
): Promise<WriteJournal> {
  const lines: string[] = []
  for await (const line of readLines(journal)) lines.push(line)
  const [firstLine, ...entryLines] = lines
  const head = JSON.stringify({ service })
  if (firstLine === undefined) await journal.append(head)
  else if (firstLine !== head)
    throw new FileError(`--journal: it belongs to another service than ${service}, or to another command`)
  const entries = entryLines.map((line): WriteEntry => JSON.parse(line))
  return {
    read: async () => entries,
    // The key is redacted, because a service may echo it.
    append: entry => journal.append(JSON.stringify(output.redacted(entry))),
  }
}
