import type { BeneficialOwnerRule } from '../../src/network/beneficial/rules.ts'
import type { IndexOptions } from '../../src/network/graph/index-options.ts'
import type { Direction } from '../../src/network/relations/relation-types.ts'
import type { ExemptCompany } from '../../src/network/sanctions/options.ts'
import type { Regime } from '../../src/network/sanctions/regimes.ts'
import { type Flags, type FlagTable, parseChoice, parseDay } from '../definition/flags.ts'
import { UsageError } from '../failure.ts'

export const ruleFlag = {
  rule: {
    value: 'amld|amlr',
    description:
      'amld (Directive (EU) 2015/849: more than 25 %) or amlr (Regulation (EU) 2024/1624, from 10 July 2027: 25 % or more)',
  },
} as const satisfies FlagTable

export const regimeFlag = {
  regime: { value: 'ofac|eu|uk', description: 'whose rule decides who is blocked (ofac)' },
} as const satisfies FlagTable

/** Flags that determine how a network is interpreted. */
export const readingFlags = {
  direction: {
    value: '[TYPE=]END',
    repeatable: true,
    description:
      'which end of a relation is the owner, source or target, for all relations or one type (source, as a doubt)',
  },
  'as-of': {
    value: 'DAY',
    description: 'leave out relations that ended before this day, YYYY-MM-DD',
  },
  'same-parties': { value: 'ID,ID', repeatable: true, description: 'nodes that are the same party' },
  'known-word': {
    value: 'holding=WORD|office=WORD',
    repeatable: true,
    description: 'a word or phrase that is certain in the label or title of a holding or an office',
  },
  'known-field': { value: 'NAME', repeatable: true, description: 'a field of relations that has no effect' },
} as const satisfies FlagTable

export const exemptCompanyFlag = {
  'exempt-companies': {
    value: 'ID=REASON',
    repeatable: true,
    description: 'a company whose unnamed owners do not matter, such as a listed one, and why',
  },
} as const satisfies FlagTable

export function parseRule(text: string | undefined): BeneficialOwnerRule {
  if (text === undefined) throw new UsageError('--rule is required: amld, or amlr (from 10 July 2027)')
  return parseChoice('--rule', text, ['amlr', 'amld'])
}

/** Returns the European Union's rule on beneficial owners that applies on a date. */
export function findRuleInForce(date: Date): BeneficialOwnerRule {
  return date < new Date('2027-07-10') ? 'amld' : 'amlr'
}

export function parseRegime(text = 'ofac'): Regime {
  return parseChoice('--regime', text, ['ofac', 'eu', 'uk'])
}

export function readReadingOptions(flags: Flags<keyof typeof readingFlags>): IndexOptions {
  const sameParties = flags.texts('same-parties').map(ids => ids.split(','))
  const knownFields = flags.texts('known-field').map(name => [name, 'ignore'] as const)
  return {
    direction: parseDirections(flags.texts('direction')),
    asOf: parseDay('--as-of', flags.text('as-of')),
    sameParties: sameParties.length === 0 ? undefined : sameParties,
    knownWords: parseKnownWords(flags.texts('known-word')),
    knownFields: knownFields.length === 0 ? undefined : Object.fromEntries(knownFields),
  }
}

function parseKnownWords(texts: readonly string[]): IndexOptions['knownWords'] {
  if (texts.length === 0) return undefined
  const words: Record<'holding' | 'office', string[]> = { holding: [], office: [] }
  for (const text of texts) {
    const [kind = '', ...word] = text.split('=')
    words[parseChoice('--known-word', kind, ['holding', 'office'])].push(word.join('='))
  }
  return words
}

function parseDirections(texts: readonly string[]): IndexOptions['direction'] {
  const pairs = texts.map(text => text.split('='))
  const parseEnd = (end = ''): Direction =>
    parseChoice('--direction', end, ['source', 'target']) === 'source'
      ? 'source_owns_target'
      : 'target_owns_source'
  const [firstPair] = pairs
  if (firstPair === undefined) return undefined
  if (pairs.every(pair => pair.length === 2))
    return Object.fromEntries(pairs.map(([type, end]) => [type, parseEnd(end)]))
  if (pairs.length > 1) throw new UsageError('--direction may be given several times only as TYPE=END')
  return parseEnd(firstPair[0])
}

export function parseExemptCompanies(flags: Flags<keyof typeof exemptCompanyFlag>): ExemptCompany[] {
  return flags.texts('exempt-companies').map(text => {
    const [id = '', ...reason] = text.split('=')
    if (id === '' || reason.join('=').trim() === '')
      throw new UsageError(`--exempt-companies must be ID=REASON, not "${text}"`)
    return { id, reason: reason.join('=') }
  })
}
