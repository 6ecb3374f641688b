import { entityTypes } from '../../contract/values.ts'
import { foldRegistration } from '../../shared/names/fold-name.ts'

export const typeMessage =
  'must be organization or person, or an English word for one, such as company or individual'

const unknownTypeMessage = `${typeMessage}: replace the other words of this column in the file`

/** The word of some programs for any party, persons too. "Legal entity", as two words, is an organization. */
const unclearType = 'LegalEntity'
const unclearTypeMessage = 'may mean an organization or a person: write organization or person'

/** Describes why a cell is not a type. */
export function describeTypeIssue(type: unknown): string {
  if (type === undefined) return typeMessage
  return type === unclearType ? unclearTypeMessage : unknownTypeMessage
}

/** Returns `organization` or `person` for the usual words, and any other value unchanged. */
export function readType(value: unknown): unknown {
  const word = typeof value === 'string' && value !== unclearType ? foldRegistration(value) : ''
  if (/^(organi[sz]ation|org|company|business|corporation|legalentity|legalperson)$/.test(word))
    return 'organization'
  return /^(person|individual|naturalperson)$/.test(word) ? 'person' : value
}

export function isTypeWord(word: string): boolean {
  return entityTypes.some(type => type === readType(word))
}

export function isPersonWord(word: string | undefined): boolean {
  return readType(word) === 'person'
}
