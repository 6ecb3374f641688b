/** Items that are asked for one by one, of which none need be waited for once that is ended. */
export interface Interruptible<Item> {
  /** The next item; undefined where there is none, or no more is wanted. */
  next(): Promise<Item | undefined>
  /** Whether the last item has been read. */
  isRead(): boolean
  /** Whether no more is wanted. */
  isEnded(): boolean
  end(): void
}

export function interruptible<Item>(items: AsyncIterable<Item>): Interruptible<Item> {
  const iterator = items[Symbol.asyncIterator]()
  let isEnded = false
  let isRead = false
  let wake = () => {}
  return {
    async next() {
      if (isEnded) return undefined
      const result = await new Promise<IteratorResult<Item, unknown> | null>((resolve, reject) => {
        wake = () => resolve(null)
        iterator.next().then(resolve, reject)
      })
      if (result === null) return undefined
      isRead = result.done === true
      return result.done ? undefined : result.value
    },
    isRead: () => isRead,
    isEnded: () => isEnded,
    end() {
      if (isEnded) return
      isEnded = true
      wake()
      // Not waited for: items that do not come would keep it waiting too.
      void Promise.resolve(iterator.return?.()).catch(() => {})
    },
  }
}
