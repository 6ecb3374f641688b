import { endpoints } from '../contract/endpoints.ts'
import { methodNames } from '../contract/method-names.ts'
import { bulkRowInput } from '../model/bulk.ts'
import { type CreateEntityInput, createEntityInput } from '../model/creation.ts'
import { type CreatedEntity, decodeCreatedEntity } from '../model/entity.ts'
import { encodeCountry } from '../model/inputs.ts'
import { toFullName } from '../shared/names/full-name.ts'
import type { OperationSpec } from './operation-spec.ts'

export const createEntity: OperationSpec<CreateEntityInput, CreatedEntity> = {
  operation: 'createEntity',
  methodName: methodNames.createEntity,
  contract: endpoints.createEntity,
  input: createEntityInput,
  sibling: { methodName: methodNames.createEntitiesBulk, schema: bulkRowInput, takesList: true },
  encode(input, { log }) {
    const countryCode = encodeCountry(input.countryCode, log, ['countryCode'])
    if (input.type === 'organization')
      return { name: input.name, type: input.type, countryCode, registration: input.registration }
    const { type, birthDate, nationalId } = input
    return { name: toFullName(input), type, countryCode, birthDate, nationalId }
  },
  decode: decodeCreatedEntity,
}
