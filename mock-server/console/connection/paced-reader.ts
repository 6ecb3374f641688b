/** A read that is repeated when its result is outdated. */
export interface PacedReader {
  /** Reads now or, during a read and the pause after it, once after the pause. */
  request(): void
  stop(): void
}

/** The pause after a read, as a multiple of its duration, so that the server has most of its time for other work. */
const pauseFactor = 4
const minPauseMs = 50

interface ReadingState {
  isBusy: boolean
  isOutdated: boolean
  isStopped: boolean
}

/** Repeats a read on request, one at a time. `read` must not reject. */
export function createPacedReader(read: () => Promise<void>): PacedReader {
  const state: ReadingState = { isBusy: false, isOutdated: false, isStopped: false }

  async function run(): Promise<void> {
    state.isBusy = true
    const startTime = performance.now()
    await read()
    const pauseMs = Math.max(minPauseMs, pauseFactor * (performance.now() - startTime))
    setTimeout(() => {
      state.isBusy = false
      if (!state.isOutdated || state.isStopped) return
      state.isOutdated = false
      void run()
    }, pauseMs)
  }

  return {
    request() {
      if (state.isBusy) state.isOutdated = true
      else void run()
    },
    stop() {
      state.isStopped = true
    },
  }
}
