import { expect, it } from 'vitest'
import { riskLabel } from '../../src/quirks/risk-label.ts'

it.each([
  ['Low Risk', 'low', 'Low Risk', ['risk_label']],
  ['Medium Risk', 'medium', 'Medium Risk', ['risk_label']],
  ['HIGH RISK', 'high', 'HIGH RISK', ['risk_label']],
  ['Very High Risk', 'very high', 'Very High Risk', ['risk_label', 'unknown_value']],
  ['Low', 'low', 'Low', ['risk_label']],
  ['Risk', null, 'Risk', ['unreadable']],
  ['-', null, null, ['placeholder']],
  ['', null, null, ['placeholder']],
  [null, null, null, []],
])('%j is the level %j', (given, riskLevel, label, quirks) => {
  expect(riskLabel(given)).toEqual({ value: { riskLevel, riskLabel: label }, quirks })
})
