import * as z from 'zod/mini'
import { readTime } from '../contract/time.ts'
import { type BulkRow, bulkRowInput } from '../model/bulk.ts'
import { type CreateEntity, createEntityInput } from '../model/creation.ts'
import type { Entity } from '../model/entity.ts'
import { sleep } from '../pacing/sleep.ts'
import { check, findIssues, readInput } from '../transport/check.ts'
import { aborted } from '../transport/make-error.ts'
import { loadNames } from '../transport/on-demand.ts'
import { defaultSettle } from '../transport/options/checks.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import { requestOptions, span } from '../transport/options/schemas.ts'
import type { Outcome } from '../transport/outcome.ts'
import { createLook, groupInputs } from './sighting.ts'
import { inDoubt, isSame, judge, type Verdicts } from './verdicts.ts'
import { type Team, watchList } from './whole-list.ts'

/**
 * What tells entities that were there before from those that the call in doubt created, and how long to look. Where neither
 * `before` nor `since` is given, a person who is found has the outcome `unknown`.
 *
 * @example
 * const options: ReconcileOptions = { before: await client.entities.list(), settle: 10_000 }
 */
export interface ReconcileOptions {
  /** Entities that were there before the call: they do not count. */
  before?: Iterable<string | { readonly id: string }> | undefined
  /**
   * When the call was made, by the service's clock, as an ISO 8601 text; without a zone it is UTC. What was created more than a
   * minute before does not count; of what was created within that minute, a clock that is ahead may be the reason: it makes the
   * outcome `unknown`.
   */
  since?: string | undefined
  /**
   * How long to wait, in milliseconds, between two looks at the list. It is looked at until two looks, one after the other, have
   * seen the same, unless all is `done` at the first; 0 for one look only. Choose it longer than the service takes to list
   * what it has received.
   *
   * @default 5000
   */
  settle?: number | undefined
}

/** What became of something that may have been created. */
export interface Reconciliation<Input> {
  /** What was to be created, as it was given. */
  readonly input: Input
  /**
   * - `done`: it is in the list.
   * - `not_done`: it is not, and nothing that is similar to it.
   * - `unknown`: the list cannot tell. What is there is only similar, or may have been there before; there is too little for all
   *   inputs that look like it; or the list is not whole, or has entities that cannot be read.
   */
  readonly outcome: Outcome
  /**
   * Where the outcome is `done`, the entities that match it; where it is `unknown`, those that it may have become: those that
   * match, then those that are similar, or else the first hundred that cannot be read. None of them was there before the call,
   * as far as `before` and `since` say.
   */
  readonly entities: readonly Entity[]
  /** How often the list was looked at; the last two looks have seen the same. */
  readonly looks: number
}

const options = z.strictObject({
  since: z.optional(
    z.string().check(
      z.refine(value => readTime(value) !== null, {
        error: 'must be a time such as 2025-01-05T12:00:00Z',
      }),
    ),
  ),
  before: z.optional(
    z.array(
      z.union(
        [z.string().check(z.minLength(1)), z.looseObject({ id: z.string().check(z.minLength(1)) })],
        'must be an entity or its identifier',
      ),
      'must be entities or their identifiers',
    ),
  ),
  settle: span,
})

/**
 * Something that creating, or bulk creating, takes (specification: POST /v1/entities; specification: POST /v1/entities/bulk).
 */
export type Creation = CreateEntity | BulkRow

/** The result of reconciling one creation, or a list of them in its order. */
export type Reconciled<Given> = [Given] extends [Creation]
  ? Reconciliation<Given>
  : Given extends readonly (infer Input)[]
    ? Reconciliation<Input>[]
    : Reconciliation<Given>

/** Looks for each input among the entities of the team, until two looks agree. */
export async function reconcile<Input extends Creation>(
  inputs: readonly Input[],
  team: Team,
  given: ReconcileOptions & RequestOptions,
): Promise<Reconciliation<Input>[]> {
  await loadNames('listEntities')
  const { asked, look, settle, request } = readInput('reconcile', () => prepare(inputs, given))
  const { signal = new AbortController().signal } = request
  const list = watchList(team, request)
  let last: Verdicts | null = null
  for (let looks = 1; ; looks += 1) {
    const verdicts = judge(await look(list))
    const isDone = [...verdicts.values()].every(({ outcome }) => outcome === 'done')
    if (settle === 0 || isDone || (last !== null && isSame(last, verdicts))) {
      return asked.map(({ input, wanted }) => ({ input, ...(verdicts.get(wanted) ?? inDoubt), looks }))
    }
    last = verdicts
    await sleep(settle, signal)
    if (signal.aborted) throw aborted({ operation: 'listEntities', outcome: 'not_done', repeatable: true })
  }
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function prepare<Input extends Creation>(
  inputs: readonly Input[],
  { since, before, settle = defaultSettle, ...request }: ReconcileOptions & RequestOptions,
) {
  check('reconcile', requestOptions, request)
  const given = isIterable(before) ? [...before] : before
  checkInputs(inputs, { since, before: given, settle })
  const known =
    given && new Set(Array.from(given, entity => (typeof entity === 'string' ? entity : entity.id)))
  const asked = groupInputs(inputs)
  const look = createLook(new Set(asked.map(({ wanted }) => wanted)), { since, before: known })
  return { asked, look, settle, request }
}

/** Each input may be what creating takes, or what bulk creating takes. */
function checkInputs(inputs: readonly Creation[], given: ReconcileOptions): void {
  check('reconcile', options, given)
  for (const input of inputs) {
    if (findIssues(bulkRowInput, input).length > 0) check('reconcile', createEntityInput, input)
  }
}
