import type { Issue } from '../../src/contract/issues.ts'
import type { RowProblem } from '../../src/portfolio/report.ts'
import type { InputValidationError } from '../../src/transport/errors/InputValidationError.ts'
import { FileError, UsageError } from '../usage.ts'

/** The parameters of an import, as named on the command line. */
export interface ImportInput {
  /** The file, or stdin. */
  readonly source: string
  readonly journal: string | undefined
}

/** What each field is called, and which flags say it where no column does. */
const fieldFlags: Readonly<Record<string, string>> = {
  type: 'the type (--type TYPE, or --columns type=HEADER)',
  name: 'the name (--columns name=HEADER; for persons, --columns firstName=HEADER and lastName=HEADER will do)',
  countryCode: 'the country (--country COUNTRY, or --columns countryCode=HEADER)',
}

/** What `importPortfolio` refuses, in terms of the flags. */
export function importRefusal({ issues }: InputValidationError, input: ImportInput): UsageError {
  const parts = issues.map(issue => ({ issue, ...divide(issue.message) }))
  const missing = parts.filter(({ issue }) => isMissing(issue))
  const others = parts.filter(({ issue }) => !isMissing(issue))
  const fields = missing.map(({ issue }) => fieldFlags[fieldOf(issue)] ?? fieldOf(issue))
  const problems = [
    ...(fields.length > 0 ? [`${input.source} has no column for ${joined(fields)}`] : []),
    ...others.map(({ issue, problem }) => describe(issue, problem, input)),
  ]
  const header = new Set(parts.flatMap(({ header }) => (header === null ? [] : [header])))
  const sentence = [...problems, ...header].join('; ')
  return issues.every(isAboutFile) ? new FileError(sentence) : new UsageError(sentence)
}

/** The problem of a row, in terms of the flags. */
export function inFlags<Problem extends Pick<RowProblem, 'reason'>>(problem: Problem): Problem {
  return { ...problem, reason: problem.reason.replace(/in columns\.(\w+)$/, 'with --columns $1=HEADER') }
}

/** The problem, and what the header has where the message says so. */
function divide(message: string): { readonly problem: string; readonly header: string | null } {
  const at = message.search(/; the (header|first line) has /)
  return at === -1
    ? { problem: message, header: null }
    : { problem: message.slice(0, at), header: message.slice(at + 2) }
}

function isMissing({ path, message }: Issue): boolean {
  const [group] = path
  return (group === 'columns' || group === 'defaults') && message.startsWith('must say ')
}

/** Whether it is the file that will not do. A journal of another source or team is a good one in the wrong call. */
function isAboutFile({ path, message }: Issue): boolean {
  return path[0] === 'source' || (path[0] === 'journal' && !message.startsWith('belongs to '))
}

function fieldOf({ path }: Issue): string {
  return String(path.at(-1) ?? '')
}

function describe(issue: Issue, problem: string, { source, journal }: ImportInput): string {
  switch (issue.path[0]) {
    case 'columns':
      return `--columns ${fieldOf(issue)}=HEADER ${problem}`
    case 'journal':
      return `${journal ?? 'the journal'}: ${problem}`
    case 'source':
      return `${source} ${problem}`
    default:
      return `${issue.path.join('.')} ${problem}`
  }
}

/** "one, two and three". */
function joined(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}
