import * as z from 'zod/mini'
import { type BulkRow, bulkRowInput } from '../model/bulk.ts'
import { type CreateEntity, createEntityInput, type Entity } from '../model/entity.ts'
import { listedAs, listingKey } from '../model/identity.ts'
import { check, findIssues, readInput } from '../transport/check.ts'
import type { RequestOptions } from '../transport/options.ts'
import type { Outcome } from '../transport/outcome.ts'

/**
 * What tells entities that were there before from those that the call in doubt created. Where neither is given, a person who
 * is found has the outcome `unknown`.
 *
 * @example
 * const options: ReconcileOptions = { before: await client.entities.list() }
 */
export interface ReconcileOptions {
  /** When the call was made, by the service's clock, as an ISO 8601 text: what was created before does not count. */
  since?: string | undefined
  /** Entities that were there before the call: they do not count. */
  before?: Iterable<string | { readonly id: string }> | undefined
}

/** What became of something that may have been created. */
export interface Reconciliation<Input> {
  /** What was to be created, as it was given. */
  readonly input: Input
  /**
   * - `done`: it is in the list.
   * - `not_done`: it is not.
   * - `unknown`: the list has too few for all inputs that look like it, or a person who may have been there before.
   */
  readonly outcome: Outcome
  /** The entities that look like it: same kind, name and country, and no other registration number. */
  readonly entities: readonly Entity[]
}

const options = z.strictObject({
  since: z.optional(
    z.string().check(
      z.refine(value => !Number.isNaN(Date.parse(value)), {
        error: 'must be a time such as 2025-01-05T12:00:00Z',
      }),
    ),
  ),
  before: z.optional(
    z.unknown().check(
      z.refine(value => typeof value === 'object' && value !== null && Symbol.iterator in value, {
        error: 'must be entities or their identifiers',
      }),
    ),
  ),
})

/**
 * Something that creating, or bulk creating, takes (specification: POST /v1/entities; specification: POST /v1/entities/bulk).
 */
export type Creation = CreateEntity | BulkRow

/** What reconciling answers: what became of one creation, or of each of a list, in its order. */
export type Reconciled<Given> = [Given] extends [Creation]
  ? Reconciliation<Given>
  : Given extends readonly (infer Input)[]
    ? Reconciliation<Input>[]
    : Reconciliation<Given>

/** Looks for each input among the entities of the team. */
export async function reconcile<Input extends Creation>(
  inputs: readonly Input[],
  list: (options: RequestOptions) => AsyncIterable<Entity>,
  given: ReconcileOptions & RequestOptions,
): Promise<Reconciliation<Input>[]> {
  const { since, before, requestOptions, wanted, known } = readInput('reconcile', () => {
    const { since, before, ...requestOptions } = given
    checkInputs(inputs, { since, before })
    const wanted = Map.groupBy(inputs, input => listingKey(listedAs(input)))
    const known = new Set(
      Array.from(before ?? [], entity => (typeof entity === 'string' ? entity : entity.id)),
    )
    return { since, before, requestOptions, wanted, known }
  })
  const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since)
  const candidates: Entity[] = []
  for await (const entity of list(requestOptions)) {
    const isOld = known.has(entity.id) || Date.parse(entity.createdAt) < from
    if (!isOld && wanted.has(listingKey(entity))) candidates.push(entity)
  }
  const found = Map.groupBy(candidates, listingKey)
  const areNew = since !== undefined || before !== undefined
  return inputs.map(input => {
    const key = listingKey(listedAs(input))
    const entities = (found.get(key) ?? []).filter(entity => agrees(input, entity))
    const rivals = (wanted.get(key) ?? []).filter(other => entities.some(entity => agrees(other, entity)))
    const isSure = entities.length >= rivals.length && (areNew || input.type === 'organization')
    return { input, outcome: entities.length === 0 ? 'not_done' : isSure ? 'done' : 'unknown', entities }
  })
}

/** Each input may be what creating takes, or what bulk creating takes. */
function checkInputs(inputs: readonly Creation[], given: ReconcileOptions): void {
  check('reconcile', options, given)
  for (const input of inputs) {
    if (findIssues(bulkRowInput, input).length > 0) check('reconcile', createEntityInput, input)
  }
}

function agrees(input: Creation, { registration }: Entity): boolean {
  if (input.type === 'person' || input.registration === undefined || registration === null) return true
  return registration.trim().toLowerCase() === input.registration.trim().toLowerCase()
}
