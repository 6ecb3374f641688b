import { createEventLoopYield } from '../../pacing/yield-to-event-loop.ts'
import { findFormat, sampleSize, withLineFeeds } from './csv.ts'
import { decodeText, isText, openSource, type PortfolioSource } from './source.ts'

/**
 * How many rows a source holds, counted quickly and before it is read; null for one that can be read only once, and for one of
 * which no row can be read. Blank lines and the header do not count.
 */
export async function countRows(source: PortfolioSource): Promise<number | null> {
  if (Array.isArray(source)) return source.length
  if (!canBeReadAgain(source)) return null
  const scanner = createScanner()
  try {
    const { items, bytes } = await openSource(source)
    if (bytes === null) return null
    const pause = createEventLoopYield()
    for await (const text of withLineFeeds(decodeText(items))) {
      scanner.scan(text)
      if (pause.isDue()) await pause.take()
    }
  } catch {
    return null
  }
  return Math.max(0, scanner.end() - 1)
}

function canBeReadAgain(source: PortfolioSource): boolean {
  if (isText(source) || source instanceof Blob) return true
  return 'file' in source && typeof source.file === 'string'
}

const [lineFeed, quote, space] = [0x0a, 0x22, 0x20]

/** Counts rows as the parser divides them. */
function createScanner() {
  let held: string | undefined = ''
  let delimiter = 0
  let rows = 0
  let state: 'start' | 'bare' | 'quoted' | 'closing' | 'closed' = 'start'
  let hasValue = false
  return { scan, end }

  function scan(text: string): void {
    if (held === undefined) take(text)
    else {
      held += text
      if (held.length >= sampleSize) begin(held)
    }
  }

  function begin(sample: string): void {
    held = undefined
    const format = findFormat(sample.slice(0, sampleSize))
    delimiter = format.delimiter.charCodeAt(0)
    take(sample.slice(format.skipped))
  }

  function end(): number {
    if (held !== undefined) begin(held)
    // A quote that no delimiter follows is part of the text.
    if (state === 'closed') hasValue = true
    endRow()
    return rows
  }

  function endRow(): void {
    if (hasValue) rows += 1
    hasValue = false
    state = 'start'
  }

  function take(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (state === 'quoted') {
        if (code === quote) state = 'closing'
        else if (code > space) hasValue = true
      } else if (state === 'closing' || state === 'closed') {
        // It closes where a cell or row ends, perhaps after spaces; doubled or amid words it does not.
        if (code === lineFeed) endRow()
        else if (code === delimiter) state = 'start'
        else if (code <= space) state = 'closed'
        else {
          hasValue = true
          state = code === quote && state === 'closed' ? 'closing' : 'quoted'
        }
      } else if (code === lineFeed) endRow()
      else if (code === delimiter) state = 'start'
      else if (state === 'start' && code === quote) state = 'quoted'
      else {
        state = 'bare'
        if (code > space) hasValue = true
      }
    }
  }
}
