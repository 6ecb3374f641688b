/** Keeps requests that create from going, for as long as one caller has it closed. */
export interface Gate {
  /** @returns what opens it again. */
  close(): () => void
  opened(): Promise<void>
}

export function createGate(): Gate {
  let closed = 0
  let waiting: (() => void)[] = []
  return {
    close() {
      closed += 1
      let isOpen = false
      return () => {
        if (isOpen) return
        isOpen = true
        closed -= 1
        if (closed > 0) return
        for (const go of waiting) go()
        waiting = []
      }
    },
    async opened() {
      while (closed > 0) await new Promise<void>(resolve => waiting.push(resolve))
    },
  }
}
