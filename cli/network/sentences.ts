import type { Output } from '../output/output.ts'
import { wrap } from '../output/wrap.ts'

/** Sentences as a list, wrapped where a terminal is too narrow. */
export async function writeSentences(output: Output, sentences: readonly string[]): Promise<void> {
  const indent = '  '
  const columns = (output.width ?? Number.POSITIVE_INFINITY) - indent.length
  await output.lines(
    sentences.flatMap(sentence =>
      wrap(sentence, columns).map((line, at) => `${at === 0 ? '- ' : indent}${line}`),
    ),
  )
}
