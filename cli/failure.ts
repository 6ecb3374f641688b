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

/** Incorrect use of the command: the user gets one sentence, and exit status 2. */
export class UsageError extends Error {}

/** A file from the command line cannot be read or written: the command does not start, and the exit status is 1. */
export class FileError extends UsageError {}

const systemFailures: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
}

/** Explains an error, in plainer words than the system's if possible. */
export function describeFailure(error: unknown): string {
  if (!isError(error)) return String(error)
  if (EntityScreeningError.is(error)) return explainMissingFlags(withoutMethod(error.message))
  const code = codeOf(error)
  if (code !== null && Object.hasOwn(systemFailures, code)) return `${systemFailures[code]} (${code})`
  // The system's message ends with its call and the path, which may not be shown.
  const [, systemMessage] = /^[A-Z]+: (.+?), \w+(?: '.*')?$/s.exec(error.message) ?? []
  return systemMessage === undefined ? error.message : `${systemMessage} (${code})`
}

/** Removes the client's method from the beginning of a message: the command's user does not know the methods. */
export function withoutMethod(message: string): string {
  return message.replace(/^\w+(?:\.\w+)?: /, '')
}

/** Adds to advice about a client option that no flag exists for it. */
export function explainMissingFlags(sentence: string): string {
  return sentence.replace(
    /\((?=[^()]*(?:ignoreResponseFields|knownFields))/g,
    '(no flag settles this, only a program that uses the client: ',
  )
}

/** {@link describeFailure} for a file to be created: its folder may be missing. */
export function describeUnwritable(error: unknown): string {
  return describeFailure(error).replace('no such file (', 'no such folder (')
}

export function createUnwritableError(file: string, error: unknown): FileError {
  return new FileError(`${file} cannot be written: ${describeUnwritable(error)}`, { cause: error })
}

export function createUnreadableError(name: string, error: unknown): FileError {
  return new FileError(`${name} cannot be read: ${describeFailure(error)}`, { cause: error })
}

/**
 * Returns a function that throws a client's input error with the names of the command line: the name of each field from `names`,
 * or the flag with the same spelling. Errors about other fields are not mistakes of the command line.
 */
export function createErrorTranslator(names: Readonly<Record<string, string>>, flags: object = {}) {
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

/** The last sentence of a failed command, with the error code that the guide on errors explains. */
export function describeCommandError(error: unknown, command: string): string {
  const sentence = describeFailure(error)
  if (!EntityScreeningError.is(error)) return `entity-screening: ${sentence}`
  const isForDoctor = ConnectionError.is(error) || AuthenticationError.is(error)
  const advice = isForDoctor ? '. Run entity-screening doctor to find out why.' : ''
  return `entity-screening ${command}: ${withoutFullStop(sentence)} [${error.code}]${advice}`
}

/** The service's sentences end with a full stop, the client's do not. */
export function withoutFullStop(sentence: string): string {
  return sentence.replace(/\.\s*$/, '')
}

/** The exit status for an error. */
export function exitStatusOf(error: unknown): ExitStatus {
  if (error instanceof FileError) return exit.failed
  if (error instanceof UsageError || InputValidationError.is(error)) return exit.usage
  return AbortedError.is(error) ? exit.interrupted : exit.failed
}

/** An error as JSON, for reports. */
export function describeError(error: Error | null) {
  return error === null ? null : { name: error.name, message: describeFailure(error) }
}
