import { type OperationName, operations } from '../../src/contract/operations.ts'
import { Refusal } from '../../src/contract/refusal.ts'
import { bearerToken } from '../message/request.ts'
import type { Server } from '../server.ts'
import type { Team } from '../state/teams.ts'
import { explainRefusedKey } from './refused-key.ts'
import type { OperationContext } from './request-context.ts'

/**
 * Finds the team of the key. An operation that needs no key runs for an empty team.
 *
 * @throws Refusal if the key is missing or not valid.
 */
export function authenticate(context: OperationContext): void {
  if (needsKey(context.server, context.operation)) context.team = findTeam(context)
}

function findTeam(context: OperationContext): Team {
  const { server, request } = context
  const apiKey = bearerToken(request)
  const team = apiKey === undefined ? undefined : server.state.teamByKey.get(apiKey)
  if (team !== undefined) return team
  const { missingKeyStatus, wrongKeyStatus } = server.behaviour
  context.warning = explainRefusedKey(server, request)
  server.warnOnce(`entity-screening: a request was refused for its key. ${context.warning}`)
  throw apiKey === undefined
    ? new Refusal(
        missingKeyStatus,
        'The API key is missing: send the header Authorization: Bearer <API_KEY>.',
      )
    : new Refusal(wrongKeyStatus, 'The API key is not valid.')
}

/** Whether an operation needs a key. If the specification leaves this open, the option `behaviour` decides. */
function needsKey({ behaviour }: Server, operation: OperationName): boolean {
  if (operation === 'getHealth') return behaviour.healthRequiresKey
  if (operation === 'getServiceIndex') return behaviour.indexRequiresKey
  if (operation === 'searchOrganizations' || operation === 'searchPersons') return behaviour.searchRequiresKey
  return operations[operation].needsKey
}
