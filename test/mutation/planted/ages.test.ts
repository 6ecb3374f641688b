import { expect, it } from 'vitest'
import { isChild, isGrownUp } from './ages.ts'

it('18 is the first year of a grown-up', () => {
  // It runs, and nothing looks at what it says: its mutants have to survive.
  isChild(18)
  expect([17, 18, 19].map(isGrownUp)).toEqual([false, true, true])
})
