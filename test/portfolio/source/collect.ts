/** All that comes, as a list. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

/** Items one after the other, with a chance for others to run between them. */
export async function* stream<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  for (const item of items) {
    await new Promise(resolve => setTimeout(resolve))
    yield item
  }
}
