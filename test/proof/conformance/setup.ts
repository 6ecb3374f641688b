import { afterAll, afterEach, expect } from 'vitest'
import { record } from '../record.ts'
import { complaints, takeFigures } from './observations.ts'

afterEach(() => {
  expect(complaints(), 'what the OpenAPI document has against requests and responses').toEqual([])
})

afterAll(() => record({ part: 'conformance', ...takeFigures() }))
