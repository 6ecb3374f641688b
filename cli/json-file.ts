import { readFile } from 'node:fs/promises'
import type * as z from 'zod/mini'
import { behaviourSchema } from '../mock-server/behaviour.ts'
import { parseArgument } from '../mock-server/parse-argument.ts'
import { createUnreadableError, describeFailure, FileError } from './failure.ts'

/** Reads JSON; the caller validates it. @throws FileError if the file cannot be read, or is not JSON. */
export async function readJsonFile(file: string) {
  const text = await readFile(file, 'utf8').catch(error => {
    throw createUnreadableError(file, error)
  })
  try {
    return JSON.parse(withoutByteOrderMark(text))
  } catch (error) {
    throw new FileError(`${file} is not JSON: ${describeFailure(error)}`, { cause: error })
  }
}

/** Removes a byte order mark. Windows programs write it at the beginning of a file, but JSON does not allow it. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, '')
}

/** Reads and validates a behaviour file. @throws FileError naming each invalid field. */
export async function readBehaviour(file: string): Promise<z.output<typeof behaviourSchema>> {
  const json = await readJsonFile(file)
  try {
    return parseArgument(behaviourSchema, json, { caller: file, root: 'the behaviour' })
  } catch (error) {
    throw new FileError(describeFailure(error), { cause: error })
  }
}
