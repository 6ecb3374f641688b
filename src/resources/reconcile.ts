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
 * How to distinguish existing entities from those that the call in doubt created, and how long to look. Without `before` and
 * `since`, a person who is found has the outcome `unknown`.
 *
 * @example
 * const options: ReconcileOptions = { before: await client.entities.list(), settle: 10_000 }
 */
export interface ReconcileOptions {
  /** Entities that existed before the call: they do not count. */
  before?: Iterable<string | { readonly id: string }> | undefined
  /**
   * When the call was made, by the service's clock: ISO 8601, UTC unless it has a zone. Entities created more than a minute before
   * do not count. One created within that minute makes the outcome `unknown`, because clocks may differ.
   */
  since?: string | undefined
  /**
   * Milliseconds between two reads of the list. The list is read until two consecutive reads agree, or all inputs are `done`; 0
   * reads it once. Choose it longer than the service takes to list what it has received.
   *
   * @default 5000
   */
  settle?: number | undefined
}

/** What became of an input that may have been created. */
export interface Reconciliation<Input> {
  /** The given input. */
  readonly input: Input
  /**
   * - `done`: it is in the list.
   * - `not_done`: neither it nor anything similar is in the list.
   * - `unknown`: the list does not decide. What is there is only similar, or may have existed before; it is too little for all
   *   inputs that look like it; or the list is incomplete, or has unreadable entities.
   */
  readonly outcome: Outcome
  /**
   * If the outcome is `done`, the entities that match it. If it is `unknown`, those that it may have become: matching ones, then
   * similar ones, or else the first hundred unreadable ones. None of them existed before the call, judging by `before` and `since`.
   */
  readonly entities: readonly Entity[]
  /** How often the list was read; the last two reads agree. */
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
 * What `create` or `createBulk` takes.
 *
 * @inline
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
