import { codeOf, isError } from '../src/shared/errors.ts'
import { AbortedError } from '../src/transport/errors/AbortedError.ts'
import { AuthenticationError } from '../src/transport/errors/AuthenticationError.ts'
import { ConnectionError } from '../src/transport/errors/ConnectionError.ts'
import { EntityScreeningError } from '../src/transport/errors/EntityScreeningError.ts'
import { InputValidationError } from '../src/transport/errors/InputValidationError.ts'

/** The exit statuses that the help documents. */
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

/** Thrown if a command is used incorrectly. The program prints its message as one sentence, and ends with exit status 2. */
export class UsageError extends Error {}

/**
 * Thrown if a file that the command line names cannot be read or written. The command then does not start, and ends with exit
 * status 1.
 */
export class FileError extends UsageError {}

const systemFailures: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
}

/** Returns a message for an error. Replaces the system's message with a plainer one if possible. */
export function describeFailure(error: unknown): string {
  if (!isError(error)) return String(error)
  if (EntityScreeningError.is(error)) return explainMissingFlags(withoutMethod(error.message))
  const code = codeOf(error)
  if (code !== null && Object.hasOwn(systemFailures, code)) return `${systemFailures[code]} (${code})`
  // The system's message ends with the system call and the path. The path is removed, because it may be confidential.
  const [, systemMessage] = /^[A-Z]+: (.+?), \w+(?: '.*')?$/s.exec(error.message) ?? []
  return systemMessage === undefined ? error.message : `${systemMessage} (${code})`
}

/** Removes the client's method name from the beginning of a message, because users of the command do not know the methods. */
export function withoutMethod(message: string): string {
  return message.replace(/^\w+(?:\.\w+)?: /, '')
}

/** If a sentence advises setting a client option, adds that no flag exists for this option. */
export function explainMissingFlags(sentence: string): string {
  return sentence.replace(
    /\((?=[^()]*(?:ignoreResponseFields|knownFields))/g,
    '(no flag settles this, only a program that uses the client: ',
  )
}

/**
 * Describes why a file could not be created. Like {@link describeFailure}, but if the path does not exist, the message names the
 * folder as missing.
 */
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
 * Returns a function that rethrows an error. In an input error of the client, the function first replaces each field name with
 * the one in `names`, or with the flag of the same name. An error about any other field was not caused by the user, so it is
 * rethrown unchanged.
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

/** Returns the last sentence that a failed command prints. It contains the error code, which the guide on errors explains. */
export function describeCommandError(error: unknown, command: string): string {
  const sentence = describeFailure(error)
  if (!EntityScreeningError.is(error)) return `entity-screening: ${sentence}`
  const isForDoctor = ConnectionError.is(error) || AuthenticationError.is(error)
  const advice = isForDoctor ? '. Run entity-screening doctor to find out why.' : ''
  return `entity-screening ${command}: ${withoutFullStop(sentence)} [${error.code}]${advice}`
}

/** Removes the full stop at the end of a message. The service's messages end with one; the client's messages do not. */
export function withoutFullStop(sentence: string): string {
  return sentence.replace(/\.\s*$/, '')
}

/** Returns the exit status for an error. */
export function exitStatusOf(error: unknown): ExitStatus {
  if (error instanceof FileError) return exit.failed
  if (error instanceof UsageError || InputValidationError.is(error)) return exit.usage
  return AbortedError.is(error) ? exit.interrupted : exit.failed
}

/** Converts an error to JSON, for reports. */
export function describeError(error: Error | null) {
  return error === null ? null : { name: error.name, message: describeFailure(error) }
}
