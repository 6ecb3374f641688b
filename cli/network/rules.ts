import type { BeneficialOwnerRule } from '../../src/network/beneficial/rules.ts'
import type { Regime } from '../../src/network/exposure/regimes.ts'
import type { FlagTable } from '../definition/flags.ts'
import { oneOf } from '../definition/values.ts'

export const ruleFlag = {
  rule: {
    value: 'RULE',
    says: 'amlr (Regulation (EU) 2024/1624: 25 % or more) or amld (Directive (EU) 2015/849: more than 25 %) (amlr)',
  },
} as const satisfies FlagTable

export const regimeFlag = {
  regime: { value: 'REGIME', says: 'ofac, eu or uk: whose rule says who is blocked (ofac)' },
} as const satisfies FlagTable

export function ruleOf(given = 'amlr'): BeneficialOwnerRule {
  return oneOf('--rule', given, ['amlr', 'amld'])
}

export function regimeOf(given = 'ofac'): Regime {
  return oneOf('--regime', given, ['ofac', 'eu', 'uk'])
}
