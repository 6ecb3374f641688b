import { computeOwnership, findBeneficialOwners, type Regime } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { relationTypes } from '../../src/contract/values.ts'
import { rulesVersion } from '../../src/network/rule-info.ts'
import { sha256 } from '../../src/shared/content.ts'
import { assessScreened } from './assess-screened.ts'
import { networkOf, relate } from './networks.ts'
import { cases, networkOfCase } from './worlds.ts'

const regimes: Regime[] = ['ofac', 'eu', 'uk']

const labels = [null, 'Minority holder', 'Majority owner', 'Sole owner', 'Nominee', 'Director', 'CEO']
const shares = [null, 0.3, 0.6, 25]
/** Networks of one relation each, of every type, with labels and shares. */
const labelled = [...relationTypes, 'HasRole', 'Other'].flatMap(type =>
  labels.flatMap(label =>
    shares.map(exactShare =>
      networkOf([{ ...relate('X', 'T', type, { exactShare }), label }], { rootId: 'T' }),
    ),
  ),
)

/** After the first release, another hash needs another version: records that were filed say by which one they were made. */
it('the same version of the rules gives the same networks the same results', { tags: 'long' }, async () => {
  const networks = [
    ...fc.sample(cases, { seed: 1, numRuns: 100 }).map(given => networkOfCase(given)),
    ...labelled,
  ]
  const results = networks.map(network => {
    return [
      regimes.map(regime => {
        const { verdict, missing, blocked, possible } = assessScreened(network, { regime })
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
    3,
    '2921a62188715ebd18a919b3ba2db14d494388001b5c5b098caa2bc7c055ed52',
  ])
})
