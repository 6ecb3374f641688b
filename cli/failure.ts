import { methodOf } from '../src/transport/create-error.ts'
import { AbortedError } from '../src/transport/errors/AbortedError.ts'
import { AuthenticationError } from '../src/transport/errors/AuthenticationError.ts'
import { ConnectionError } from '../src/transport/errors/ConnectionError.ts'
import { EntityScreeningError } from '../src/transport/errors/EntityScreeningError.ts'
import { InputValidationError } from '../src/transport/errors/InputValidationError.ts'
import { type ExitStatus, exit } from './definition/command.ts'
import { FileError, UsageError } from './usage.ts'

const systemFailures: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be too large',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EROFS: 'the disk is read-only',
}

/** Why something failed, in words where the system has only a code. Of operations a command line knows nothing. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (EntityScreeningError.is(error)) return withoutOperation(error)
  const code = codeOf(error)
  const known = code !== null && Object.hasOwn(systemFailures, code)
  return known ? `${systemFailures[code]} (${code})` : error.message
}

/** The code of the system; null where an error has none. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** {@link describeFailure} of a file that is to be made: what is not there is its folder. */
export function describeUnwritable(error: unknown): string {
  return describeFailure(error).replace('no such file (', 'no such folder (')
}

function withoutOperation(error: Error): string {
  const operation = `${'operation' in error ? methodOf(String(error.operation)) : ''}: `
  return error.message.startsWith(operation) ? error.message.slice(operation.length) : error.message
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
  if (AbortedError.is(error)) return exit.interrupted
  return exit.failed
}

/** An error as JSON: what a report holds of it. */
export interface DescribedError {
  readonly name: string
  readonly message: string
}

export function describeError(error: Error | null): DescribedError | null {
  return error === null ? null : { name: error.name, message: describeFailure(error) }
}
