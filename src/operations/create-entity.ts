import { operations } from '../contract/operations.ts'
import { bulkRowInput } from '../model/bulk.ts'
import { type CreateEntityInput, createEntityInput } from '../model/creation.ts'
import { type CreatedEntity, decodeCreatedEntity } from '../model/entity.ts'
import { encodeCountry } from '../model/inputs.ts'
import type { OperationSpec } from './operation-spec.ts'

export const createEntity: OperationSpec<CreateEntityInput, CreatedEntity> = {
  name: 'createEntity',
  contract: operations.createEntity,
  input: createEntityInput,
  sibling: { method: 'createBulk', schema: bulkRowInput },
  encode(input, { log }) {
    const { type, name } = input
    const countryCode = encodeCountry(input.countryCode, log, ['countryCode'])
    return type === 'organization'
      ? { name, type, countryCode, registration: input.registration }
      : { name, type, countryCode, birthDate: input.birthDate, nationalId: input.nationalId }
  },
  decode: decodeCreatedEntity,
}
