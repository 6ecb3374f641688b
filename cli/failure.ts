import { codeOf, isError } from '../src/shared/errors.ts'
import { AbortedError } from '../src/transport/errors/AbortedError.ts'
import { AuthenticationError } from '../src/transport/errors/AuthenticationError.ts'
import { ConnectionError } from '../src/transport/errors/ConnectionError.ts'
import { EntityScreeningError } from '../src/transport/errors/EntityScreeningError.ts'
import { InputValidationError } from '../src/transport/errors/InputValidationError.ts'

/** The exit statuses, as documented in the help. */
export const exit = {
  done: 0,
  failed: 1,
  usage: 2,
  inPart: 3,
  entityLimit: 4,
  found: 5,
  interrupted: 130,
} as const

export type ExitStatus = (typeof exit)[keyof typeof exit]

/** The CLI was called wrongly: a sentence for the user, and exit status 2. */
export class UsageError extends Error {}

/** A file named on the command line cannot be read or written: nothing is begun, and exit status 1. */
export class FileError extends UsageError {}

const systemFailures: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
}

/** Why something failed: in words that are plainer than the system's, or in its own. */
export function describeFailure(error: unknown): string {
  if (!isError(error)) return String(error)
  if (EntityScreeningError.is(error)) {
    // A user of the command line knows no operations.
    const operation = `${error.operation}: `
    const { message } = error
    return withoutOptions(message.startsWith(operation) ? message.slice(operation.length) : message)
  }
  const code = codeOf(error)
  if (code !== null && Object.hasOwn(systemFailures, code)) return `${systemFailures[code]} (${code})`
  // The system's own message ends with its call and the path, which the sentence names if it may be named.
  const [, what] = /^[A-Z]+: (.+?), \w+(?: '.*')?$/s.exec(error.message) ?? []
  return what === undefined ? error.message : `${what} (${code})`
}

/** Says of advice that names an option of the client that there is no flag for it. */
export function withoutOptions(sentence: string): string {
  return sentence.replace(
    /\((?=[^()]*(?:ignoreMembers|screeningFields))/g,
    '(no flag settles this, only a program that uses the client: ',
  )
}

/** {@link describeFailure} of a file that is to be made: what is not there is its folder. */
export function describeUnwritable(error: unknown): string {
  return describeFailure(error).replace('no such file (', 'no such folder (')
}

export function unwritable(file: string, error: unknown): FileError {
  return new FileError(`${file} cannot be written: ${describeUnwritable(error)}`, { cause: error })
}

export function unreadable(name: string, error: unknown): FileError {
  return new FileError(`${name} cannot be read: ${describeFailure(error)}`, { cause: error })
}

/**
 * Throws what the client refuses in terms of the command line: of each field, its name there, or the flag that is spelled like it.
 * What is about another field is no mistake of the command line.
 */
export function inWordsOf(names: Readonly<Record<string, string>>, flags: object = {}) {
  return (error: unknown): never => {
    if (!InputValidationError.is(error)) throw error
    const problems = error.issues.map(({ path, message }) => {
      const field = String(path[0] ?? '')
      const flag = field.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
      const name = Object.hasOwn(names, field) ? names[field] : Object.hasOwn(flags, flag) && `--${flag}`
      if (!name) throw error
      return `${name} ${message}`
    })
    throw new UsageError(problems.join('; '))
  }
}

/** What a failed command says last: with the code under which the guide on errors explains it. */
export function sentenceFor(error: unknown, command: string): string {
  const sentence = describeFailure(error)
  if (!EntityScreeningError.is(error)) return `entity-screening: ${sentence}`
  const isForDoctor = ConnectionError.is(error) || AuthenticationError.is(error)
  const advice = isForDoctor ? '. Run entity-screening doctor to find out why.' : ''
  return `entity-screening ${command}: ${withoutFullStop(sentence)} [${error.code}]${advice}`
}

/** The sentences of the service end with one, those of the client do not. */
export function withoutFullStop(sentence: string): string {
  return sentence.replace(/\.\s*$/, '')
}

/** The exit status of a command that threw. */
export function statusFor(error: unknown): ExitStatus {
  if (error instanceof FileError) return exit.failed
  if (error instanceof UsageError || InputValidationError.is(error)) return exit.usage
  return AbortedError.is(error) ? exit.interrupted : exit.failed
}

/** An error as JSON: what a report holds of it. */
export function describeError(error: Error | null) {
  return error === null ? null : { name: error.name, message: describeFailure(error) }
}
