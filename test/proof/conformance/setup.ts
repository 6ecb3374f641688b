import { afterEach, expect } from 'vitest'
import { complaints } from './observations.ts'

afterEach(() => {
  expect(complaints(), 'what the OpenAPI document has against requests and responses').toEqual([])
})
