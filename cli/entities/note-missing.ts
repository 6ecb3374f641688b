import { countOf } from '../../src/shared/text/count-of.ts'
import type { Output } from '../output/output.ts'
import type { Reference } from './reference.ts'

/** The maximum number of missing IDs to name. */
const maxNamed = 10

/**
 * Names the entities of a file that the team's list lacks: probably, the file or the key belongs to another team.
 *
 * @param source - The file's name in messages.
 * @returns Whether there are any.
 */
export function noteMissingEntities(
  output: Output,
  source: string,
  ids: ReadonlySet<string>,
  teamIds: ReadonlySet<string>,
): boolean {
  const missing = [...ids].filter(id => !teamIds.has(id))
  if (missing.length === 0) return false
  const named = joinIds(missing)
  const entityCount = countOf(ids.size, 'entity', 'entities')
  output.note(
    missing.length === ids.size
      ? `warning: ${source} belongs to another team, or the list has not caught up: it shows none of the ${entityCount} of the file, so nothing is known about ${named}. Check the key and the file`
      : `warning: ${missing.length.toLocaleString('en')} of ${entityCount} of ${source} are not in the team's list, so nothing is known about them: ${named}`,
  )
  return true
}

/** Counts the rows of a `--reference` file that have no entity. Returns whether there are any. */
export function noteRowsWithoutEntity(output: Output, { file, rowCount, rowsWithoutId }: Reference): boolean {
  if (rowsWithoutId === 0) return false
  output.note(
    `warning: ${rowsWithoutId.toLocaleString('en')} of ${countOf(rowCount, 'row', 'rows')} of ${file} have no entity, so nothing is known about these customers`,
  )
  return true
}

/** Warns of entities that were printed without the columns of the reference file, because it lacks them. */
export function noteUnreferenced(
  output: Output,
  reference: Reference | null,
  printedIds: ReadonlySet<string>,
): void {
  const ids = [...printedIds].filter(id => reference?.find(id) === null)
  if (reference === null || ids.length === 0) return
  const [verb, pronoun] = ids.length === 1 ? ['is', 'it'] : ['are', 'them']
  output.note(
    `warning: ${ids.length.toLocaleString('en')} of ${countOf(printedIds.size, 'entity', 'entities')} here ${verb} not in ${reference.file}: ${joinIds(ids)}. Give the customers of the latest compare, or the results of the import that created ${pronoun}`,
  )
}

function joinIds(ids: readonly string[]): string {
  return ids.slice(0, maxNamed).join(', ') + (ids.length > maxNamed ? ', and more' : '')
}
