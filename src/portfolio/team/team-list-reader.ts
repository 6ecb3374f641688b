import type { EntityScreening } from '../../client.ts'
import type { Entity } from '../../model/entity.ts'
import type { SharedBackoff } from '../../pacing/shared-backoff.ts'
import {
  compareEntity,
  concludeComparison,
  createComparison,
  type GroupedInput,
  type KnownEntities,
  type ListMatches,
  listingKey,
} from '../../resources/match-inputs.ts'
import { IncompleteListError, streamCompleteList } from '../../resources/stream-entities.ts'
import { isTransientStatus } from '../../transport/attempts/outcome.ts'
import { ApiError } from '../../transport/errors/ApiError.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import type { AnnouncedRow } from '../rows/row-state.ts'
import {
  addListed,
  beginList,
  clearIndex,
  countListed,
  type DuplicateIndex,
  endList,
  type ListCheck,
} from './duplicate-index.ts'

/** A complete read of the team's list, compared with rows in doubt. */
export interface TeamListRead extends ListCheck {
  readonly matches: ListMatches
}

/** A row in doubt, with the input that the list is compared with. */
export type DoubtfulRow = GroupedInput<AnnouncedRow>

export interface TeamListReader {
  readonly client: Pick<EntityScreening, 'entities'>
  /** Separate from the pace of requests that create: a service that lists may still refuse those. */
  readonly backoff: SharedBackoff
  /** Aborted when the import ends before the list is read. */
  readonly signal: AbortSignal
  readonly onFailure: (error: EntityScreeningError) => void
  /** Called when the list cannot be read; aborts the signal. */
  readonly onGiveUp: (error: EntityScreeningError) => void
}

/** Reads the list into the index. @param start when an earlier run began, in milliseconds since 1970; null without one. */
export async function readFirstList(
  reader: TeamListReader,
  index: DuplicateIndex,
  start: number | null,
): Promise<void> {
  await readTeamList(reader, () => {
    clearIndex(index)
    return { take: entity => addListed(index, entity, start) }
  })
}

interface ListContext {
  readonly index: DuplicateIndex
  /** The rows in doubt of all batches. No row counts as absent while reads still find more of them. */
  readonly doubtfulRows: readonly DoubtfulRow[]
  /** Whether other imports create the other rows of the source meanwhile. */
  readonly isPartition: boolean
  /** Whether a row with this key is under way, so that it explains a new entity. */
  readonly isUnderWay: (key: string) => boolean
}

/** Compares the list with rows in doubt; null if the import ends first. */
export async function compareWithList(
  reader: TeamListReader,
  { index, doubtfulRows, isPartition, isUnderWay }: ListContext,
): Promise<TeamListRead | null> {
  const byKey = new Map(doubtfulRows.map(row => [row.item.key, row]))
  const inputs = doubtfulRows.map(row => row.group)
  const context: KnownEntities = {
    ageOf(entity) {
      const key = listingKey(entity)
      const isMore = countListed(index, key)
      return byKey.has(key) || (isMore && !isUnderWay(key)) ? 'new' : 'old'
    },
    ownerOf: entity => byKey.get(listingKey(entity)),
    areOthersAtWork: isPartition,
  }
  const consumer = await readTeamList(reader, () => {
    beginList(index)
    const comparison = createComparison(inputs, context)
    return { comparison, take: (entity: Entity) => compareEntity(comparison, entity) }
  })
  return consumer && { ...endList(index), matches: concludeComparison(consumer.comparison, true) }
}

/** Passes the complete list to a consumer, and to a new one if the list breaks off; null if the import ends first. */
async function readTeamList<Consumer extends { take(entity: Entity): void }>(
  { client, backoff, signal, onFailure, onGiveUp }: TeamListReader,
  createConsumer: () => Consumer,
): Promise<Consumer | null> {
  for (;;) {
    await backoff.waitUntilReady()
    if (signal.aborted) return null
    try {
      const consumer = createConsumer()
      const ids = new Set<string>()
      // A list may repeat an entity.
      for await (const entity of streamCompleteList(client.entities, { maxRetries: 0, signal }))
        if (entity.id === '' || ids.size < ids.add(entity.id).size) consumer.take(entity)
      backoff.recordSuccess()
      return consumer
    } catch (error) {
      if (!EntityScreeningError.is(error)) throw error
      onFailure(error)
      if (!signal.aborted && (isFinal(error) || !backoff.recordFailure(error))) onGiveUp(error)
    }
  }
}

/** Whether another attempt would meet the same error. */
function isFinal(error: EntityScreeningError): boolean {
  return error instanceof IncompleteListError || (ApiError.is(error) && !isTransientStatus(error.status))
}
