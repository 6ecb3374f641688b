import type { NetworkIndex } from '../graph/network-index.ts'
import {
  type Bound,
  computeCountedHoldings,
  computeNetHoldings,
  excludePersons,
} from '../propagation/counted-holdings.ts'
import type { HeldParts, Measure } from '../propagation/propagate.ts'
import type { HoldingKind } from '../relations/relation-types.ts'
import type { RuleSource } from '../rule-info.ts'
import { isAtLeastHalf, isMajority } from '../share.ts'
import type { Listing } from './listing.ts'

/** Sanctions regime: OFAC (United States), the European Union, or the United Kingdom. */
export type Regime = 'ofac' | 'eu' | 'uk'

export interface RegimeRule {
  readonly summary: string
  /** Returns whether a holding reaches the threshold. The holding is given in trillionths of the company. */
  readonly isThresholdReached: (partsHeld: number) => boolean
  /** Whether the holdings of all blocked owners are added together. */
  readonly isAggregated: boolean
  /** Whether a blocked party that controls a company makes that company possibly blocked. */
  readonly isControlPossible: boolean
  /** The kinds of holdings that are compared with the threshold, each kind separately. */
  readonly counts: readonly HoldingKind[]
  readonly sources: readonly RuleSource[]
}

function createSource(title: string, date: string | null, url: string): RuleSource {
  return { title, date, url }
}

function createFaqSource(number: number, about: string, date: string | null): RuleSource {
  return createSource(`OFAC FAQ ${number}: ${about}`, date, `https://ofac.treasury.gov/faqs/${number}`)
}

export const regimes: Readonly<Record<Regime, RegimeRule>> = {
  ofac: {
    summary:
      'Listed parties, and companies that they block, together own 50 % or more. Control alone does not block.',
    isThresholdReached: isAtLeastHalf,
    isAggregated: true,
    isControlPossible: false,
    counts: ['shares'],
    sources: [
      createFaqSource(398, 'control does not block, and calls for caution', '2020-08-11'),
      createFaqSource(399, 'stakes of all blocked persons are added', null),
      createFaqSource(400, 'blocked persons who act for a company that is not blocked', '2014-08-13'),
      createFaqSource(401, 'indirect ownership, with examples', '2014-08-13'),
      createFaqSource(402, 'changes of ownership', null),
    ],
  },
  eu: {
    summary:
      'Funds of a company are frozen if listed parties together own 50 % or more of it. Control is a separate test: a company that they control, or may control, is possibly blocked, with a flag.',
    isThresholdReached: isAtLeastHalf,
    isAggregated: true,
    isControlPossible: true,
    counts: ['shares'],
    sources: [
      createSource(
        'Council of the European Union, Update of the EU Best Practices for the effective implementation of restrictive measures, ownership and control',
        '2024-07-03',
        'https://data.consilium.europa.eu/doc/document/ST-11623-2024-INIT/en/pdf',
      ),
    ],
  },
  uk: {
    summary:
      'Assets of a company are frozen if one designated person holds more than 50 % of its shares or of its votes, directly or through majority stakes. Holdings of several persons are added only under a joint arrangement. Control is a separate test: a company that such a person controls, or may control, is possibly blocked, with a flag.',
    isThresholdReached: isMajority,
    isAggregated: false,
    isControlPossible: true,
    counts: ['shares', 'votes'],
    sources: [
      createSource(
        'OFSI, UK financial sanctions general guidance, edition of 18 November 2024, part 4: ownership and control',
        '2024-11-18',
        'https://www.gov.uk/government/publications/financial-sanctions-general-guidance/uk-financial-sanctions-general-guidance',
      ),
      createSource(
        'Russia (Sanctions) (EU Exit) Regulations 2019, regulation 7 and schedule 1',
        '2019-04-10',
        'https://www.legislation.gov.uk/uksi/2019/855/schedule/1',
      ),
    ],
  },
}

/**
 * Creates the measures of a rule, with every share at its minimum or maximum. A certain block rests on the stated shares. A
 * possible block may also rest on those without the shares that a company holds in itself: then, if a listed or possibly listed
 * company holds a part of a company that owns it, that part may count as held by the listed company.
 */
export function createMeasures(
  index: NetworkIndex,
  { isThresholdReached, counts }: RegimeRule,
  bound: Bound,
  { listed, doubts }: Listing,
): Measure[] {
  const outsiders = new Set([...listed, ...doubts.keys()])
  return counts.flatMap(of => {
    const stated = index[of]
    const net = computeNetHoldings(stated)
    // The second computation is skipped if no company holds shares in itself, because `outsiders` then make
    // no difference.
    const netOfOthers = net === stated ? [] : [net, computeNetHoldings(stated, outsiders)]
    const counted =
      bound === 'min'
        ? [excludePersons(index, stated)]
        : [computeCountedHoldings(index, stated, bound), ...netOfOthers]
    return [...new Set(counted)].map(holdings => ({
      of,
      holdings,
      reaches: (heldParts: HeldParts) => isThresholdReached(heldParts[bound]),
    }))
  })
}
