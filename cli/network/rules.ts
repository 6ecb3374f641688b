import type { BeneficialOwnerRule } from '../../src/network/beneficial/rules.ts'
import type { Direction, IndexOptions } from '../../src/network/graph/index-options.ts'
import type { AccountedFor } from '../../src/network/sanctions/options.ts'
import type { Regime } from '../../src/network/sanctions/regimes.ts'
import { day, type Flags, type FlagTable, oneOf } from '../definition/flags.ts'
import { UsageError } from '../failure.ts'

export const ruleFlag = {
  rule: {
    value: 'amld|amlr',
    says: 'required: amld (Directive (EU) 2015/849: more than 25 %) or amlr (Regulation (EU) 2024/1624, from 10 July 2027: 25 % or more)',
  },
} as const satisfies FlagTable

export const regimeFlag = {
  regime: { value: 'ofac|eu|uk', says: 'whose rule decides who is blocked (ofac)' },
} as const satisfies FlagTable

/** How to read a network. */
export const readingFlags = {
  direction: {
    value: '[TYPE=]END',
    repeatable: true,
    says: 'which end of a relation is the owner, source or target, for all relations or one type (source, as a doubt)',
  },
  'as-of': {
    value: 'DAY',
    says: 'leave out relations that ended before this day, YYYY-MM-DD',
  },
  same: { value: 'ID,ID', repeatable: true, says: 'nodes that are the same party' },
} as const satisfies FlagTable

export const accountedForFlag = {
  'accounted-for': {
    value: 'ID=REASON',
    repeatable: true,
    says: 'a company whose unnamed owners do not matter, such as a listed one, and why',
  },
} as const satisfies FlagTable

export function ruleOf(given: string | undefined): BeneficialOwnerRule {
  if (given === undefined) throw new UsageError('--rule is required: amld, or amlr (from 10 July 2027)')
  return oneOf('--rule', given, ['amlr', 'amld'])
}

export function regimeOf(given = 'ofac'): Regime {
  return oneOf('--regime', given, ['ofac', 'eu', 'uk'])
}

export function readingOf(flags: Flags<keyof typeof readingFlags>): IndexOptions {
  const same = flags.texts('same').map(ids => ids.split(','))
  return {
    direction: directionOf(flags.texts('direction')),
    asOf: day('--as-of', flags.text('as-of')),
    same: same.length === 0 ? undefined : same,
  }
}

function directionOf(given: readonly string[]): IndexOptions['direction'] {
  const pairs = given.map(one => one.split('='))
  const endOf = (end = ''): Direction =>
    oneOf('--direction', end, ['source', 'target']) === 'source' ? 'source_owns_target' : 'target_owns_source'
  const [first] = pairs
  if (first === undefined) return undefined
  if (pairs.every(pair => pair.length === 2))
    return Object.fromEntries(pairs.map(([type, end]) => [type, endOf(end)]))
  if (pairs.length > 1) throw new UsageError('--direction may be given several times only as TYPE=END')
  return endOf(first[0])
}

export function accountedForOf(flags: Flags<keyof typeof accountedForFlag>): AccountedFor[] {
  return flags.texts('accounted-for').map(given => {
    const [id = '', ...reason] = given.split('=')
    if (id === '' || reason.join('=').trim() === '')
      throw new UsageError(`--accounted-for must be ID=REASON, not "${given}"`)
    return { id, reason: reason.join('=') }
  })
}
