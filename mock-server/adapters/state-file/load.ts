import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { isRecord } from '../../../src/shared/json.ts'
import type { MockServer } from '../../server.ts'
import { type Change, readChange } from '../../state/changes.ts'
import { createOnce } from '../../state/once.ts'
import {
  inLine,
  readJournalHeader,
  readJournalLine,
  readStateHeader,
  readStateLine,
  type StateHeader,
  stateMark,
} from './format.ts'
import { journalOf } from './leftovers.ts'
import { DamagedFile, type Line, readLines } from './lines.ts'

/** What was loaded into the server. */
export interface Loaded {
  /** The identifier of the state; null if it must be written first. */
  readonly id: string | null
  readonly generation: number
  readonly isOpen: boolean
  /** The journals that follow on the state, in their order. */
  readonly chain: readonly number[]
  /** Bytes of the state, and of all journals. */
  readonly size: number
  readonly journalSize: number
  /** The end of the last complete batch of the last journal. */
  readonly end: number
}

type Take = (change: Change) => void

const notAState = 'and must be a state that the server has written; remove it to begin with none'

/** A state of an earlier version is one string, which cannot be longer. */
const longestText = 500 * 1024 * 1024

/**
 * Loads a file and its journals, change by change.
 *
 * @throws Error naming the file and the line, if something is wrong or missing.
 */
export async function load(
  file: string,
  server: MockServer,
  take: Take,
  signal?: AbortSignal,
): Promise<Loaded> {
  const nothing = { id: null, generation: 0, isOpen: false, chain: [], size: 0, journalSize: 0, end: 0 }
  if (!existsSync(file)) return nothing
  const { size } = statSync(file)
  if (!isInLines(file)) return { ...nothing, ...(await loadEarlier(file, server, take)) }
  const { seed } = server.snapshot()
  const { id, generation, open } = await loadState(file, seed, take, signal)
  const chain: number[] = []
  let journalSize = 0
  let end = 0
  for (let next = open === 1 ? generation : null; next !== null; ) {
    chain.push(next)
    const read = await loadJournal(file, id, next, take, signal)
    end = read.end
    journalSize += end
    next = read.next
  }
  return { id, generation, isOpen: open === 1, chain, size, journalSize, end }
}

function isInLines(file: string): boolean {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(stateMark.length)
    readSync(descriptor, bytes)
    return bytes.toString('latin1') === stateMark
  } finally {
    closeSync(descriptor)
  }
}

async function loadState(
  file: string,
  seed: number,
  take: Take,
  signal: AbortSignal | undefined,
): Promise<StateHeader> {
  let header: StateHeader | undefined
  const once = createOnce()
  let count = 0
  let hasEnded = false
  let last = 0
  for await (const lines of readLines(file, signal)) {
    for (const line of lines) {
      last = line.number
      if (hasEnded) throw new DamagedFile(file, line.number, 'stands behind the end')
      if (header === undefined) {
        header = readStateHeader(file, line)
        if (header.seed !== seed)
          throw new Error(`${file} cannot be read: it was written with --seed ${header.seed}, not ${seed}`)
        continue
      }
      const given = readStateLine(file, line)
      if ('end' in given) {
        hasEnded = true
        if (given.end !== count)
          throw new DamagedFile(file, line.number, `announces ${given.end} lines, not ${count}`)
      } else {
        count += 1
        inLine(file, line, () => {
          once(given)
          take(given)
        })
      }
    }
  }
  if (header === undefined || !hasEnded)
    throw new DamagedFile(file, last, 'is the last one, and the end is missing')
  return header
}

async function loadJournal(
  file: string,
  id: string,
  generation: number,
  take: Take,
  signal: AbortSignal | undefined,
): Promise<{ end: number; next: number | null }> {
  const path = journalOf(file, generation)
  requireThere(file, path)
  let parts: [Line, Change][] = []
  let end = 0
  let next: number | null = null
  for await (const lines of readLines(path, signal)) {
    for (const line of lines) {
      if (end === 0) {
        requireOwn(path, line, id, generation)
        end = line.end
        continue
      }
      if (next !== null) throw new DamagedFile(path, line.number, 'stands behind the end')
      const given = readJournalLine(path, line)
      if (given.kind === 'next') next = given.next
      else for (const change of given.changes) parts.push([line, change])
      if (given.kind === 'more') continue
      for (const [at, change] of parts) inLine(path, at, () => take(change))
      parts = []
      end = line.end
    }
  }
  if (end === 0) throw new DamagedFile(path, 1, 'is not there whole: it must be the header')
  return { end, next }
}

function requireThere(file: string, path: string): void {
  if (existsSync(path)) return
  throw new Error(
    `${file} cannot be read without ${path}, which has what was changed last and is not there: put it back. To go on without it, end the first line of ${file} with "open":0}`,
  )
}

function requireOwn(path: string, line: Line, id: string, generation: number): void {
  const header = readJournalHeader(path, line)
  if (header.of !== id || header.generation !== generation)
    throw new DamagedFile(path, line.number, 'says that it belongs to another state')
}

/** The first version: one JSON object, and a journal of one change a line, which was there but after a clean stop. */
async function loadEarlier(
  file: string,
  server: MockServer,
  take: Take,
): Promise<Pick<Loaded, 'generation' | 'chain'>> {
  if (statSync(file).size > longestText)
    throw new Error(`${file} cannot be read: it is no state of a server, or longer than 500 MiB in one line`)
  let generation = 0
  try {
    const { journal, ...snapshot } = parseEarlier(readFileSync(file, 'utf8'))
    if (typeof journal === 'number' && Number.isSafeInteger(journal)) generation = journal
    server.restore(snapshot)
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  const path = journalOf(file, generation)
  if (!existsSync(path)) return { generation, chain: [] }
  for await (const lines of readLines(path)) {
    for (const line of lines) inLine(path, line, () => take(readChange(JSON.parse(line.text))))
  }
  return { generation, chain: [generation] }
}

/** @throws Error saying what a file holds that is no state. */
function parseEarlier(text: string): Readonly<Record<string, unknown>> {
  const given = text.trim() === '' ? undefined : parseJson(text)
  if (isRecord(given)) return given
  throw new Error(`it ${given === undefined ? 'is empty' : 'holds no JSON object'}, ${notAState}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`it is not JSON, ${notAState}`)
  }
}
