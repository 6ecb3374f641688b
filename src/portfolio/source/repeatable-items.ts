import { createEventLoopYield } from '../../shared/event-loop-yield.ts'
import type { ItemCopier } from './copy-source.ts'
import { isTextChunk, openItems, type PortfolioSource, type SourceItems } from './open-items.ts'

/** A source that can be read twice. */
interface TwofoldItems {
  readonly first: SourceItems
  readonly second: SourceItems
}

/**
 * Opens a source for two readings. A list, a text, a `Blob` or a file is opened twice. Any other source, such as a stream, is read
 * to its end at once, and its items are kept.
 */
export async function openTwice(
  portfolio: PortfolioSource | readonly unknown[],
  source: SourceItems,
  copyItem: ItemCopier,
  isCancelled: () => boolean,
): Promise<TwofoldItems> {
  const isRepeatable = Array.isArray(portfolio) || isTextChunk(portfolio) || source.bytes !== null
  if (isRepeatable) return { first: await openItems(portfolio), second: source }
  const items: unknown[] = []
  const pause = createEventLoopYield()
  try {
    for await (const item of source.items) {
      if (isCancelled()) break
      items.push(copyItem(item))
      if (pause.isDue()) await pause.yieldNow()
    }
  } catch (error) {
    // The rows before the failure are read.
    return { first: { items, bytes: null }, second: { items: throwAfter(items, error), bytes: null } }
  }
  return { first: { items, bytes: null }, second: { items, bytes: null } }
}

async function* throwAfter(items: readonly unknown[], error: unknown): AsyncGenerator<unknown> {
  yield* items
  throw error
}
