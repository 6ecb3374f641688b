import { methodNames } from '../contract/method-names.ts'
import { operations } from '../contract/operations.ts'
import { decodeEntities, type Entity } from '../model/entity.ts'
import { encodeCountry } from '../model/inputs.ts'
import { entityQueryInput, type SearchEntitiesInput } from '../model/search.ts'
import { normalizeRiskLabel } from '../shared/text/normalize-risk-label.ts'
import type { OperationSpec } from './operation-spec.ts'

export const searchEntities: OperationSpec<SearchEntitiesInput, Entity[]> = {
  operation: 'searchEntities',
  methodName: methodNames.searchEntities,
  contract: operations.searchEntities,
  input: entityQueryInput,
  encode: (query, { log }) => ({
    ...query,
    countryCode: encodeCountry(query.countryCode, log, ['countryCode']),
    riskLevel: query.riskLevel === undefined ? undefined : toRiskLabel(query.riskLevel),
  }),
  decode: decodeEntities,
}

/** Converts a risk level or label to the form of the labels that entities have: `low` and `Low Risk` both become `Low Risk`. */
function toRiskLabel(riskLevel: string): string {
  const level = normalizeRiskLabel(riskLevel)
  return `${level.charAt(0).toUpperCase()}${level.slice(1)} Risk`
}
