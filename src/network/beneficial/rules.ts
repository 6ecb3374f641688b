import type { Bound } from '../propagation/counted-holdings.ts'
import type { RuleSource } from '../rule-info.ts'
import { moreThan, toBillionths, toParts } from '../share.ts'

/**
 * The law that defines beneficial owners: the EU Anti-Money Laundering Regulation (`amlr`), or the directive that preceded it
 * (`amld`).
 */
export type BeneficialOwnerRule = 'amlr' | 'amld'

export interface OwnerRule {
  readonly summary: string
  /**
   * Creates a function that tests whether a holding reaches the threshold certainly (`min`) or possibly (`max`). `partsHeld` is
   * the holding in trillionths of the company.
   */
  readonly createThresholdTest: (bound: Bound) => (partsHeld: number) => boolean
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

const quarter = toParts(0.25)

const regulation = { date: '2024-06-19', url: 'https://eur-lex.europa.eu/eli/reg/2024/1624/oj' }

function createArticleSource(number: number, about: string): RuleSource {
  return { title: `Regulation (EU) 2024/1624, article ${number}: ${about}`, ...regulation }
}

export const ownerRules: Readonly<Record<BeneficialOwnerRule, OwnerRule>> = {
  amlr: {
    summary:
      'Natural persons who own 25 % or more of the shares or of the votes, multiplied along each chain and added over all chains, or who control the company by 50 % plus one of either or by other means, at each level; and those who control an owner of 25 %, or own 25 % of a party that controls the company. Applies from 10 July 2027.',
    createThresholdTest: () => partsHeld => toBillionths(partsHeld) >= toBillionths(quarter),
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
    summary:
      'Natural persons who own more than 25 %, themselves, through companies that they control, or multiplied along each chain and added over all chains; and those who control the company.',
    createThresholdTest: bound => moreThan(quarter, bound),
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
