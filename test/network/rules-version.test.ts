import {
  assessSanctions,
  computeOwnership,
  findBeneficialOwners,
  type Regime,
} from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rulesVersion } from '../../src/network/rule-info.ts'
import { sha256 } from '../../src/shared/content.ts'
import { cases, networkOfCase } from './worlds.ts'

const regimes: Regime[] = ['ofac', 'eu', 'uk']

/** After the first release, another hash needs another version: records that were filed say by which one they were made. */
it('the same version of the rules gives the same networks the same results', async () => {
  const results = fc.sample(cases, { seed: 1, numRuns: 100 }).map(given => {
    const network = networkOfCase(given)
    return [
      regimes.map(regime => {
        const { verdict, missing, blocked, possible } = assessSanctions(network, { regime })
        return { verdict, missing: missing.map(({ kind, ids }) => [kind, ids]), blocked, possible }
      }),
      computeOwnership(network).owners.map(({ id, effective }) => [id, effective]),
      findBeneficialOwners(network, { rule: 'amlr' }).owners.map(({ id, by, isCertain }) => [
        id,
        by,
        isCertain,
      ]),
    ]
  })
  expect([rulesVersion, await sha256(JSON.stringify(results))]).toEqual([
    2,
    '69dde0138fe6ff1b249a4dae41473d007572d4df175f5a561ff2cc618f873c53',
  ])
})
