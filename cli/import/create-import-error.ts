import type { Issue } from '../../src/contract/issues.ts'
import type { InputValidationError } from '../../src/transport/errors/InputValidationError.ts'
import { FileError, UsageError } from '../failure.ts'
import { flagOf } from './option-flags.ts'

/** A description of each field, with the flags to use if the file has no column for it. */
const fieldFlags: Readonly<Record<string, string>> = {
  type: 'the type (--type TYPE, or --columns type=HEADER)',
  name: 'the name (--columns name=HEADER; for persons, --columns firstName=HEADER and lastName=HEADER will do)',
  countryCode: 'the country (--country COUNTRY, or --columns countryCode=HEADER)',
}

/** Converts an input error of `importPortfolio` to an error that names the flags of the command. */
export function createImportError(
  { issues }: InputValidationError,
  source: string,
  journal = 'the journal',
): UsageError {
  const [missingFields, otherProblems, headerTexts]: [string[], string[], Set<string>] = [[], [], new Set()]
  for (const { path, message, code } of issues) {
    const [, problem = message, headerText] =
      /^(.*?)(?:; (the header(?: line)? has .*))?$/s.exec(message) ?? []
    if (headerText !== undefined) headerTexts.add(headerText)
    const [group] = path
    const field = String(path.at(-1) ?? '')
    if (isMissingField(path, message)) missingFields.push(fieldFlags[field] ?? field)
    else if (group === 'columns') otherProblems.push(`--columns ${field}=HEADER ${problem}`)
    else if (group === 'journal')
      otherProblems.push(`${journal}: ${problem}${code === undefined ? '' : `. ${journalAdvice[code]}`}`)
    else otherProblems.push(`${group === 'source' ? source : flagOf(path.join('.'))} ${problem}`)
  }
  const fields = [missingFields.slice(0, -1).join(', '), missingFields.at(-1)].filter(Boolean).join(' and ')
  const columns = fields === '' ? [] : [`${source} has no column for ${fields}`]
  const sentence = [...columns, ...otherProblems, ...headerTexts].join('; ')
  return issues.every(isFileProblem) ? new FileError(sentence) : new UsageError(sentence)
}

/** Advice about a journal of another import. */
const journalAdvice: Readonly<Record<NonNullable<Issue['code']>, string>> = {
  other_source:
    'Give the file and the flags of its first import: a created entity cannot get another field. For a corrected or a new extract, run compare, and import what it writes with another journal',
  other_team:
    'Check the key. If the team has lost its entities, as a mock server does at its end without --state, start with another journal',
  other_service: 'Check --base-url and --partition, or start with another journal',
}

function isMissingField([group]: Issue['path'], message: string): boolean {
  return (group === 'columns' || group === 'defaults') && message.startsWith('must say ')
}

/**
 * Whether an issue is caused by the content of a file, not by the command line. If a journal belongs to another source or team,
 * the command line is the cause, because it names the wrong journal.
 */
function isFileProblem({ path, code }: Issue): boolean {
  return path[0] === 'source' || (path[0] === 'journal' && code === undefined)
}
