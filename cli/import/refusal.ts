import type { Issue } from '../../src/contract/issues.ts'
import type { InputValidationError } from '../../src/transport/errors/InputValidationError.ts'
import { FileError, UsageError } from '../failure.ts'

/** What each field is called, and which flags say it where no column does. */
const fieldFlags: Readonly<Record<string, string>> = {
  type: 'the type (--type TYPE, or --columns type=HEADER)',
  name: 'the name (--columns name=HEADER; for persons, --columns firstName=HEADER and lastName=HEADER will do)',
  countryCode: 'the country (--country COUNTRY, or --columns countryCode=HEADER)',
}

/** What `importPortfolio` refuses, in terms of the flags. */
export function importRefusal(
  { issues }: InputValidationError,
  source: string,
  journal = 'the journal',
): UsageError {
  const [missing, others, header]: [string[], string[], Set<string>] = [[], [], new Set()]
  for (const { path, message } of issues) {
    const [, problem = message, has] = /^(.*?)(?:; (the (?:header|first line) has .*))?$/s.exec(message) ?? []
    if (has !== undefined) header.add(has)
    const [group] = path
    const field = String(path.at(-1) ?? '')
    if (isMissing(path, message)) missing.push(fieldFlags[field] ?? field)
    else if (group === 'columns') others.push(`--columns ${field}=HEADER ${problem}`)
    else if (group === 'journal') others.push(`${journal}: ${problem}`)
    else others.push(`${group === 'source' ? source : path.join('.')} ${problem}`)
  }
  const fields = [missing.slice(0, -1).join(', '), missing.at(-1)].filter(Boolean).join(' and ')
  const columns = fields === '' ? [] : [`${source} has no column for ${fields}`]
  const sentence = [...columns, ...others, ...header].join('; ')
  return issues.every(isAboutFile) ? new FileError(sentence) : new UsageError(sentence)
}

function isMissing([group]: Issue['path'], message: string): boolean {
  return (group === 'columns' || group === 'defaults') && message.startsWith('must say ')
}

/** Whether it is the file that will not do. A journal of another source or team is a good one in the wrong call. */
function isAboutFile({ path, message }: Issue): boolean {
  return path[0] === 'source' || (path[0] === 'journal' && !message.startsWith('belongs to '))
}
