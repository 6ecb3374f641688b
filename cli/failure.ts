import { AbortedError } from '../src/transport/errors/AbortedError.ts'
import { AuthenticationError } from '../src/transport/errors/AuthenticationError.ts'
import { ConnectionError } from '../src/transport/errors/ConnectionError.ts'
import { EntityScreeningError } from '../src/transport/errors/EntityScreeningError.ts'
import { InputValidationError } from '../src/transport/errors/InputValidationError.ts'
import { PermissionDeniedError } from '../src/transport/errors/PermissionDeniedError.ts'
import { type ExitStatus, exit } from './command.ts'
import { UsageError } from './usage.ts'

const systemFailures: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
}

/** Why something failed, in words where the system has only a code. */
export function describeFailure(error: unknown): string {
  const code = codeOf(error)
  if (code !== null && Object.hasOwn(systemFailures, code)) return `${systemFailures[code]} (${code})`
  return error instanceof Error ? error.message : String(error)
}

/** What a failed command says last: with the code under which the guide on errors explains it. */
export function sentenceFor(error: unknown): string {
  const sentence = describeFailure(error)
  if (!EntityScreeningError.is(error)) return sentence
  const isForDoctor = ConnectionError.is(error) || AuthenticationError.is(error)
  const advice = isForDoctor ? '. Run entity-screening doctor to find out why.' : ''
  return `${withoutFullStop(sentence)} [${error.code}]${advice}`
}

/** The sentences of the service end with one, those of the client do not. */
export function withoutFullStop(sentence: string): string {
  return sentence.replace(/\.\s*$/, '')
}

/** The exit status of a command that threw. */
export function statusFor(error: unknown): ExitStatus {
  if (error instanceof UsageError || InputValidationError.is(error)) return exit.usage
  if (AbortedError.is(error)) return exit.interrupted
  if (PermissionDeniedError.is(error) && error.entityLimitReached) return exit.entityLimit
  return exit.failed
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
