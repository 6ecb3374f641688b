import fc from 'fast-check'
import { isShort } from '../short-run.ts'
import type { Tie } from './networks.ts'

/** Who holds what in whom, in hundredths; null where that is not known. */
export interface RandomTie {
  readonly owner: number
  readonly company: number
  readonly hundredths: number | null
}

/** How often a property is repeated: by `npm run fuzz:network` 20,000 times. */
export const runs = Number(process.env.FUZZ_RUNS ?? (isShort ? 50 : 1_000))

/** Networks of up to 8 parties with every kind of loop, the shares in a company summing to at most the whole. */
export function randomTies(options: { readonly whole: boolean; readonly unknown: boolean }) {
  return fc.integer({ min: 2, max: 8 }).chain(size => {
    const weights = fc.array(fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 5, 25, 50), {
      minLength: size + 1,
      maxLength: size + 1,
    })
    const hidden = fc.array(options.unknown ? fc.boolean() : fc.constant(false), {
      minLength: size,
      maxLength: size,
    })
    const company = fc.tuple(weights, hidden, fc.boolean())
    return fc.array(company, { minLength: size, maxLength: size }).map(columns =>
      columns.flatMap(([weights, hidden, isOwned], at): RandomTie[] => {
        const owners = isOwned ? weights.slice(0, size) : []
        const rest = options.whole ? 0 : (weights[size] ?? 0)
        const shares = inHundredths(owners, rest)
        return shares.flatMap((hundredths, owner): RandomTie[] =>
          hundredths === 0 ? [] : [{ owner, company: at, hundredths: hidden[owner] ? null : hundredths }],
        )
      }),
    )
  })
}

/** Weights as hundredths that sum to 100 with the rest. */
function inHundredths(weights: readonly number[], rest: number): number[] {
  const sum = weights.reduce((total, weight) => total + weight, rest)
  if (sum === 0) return []
  const shares = weights.map(weight => Math.floor((weight * 100) / sum))
  const lost = rest === 0 ? 100 - shares.reduce((total, share) => total + share, 0) : 0
  const first = shares.findIndex(share => share > 0)
  return shares.map((share, at) => (at === first ? share + lost : share))
}

export function tiesOf(ties: readonly RandomTie[]): Tie[] {
  return ties.map(({ owner, company, hundredths }) => [
    `N${owner}`,
    `N${company}`,
    hundredths === null ? null : hundredths / 100,
  ])
}

export function sizeOf(ties: readonly RandomTie[]): number {
  return Math.max(-1, ...ties.flatMap(({ owner, company }) => [owner, company])) + 1
}
