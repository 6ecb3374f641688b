import type { EntityScreening } from '../../client.ts'
import type { Entity } from '../../model/entity.ts'
import type { SharedBackoff } from '../../pacing/shared-backoff.ts'
import { type GroupedInput, listingKey } from '../../resources/group-inputs.ts'
import {
  compareEntity,
  concludeComparison,
  createComparison,
  type KnownEntities,
  type ListMatches,
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

/** The result of comparing the team's complete list with the index, and with the rows whose outcome is unknown. */
export interface TeamListRead extends ListCheck {
  readonly matches: ListMatches
}

/** A row with an unknown outcome, and the input that is compared with the team's list. */
export type DoubtfulRow = GroupedInput<AnnouncedRow>

export interface TeamListReader {
  readonly client: Pick<EntityScreening, 'entities'>
  /**
   * The backoff for reads of the list. Bulk requests have a separate backoff, because a service that refuses them may still list
   * entities.
   */
  readonly backoff: SharedBackoff
  /** Aborted when the import ends before the list is read. */
  readonly signal: AbortSignal
  readonly onFailure: (error: EntityScreeningError) => void
  /** Called when all attempts to read the list have failed. The callback must abort `signal`, which ends the read. */
  readonly onGiveUp: (error: EntityScreeningError) => void
}

/**
 * Reads the list into the index. @param start the creation time of the newest entity when the first run started, in milliseconds
 * since 1970; null if this is the first run.
 */
export async function readFirstList(
  reader: TeamListReader,
  index: DuplicateIndex,
  start: number | null,
): Promise<void> {
  await readTeamList(reader, () => {
    clearIndex(index)
    return { add: entity => addListed(index, entity, start) }
  })
}

interface ListContext {
  readonly index: DuplicateIndex
  /** The rows of all batches whose outcome is unknown. */
  readonly doubtfulRows: readonly DoubtfulRow[]
  /** Whether other imports create other rows of the same source at the same time. */
  readonly isPartition: boolean
  /**
   * Whether a row with this listing key is being sent. If so, a new entity with the same key may have been created from that
   * row.
   */
  readonly isUnderWay: (key: string) => boolean
}

/** Reads the list, and compares it with the rows whose outcome is unknown. Returns null if the import ends first. */
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
    return { comparison, add: (entity: Entity) => compareEntity(comparison, entity) }
  })
  return consumer && { ...endList(index), matches: concludeComparison(consumer.comparison, true) }
}

/**
 * Passes each entity of the complete list to a consumer. If a read fails, the next read starts with a new consumer. Returns null
 * if the import ends first.
 */
async function readTeamList<Consumer extends { add(entity: Entity): void }>(
  { client, backoff, signal, onFailure, onGiveUp }: TeamListReader,
  createConsumer: () => Consumer,
): Promise<Consumer | null> {
  for (;;) {
    await backoff.waitUntilReady()
    if (signal.aborted) return null
    try {
      const consumer = createConsumer()
      const ids = new Set<string>()
      // The consumer gets each entity only once, even if the list contains an entity twice.
      for await (const entity of streamCompleteList(client.entities, { maxRetries: 0, signal }))
        if (entity.id === '' || ids.size < ids.add(entity.id).size) consumer.add(entity)
      backoff.recordSuccess()
      return consumer
    } catch (error) {
      if (!EntityScreeningError.is(error)) throw error
      onFailure(error)
      if (!signal.aborted && (isFinal(error) || !backoff.recordFailure(error))) onGiveUp(error)
    }
  }
}

/** Whether another attempt would fail with the same error. */
function isFinal(error: EntityScreeningError): boolean {
  return error instanceof IncompleteListError || (ApiError.is(error) && !isTransientStatus(error.status))
}
