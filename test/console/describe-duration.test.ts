import { expect, it } from 'vitest'
import { describeDuration } from '../../mock-server/console/elements/describe-duration.ts'

it.each([
  [null, '–'],
  [0, '0 µs'],
  [0.0042, '4.2 µs'],
  [0.42, '420 µs'],
  [0.9994, '999 µs'],
  [0.9996, '1 ms'],
  [1.49, '1.5 ms'],
  [9.96, '10 ms'],
  [999.4, '999 ms'],
  [999.6, '1 s'],
  [75_300, '75 s'],
])('describes %d ms as %s', (duration, text) => {
  expect(describeDuration(duration)).toBe(text)
})
