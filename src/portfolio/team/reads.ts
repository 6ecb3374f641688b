import type { EntityScreening } from '../../client.ts'
import type { Entity } from '../../model/entity.ts'
import type { Pace } from '../../pacing/pace.ts'
import { sleep } from '../../pacing/sleep.ts'
import {
  type Asked,
  createComparison,
  type Findings,
  type Known,
  listingKey,
} from '../../resources/match-inputs.ts'
import { IncompleteListError, wholeList } from '../../resources/team.ts'
import { ApiError } from '../../transport/errors/ApiError.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { isTransient } from '../../transport/outcome.ts'
import type { Course } from '../import/course.ts'
import type { SentRow } from '../rows/state.ts'
import type { Ledger, ListCheck } from './ledger.ts'

/** What a read of the team's list has shown of some rows. */
export interface TeamRead extends ListCheck {
  readonly findings: Findings
}

/** A row in doubt. */
type DoubtfulRow = Asked<Pick<SentRow, 'key' | 'before'>>

interface ReadsParts {
  readonly client: Pick<EntityScreening, 'entities'>
  readonly ledger: Ledger
  /** A pace of its own: that the list can be read does not say that anything can be created. */
  readonly pace: Pace
  readonly course: Course
  /** Whether other imports create the other rows of the source meanwhile. */
  readonly isPartition: boolean
  /** Whether a row of a key is under way, so that it explains a new entity. */
  readonly isUnderWay: (key: string) => boolean
}

export type Reads = ReturnType<typeof createReads>

/**
 * Reads the team's list (specification: GET /v1/entities) while rows are in doubt. Reads that are wanted while one is under way
 * become one, the next.
 */
export function createReads(parts: ReadsParts) {
  const { client, ledger, pace, course, isPartition, isUnderWay } = parts
  /** Looked for by each read, whoever wants it: while the list still shows more of any, nothing counts as absent. */
  const inDoubt = new Set<DoubtfulRow>()
  let waiting = 0
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<TeamRead | null> | null = null

  return { lookFor, read, readFirst, wait }

  /** Reads the list into the ledger. `began` is when the import did, where an earlier run says so. */
  async function readFirst(began: number | null): Promise<void> {
    await readTeam(() => {
      ledger.clear()
      return { take: entity => ledger.addListed(entity, began) }
    })
  }

  /** Has rows in doubt looked for from the next read on; returns what ends it. */
  function lookFor(rows: readonly DoubtfulRow[]): () => void {
    for (const row of rows) inDoubt.add(row)
    return () => {
      for (const row of rows) inDoubt.delete(row)
    }
  }

  /** Waits for requests that may be on their way, with so many rows. */
  async function wait(milliseconds: number, rows: number): Promise<void> {
    if (milliseconds <= 0) return
    waiting += rows
    course.show({ nextReadIn: milliseconds, inDoubt: waiting })
    await sleep(milliseconds, course.cut)
    waiting -= rows
    if (waiting === 0) course.show({ nextReadIn: null, inDoubt: 0 })
  }

  /** Reads the whole list, from a moment after the call; null where the import ends before. */
  function read(): Promise<TeamRead | null> {
    next ??= underWay.then(() => {
      next = null
      return readOnce([...inDoubt])
    })
    underWay = next.catch(() => {})
    return next
  }

  /** Has the whole list taken, from its start again where it breaks off; null where the import ends before. */
  async function readTeam<Taker extends { take(entity: Entity): void }>(
    begin: () => Taker,
  ): Promise<Taker | null> {
    for (;;) {
      await pace.ready()
      if (course.cut.aborted) return null
      try {
        const taker = begin()
        const seen = new Set<string>()
        // A list may repeat an entity.
        for await (const entity of wholeList(client.entities, { maxRetries: 0, signal: course.cut }))
          if (entity.id === '' || seen.size < seen.add(entity.id).size) taker.take(entity)
        pace.succeeded()
        return taker
      } catch (error) {
        if (!EntityScreeningError.is(error)) throw error
        course.show({ failure: error })
        // Another attempt would only meet it again.
        const isFinal =
          error instanceof IncompleteListError || (ApiError.is(error) && !isTransient(error.status))
        if (!course.cut.aborted && (isFinal || !pace.failed(error))) course.failToList(error)
      }
    }
  }

  async function readOnce(asked: readonly DoubtfulRow[]): Promise<TeamRead | null> {
    const byKey = new Map(asked.map(one => [one.given.key, one]))
    const wanted = asked.map(one => one.wanted)
    const known: Known = {
      ageOf(entity) {
        const key = listingKey(entity)
        const isMore = ledger.see(key)
        return byKey.has(key) || (isMore && !isUnderWay(key)) ? 'new' : 'old'
      },
      ownerOf: entity => byKey.get(listingKey(entity)),
      areOthersAtWork: isPartition,
    }
    const comparison = await readTeam(() => {
      ledger.beginRead()
      return createComparison(wanted, known)
    })
    return comparison && { ...ledger.endRead(), findings: comparison.findings(true) }
  }
}
