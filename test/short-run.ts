/** `npm test` leaves out what takes longest: `LONG_TESTS=1` runs it too, as `.ci/run` does. */
export const isShort = process.env.LONG_TESTS !== '1'

export const shortRun = 'LONG_TESTS=1 runs it'
