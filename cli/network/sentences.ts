import type { Line, Output } from '../output/output.ts'
import { writeRows } from '../output/rows.ts'
import type { Column } from '../output/table.ts'
import { wrap } from '../output/text.ts'

/** A headline, the parties, and the reasons as a list of sentences, wrapped where a terminal is too narrow. */
export async function writeFindings<Party>(
  output: Output,
  headline: Line,
  parties: readonly Party[],
  columns: readonly Column<Party>[],
  sentences: readonly string[],
): Promise<void> {
  await output.lines([headline, ''])
  if (parties.length > 0) {
    await writeRows(output, parties, columns)
    await output.line('')
  }
  const width = (output.width ?? Number.POSITIVE_INFINITY) - 2
  const lines = sentences.flatMap(one =>
    wrap(one, width).map((line, at) => `${at === 0 ? '- ' : '  '}${line}`),
  )
  await output.lines(lines)
}
