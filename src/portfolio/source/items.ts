/** Objects that are at hand are read so many at a time: not far ahead of what becomes of them. */
const mostTogether = 64

/** The items of an iterator of which the first has been looked at. */
export function* startingWith(first: unknown, rest: Iterator<unknown>): Generator<unknown> {
  yield first
  yield* { [Symbol.iterator]: () => rest }
}

export async function* startingWithAsync(
  first: unknown,
  rest: AsyncIterator<unknown>,
): AsyncGenerator<unknown> {
  yield first
  yield* { [Symbol.asyncIterator]: () => rest }
}

/** What is made of items that are at hand, in arrays. */
export async function* inArrays<Made>(
  items: Iterable<unknown>,
  make: (item: unknown) => Made,
): AsyncGenerator<readonly Made[]> {
  let made: Made[] = []
  try {
    for (const item of items) {
      made.push(make(item))
      if (made.length < mostTogether) continue
      yield made
      made = []
    }
  } catch (error) {
    // What came before is read all the same.
    if (made.length > 0) yield made
    throw error
  }
  if (made.length > 0) yield made
}
