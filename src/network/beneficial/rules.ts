import type { Bound } from '../propagation/counted-holdings.ts'
import type { RuleSource } from '../rule-info.ts'
import { formatShare, moreThan, toBillionths, toParts, toShare } from '../share.ts'

/**
 * The law that defines beneficial owners: the EU Anti-Money Laundering Regulation (`amlr`), or the directive that preceded it
 * (`amld`).
 */
export type BeneficialOwnerRule = 'amlr' | 'amld'

/**
 * The share from which an owner counts: `share` or more if `inclusive`, more than `share` otherwise.
 *
 * @example
 * const threshold: OwnerThreshold = { share: 0.15, inclusive: true }
 */
export type OwnerThreshold = {
  /** A fraction above 0 and below 0.5. */
  readonly share: number
  /** Whether a holding of exactly this share counts. */
  readonly inclusive: boolean
}

export interface OwnerRule {
  /** Returns the rule in one sentence. */
  readonly summarize: (threshold: OwnerThreshold) => string
  /** The threshold of the law. */
  readonly threshold: OwnerThreshold
  /**
   * Whether a party is also a beneficial owner if it owns a company that controls the assessed company, or if
   * it controls an owner of the assessed company.
   */
  readonly combinesOwnershipAndControl: boolean
  /**
   * Whether a majority of either shares or votes means control, and votes are multiplied along chains in the
   * same way as shares.
   */
  readonly countsEither: boolean
  readonly sources: readonly RuleSource[]
}

/**
 * Creates a function that tests whether a holding reaches the threshold certainly (`min`) or possibly (`max`). `partsHeld` is
 * the holding in trillionths of the company.
 */
export function createThresholdTest(
  { share, inclusive }: OwnerThreshold,
  bound: Bound,
): (partsHeld: number) => boolean {
  const parts = toParts(share)
  return inclusive ? partsHeld => toBillionths(partsHeld) >= toBillionths(parts) : moreThan(parts, bound)
}

function describeThreshold({ share, inclusive }: OwnerThreshold): string {
  const percentage = formatShare(toShare(share))
  return inclusive ? `${percentage} or more` : `more than ${percentage}`
}

const regulation = { date: '2024-06-19', url: 'https://eur-lex.europa.eu/eli/reg/2024/1624/oj' }

function createArticleSource(number: number, about: string): RuleSource {
  return { title: `Regulation (EU) 2024/1624, article ${number}: ${about}`, ...regulation }
}

export const ownerRules: Readonly<Record<BeneficialOwnerRule, OwnerRule>> = {
  amlr: {
    summarize: threshold => {
      const share = formatShare(toShare(threshold.share))
      return `Natural persons who own ${describeThreshold(threshold)} of the shares or of the votes, multiplied along each chain and added over all chains, or who control the company by 50 % plus one of either or by other means, at each level; and those who control an owner of ${share}, or own ${share} of a party that controls the company. Applies from 10 July 2027.`
    },
    threshold: { share: 0.25, inclusive: true },
    combinesOwnershipAndControl: true,
    countsEither: true,
    sources: [
      createArticleSource(51, 'who is a beneficial owner of a legal entity'),
      createArticleSource(52, 'ownership interest'),
      createArticleSource(53, 'control'),
      createArticleSource(54, 'ownership interest and control in one structure'),
    ],
  },
  amld: {
    summarize: threshold =>
      `Natural persons who own ${describeThreshold(threshold)}, themselves, through companies that they control, or multiplied along each chain and added over all chains; and those who control the company.`,
    threshold: { share: 0.25, inclusive: false },
    combinesOwnershipAndControl: false,
    countsEither: false,
    sources: [
      {
        title: 'Directive (EU) 2015/849, article 3(6)(a): beneficial owner',
        date: '2015-05-20',
        url: 'https://eur-lex.europa.eu/eli/dir/2015/849/oj',
      },
    ],
  },
}
