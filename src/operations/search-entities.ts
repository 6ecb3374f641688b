import { endpoints } from '../contract/endpoints.ts'
import { methodNames } from '../contract/method-names.ts'
import { decodeEntities, type Entity } from '../model/entity.ts'
import { encodeCountry } from '../model/inputs.ts'
import { entityQueryInput, type SearchEntitiesInput } from '../model/search.ts'
import { normalizeRiskLabel } from '../shared/text/normalize-risk-label.ts'
import type { OperationSpec } from './operation-spec.ts'

export const searchEntities: OperationSpec<SearchEntitiesInput, Entity[]> = {
  operation: 'searchEntities',
  methodName: methodNames.searchEntities,
  contract: endpoints.searchEntities,
  input: entityQueryInput,
  encode: ({ name, type, countryCode, caseStatus, riskLevel, limit, offset }, { log }) => ({
    name,
    type,
    countryCode: encodeCountry(countryCode, log, ['countryCode']),
    caseStatus,
    riskLevel: riskLevel === undefined ? undefined : toRiskLabel(riskLevel),
    limit,
    offset,
  }),
  decode: decodeEntities,
}

/** Converts a risk level or label to the form of the labels that entities have: `low` and `Low Risk` both become `Low Risk`. */
function toRiskLabel(riskLevel: string): string {
  const level = normalizeRiskLabel(riskLevel)
  return `${level.charAt(0).toUpperCase()}${level.slice(1)} Risk`
}
