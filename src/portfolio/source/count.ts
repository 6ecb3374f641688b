import { createEventLoopYield } from '../../pacing/yield-to-event-loop.ts'
import { readCsv } from './csv.ts'
import { decodeText, isText, openSource, type PortfolioSource } from './source.ts'

/**
 * How many rows a source holds, counted before it is read; null for one that can be read only once, and for one of which not all
 * rows can be read. Blank lines and the header do not count.
 */
export async function countRows(source: PortfolioSource): Promise<number | null> {
  if (Array.isArray(source)) return source.length
  if (!canBeReadAgain(source)) return null
  let rows = 0
  try {
    const { items, bytes } = await openSource(source)
    // A pipe, whose rows come once.
    if (bytes === null) return null
    const pause = createEventLoopYield()
    for await (const some of readCsv(decodeText(items))) {
      rows += some.length
      if (pause.isDue()) await pause.take()
    }
  } catch {
    return null
  }
  return Math.max(0, rows - 1)
}

function canBeReadAgain(source: PortfolioSource): boolean {
  if (isText(source) || source instanceof Blob) return true
  return 'file' in source && typeof source.file === 'string'
}
