import { createValueIssues } from '../contract/issues.ts'
import type { Entity } from '../model/entity.ts'
import { type EntityReference, identify, isId } from '../model/entity-reference.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import { refuseIssues } from '../transport/check-input.ts'
import { createUnreadableResponseError } from '../transport/create-error.ts'
import { NotFoundError } from '../transport/errors/NotFoundError.ts'
import { copyOptions } from '../transport/options/copy.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import { assertRequestOptions } from '../transport/request/prepare.ts'
import { type EntitySource, streamCompleteList } from './stream-entities.ts'

export const getMethod = {
  operation: 'listEntities',
  methodName: 'entities.get',
} as const satisfies CalledMethod

const unreadableId = {
  path: ['id'],
  message: 'of an entity of the list cannot be read, which may be this one',
}

/** Reads the list until the entity arrives, because the service has no operation for one entity. */
export async function getEntity(
  reference: EntityReference,
  team: EntitySource,
  options: RequestOptions = {},
): Promise<Entity> {
  const id = identify(reference)
  if (!isId(id))
    refuseIssues(
      getMethod,
      createValueIssues(['id'], reference, 'must be an entity or its identifier, which is not blank'),
    )
  let areIdsReadable = true
  for await (const entity of streamCompleteList(
    team,
    assertRequestOptions(getMethod, copyOptions(options)),
  )) {
    if (entity.id === id) return entity
    areIdsReadable &&= isId(entity.id)
  }
  // An entity whose identifier cannot be read may be the one.
  if (!areIdsReadable) throw createUnreadableResponseError(getMethod, { status: 200 }, null, [unreadableId])
  throw new NotFoundError(`${getMethod.methodName}: the list of the team has no entity with this id`, {
    ...{ operation: getMethod.operation, outcome: 'not_done', status: null },
    ...{ body: null, reason: null, retryAfter: null, headers: new Headers() },
  })
}
