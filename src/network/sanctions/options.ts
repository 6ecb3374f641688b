import type { Entity } from '../../model/entity.ts'
import { isRecord } from '../../shared/json.ts'
import { checkId, checkOneOf, isPlain, refuse } from '../graph/check.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { isPersonIn } from '../graph/parties.ts'
import { checkGroups, type IndexOptions, readingOptions } from '../graph/reading.ts'
import { type IsBlocked, type ScreeningState, screeningStates } from './listing.ts'
import { type Regime, regimes } from './regimes.ts'

/**
 * The rule to apply, who is listed, and what you know beyond the network.
 *
 * @example
 * const accountedFor = [{ id: 'acme', reason: 'listed on a stock exchange, annual report 2025' }]
 * const options: AssessOptions = { regime: 'eu', accountedFor }
 */
export interface AssessOptions extends IndexOptions {
  /** The node id of the company: that of the root where it is left out. */
  id?: string | undefined
  /** Whose rule to apply: `ofac`, `eu` or `uk`. */
  regime: Regime
  /**
   * Whether a party is listed: `true`, `false`, or `'possible'`; by default, whether it has a readable sanctions entry. One that is
   * unclear, that has an entry that cannot be read, or no name, is possibly listed even if this returns `false`.
   */
  isBlocked?: IsBlocked | undefined
  /** Only for `uk`, which does not add owners: groups of node ids that act together; each member counts with the shares of all. */
  jointArrangements?: readonly (readonly string[])[] | undefined
  /** Companies whose unnamed owners are no concern, by your word: listed on a stock exchange, owned by a state. */
  accountedFor?: readonly AccountedFor[] | undefined
  /** The entity, as the team's list has it, to say whether its screening has ended. Add `screening: 'unknown'` if it may be undefined. */
  entity?: Entity | undefined
  /** Whether the screening has ended, where no `entity` is given. Without both it is not looked at, and `explain` says so. */
  screening?: ScreeningState | undefined
}

/** A company whose unnamed owners are no concern, and why. */
export type AccountedFor = {
  /** The node id of the company. */
  readonly id: string
  /** Why, in your words: it stands in the result and in the evidence. */
  readonly reason: string
}

export const assessOptions = [
  ...readingOptions,
  'id',
  'regime',
  'isBlocked',
  'jointArrangements',
  'accountedFor',
  'entity',
  'screening',
] as const satisfies readonly (keyof AssessOptions)[]

/** The id of the company; throws where an option is not what it has to be. */
export function checkAssessOptions(operation: string, index: NetworkIndex, options: AssessOptions): string {
  const given: { [Name in keyof AssessOptions]: unknown } = options
  const { regime, isBlocked, jointArrangements = [], accountedFor = [], screening, entity } = given
  checkOneOf(operation, 'regime', regime, Object.keys(regimes))
  if (isBlocked !== undefined && typeof isBlocked !== 'function')
    refuse(operation, 'isBlocked', 'must be a function')
  checkGroups(operation, 'jointArrangements', jointArrangements, {
    has: id => index.parties.has(index.idOf(id)),
  })
  if (!Array.isArray(accountedFor)) refuse(operation, 'accountedFor', 'must be a list')
  for (const one of accountedFor) checkAccountedFor(operation, index, one)
  if (screening !== undefined) checkOneOf(operation, 'screening', screening, screeningStates)
  const { rootId } = index.network
  if (entity !== undefined && !(isRecord(entity) && (rootId === null || entity.id === rootId)))
    refuse(operation, 'entity', 'must be the root entity of the network')
  return checkId(operation, index, options.id)
}

/** A person has no owners to account for; one who may be a company has. */
function checkAccountedFor(operation: string, index: NetworkIndex, one: unknown): void {
  const { id, reason } = isPlain(one) ? one : {}
  const party = typeof id === 'string' ? index.parties.get(index.idOf(id)) : undefined
  const isCompany = party !== undefined && party.nodes.length > 0 && !isPersonIn(index, party)
  if (isCompany && typeof reason === 'string' && reason.trim() !== '') return
  const given = typeof id === 'string' ? `has ${JSON.stringify(id)}` : 'is wrong'
  refuse(operation, 'accountedFor', `${given}: each is { id, reason }, a company of the network and a text`)
}
