import type { EntityScreening } from '../../client.ts'
import type { Entity } from '../../model/entity.ts'
import type { Pace } from '../../pacing/pace.ts'
import {
  createComparison,
  type Findings,
  type Found,
  listingKey,
  type Wanted,
} from '../../resources/match-inputs.ts'
import { IncompleteListError, wholeList } from '../../resources/team.ts'
import { ApiError } from '../../transport/errors/ApiError.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { isPassing } from '../../transport/outcome.ts'
import type { Course } from '../import/course.ts'
import type { Ledger, ListCheck } from './ledger.ts'

/** What a read of the team's list has shown of some rows. */
export interface TeamRead extends ListCheck {
  readonly findings: Findings
}

/** A row in doubt. */
export interface Asked {
  readonly given: { readonly key: string; readonly before: number }
  readonly wanted: Wanted
}

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
  const inDoubt = new Set<Asked>()
  let waiting = 0
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<TeamRead | null> | null = null

  return { lookFor, read, readFirst, wait }

  /** Reads the list into the ledger. `began` is when the import did, where an earlier run says so. */
  async function readFirst(began: number | null): Promise<void> {
    await readTeam(() => {
      ledger.clear()
      return entity => ledger.addListed(entity, began)
    })
  }

  /** Has rows in doubt looked for from the next read on; returns what ends it. */
  function lookFor(rows: readonly Asked[]): () => void {
    for (const row of rows) inDoubt.add(row)
    return () => {
      for (const row of rows) inDoubt.delete(row)
    }
  }

  /** Waits for what may be on its way of so many rows. */
  async function wait(milliseconds: number, rows: number): Promise<void> {
    if (milliseconds <= 0) return
    waiting += rows
    course.show({ nextReadIn: milliseconds, inDoubt: waiting })
    await pace.wait(milliseconds)
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

  /** Reads the list to its end, from the start again where it breaks off; false where the import ends before. */
  async function readTeam(begin: () => (entity: Entity) => void): Promise<boolean> {
    for (;;) {
      await pace.ready()
      if (course.cut.aborted) return false
      try {
        const visit = begin()
        const seen = new Set<string>()
        // A list may repeat an entity.
        for await (const entity of wholeList(client.entities, { maxRetries: 0, signal: course.cut }))
          if (entity.id === '' || seen.size < seen.add(entity.id).size) visit(entity)
        pace.succeeded()
        return true
      } catch (error) {
        if (!EntityScreeningError.is(error)) throw error
        course.show({ failure: error })
        if (!course.cut.aborted && (isFinal(error) || !pace.failed(error))) course.failToList(error)
      }
    }
  }

  async function readOnce(asked: readonly Asked[]): Promise<TeamRead | null> {
    const byKey = new Map(asked.map(one => [one.given.key, one]))
    const wanted = asked.map(one => one.wanted)
    const known: Parameters<typeof createComparison>[1] = {
      ageOf(entity) {
        const key = listingKey(entity)
        const isMore = ledger.see(key)
        return byKey.has(key) || (isMore && !isUnderWay(key)) ? 'new' : 'old'
      },
      ownerOf: entity => byKey.get(listingKey(entity))?.wanted,
      // What was created must be listed as it was sent, or the list is not relied on.
      areNamesKept: isPartition || ledger.hasCreated(),
      areOthersAtWork: isPartition,
    }
    let comparison = createComparison(wanted, known)
    const isRead = await readTeam(() => {
      ledger.beginRead()
      comparison = createComparison(wanted, known)
      return comparison.take
    })
    if (!isRead) return null
    const findings = comparison.findings(true)
    const found = new Map(
      asked.map(one => [one.wanted, withoutKnown(findings.found.get(one.wanted), one.given)]),
    )
    return { ...ledger.endRead(), findings: { ...findings, found } }
  }
}

/** Leaves out as many of those listed exactly like a row as there were before it; first those with another registration number. */
function withoutKnown(
  { certain, similar }: Found = { certain: [], similar: [] },
  row: Asked['given'],
): Found {
  const known = [...similar, ...certain].filter(entity => listingKey(entity) === row.key).slice(0, row.before)
  const isNew = (entity: Entity) => !known.includes(entity)
  return { certain: certain.filter(isNew), similar: similar.filter(isNew) }
}

/** Errors that another attempt would only meet again. */
function isFinal(error: EntityScreeningError): boolean {
  return error instanceof IncompleteListError || (ApiError.is(error) && !isPassing(error.status))
}
