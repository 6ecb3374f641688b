import type { OperationName } from '../../src/contract/operations.ts'
import { isRecord, type JsonRecord } from '../../src/shared/json.ts'
import { type Exchange, entityIdIn } from './exchange.ts'
import { extractEntities, findMember, type JudgedEntity, unwrapData } from './response-body.ts'

/** The exchanges with a service, with functions to find those that answer a question which the specification leaves open. */
export interface ExchangeLog {
  /** The exchanges, except those that show only that the service is overloaded or failing. */
  readonly exchanges: readonly Exchange[]
  readonly allExchanges: readonly Exchange[]
  /** The first entities in the latest response to a list request. */
  readonly entities: readonly JudgedEntity[]
  readonly networks: readonly ObservedNetwork[]
  /** Returns the calls of the named operations. */
  calls(...names: readonly OperationName[]): Exchange[]
  /** Returns the calls of the named operations that succeeded. */
  successes(...names: readonly OperationName[]): Exchange[]
  before(call: Exchange): ExchangeLog
  after(call: Exchange): ExchangeLog
}

export interface ObservedNetwork {
  /** The identifier of the entity in the request. */
  readonly id: string
  readonly nodes: JsonRecord
  readonly relations: readonly JsonRecord[]
}

export function createExchangeLog(allExchanges: readonly Exchange[]): ExchangeLog {
  const exchanges = allExchanges.filter(isServed)
  const calls: ExchangeLog['calls'] = (...names) =>
    exchanges.filter(({ operation }) => operation !== null && names.includes(operation))
  const successes: ExchangeLog['successes'] = (...names) => calls(...names).filter(hasSucceeded)
  return {
    exchanges,
    allExchanges,
    calls,
    successes,
    get entities() {
      return extractEntities(successes('listEntities').at(-1))
    },
    get networks() {
      return successes('getNetwork').flatMap(call => extractNetwork(call) ?? [])
    },
    before: call => createExchangeLog(allExchanges.slice(0, allExchanges.indexOf(call))),
    after: call => createExchangeLog(allExchanges.slice(allExchanges.indexOf(call) + 1)),
  }
}

/** Whether a call succeeded. A response with a 2xx status is still a failure if its body is not JSON, or has `success: false`. */
export function hasSucceeded({ status, body, text, operation }: Exchange): boolean {
  if (status < 200 || status > 299) return false
  if (operation === 'getHealth' || text === '') return true
  return body !== undefined && !(isRecord(body) && body.success === false)
}

/** Whether the service handled the request, and was neither overloaded nor failing. */
function isServed({ status }: Exchange): boolean {
  return status < 500 && status !== 429 && status !== 408
}

export function isRefusedKey({ status }: Exchange): boolean {
  return status === 401 || status === 403
}

function extractNetwork(call: Exchange): ObservedNetwork | null {
  const data = unwrapData(call) ?? {}
  const [nodes, relations] = [findMember(data, 'nodes'), findMember(data, 'relations')]
  if (!isRecord(nodes)) return null
  return {
    id: entityIdIn(call),
    nodes,
    relations: Array.isArray(relations) ? relations.filter(isRecord) : [],
  }
}
