import type { Output, OutputLine } from '../output/output.ts'
import { writeRows } from '../output/rows.ts'
import type { TableColumn } from '../output/table.ts'
import { wrapLines } from '../output/text.ts'

/** Writes a headline, a table of parties, and a list of sentences, which are wrapped on a narrow terminal. */
export async function writeFindings<Party>(
  output: Output,
  headline: OutputLine,
  parties: readonly Party[],
  columns: readonly TableColumn<Party>[],
  sentences: readonly string[],
): Promise<void> {
  await output.lines([headline, ''])
  if (parties.length > 0) {
    await writeRows(output, parties, columns)
    await output.line('')
  }
  const width = (output.width ?? Number.POSITIVE_INFINITY) - 2
  const lines = sentences.flatMap(sentence =>
    wrapLines(sentence, width).map((line, position) => `${position === 0 ? '- ' : '  '}${line}`),
  )
  await output.lines(lines)
}
