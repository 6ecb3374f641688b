import type { Entity } from '../../model/entity.ts'
import { isRecord } from '../../shared/json.ts'
import { assertOneOf, isObjectWithFields, throwInvalidInput } from '../graph/assertions.ts'
import { assertIdGroups, type IndexOptions, indexOptionNames } from '../graph/index-options.ts'
import { type NetworkIndex, resolveCompanyId } from '../graph/network-index.ts'
import { isCertainlyPerson } from '../graph/parties.ts'
import type { ListingOf } from './listing.ts'
import { type Regime, regimes } from './regimes.ts'
import { type ScreeningState, screeningStates } from './screening-state.ts'

/**
 * The rule to apply, the parties that are listed, and facts that the network does not contain.
 *
 * @example
 * const exemptCompanies = [{ id: 'acme', reason: 'listed on a stock exchange, annual report 2025' }]
 * const options: AssessOptions = { regime: 'eu', exemptCompanies }
 */
export interface AssessOptions extends IndexOptions {
  /**
   * The node id of the company.
   *
   * @default the root of the network
   */
  id?: string | undefined
  /** The rule to apply: `ofac`, `eu` or `uk`. */
  regime: Regime
  /**
   * Decides whether a party is listed (a sanctions target): `true`, `false`, or `'possible'`. By default, a
   * party with a readable sanctions entry is listed. Even if the function returns `false`, a party is
   * possibly listed if it is unclear, has an unreadable entry or has no name.
   */
  listingOf?: ListingOf | undefined
  /**
   * Groups of parties that act together, by node id. The shares of each group are added. Only for `uk`, because the other rules
   * add the shares of all blocked owners.
   */
  jointArrangements?: readonly (readonly string[])[] | undefined
  /** Companies whose unnamed owners do not matter, for example because they are listed on a stock exchange or owned by a state. */
  exemptCompanies?: readonly ExemptCompany[] | undefined
  /**
   * The entity as listed by the service after the screening, because it shows that the screening has ended. Before that, a network
   * lacks hits. So without an entity, the verdict is `blocked`, `possible` or `incomplete`, never `nothing_found`.
   */
  entity?: Entity | undefined
  /**
   * Whether the screening has ended, if no `entity` is passed.
   *
   * @default 'unknown'
   */
  screening?: ScreeningState | undefined
}

/** A company whose unnamed owners do not matter, with the reason. */
export type ExemptCompany = {
  /** The node id of the company. */
  readonly id: string
  /** The reason in your words; the result and the evidence repeat it. */
  readonly reason: string
}

export const assessOptionNames = [
  ...indexOptionNames,
  'id',
  'regime',
  'listingOf',
  'jointArrangements',
  'exemptCompanies',
  'entity',
  'screening',
] as const satisfies readonly (keyof AssessOptions)[]

/** @returns the id of the company. @throws InputValidationError if an option is invalid. */
export function assertAssessOptions(operation: string, index: NetworkIndex, options: AssessOptions): string {
  const untyped: { [Name in keyof AssessOptions]: unknown } = options
  const { regime, listingOf, jointArrangements = [], exemptCompanies = [], screening, entity } = untyped
  assertOneOf(operation, 'regime', regime, Object.keys(regimes))
  if (listingOf !== undefined && typeof listingOf !== 'function')
    throwInvalidInput(operation, 'listingOf', 'must be a function')
  assertIdGroups(operation, 'jointArrangements', jointArrangements, {
    has: id => index.parties.has(index.idOf(id)),
  })
  if (!Array.isArray(exemptCompanies)) throwInvalidInput(operation, 'exemptCompanies', 'must be a list')
  for (const company of exemptCompanies) assertExemptCompany(operation, index, company)
  if (screening !== undefined) assertOneOf(operation, 'screening', screening, screeningStates)
  const { rootId } = index.network
  if (entity !== undefined && !(isRecord(entity) && (rootId === null || entity.id === rootId)))
    throwInvalidInput(operation, 'entity', 'must be the root entity of the network', entity)
  return resolveCompanyId(operation, index, options.id)
}

/** @throws InputValidationError if the value is not a company of the network with a reason. */
function assertExemptCompany(operation: string, index: NetworkIndex, company: unknown): void {
  const { id, reason } = isObjectWithFields(company) ? company : {}
  const party = typeof id === 'string' ? index.parties.get(index.idOf(id)) : undefined
  const isCompany = party !== undefined && party.nodes.length > 0 && !isCertainlyPerson(index, party)
  if (isCompany && typeof reason === 'string' && reason.trim() !== '') return
  const problem = typeof id === 'string' ? `has ${JSON.stringify(id)}` : 'is wrong'
  throwInvalidInput(
    operation,
    'exemptCompanies',
    `${problem}: each is { id, reason }, a company of the network and a text`,
  )
}
