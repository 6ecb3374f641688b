import type { EntityReference } from '../../resources/reference.ts'
import { InputValidationError } from '../../transport/errors/InputValidationError.ts'

/**
 * Which entities are meant: entities or their identifiers, in anything that can be iterated, or `'all'` for every entity that
 * the team has when the call begins. A list that is not there by mistake never means all.
 *
 * @example
 * const due: EntityReferences = (await client.entities.list()).filter(entity => entity.riskLevel === 'high')
 */
export type EntityReferences = (Iterable<EntityReference> & object) | AsyncIterable<EntityReference> | 'all'

/** Identifiers to work through, each once. */
export interface IdentifierSource {
  /** How many there are; null where the source does not say. */
  readonly total: number | null
  /** The next one, or undefined at the end. It may be called again before it has answered. */
  next(): Promise<string | undefined>
  /** Those that are known and that `next` has not answered. */
  remaining(): readonly string[]
  /** Whether the source has been read to its end. */
  isRead(): boolean
  /** Lets go of a source that is not read to its end. */
  close(): void
}

/** True for what can stand for several entities. A text other than `'all'` would be read letter by letter. */
export function isReferences(value: unknown): value is EntityReferences {
  if (value === 'all') return true
  return (
    typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value)
  )
}

export function isList(references: EntityReferences): references is Iterable<EntityReference> & object {
  return references !== 'all' && Symbol.iterator in references
}

/**
 * Reads a list whole, so that a wrong member is told before anything is sent.
 *
 * @throws InputValidationError naming each member that is neither an entity nor an identifier.
 */
export function readList(operation: string, references: Iterable<EntityReference>): string[] {
  const ids = Array.from(references, identifierOf)
  const issues = ids.flatMap((id, at) =>
    id === undefined ? [{ path: ['references', at], message: 'must be an entity or its identifier' }] : [],
  )
  if (issues.length > 0) throw new InputValidationError(operation, issues)
  return ids.filter(id => id !== undefined)
}

export function listedSource(identifiers: readonly string[]): IdentifierSource {
  const isFirst = createFirsts()
  const ids = identifiers.filter(isFirst)
  let at = 0
  return {
    total: ids.length,
    next: async () => ids[at++],
    remaining: () => ids.slice(at),
    isRead: () => true,
    close() {},
  }
}

/**
 * Asks for one reference at a time, only when it is wanted, and for none once the signal is aborted. What has no identifier is
 * an empty one, which a call refuses.
 */
export function streamedSource(
  references: AsyncIterable<EntityReference>,
  signal: AbortSignal,
): IdentifierSource {
  const iterator = references[Symbol.asyncIterator]()
  const isFirst = createFirsts()
  const tooLate: string[] = []
  let underWay = 0
  let hasEnded = false
  let hasBroken = false
  let turn: Promise<unknown> = Promise.resolve()

  async function read(): Promise<string | undefined> {
    while (!hasEnded && !hasBroken && !signal.aborted) {
      const { done, value } = await iterator.next()
      if (done) hasEnded = true
      else {
        const id = identifierOf(value) ?? ''
        if (!isFirst(id)) continue
        underWay += 1
        return id
      }
    }
    return undefined
  }

  return {
    total: null,
    next() {
      const answer = turn.then(read)
      turn = answer.catch(() => {
        hasBroken = true
      })
      return new Promise((resolve, reject) => {
        let isOver = false
        const end = () => {
          isOver = true
          signal.removeEventListener('abort', end)
          resolve(undefined)
        }
        signal.addEventListener('abort', end)
        answer
          .then(id => {
            if (id !== undefined) underWay -= 1
            if (id !== undefined && isOver) tooLate.push(id)
            resolve(id)
          }, reject)
          .finally(end)
      })
    },
    remaining: () => tooLate,
    isRead: () => hasEnded && !hasBroken && underWay === 0,
    close() {
      // Not waited for: a source that hangs would hang here too.
      if (!hasEnded) void Promise.resolve(iterator.return?.()).catch(() => {})
    },
  }
}

/** True for the first of each identifier. An empty one says nothing, so that two of them are not the same. */
function createFirsts(): (id: string) => boolean {
  const seen = new Set<string>()
  return id => {
    if (id === '') return true
    const isNew = !seen.has(id)
    seen.add(id)
    return isNew
  }
}

function identifierOf(reference: unknown): string | undefined {
  const id = typeof reference === 'object' && reference !== null ? Reflect.get(reference, 'id') : reference
  return typeof id === 'string' ? id : undefined
}
