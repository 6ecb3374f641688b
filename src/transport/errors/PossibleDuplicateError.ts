import { EntityScreeningError } from './EntityScreeningError.ts'

/**
 * `createOnce`, or a mutation of TanStack Query, sent nothing, because the team may already have the entity. The code is
 * `possible_duplicate`. The outcome is `unknown`: an earlier call may have created one of the `candidates`, or the list may be
 * incomplete.
 *
 * @example
 * const input: CreateEntityInput = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }
 * await client.entities.create(input)
 * const failure = await client.entities.createOnce(input, { before: [], otherCreations: null }).catch(error => error)
 * if (PossibleDuplicateError.is(failure)) console.error(`compare ${failure.candidates.join(', ')}`)
 */
export class PossibleDuplicateError extends EntityScreeningError<
  Pick<PossibleDuplicateError, 'candidates'>,
  'createEntity' | 'createEntitiesBulk' | 'attachDocument'
> {
  protected static override readonly kind = 'PossibleDuplicateError'
  declare readonly name: 'PossibleDuplicateError'
  override readonly code = 'possible_duplicate'
  /** The identifiers of the entities that may be this one; empty if none is known. */
  declare readonly candidates: readonly string[]
}
