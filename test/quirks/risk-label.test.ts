import { expect, it } from 'vitest'
import { riskLevel } from '../../src/quirks/scalar.ts'
import { readAlone } from './read-alone.ts'

it.each([
  ['Low Risk', 'low', ['risk_label']],
  ['Medium Risk', 'medium', ['risk_label']],
  ['HIGH RISK', 'high', ['risk_label']],
  ['High\u00a0Risk', 'high', ['risk_label']],
  ['HIGH_RISK', 'high', ['risk_label']],
  ['Risk: High', 'high', ['risk_label']],
  ['Very High Risk', 'very high', ['risk_label', 'unknown_value']],
  ['Low', 'low', ['risk_label']],
  ['Risk', null, ['unreadable']],
  ['n/a', null, ['placeholder']],
  ['-', null, ['placeholder']],
  ['', null, ['placeholder']],
  [null, null, []],
])('%j is the level %j', (given, value, quirks) => {
  expect(readAlone(riskLevel, given)).toEqual({ value, quirks })
})
