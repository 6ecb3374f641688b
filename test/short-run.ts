/** `npm test` leaves out what takes longest: `LONG_TESTS=1` runs it too, as `.ci/run` does. */
export const isShort = process.env.LONG_TESTS !== '1'

export const shortRun = 'LONG_TESTS=1 runs it'

/** A list as it is, of which a short run takes one in so many. */
export function sample<Item>(all: readonly Item[], oneIn: number): Item[] {
  return all.filter((_, at) => !isShort || at % oneIn === 0)
}
