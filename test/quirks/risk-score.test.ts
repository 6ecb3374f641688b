import { expect, it } from 'vitest'
import { riskScore } from '../../src/quirks/risk-score.ts'

it.each([
  [12, 'Low Risk', 12, []],
  [0, 'Low Risk', 0, []],
  ['12', 'Low Risk', 12, ['converted']],
  [12, null, 12, []],
  [undefined, null, null, []],
  [0, null, null, ['placeholder']],
  [-0, null, null, ['placeholder']],
  ['0', null, null, ['placeholder']],
  [{}, null, null, ['unreadable']],
])('a score of %j beside the label %j is %j', (score, label, value, quirks) => {
  expect(riskScore(score, label)).toEqual({ value, quirks })
})
