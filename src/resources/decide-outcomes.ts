import type { Entity } from '../model/entity.ts'
import { getOrInsert } from '../shared/get-or-insert.ts'
import type { Outcome } from '../transport/attempts/outcome.ts'
import type { InputGroup } from './group-inputs.ts'
import { isOfKind, type ListMatches, type Matches } from './match-inputs.ts'

/** The outcome of a group of inputs. */
export interface InputOutcome {
  readonly outcome: Outcome
  /** The entities that were, or may have been, created from the inputs. */
  readonly entities: readonly Entity[]
  /**
   * Whether none of the entities is similar to the inputs. Such entities are still candidates, because the service may have
   * changed a name.
   */
  readonly areStrangers: boolean
}

export type InputOutcomes = ReadonlyMap<InputGroup, InputOutcome>

/** Combines the outcomes of the latest read with the outcomes of earlier reads. */
export function mergeOutcomes(earlier: InputOutcomes, latest: InputOutcomes): InputOutcomes {
  return new Map(Array.from(latest, ([group, outcome]) => [group, mergeOutcome(outcome, earlier.get(group))]))
}

/** Keeps an earlier outcome that is more certain, because the latest list may come from an outdated replica. */
function mergeOutcome(latest: InputOutcome, earlier: InputOutcome = latest): InputOutcome {
  if (earlier.entities.length === 0 || latest.outcome === 'done') return latest
  return earlier.outcome === 'done' || latest.entities.length === 0 ? earlier : latest
}

/** Whether two reads of the list led to the same outcomes for all groups that both contain. */
export function areSameOutcomes(earlier: InputOutcomes, latest: InputOutcomes): boolean {
  const textOf = ({ outcome, entities, areStrangers }: InputOutcome) =>
    areStrangers ? outcome : [outcome, ...entities.map(({ id }) => id).sort()].join('\n')
  return [...earlier].every(([group, outcome]) => textOf(outcome) === textOf(latest.get(group) ?? outcome))
}

/** The matches in one version of the list, with the groups and entities derived from them. */
interface DecisionContext extends ListMatches {
  /** The groups that certainly match at least one entity for each of their inputs. */
  readonly likelyGroups: ReadonlySet<InputGroup>
  /** The groups without any similar entity. */
  readonly absentGroups: readonly InputGroup[]
  /** New entities that are not similar to any input, by type and country. */
  readonly strangersByKind: Map<string, readonly Entity[]>
}

/**
 * Decides the outcome of each group. `not_done` requires that no entity is similar, because after `not_done`
 * the caller creates the inputs again. `done` requires at least as many matching entities as similar inputs,
 * because after `done` the caller never creates the inputs again. It also requires that the list shows all known entities:
 * one that is missing may have another identifier than the caller states, so that a match may be this entity.
 */
export function decideOutcomes(list: ListMatches): InputOutcomes {
  const { matches } = list
  const likelyGroups = new Set([...matches.keys()].filter(group => hasEnough(list, group, () => true)))
  const absentGroups = [...matches].flatMap(([group, { certain, similar }]) =>
    certain.length + similar.length > 0 ? [] : group,
  )
  const context: DecisionContext = { ...list, likelyGroups, absentGroups, strangersByKind: new Map() }
  return new Map(Array.from(matches, ([group, match]) => [group, decideOutcome(context, group, match)]))
}

function decideOutcome(
  context: DecisionContext,
  group: InputGroup,
  { certain, similar }: Matches<Entity>,
): InputOutcome {
  // There must be enough entities for the inputs of similar groups too, except for groups that already have
  // an entity for each of their inputs.
  if (context.areKnownListed && hasEnough(context, group, other => context.likelyGroups.has(other)))
    return { outcome: 'done', entities: certain, areStrangers: false }
  const alike = [...certain, ...similar]
  if (alike.length > 0) return { outcome: 'unknown', entities: alike, areStrangers: false }
  const strangers = findRenamed(context, group)
  const entities = strangers.length > 0 ? strangers : context.unreadable
  const outcome = entities.length === 0 && context.isComplete ? 'not_done' : 'unknown'
  return { outcome, entities, areStrangers: true }
}

/**
 * Whether the certain matches of a group are enough for all inputs, in this and every other group, from which these entities may
 * have been created.
 */
function hasEnough(
  { matches, claims }: ListMatches,
  group: InputGroup,
  isElsewhere: (other: InputGroup) => boolean,
): boolean {
  const certain = matches.get(group)?.certain ?? []
  const rivals = certain.flatMap(entity => {
    const groups = claims.get(entity)
    return groups?.certain.concat(groups.similar.filter(other => !isElsewhere(other))) ?? []
  })
  return certain.length > 0 && certain.length >= countInputs(new Set(rivals))
}

/**
 * Finds new entities that may have been created from a group's inputs under other names. A service that
 * changes names is assumed to change all names of a request. If there are fewer new entities than missing
 * inputs of the request, other callers must have created these entities.
 */
function findRenamed(context: DecisionContext, group: InputGroup): readonly Entity[] {
  const { strangers, strangersByKind, absentGroups } = context
  const { type, countryCode, request } = group
  const candidates = getOrInsert(strangersByKind, `${type} ${countryCode}`, () =>
    strangers.filter(entity => isOfKind(group, entity)),
  )
  if (request === null || candidates.length === 0) return candidates
  const absent = absentGroups.filter(
    other => other.request === request && other.type === type && other.countryCode === countryCode,
  )
  return candidates.length >= countInputs(absent) ? candidates : []
}

function countInputs(groups: Iterable<InputGroup>): number {
  let inputs = 0
  for (const { count } of groups) inputs += count
  return inputs
}
