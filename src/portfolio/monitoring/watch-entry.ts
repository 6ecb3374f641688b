import * as z from 'zod/mini'
import { type Hit, hitKinds } from '../../network/list-hits.ts'
import { tryParseJson } from '../../shared/json.ts'
import type { ComparedEntity } from './diff/entities.ts'

const text = z.nullable(z.string())
/**
 * The fields of an entity as `writeComparedFields` writes them. As JSON text, the fields take a third of the memory that an
 * object would take.
 */
const comparedFields = z.tuple([
  z.string(),
  z.string(),
  text,
  text,
  text,
  z.nullable(z.number()),
  z.string(),
  text,
])

const row = z.tuple([z.string(), text])
/** An entity's identifier, and its fields as `writeComparedFields` writes them; null if the entity is not in the list. */
export type WatchedRow = z.output<typeof row>

const watchedHits = z.array(
  z.object({
    key: z.string(),
    content: z.string(),
    kind: z.enum(hitKinds),
    party: z.object({ id: z.string(), name: text }),
    isReadable: z.boolean(),
  }),
)

/** An entity's network as it was last read. */
const network = z.object({
  id: z.string(),
  /** The time of the read, in milliseconds since 1970; 0 if the entity is new to the team. */
  at: z.number(),
  /**
   * The checksum of the entity's row in the team's list at the time of the read. If the row has another checksum later, the
   * network is read again.
   */
  row: z.number(),
  /** The hits as `writeHits` writes them. */
  hits: z.string(),
})
export type WatchedNetwork = z.output<typeof network>

const step = z.strictObject({
  /** Absent if the step has no changes to report. */
  event: z.optional(z.object({ id: z.string(), at: z.string() })),
  rows: z.optional(z.array(row)),
  network: z.optional(network),
  isComplete: z.optional(z.literal(true)),
})

/** A part of the results of a check. Each step is stored as one line of the watch state, and causes at most one event. */
export type WatchStep = z.output<typeof step>

const entry = z.union([
  z.strictObject({ state: z.literal('entity watch'), version: z.literal(2), service: z.string() }),
  z.strictObject({ delivered: z.string() }),
  step,
])
/** One line of a watch state. */
export type WatchEntry = z.output<typeof entry>

export function createFirstWatchEntry(service: string): WatchEntry {
  return { state: 'entity watch', version: 2, service }
}

/** @throws TypeError if the line is not an entry for this position, or if the state belongs to another service. */
export function readWatchEntry(line: string, position: number, service: string): WatchEntry {
  const { data } = entry.safeParse(tryParseJson(line))
  if (data === undefined || (position === 0) !== 'state' in data)
    throw new TypeError(`is not the state of a watch (its line ${position + 1})`)
  if ('state' in data && data.service !== service)
    throw new TypeError(`belongs to a watch of ${data.service}, not of ${service}`)
  return data
}

/** Reads the entity that `writeComparedFields` has written. Returns a list with the entity; an empty list for null. */
export function readComparedFields(id: string, written: string | null): ComparedEntity[] {
  if (written === null) return []
  const [name, type, countryCode, registration, riskLevel, riskScore, caseStatus, dueDate] =
    comparedFields.parse(JSON.parse(written))
  return [{ id, name, type, countryCode, registration, riskLevel, riskScore, caseStatus, dueDate }]
}

/** Converts the stored fields of hits to JSON. */
export function writeHits(hits: readonly Hit[]): string {
  return JSON.stringify(watchedHits.parse(hits))
}

export function readHits(written: string) {
  return watchedHits.parse(JSON.parse(written))
}
